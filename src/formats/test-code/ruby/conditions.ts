import type {
  Equality,
  JsonPart,
  JsonParts,
  JsonType,
  Predicate,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import {
  type Access,
  type Condition,
  Conditions,
  type Header,
  isText,
  type Of,
  type TextPart,
} from '../dynamic/conditions.ts'
import { align, conditionalGroup, type Doc, group, ifBreak, indent, line, flat } from '../layout.ts'
import type { RubyCode } from './ruby-code.ts'
import { block, listOf, text } from './ruby-text.ts'
import { rubyPattern } from './ruby-pattern.ts'

/** The code of a condition that stands alone. */
export function asked(predicate: Predicate, code: RubyCode): Doc {
  return indent(condition(predicate, code).code)
}

/** An expression that tells whether a predicate holds, and raises for no answer. */
export function condition(predicate: Predicate, code: RubyCode): Condition {
  return new RubyConditions(code).of(predicate)
}

/** A statement that is carried out where a condition holds, or where it does not. */
export function modified(statement: Doc, word: 'if' | 'unless', asked: Condition): Doc {
  const [written, test] = keyword(word, asked)
  return [statement, ` ${written} `, align(flat(statement).length + written.length + 2, test)]
}

/** Statements under a condition, behind which a single one may stand. */
export function conditional(asked: Condition | undefined, lines: readonly Doc[]): readonly Doc[] {
  const [only, ...others] = lines
  if (asked === undefined || only === undefined || flat(asked.code) === 'true') return lines
  const [word, test] = keyword('if', asked)
  const whole = block([`${word} `, align(word.length + 1, test)], lines)
  return [others.length > 0 ? whole : conditionalGroup([[only, ` ${word} `, test], whole])]
}

/** `if` and `unless` turn into each other where that saves a negation. */
function keyword(word: 'if' | 'unless', asked: Condition): readonly ['if' | 'unless', Doc] {
  const { binds, opposite } = asked
  if (binds !== 'not' || opposite === undefined) return [word, asked.code]
  return [word === 'if' ? 'unless' : 'if', opposite.code]
}

const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const

/** Conditions in the words of Ruby. */
export class RubyConditions extends Conditions<Doc, RubyCode> {
  protected readonly words = {
    always: 'true',
    never: 'false',
    null: 'nil',
    is: '==',
    not: '!',
    opposites: { '==': '!=', '!=': '==' },
  }

  protected glue(...parts: readonly Doc[]): Doc {
    const [only = '', ...others] = parts
    return others.length === 0 ? only : [...parts]
  }

  protected join([head = '', ...others]: readonly Doc[], word: 'and' | 'or'): Doc {
    const sign = word === 'and' ? ' &&' : ' ||'
    return group([head, ...others.map((code): Doc => [sign, line, code])])
  }

  /** A value that is not more than another is at most that, where it is known to be a number. */
  protected override all(parts: readonly Predicate[]): readonly Condition[] {
    const isNumber = (value: Value): boolean =>
      parts.some(
        one =>
          one.kind === 'is' && one.type === 'number' && JSON.stringify(one.value) === JSON.stringify(value),
      )
    return parts.map(part =>
      part.kind === 'not' && part.of.kind === 'compare' && isNumber(part.of.actual)
        ? this.of({ ...part.of, sign: opposites[part.of.sign] })
        : this.of(part),
    )
  }

  protected override hasHeader({ name }: Header): Condition {
    return this.call('response.key?(', text(name), ')')
  }

  protected hasPart({ root, path }: JsonPart): Condition {
    const found = this.code.helper('values_at', this.code.rootName(root), ...this.code.steps(path))
    return this.negated(this.call(found, '.to_a.empty?'))
  }

  protected override isNothing(subject: Doc): Condition {
    return this.call(subject, '.nil?')
  }

  protected hasText(kind: TextPart['kind'], subject: Doc, part: Value): Condition {
    return this.call(subject, `.${textMethods[kind]}(`, this.code.value(part), ')')
  }

  protected headerText(header: Header, holds: (subject: Doc) => Condition): Condition {
    return this.both(this.hasHeader(header), holds([this.lenient(header), '.to_s']))
  }

  protected contains(actual: Doc, expected: Doc): Condition {
    return this.call(this.code.helper('contains', actual, expected))
  }

  protected found(subject: Doc, pattern: Value): Condition {
    return this.call(subject, '.match?(', patternOf(pattern, this.code), ')')
  }

  protected isSingle(subject: Doc): Condition {
    return this.call('[Array, Hash].none? { |type| ', subject, '.is_a?(type) }')
  }

  protected blank(value: Value): Condition {
    return this.call("[nil, '', [], {}].include?(", this.lenient(value), ')')
  }

  /** Of a body that is no JSON nothing is known. */
  protected override readable(value: Value): Condition | undefined {
    return value.kind === 'json' && value.root === 'body' ? this.thereIf(value) : undefined
  }

  protected override filled(predicate: TextPart | Of<'contains'>): Condition | undefined {
    if (predicate.kind === 'contains' || !mayBeEmpty(predicate.part)) return undefined
    return this.negated(this.call(this.code.value(predicate.part), '.empty?'))
  }

  absent(part: JsonPart | JsonParts): Condition {
    return part.kind === 'json-list'
      ? this.comparison(this.code.value(part), '==', '[]')
      : this.call(this.code.helper('absent', this.code.rootName(part.root), ...this.code.steps(part.path)))
  }

  protected quantified({ kind, list, holds }: Of<'each' | 'any'>): Condition {
    const written = this.lenient(list)
    const items = [list.kind === 'json-list' ? written : ['Array.try_convert(', written, ')'], '.to_a']
    const item = this.code.itemOf(list)
    const inner = this.code.inItem(item, () => asked(holds, this.code))
    const test = (method: string): Condition => this.call(items, `.${method}`, closure(item, inner))
    return kind === 'any'
      ? { ...test('any?'), opposite: test('none?') }
      : this.both(this.negated(this.call(items, '.empty?')), test('all?'))
  }

  isType(subject: Doc, type: JsonType): Condition {
    if (type === 'null') return this.isNothing(subject)
    if (type === 'integer') return this.call(this.code.helper('whole', subject))
    return type === 'boolean'
      ? this.call('[true, false].include?(', subject, ')')
      : this.call(subject, `.is_a?(${rubyTypes[type]})`)
  }

  mayBeNull(expected: Value, as: Equality): boolean {
    return expected.kind === 'literal'
      ? expected.value === null || (as === 'loose' && expected.value === 'null')
      : as === 'loose' || typeOfValue(expected) === 'json'
  }

  same(left: Doc, expected: Value, as: Equality, access: Access): Condition {
    if (expected.kind === 'literal' && expected.value === null && as !== 'loose') return this.isNothing(left)
    const subject = as === 'loose' ? this.code.helper('text_of', left) : left
    const right = this.code.value(expected, access)
    // Floats that are compared look like a mistake to linters.
    return /^-?\d+(\.\d|e)/.test(flat(right))
      ? this.call('[', right, '].include?(', subject, ')')
      : this.comparison(subject, '==', right)
  }

  protected listed({ actual, expected, as }: Of<'one-of'>, access: Access): Condition | undefined {
    if (as === 'loose' && !expected.every(isText)) return undefined
    const left = this.code.value(actual, access)
    const subject = as === 'loose' ? this.code.helper('text_of', left) : left
    return this.call(listOf(expected.map(one => this.code.value(one, access))), '.include?(', subject, ')')
  }
}

const textMethods = { includes: 'include?', 'starts-with': 'start_with?', 'ends-with': 'end_with?' } as const

/** Ruby's names of the types of JSON. */
export const rubyTypes = { string: 'String', number: 'Numeric', array: 'Array', object: 'Hash' } as const

/** A part that may turn out to be empty, and then would be in every text. */
export function mayBeEmpty(part: Value): boolean {
  if (part.kind === 'template') return !part.parts.some(one => typeof one === 'string')
  return part.kind !== 'literal'
}

/** A pattern, as Ruby reads it where it is only known when the tests run. */
export function patternOf(pattern: Value, code: RubyCode): Doc {
  if (pattern.kind !== 'literal') return ['Regexp.new(', code.value(pattern), ')']
  return rubyPattern(valueText(pattern.value)) ?? 'nil'
}

/** A block with an item, on one line where it fits. */
export function closure(item: string, inner: Doc): Doc {
  const method = new RegExp(`^${item}\\.(\\w+\\?)$`).exec(flat(inner))
  if (method !== null) return `(&:${method[1] ?? ''})`
  const isUsed = new RegExp(`\\b${item}\\b`).test(flat(inner))
  const parameter = isUsed ? item : `_${item}`
  return group([ifBreak(' do', ' {'), ` |${parameter}|`, indent([line, inner]), line, ifBreak('end', '}')])
}
