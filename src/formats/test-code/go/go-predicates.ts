import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { Predicate, Selector, Value } from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import {
  canonicalHeader,
  type GoCode,
  type GoItem,
  type GoValue,
  itemFunction,
  mayBeEmptyText,
  NoWord,
  staticPattern,
} from './go-code.ts'
import { tight } from './go-sum.ts'
import { always, and, comparison, type Condition, never, or, term } from './go-condition.ts'
import { formatOf, goString, scalarType } from './go-literals.ts'
import { statusCode } from './http-names.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/** Writes predicates as conditions. None of them panics, whatever the answer, and a value that is missing fits none. */
export class GoPredicates {
  readonly #code: GoCode

  constructor(code: GoCode) {
    this.#code = code
  }

  /** A function for the items of a list that a filter is for. */
  filter(path: readonly Selector[], holds: Predicate): string {
    return this.#function(this.#item(path), holds)
  }

  condition(predicate: Predicate): Condition {
    const code = this.#code
    switch (predicate.kind) {
      case 'equal':
        return this.#equal(predicate)
      case 'compare':
        return this.#compare(predicate)
      case 'includes':
        return this.#partOf('strings.Contains', code.text(predicate.text), predicate.part)
      case 'starts-with':
      case 'ends-with':
        return this.#startsOrEnds(predicate)
      case 'contains':
        return term(tight(code.method(predicate.actual, 'contains', [code.plain(predicate.expected)])))
      case 'matches-regex':
        return this.#matchesRegex(predicate)
      case 'one-of':
        return this.#oneOf(predicate)
      case 'is':
        return this.#is(predicate)
      case 'is-single':
        return this.#typed(predicate.value) ? always : term(code.method(predicate.value, 'single'))
      case 'present':
        return this.#present(predicate.value)
      case 'exists':
        return this.#exists(predicate.value)
      case 'empty':
        return this.#empty(predicate.value)
      case 'absent':
        return this.#absent(predicate)
      case 'matches':
        return this.condition(expandPattern(predicate.actual, predicate.pattern))
      case 'each':
      case 'any':
        return this.#items(predicate)
      case 'not':
        return this.condition(predicate.of).opposite()
      case 'all':
        return and(
          predicate.of.map(part =>
            isBounded(part, predicate.of) ? this.#bound(part) : this.condition(part),
          ),
        )
      case 'some':
        return or(predicate.of.map(part => this.condition(part)))
    }
  }

  /** True where a value is of a type of Go, and so is there. */
  #typed(value: Value): boolean {
    return !['value', 'any'].includes(this.#code.value(value).type)
  }

  #equal({ actual, expected, as }: Of<'equal'>): Condition {
    const code = this.#code
    const [left, right] = [code.value(actual), code.value(expected)]
    if (as === 'loose' || as === 'text') {
      const same = comparison(tight(code.text(actual)), '==', tight(code.text(expected)))
      return mayBeEmptyText(expected) ? and([this.#presentText(actual, expected), same]) : same
    }
    if (as === 'number') return this.#compareNumbers(actual, '==', expected)
    const isPlain = left.type === right.type && left.type !== 'any' && left.type !== 'value'
    if (isPlain) return comparison(tight(left.code), '==', tight(right.code))
    return term(code.method(actual, 'is', [code.plain(expected)]))
  }

  #bound({ actual, sign, expected }: Of<'compare'>): Condition {
    return this.#compareNumbers(actual, sign, expected)
  }

