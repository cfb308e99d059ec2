import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type {
  Equality,
  JsonPart,
  JsonParts,
  JsonType,
  Predicate,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { type Doc, flat } from '../layout.ts'

/** An expression that is true or false, and how tightly it holds together. */
export interface Condition<Written extends Doc = Doc> {
  readonly code: Written
  readonly binds: 'or' | 'and' | 'not' | 'comparison' | 'call'
  /** The parts of a single comparison. */
  readonly parts?: Comparison<Written>
  /** The parts with `and` or `or` between. */
  readonly terms?: readonly Condition<Written>[]
  /** The opposite, where it is more than a negation. */
  readonly opposite?: Condition<Written>
}

/** Two values and the sign between them. */
export interface Comparison<Written extends Doc = Doc> {
  readonly left: Written
  readonly sign: string
  readonly right: Written
}

/** The words of a language for conditions. */
export interface ConditionWords {
  readonly always: string
  readonly never: string
  readonly null: string
  readonly is: string
  readonly not: string
  /** Signs of comparisons that are the opposite of each other. */
  readonly opposites: Readonly<Record<string, string>>
}

/** The writer of values that conditions are about. */
export interface ConditionValues<Written extends Doc> {
  value(value: Value, access?: 'strict' | 'lenient'): Written
  rootName(root: JsonPart['root']): string
}

export type Access = 'strict' | 'lenient'
export type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>
export type Header = Extract<Value, { kind: 'header' }>
export type TextPart = Of<'includes' | 'starts-with' | 'ends-with'>

/**
 * Predicates as conditions of a language without types. They raise for no answer. A language says how it writes what this class
 * leaves open.
 */
export abstract class Conditions<Written extends Doc, Code extends ConditionValues<Written>> {
  protected readonly code: Code
  protected abstract readonly words: ConditionWords

  constructor(code: Code) {
    this.code = code
  }

  protected abstract glue(...parts: readonly (Written | string)[]): Written
  /** Terms with `and` or `or` between. */
  protected abstract join(terms: readonly Written[], word: 'and' | 'or'): Written
  /** That a part of JSON is there, be it null. */
  protected abstract hasPart(part: JsonPart): Condition<Written>
  protected abstract hasText(kind: TextPart['kind'], subject: Written, part: Value): Condition<Written>
  /** A condition on the text of a header, where it is there. */
  protected abstract headerText(
    header: Header,
    holds: (subject: Written) => Condition<Written>,
  ): Condition<Written>
  protected abstract contains(actual: Written, expected: Written): Condition<Written>
  protected abstract found(subject: Written, pattern: Value): Condition<Written>
  protected abstract isSingle(subject: Written): Condition<Written>
  protected abstract blank(value: Value): Condition<Written>
  protected abstract quantified(predicate: Of<'each' | 'any'>): Condition<Written>
  /** The search for a value among several, where the language compares them all in the same way. */
  protected abstract listed(predicate: Of<'one-of'>, access: Access): Condition<Written> | undefined
  abstract isType(subject: Written, type: JsonType): Condition<Written>
  abstract absent(part: JsonPart | JsonParts): Condition<Written>
  /** True where nothing could be taken for what is expected. */
  abstract mayBeNull(expected: Value, as: Equality): boolean
  /** The comparison of an expression with what is expected. */
  abstract same(left: Written, expected: Value, as: Equality, access: Access): Condition<Written>

  of(predicate: Predicate): Condition<Written> {
    switch (predicate.kind) {
      case 'equal':
      case 'one-of':
        return this.#sameAs(predicate)
      case 'compare': {
        const { actual, sign, expected } = predicate
        const holds = this.comparison(this.lenient(actual), sign, this.lenient(expected))
        return this.both(this.numeric(actual), holds)
      }
      case 'includes':
      case 'starts-with':
      case 'ends-with':
      case 'matches-regex':
      case 'contains':
        return this.#inText(predicate)
      case 'is':
        return predicate.type === 'null'
          ? this.isNull(predicate.value)
          : this.isType(this.lenient(predicate.value), predicate.type)
      case 'is-single':
        return this.both(this.thereIf(predicate.value), this.isSingle(this.lenient(predicate.value)))
      case 'present':
        return this.thereIf(predicate.value) ?? this.call(this.words.always)
      case 'exists':
        return this.negated(this.blank(predicate.value))
      case 'empty':
        return this.both(this.readable(predicate.value), this.blank(predicate.value))
      case 'absent':
        return this.absent(predicate.part)
      case 'matches':
        return this.of(expandPattern(predicate.actual, predicate.pattern))
      case 'each':
      case 'any':
        return this.quantified(predicate)
      case 'not':
        return this.negated(this.of(predicate.of))
      case 'all':
        return this.joined(this.all(predicate.of), 'and')
      case 'some': {
        const parts = predicate.of.map(part => this.of(part))
        return this.joined(parts, 'or')
      }
    }
  }

  #sameAs(predicate: Of<'equal' | 'one-of'>): Condition<Written> {
    const { kind, actual, as } = predicate
    const known = this.known(actual, kind === 'equal' ? [predicate.expected] : predicate.expected, as)
    return this.both(
      known,
      kind === 'equal'
        ? this.equal(actual, predicate.expected, as, 'lenient')
        : this.oneOf(predicate, 'lenient'),
    )
  }

  #inText(predicate: TextPart | Of<'matches-regex' | 'contains'>): Condition<Written> {
    if (predicate.kind === 'matches-regex') {
      const { text, pattern } = predicate
      const found = this.textual(text, subject => this.found(subject, pattern))
      return this.single(text, found)
    }
    const filled = this.filled(predicate)
    if (predicate.kind === 'contains') {
      const [actual, expected] = [this.lenient(predicate.actual), this.lenient(predicate.expected)]
      return this.both(filled, this.contains(actual, expected))
    }
    const { kind, text, part } = predicate
    const holds = this.textual(text, subject => this.hasText(kind, subject, part))
    return this.both(filled, kind === 'includes' ? holds : this.single(text, holds))
  }

  protected all(parts: readonly Predicate[]): readonly Condition<Written>[] {
    return parts.map(part => this.of(part))
  }

  call(...parts: readonly (Written | string)[]): Condition<Written> {
    return { code: this.glue(...parts), binds: 'call' }
  }

  comparison(left: Written, sign: string, right: Written | string): Condition<Written> {
    const parts = { left, sign, right: this.glue(right) }
    return { code: this.glue(left, ` ${sign} `, right), binds: 'comparison', parts }
  }

  protected lenient(value: Value): Written {
    return this.code.value(value, 'lenient')
  }

  both(first: Condition<Written> | undefined, second: Condition<Written>): Condition<Written> {
    return first === undefined ? second : this.joined([first, second], 'and')
  }

  /** One after the other, each of them once. */
  joined(parts: readonly Condition<Written>[], word: 'and' | 'or'): Condition<Written> {
    const { always, never } = this.words
    const [none, other] = word === 'and' ? [always, never] : [never, always]
    const terms = parts.flatMap(part => (part.binds === word ? (part.terms ?? [part]) : [part]))
    const distinct = new Map(terms.map(term => [flat(term.code), term]))
    if (distinct.has(other)) return this.call(other)
    distinct.delete(none)
    const [first, ...others] = distinct.values()
    if (first === undefined) return this.call(none)
    if (others.length === 0) return first
    const codes = [first, ...others].map(({ code, binds }) =>
      // Both words side by side read better with parentheses.
      binds === 'and' || binds === 'or' ? this.glue('(', code, ')') : code,
    )
    return { code: this.join(codes, word), binds: word, terms: [first, ...others] }
  }

  /** The opposite, in the words that linters want for it. */
  negated(condition: Condition<Written>): Condition<Written> {
    const { code, binds, parts, opposite } = condition
    const { always, never, not, opposites } = this.words
    if (opposite !== undefined) return opposite
    const written = flat(code)
    if (written === always || written === never) return this.call(written === always ? never : always)
    const sign = parts === undefined ? undefined : opposites[parts.sign]
    if (parts !== undefined && sign !== undefined) return this.comparison(parts.left, sign, parts.right)
    const of = binds === 'call' ? [code] : ['(', code, ')']
    return { code: this.glue(not, ...of), binds: 'not', opposite: condition }
  }

  /** That a value is there, where that is not certain. */
  thereIf(value: Value): Condition<Written> | undefined {
    if (value.kind === 'header') return this.hasHeader(value)
    if (value.kind === 'json' && value.path.length > 0) return this.hasPart(value)
    const mayBeMissing = value.kind === 'variable' || (value.kind === 'json' && value.root === 'body')
    return mayBeMissing ? this.negated(this.isNothing(this.lenient(value))) : undefined
  }

  protected hasHeader(header: Header): Condition<Written> {
    return this.negated(this.isNothing(this.lenient(header)))
  }

  protected isNothing(subject: Written): Condition<Written> {
    return this.comparison(subject, this.words.is, this.words.null)
  }

  protected isNull(value: Value): Condition<Written> {
    return this.both(this.thereIf(value), this.isNothing(this.lenient(value)))
  }

  /** That a value is there, where nothing could be taken for what is expected. */
  protected known(actual: Value, expected: readonly Value[], as: Equality): Condition<Written> | undefined {
    return expected.some(one => this.mayBeNull(one, as)) ? this.thereIf(actual) : undefined
  }

  /** That a value can be compared with numbers, where that is not certain. */
  protected numeric(actual: Value): Condition<Written> | undefined {
    return typeOfValue(actual) === 'number' ? undefined : this.isType(this.lenient(actual), 'number')
  }

  /** That a part of a text is no empty one, which would be in every text. */
  protected filled(_predicate: TextPart | Of<'contains'>): Condition<Written> | undefined {
    return undefined
  }

  /** That anything is known of a value. */
  protected readable(_value: Value): Condition<Written> | undefined {
    return undefined
  }

  protected equal(actual: Value, expected: Value, as: Equality, access: Access): Condition<Written> {
    return this.same(this.code.value(actual, access), expected, as, access)
  }

  /** The search for a value among several. */
  oneOf(predicate: Of<'one-of'>, access: Access): Condition<Written> {
    const { actual, expected, as } = predicate
    const way = (one: Value): Equality => (as === 'loose' && !isText(one) ? 'json' : as)
    return (
      this.listed(predicate, access) ??
      this.joined(
        expected.map(one => this.equal(actual, one, way(one), access)),
        'or',
      )
    )
  }

  /** Lists and objects begin, end and match with nothing, though their JSON may. */
  protected single(value: Value, holds: Condition<Written>): Condition<Written> {
    return value.kind === 'text-of' ? this.both(this.isSingle(this.lenient(value.of)), holds) : holds
  }

  /** A condition that holds for a text, and for nothing else. */
  protected textual(value: Value, holds: (subject: Written) => Condition<Written>): Condition<Written> {
    if (value.kind === 'header') return this.headerText(value, holds)
    const subject = this.lenient(value)
    if (value.kind === 'text-of') return this.both(this.thereIf(value.of), holds(subject))
    return this.isSurelyText(value, subject)
      ? holds(subject)
      : this.both(this.isType(subject, 'string'), holds(subject))
  }

  protected isSurelyText(value: Value, _subject: Written): boolean {
    return isText(value) && value.kind !== 'variable'
  }
}

/** True where a value is known to be text. */
export function isText(value: Value): boolean {
  return typeOfValue(value) === 'text'
}
