import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { plural } from '../../../compile/singular.ts'
import { type Doc, flat } from '../layout.ts'
import { array, block, call, text } from './php-layout.ts'

import { type PhpCode, listWords } from './php-code.ts'
import { asked, filter, isPlain, listed, mayBeEmpty, mayBeNull, patternCode } from './php-conditions.ts'

/** Statements that fail a test unless a predicate holds; `name` is what is expected, in the words of the suite. */
export function assertions(predicate: Predicate, name: string, code: PhpCode): readonly Doc[] {
  return new Assertions(name, code).of(predicate)
}

type Kind<Name extends Predicate['kind']> = Extract<Predicate, { kind: Name }>
type Quantified = Extract<Predicate, { kind: 'each' | 'any' }>

class Assertions {
  readonly #name: string
  readonly #code: PhpCode

  constructor(name: string, code: PhpCode) {
    this.#name = name
    this.#code = code
  }

  of(predicate: Predicate): readonly Doc[] {
    const code = this.#code
    switch (predicate.kind) {
      case 'all':
        return distinct(predicate.of.flatMap(part => this.of(part)))
      case 'matches':
        return this.of(expandPattern(predicate.actual, predicate.pattern))
      case 'equal':
        return this.#equal(predicate)
      case 'compare': {
        const { actual, sign, expected } = predicate
        const value = this.#strict(actual)
        const isNumber = typeOfValue(actual) === 'number'
        return [
          ...(isNumber ? [] : this.#type(value, 'number')),
          assert(signs[sign], code.value(expected), value),
        ]
      }
      case 'includes':
        return [
          ...this.#filled(predicate.part),
          assert('StringContainsString', code.value(predicate.part), this.#strict(predicate.text)),
        ]
      case 'starts-with':
      case 'ends-with': {
        const method = predicate.kind === 'starts-with' ? 'StringStartsWith' : 'StringEndsWith'
        const isEmpty = predicate.part.kind === 'literal' && predicate.part.value === ''
        const holds = assert(method, code.value(predicate.part), this.#strict(predicate.text))
        return [
          ...this.#filled(predicate.part),
          ...this.#single(predicate.text),
          isEmpty ? this.#holds(predicate) : holds,
        ]
      }
      case 'matches-regex': {
        const pattern = patternCode(predicate.pattern, code)
        return [
          ...this.#single(predicate.text),
          assert('MatchesRegularExpression', pattern, this.#strict(predicate.text)),
        ]
      }
      case 'contains':
        return this.#contains(predicate)
      case 'one-of': {
        const list = listed(predicate, code)
        const isNullable = predicate.expected.some(one => mayBeNull(one, predicate.as, code))
        return list === undefined || isNullable
          ? [this.#holds(predicate)]
          : [assert('Contains', list.subject, array(list.values))]
      }
      case 'is':
        return predicate.type === 'null'
          ? [assert('Null', code.there(predicate.value))]
          : this.#type(this.#strict(predicate.value), predicate.type)
      case 'is-single': {
        const value = code.there(predicate.value)
        return [assert('IsNotArray', value), assert('IsNotObject', value)]
      }
      case 'exists':
        return this.#exists(predicate)
      case 'each':
        return this.#each(predicate)
      case 'any':
        return this.#any(predicate)
      case 'not':
        return this.#not(predicate)
      case 'present':
      case 'empty':
      case 'absent':
      case 'some':
        return this.#holds(predicate) === '' ? [] : [this.#holds(predicate)]
    }
  }

  /** For what PHPUnit has no better words. */
  #holds(predicate: Predicate): Doc {
    const condition = asked(predicate, this.#code)
    const { code: doc, binds, parts, opposite } = condition
    if (doc === 'true') return ''
    if (parts?.sign === '===') return assert('Same', parts.right, parts.left)
    if (parts?.sign === '!==') return assert('NotSame', parts.right, parts.left)
    return binds === 'not' && opposite?.binds === 'call'
      ? assert('False', opposite.code, text(this.#name))
      : assert('True', doc, text(this.#name))
  }

  /** A header that is missing is null, which is no text. */
  #strict(value: Value): Doc {
    return this.#code.value(value, 'strict')
  }

  #equal(predicate: Kind<'equal'>): readonly Doc[] {
    const code = this.#code
    const { actual, expected, as } = predicate
    const known = expected.kind === 'literal' ? expected.value : undefined
    const isNone = Array.isArray(known) ? known.length === 0 : known === undefined
    if (actual.kind === 'json-list' && isNone)
      return [[code.method('assertSameJson', code.value(expected), code.selected(actual)), ';']]
    const subject = mayBeNull(expected, as, code)
      ? code.there(actual)
      : code.value(actual, actual.kind === 'header' ? 'lenient' : 'strict')
    const isCounted = actual.kind === 'length' && actual.of.kind === 'json-list' && Number(known) > 0
    const before = this.#lists(isCounted ? actual.of : actual)
    if (as === 'loose' && typeOfValue(expected) === 'text')
      return [...before, assert('Same', code.value(expected), code.method('text', subject))]
    if (isCounted) return [...before, assert('Count', code.value(expected), code.value(actual.of))]
    if (as === 'number')
      return [...before, assert(known === undefined ? 'Equals' : 'Same', code.value(expected), subject)]
    if (known === null) return [assert('Null', subject)]
    if (typeof known === 'boolean') return [assert(known ? 'True' : 'False', subject)]
    if (as === 'text' || isPlain(expected, code))
      return [...before, assert('Same', code.value(expected), subject)]
    return [...before, [code.method('assertSameJson', code.value(expected), subject), ';']]
  }

  #contains(predicate: Kind<'contains'>): readonly Doc[] {
    const code = this.#code
    const { actual, expected } = predicate
    const isPlainPart = predicate.as === 'json' && isPlain(expected, code)
    if (actual.kind === 'json-list' && isPlainPart)
      return [...this.#lists(actual), assert('Contains', code.value(expected), code.value(actual))]
    const holds = code.method('contains', this.#strict(actual), code.value(expected))
    return [...this.#filled(expected), ...this.#lists(actual), assert('True', holds, text(this.#name))]
  }

  /** A part that is in every text proves nothing. */
  #filled(part: Value): readonly Doc[] {
    return mayBeEmpty(part, this.#code) ? [assert('NotSame', `''`, this.#code.value(part))] : []
  }

  #type(value: Doc, type: Kind<'is'>['type']): readonly Doc[] {
    return type === 'number' || type === 'null'
      ? [assert('Contains', call('get_debug_type', value), array([`'int'`, `'float'`]))]
      : [assert(typeNames[type], value)]
  }

  /** Lists and objects begin, end and match with nothing, though their JSON may. */
  #single(value: Value): readonly Doc[] {
    if (value.kind !== 'text-of') return []
    const inner = this.#code.there(value.of)
    return [assert('IsNotArray', inner), assert('IsNotObject', inner)]
  }

  #exists({ value }: Kind<'exists'>): readonly Doc[] {
    const code = this.#code
    if (value.kind === 'json-list') return [assert('NotEmpty', code.found(value))]
    if (value.kind === 'body-text') return [assert('NotSame', `''`, code.value(value))]
    const isUsual = value.kind === 'json' || value.kind === 'header' || value.kind === 'variable'
    const blank = code.method('isBlank', code.value(value, isUsual ? 'lenient' : 'strict'))
    return [assert('False', blank, text(this.#name))]
  }

  /** Nothing is selected of what is no list, which is not the same as nothing in a list. */
  #lists(value: Value): readonly Doc[] {
    if (value.kind !== 'json-list') return []
    const at = value.path.findIndex(selector => typeof selector === 'object')
    const selector = value.path[at]
    if (typeof selector !== 'object' || selector.kind === 'members') return []
    const way = value.path.slice(0, at).filter(step => typeof step !== 'object')
    return [assert('IsArray', this.#code.value({ kind: 'json', root: value.root, path: way }))]
  }

  /** A list gets a name where it is made of another. */
  #named(list: Value, write: (expression: Doc) => readonly Doc[]): readonly Doc[] {
    const expression = this.#code.value(list)
    if (list.kind !== 'json-list' || typeof expression === 'string')
      return [
        ...(list.kind === 'json' ? [assert('IsArray', expression)] : this.#lists(list)),
        ...write(expression),
      ]
    return this.#code.withLocal(plural(listWords(list)), name => [
      ...this.#lists(list),
      [name, ' = ', expression, ';'],
      ...write(name),
    ])
  }

  #each({ list, holds }: Quantified): readonly Doc[] {
    const code = this.#code
    return this.#named(list, items => [
      assert('NotEmpty', items),
      code.withLocal(code.itemWords(list), item =>
        block(
          ['foreach (', items, ` as ${item})`],
          code.inItem(item, () => this.of(holds)),
        ),
      ),
    ])
  }

  #any({ list, holds }: Quantified): readonly Doc[] {
    const code = this.#code
    const whole =
      holds.kind === 'equal' &&
      holds.as === 'json' &&
      holds.actual.kind === 'json' &&
      holds.actual.path.length === 0
        ? holds.expected
        : undefined
    return this.#named(list, items =>
      whole !== undefined && isPlain(whole, code)
        ? [assert('Contains', code.value(whole), items)]
        : [assert('NotEmpty', filter(items, list, holds, code), text(this.#name))],
    )
  }

  #not({ of }: Kind<'not'>): readonly Doc[] {
    const code = this.#code
    if (of.kind === 'includes')
      return [assert('StringNotContainsString', code.value(of.part), this.#strict(of.text))]
    if (of.kind === 'equal' && of.as !== 'loose' && isPlain(of.expected, code))
      return [
        ...this.#lists(of.actual),
        assert('NotSame', code.value(of.expected), code.value(of.actual, 'lenient')),
      ]
    const list = of.kind === 'one-of' ? listed(of, code) : undefined
    if (list !== undefined) return [assert('NotContains', list.subject, array(list.values))]
    return [this.#holds({ kind: 'not', of })]
  }
}

const signs = {
  '<': 'LessThan',
  '<=': 'LessThanOrEqual',
  '>': 'GreaterThan',
  '>=': 'GreaterThanOrEqual',
} as const

const typeNames = {
  string: 'IsString',
  integer: 'IsInt',
  boolean: 'IsBool',
  array: 'IsArray',
  object: 'IsObject',
} as const

function assert(method: string, ...args: readonly Doc[]): Doc {
  return [call(`self::assert${method}`, ...args), ';']
}

/** Statements, each of them once. */
export function distinct(statements: readonly Doc[]): readonly Doc[] {
  return [...new Map(statements.map(one => [flat(one), one])).values()]
}
