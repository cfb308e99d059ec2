import { isList } from '../../../util/is-json.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { JsonParts, Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { type Doc, hardline, indent, join } from '../layout.ts'
import { floatLiteral, jsonInner } from './literals.ts'
import {
  compareNumber,
  comparedWith,
  emptied,
  holds,
  isScalar,
  isStatus,
  looseText,
  matchCall,
  mayBeNull,
  singleText,
  someOf,
  statusRange,
  textMethods,
  textParts,
  waysTo,
  waysToNone,
  wholeOf,
} from './predicates.ts'
import type { RustCode } from './rust-code.ts'
import { call, chain, closure, type Code, flat, layOut, list, prefix } from './rust-syntax.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/** Statements that panic unless a predicate holds. What is not there may panic as well. */
export function assertions(predicate: Predicate, code: RustCode): readonly Doc[] {
  switch (predicate.kind) {
    case 'all': {
      const status = statusRange(predicate.of, code)
      return status === undefined ? predicate.of.flatMap(part => assertions(part, code)) : isTrue(status)
    }
    case 'matches':
      return assertions(expandPattern(predicate.actual, predicate.pattern), code)
    case 'equal':
      return [...possible(predicate, '==', code), ...equal(predicate, code, 'assert_eq!')]
    case 'compare':
      return [...possible(predicate, predicate.sign, code), ...compare(predicate, code)]
    case 'includes':
    case 'starts-with':
    case 'ends-with': {
      const { text, part } = textParts(predicate, code)
      return isTrue(
        chain(text.isOptional ? chain(text.code, 'unwrap') : text.code, [textMethods[predicate.kind], part]),
      )
    }
    case 'matches-regex': {
      const { code: text, owned, isOptional } = singleText(predicate.text, code)
      return isTrue(matchCall(isOptional ? chain(text, 'unwrap') : text, !owned, predicate.pattern, code))
    }
    case 'each':
      return eachItem(predicate, code)
    case 'any':
      return isTrue(anyItem(predicate, code))
    case 'contains':
      return isTrue(containsItem(predicate, code))
    case 'absent':
      return [
        ...waysTo(predicate.part, code).flatMap(isTrue),
        ...assertions({ kind: 'empty', value: predicate.part }, code),
      ]
    case 'is-single':
      return code.isPlace(predicate.value) ? isSingle(predicate.value, code) : isTrue(holds(predicate, code))
    case 'not':
      if (predicate.of.kind === 'equal') return equal(predicate.of, code, 'assert_ne!')
      return isTrue(holds(predicate, code))
    default:
      return isTrue(holds(predicate, code))
  }
}

/** That there could be something where nothing is enough. */
function possible(
  { actual, expected }: Of<'equal'> | Of<'compare'>,
  sign: string,
  code: RustCode,
): readonly Doc[] {
  return waysToNone(actual, sign, expected, code).flatMap(isTrue)
}

function statement(code: Code): Doc {
  return [layOut(code), ';']
}

function isTrue(code: Code): readonly Doc[] {
  if (code === 'true') return []
  return [statement(call('assert!', code === 'false' ? 'std::convert::identity(false)' : code))]
}

function isSingle(value: Value, code: RustCode): readonly Doc[] {
  const place = code.place(value)
  return [
    ...assertions({ kind: 'present', value }, code),
    ...isTrue(prefix('!', chain(place, 'is_array'))),
    ...isTrue(prefix('!', chain(place, 'is_object'))),
  ]
}

function equal(
  { actual, expected, as }: Of<'equal'>,
  code: RustCode,
  macro: 'assert_eq!' | 'assert_ne!',
): readonly Doc[] {
  const compared = (left: Code, right: Code): readonly Doc[] => [statement(call(macro, left, right))]
  if (as === 'number') return equalNumbers(actual, expected, code, macro)
  if (as === 'text' && typeOfValue(actual) === 'text') {
    const { code: text, isOptional } = code.text(actual)
    return compared(isOptional ? chain(text, 'unwrap') : text, code.certainText(expected))
  }
  if (actual.kind === 'json-list') return compared(...equalLists(actual, expected, code))
  if (!code.isPlace(actual)) {
    const predicate: Predicate = { kind: 'equal', actual, expected, as }
    return isTrue(holds(predicate, code, macro === 'assert_eq!' ? 'holds' : 'fails'))
  }
  if (as === 'loose') return compared(looseText(actual, code), code.certainText(expected))
  if (mayBeNull(expected, code) && code.isCertain(actual))
    return compared(code.compared(actual), wholeOf(expected, code))
  if (mayBeNull(expected, code)) return compared(code.found(actual), someOf(expected, code))
  const isReference = code.reference(actual) === code.place(actual)
  const left = isScalar(expected) ? code.place(actual) : code.compared(actual)
  return compared(left, comparedWith(expected, code, isReference))
}