  #compare({ actual, sign, expected }: Of<'compare'>): Condition {
    const holds = this.#compareNumbers(actual, sign, expected)
    // A value without a length is less than any.
    const mayLack = actual.kind === 'length' && this.#code.value(actual.of).type === 'value'
    if (!mayLack || sign === '>' || sign === '>=') return holds
    return and([comparison(this.#code.value(actual).code, '>=', '0'), holds])
  }

  #compareNumbers(actual: Value, sign: '==' | '<' | '<=' | '>' | '>=', expected: Value): Condition {
    const left = this.#code.value(actual)
    const known = expected.kind === 'literal' ? expected.value : undefined
    if (known !== undefined && typeof known !== 'number') return never
    // A missing header has no length, not even 0.
    if (actual.kind === 'length' && actual.of.kind === 'header' && !sign.startsWith('>'))
      return and([this.#present(actual.of), compareInt(left.code, sign, this.#number(expected))])
    if (left.type === 'duration' && known !== undefined && Number.isSafeInteger(known))
      return comparison(left.code, sign, durationCode(known).replaceAll(' ', ''))
    const right = this.#number(expected)
    if (actual.kind === 'status' && typeof known === 'number' && sign === '==')
      return comparison(left.code, sign, statusCode(known))
    if (left.type === 'int' && right.type === 'int') return comparison(left.code, sign, right.code)
    const one = asFloat(this.#number(actual))
    const isInt = right.type === 'int' && expected.kind === 'literal'
    return comparison(tight(one), sign, tight(isInt ? right.code : asFloat(right)), true)
  }

  /** A value as a number, NaN where it is none. */
  #number(value: Value): GoValue {
    const { code, type } = this.#code.value(value)
    if (type === 'int' || type === 'float64') return { code, type }
    if (type === 'duration') return { code: `${code}.Seconds()*1000`, type: 'float64' }
    return { code: this.#code.method(value, 'number'), type: 'float64' }
  }

  /** A part of a text, which must not be empty. */
  #partOf(name: string, text: string, part: Value): Condition {
    const written = this.#code.text(part)
    const holds = term(`${name}(${tight(text)}, ${tight(written)})`)
    return mayBeEmptyText(part) ? and([comparison(tight(written), '!=', '""'), holds]) : holds
  }

  #startsOrEnds({ kind, text, part }: Of<'starts-with' | 'ends-with' | 'includes'>): Condition {
    const known = part.kind === 'literal' ? valueText(part.value) : ''
    const holds = this.#partOf(
      kind === 'starts-with' ? 'strings.HasPrefix' : 'strings.HasSuffix',
      this.#code.text(text),
      part,
    )
    const isOfText = kind === 'starts-with' ? /^[^[{]/.test(known) : /[^\]}]$/.test(known)
    const of = text.kind === 'text-of' ? text.of : text
    const mayBeList = this.#code.value(of).type === 'value' && !isOfText
    return mayBeList ? and([term(this.#code.method(of, 'single')), holds]) : holds
  }

  #matchesRegex({ text, pattern }: Of<'matches-regex'>): Condition {
    const code = this.#code
    const isKnown = pattern.kind === 'literal'
    const written = isKnown ? staticPattern(valueText(pattern.value)) : code.text(pattern)
    const of = text.kind === 'text-of' ? text.of : text
    if (!isKnown || !['string', 'int'].includes(code.value(of).type)) {
      const holds = term(code.method(of, 'matches', [written]))
      return code.value(of).type === 'value' ? holds : and([this.#present(of), holds])
    }
    const holds = term(`regexp.MustCompile(${written}).MatchString(${code.text(of)})`)
    const fitsNothing = new RegExp(valueText(pattern.value).replace(/^\(\?i\)/, '')).test('')
    return fitsNothing ? and([this.#present(of), holds]) : holds
  }

  #oneOf({ actual, expected, as }: Of<'one-of'>): Condition {
    const code = this.#code
    const left = code.value(actual)
    const types = new Set(expected.map(one => code.value(one).type))
    if (as === 'loose' || as === 'text') {
      const values = expected.map(one => code.text(one))
      const holds = term(tight(`slices.Contains([]string{${values.join(', ')}}, ${code.text(actual)})`))
      return expected.some(mayBeEmptyText) ? and([this.#present(actual), holds]) : holds
    }
    if (left.type === 'int' && types.size === 1 && types.has('int')) {
      const values = expected.map(one =>
        actual.kind === 'status' && one.kind === 'literal'
          ? statusCode(Number(one.value))
          : code.value(one).code,
      )
      return term(`slices.Contains([]int{${values.join(', ')}}, ${left.code})`)
    }
    const isScalar = expected.every(one => one.kind === 'literal' && scalarType(one.value) !== 'any')
    if (as === 'number' || !isScalar)
      return or(expected.map(one => this.#equal({ kind: 'equal', actual, expected: one, as })))
    const values = expected.map(one => code.plain(one))
    return term(tight(`slices.Contains([]any{${values.join(', ')}}, ${code.plain(actual)})`))
  }

  #is({ value, type }: Of<'is'>): Condition {
    const kind = this.#code.method(value, 'kind')
    const same = comparison(kind, '==', goString(type))
    return type === 'number' ? or([comparison(kind, '==', '"integer"'), same]) : same
  }

  #present(value: Value): Condition {
    const code = this.#code
    if (value.kind === 'header') return filled(`res.Header.Values(${goString(canonicalHeader(value.name))})`)
    if (value.kind === 'text-of' || value.kind === 'length') return this.#present(value.of)
    const { code: written, type } = code.value(value)
    return type === 'value' ? term(`${written}.found`) : always
  }

  /** That a text is there. A header that is empty only counts where that is what is expected. */
  #presentText(actual: Value, expected: Value): Condition {
    if (actual.kind !== 'header' || expected.kind === 'literal') return this.#present(actual)
    return comparison(this.#code.value(actual).code, '!=', '""')
  }

  #exists(value: Value): Condition {
    const { code, type } = this.#code.value(value)
    if (type === 'string') return comparison(tight(code), '!=', '""')
    return this.#typed(value) ? always : term(this.#code.method(value, 'exists'))
  }

  /** Of a body that is no JSON nothing is known. */
  #empty(value: Value): Condition {
    const isBody = value.kind === 'json' && value.root === 'body'
    const empty = this.#exists(value).opposite()
    return isBody ? and([this.#present(value), empty]) : empty
  }

  #absent({ part }: Of<'absent'>): Condition {
    const code = this.#code
    if (part.kind === 'json-list') return term(code.method(part, 'is', ['[]any{}']))
    if (part.path.includes('*')) throw new NoWord('a name of *')
    code.need('absent')
    return term(`${code.root(part)}.absent(${code.selectors(part.path).join(', ')})`)
  }

  #items({ kind, list, holds }: Of<'each' | 'any'>): Condition {
    const code = this.#code
    const item = this.#item('path' in list ? list.path : [])
    const items = code.method(list, 'items')
    if (kind === 'any') return term(`slices.ContainsFunc(${tight(items)}, ${this.#function(item, holds)})`)
    const misfits = this.#function(item, { kind: 'not', of: holds })
    return and([filled(tight(items)), term(`slices.ContainsFunc(${tight(items)}, ${misfits})`).opposite()])
  }

  #item(path: readonly Selector[]): GoItem {
    const name = this.#code.itemName(path)
    return { code: name, label: formatOf(name), labelArguments: [] }
  }

  #function(item: GoItem, holds: Predicate): string {
    const condition = this.#code.inItem(item, () => this.condition(holds))
    return itemFunction(item.code, this.#code.valueType, condition.code)
  }
}

/** True where a bound from above stands beside one from below, which no missing length passes. */
function isBounded(part: Predicate, all: readonly Predicate[]): part is Of<'compare'> {
  return (
    part.kind === 'compare' &&
    all.some(
      other =>
        other.kind === 'compare' &&
        other.actual === part.actual &&
        other.sign.startsWith('>') &&
        other.expected.kind === 'literal' &&
        Number(other.expected.value) >= 0,
    )
  )
}

/** That a list has items. */
function filled(list: string): Condition {
  const self: Condition = {
    code: `len(${list}) > 0`,
    level: 3,
    opposite: () => ({ code: `len(${list}) == 0`, level: 3, opposite: () => self }),
  }
  return self
}

/** A count compared with a number. */
function compareInt(count: string, sign: '==' | '<' | '<=' | '>' | '>=', { code, type }: GoValue): Condition {
  return type === 'int'
    ? comparison(count, sign, code)
    : comparison(`float64(${count})`, sign, tight(code), true)
}

function asFloat({ code, type }: GoValue): string {
  return type === 'int' ? `float64(${code})` : code
}

/** Milliseconds as a time that reads well. */
export function durationCode(milliseconds: number): string {
  const [unit, size] =
    milliseconds !== 0 && milliseconds % 60_000 === 0
      ? ['time.Minute', milliseconds / 60_000]
      : milliseconds !== 0 && milliseconds % 1000 === 0
        ? ['time.Second', milliseconds / 1000]
        : ['time.Millisecond', milliseconds]
  return size === 1 ? unit : `${size} * ${unit}`
}