/** All that a path selects, beside a list. */
function equalLists(actual: JsonParts, expected: Value, code: RustCode): readonly [Code, Code] {
  const values = expected.kind === 'literal' && isList(expected.value) ? expected.value : undefined
  if (values?.length === 0) return [code.count(actual), '0']
  const [first] = values ?? []
  const isUniform =
    values?.every(value => typeof value === typeof first && typeof value !== 'object') === true
  if (values === undefined || !isUniform) return [code.owned(actual), comparedWith(expected, code, false)]
  if (typeof first === 'number') code.comparesNumbers = true
  const isWhole = values.every(value => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31)
  const items = values.map(value =>
    typeof value === 'number' && !isWhole ? floatLiteral(value) : jsonInner(value),
  )
  return [chain(code.parts(actual, true), 'collect::<Vec<_>>'), list(items)]
}

function equalNumbers(
  actual: Value,
  expected: Value,
  code: RustCode,
  macro: 'assert_eq!' | 'assert_ne!',
): readonly Doc[] {
  const number = code.number(actual)
  if (actual.kind === 'status' && (isStatus(expected) || code.isStatus(expected)))
    return [statement(call(macro, code.places.status, code.plain(expected)))]
  const digits = actual.kind === 'status' ? code.statusText(expected) : undefined
  if (digits !== undefined) return [statement(call(macro, chain(code.places.status, 'as_str'), digits))]
  if (isStatus(expected) && number.type !== 'f64') {
    const left =
      actual.kind === 'length' && actual.of.kind === 'json-list' ? code.count(actual.of) : number.code
    return [
      statement(
        call(macro, left, number.isOptional ? call('Some', code.plain(expected)) : code.plain(expected)),
      ),
    ]
  }
  const left = number.isOptional ? chain(number.code, 'unwrap') : number.code
  const right = expected.kind === 'literal' ? floatLiteral(Number(expected.value)) : code.float(expected)
  return [statement(call(macro, number.type === 'f64' ? left : `${flat(left)} as f64`, right))]
}

function compare(predicate: Of<'compare'>, code: RustCode): readonly Doc[] {
  const { actual, sign, expected } = predicate
  const number = code.number(actual)
  if (actual.kind === 'duration' || !number.isOptional) return isTrue(holds(predicate, code))
  return isTrue(compareNumber(chain(number.code, 'unwrap'), number.type, sign, expected, code))
}

function anyItem({ list: of, holds: inner }: Of<'each' | 'any'>, code: RustCode): Code {
  const item = code.itemOf(of)
  const items =
    of.kind === 'json-list' ? code.parts(of, true) : chain(code.place(of), 'as_array', 'unwrap', 'iter')
  return chain(items, [
    'any',
    closure(
      item,
      code.inItem(item, () => holds(inner, code)),
    ),
  ])
}

function containsItem(predicate: Of<'contains'>, code: RustCode): Code {
  const { actual, expected, as } = predicate
  if (actual.kind !== 'json-list') return holds(predicate, code)
  const item: Value = { kind: 'json', root: 'item', path: [] }
  return anyItem({ kind: 'any', list: actual, holds: { kind: 'equal', actual: item, expected, as } }, code)
}

/** A loop over the items of a list that must not be empty. */
function eachItem({ list: of, holds: inner }: Of<'each' | 'any'>, code: RustCode): readonly Doc[] {
  const item = code.itemOf(of)
  const lines = code.inItem(item, () => assertions(inner, code))
  if (of.kind === 'json-list') {
    const items = chain(code.parts(of, true), 'collect::<Vec<_>>')
    const counted = code.count(of, true)
    const isWhole = flat(counted).endsWith('.len()')
    if (isWhole)
      return [...isTrue(prefix('!', emptied(counted))), ...loop(item, chain(code.parts(of, true)), lines)]
    return [
      ['let items = ', layOut(items), ';'],
      ...isTrue(prefix('!', chain('items', 'is_empty'))),
      ...loop(item, 'items', lines),
    ]
  }
  const found = chain(code.place(of), 'as_array', 'unwrap')
  return [...isTrue(prefix('!', chain(found, 'is_empty'))), ...loop(item, found, lines)]
}

function loop(item: string, items: Code, lines: readonly Doc[]): readonly Doc[] {
  if (lines.length === 0) return []
  return [
    [`for ${item} in `, layOut(items), ' {', indent([hardline, join(hardline, [...lines])]), hardline, '}'],
  ]
}
