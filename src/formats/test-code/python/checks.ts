import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import { hasStepBehindItems } from '../../../compile/test-program/as-absence.ts'
import type { Predicate, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { singular } from '../../../compile/singular.ts'
import { nameOf } from '../names.ts'
import type { Comparison, Condition } from '../dynamic/conditions.ts'
import { literal } from './literals.ts'
import { asked, bounds, isPlain, nothing, PythonConditions, pythonTypes } from './predicates.ts'
import type { PythonCode } from './python-code.ts'
import { isReserved } from './python-names.ts'

/** An assertion, in no framework's words. */
export type Check =
  | ({ readonly kind: 'compare' } & Comparison<string>)
  /** Between two bounds. */
  | { readonly kind: 'between'; readonly low: Bound; readonly value: string; readonly high: Bound }
  | { readonly kind: 'instance'; readonly value: string; readonly type: string }
  | { readonly kind: 'true'; readonly condition: Condition<string> }
  /** Neither nothing nor empty: a text or a list. */
  | { readonly kind: 'filled'; readonly value: string }
  /** A statement that is no check: a list that gets a name. */
  | { readonly kind: 'statement'; readonly code: string }
  | { readonly kind: 'loop'; readonly item: string; readonly list: string; readonly checks: readonly Check[] }

interface Bound {
  readonly value: string
  readonly sign: '<' | '<='
}

/** Names for lists in a test. */
export class LocalNames {
  readonly #taken = new Set<string>()
  readonly #known = new Map<string, string>()

  /** The name of an expression, and whether it is new. */
  of(expression: string, words: string): { readonly name: string; readonly isNew: boolean } {
    const known = this.#known.get(expression)
    if (known !== undefined) return { name: known, isNew: false }
    const wanted = nameOf(words, 'snake_case', 'values')
    let name = isReserved(wanted) ? `${wanted}_` : wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}_${number}`
    this.#taken.add(name)
    this.#known.set(expression, name)
    return { name, isNew: true }
  }
}

/** The checks to assert so that a predicate holds. They may raise where something is missing, which fails a test as well. */
export function checksOf(predicate: Predicate, code: PythonCode, locals: LocalNames): readonly Check[] {
  switch (predicate.kind) {
    case 'all':
      return allChecks(predicate.of, code, locals)
    case 'matches':
      return checksOf(expandPattern(predicate.actual, predicate.pattern), code, locals)
    case 'equal':
      return [
        ...guards(predicate.actual, code, predicate.expected),
        ...named(predicate.actual, code, locals, left => [
          isTrue(words(code).same(left, predicate.expected, predicate.as, 'strict')),
        ]),
      ]
    case 'compare':
      return comparedChecks(predicate, code)
    case 'includes':
      return [
        ...guards(textIn(predicate.text), code),
        compare(code.value(predicate.part), 'in', code.value(predicate.text)),
      ]
    case 'starts-with':
    case 'ends-with':
      return [
        ...textGuards(predicate.text, code),
        isTrue(words(code).hasText(predicate.kind, code.value(predicate.text), predicate.part)),
      ]
    case 'contains':
      return containsChecks(predicate, code, locals)
    case 'matches-regex':
      return [
        ...textGuards(predicate.text, code),
        isTrue(words(code).found(code.value(predicate.text), predicate.pattern)),
      ]
    case 'one-of':
      return [...guards(predicate.actual, code), isTrue(words(code).oneOf(predicate, 'strict'))]
    case 'is':
      return [...guards(predicate.value, code), typeCheck(code.value(predicate.value), predicate.type, code)]
    case 'is-single':
      return [isTrue(words(code).isSingle(code.value(predicate.value)))]
    case 'exists':
      return existsChecks(predicate.value, code, locals)
    case 'absent':
      return absentChecks(predicate.part, code, locals)
    case 'each':
      return eachChecks(predicate, code, locals)
    case 'any':
      return anyChecks(predicate, code, locals)
    case 'not':
      return notChecks(predicate, code, locals)
    case 'present':
    case 'empty':
    case 'some': {
      const condition = asked(predicate, code)
      return condition.code === 'True' ? [] : [isTrue(condition)]
    }
  }
}

function words(code: PythonCode): PythonConditions {
  return new PythonConditions(code)
}

function compare(left: string, sign: string, right: string): Check {
  return { kind: 'compare', left, sign, right }
}

/** A single comparison is asserted as such. */
function isTrue(condition: Condition<string>): Check {
  return condition.parts === undefined ? { kind: 'true', condition } : { kind: 'compare', ...condition.parts }
}

/** Lists and objects begin, end and match with nothing, though their JSON may. */
function textGuards(value: Value, code: PythonCode): readonly Check[] {
  const own = guards(textIn(value), code)
  if (value.kind !== 'text-of') return own
  return [...own, isTrue(words(code).isSingle(code.value(value.of)))]
}

/** A value as text is a text anyway. */
function textIn(value: Value): Value {
  return value.kind === 'text-of' ? value.of : value
}

/** Bounds of one value are asserted together; a value that is compared must be there, which needs not be said. */
function allChecks(parts: readonly Predicate[], code: PythonCode, locals: LocalNames): readonly Check[] {
  const told = parts.filter(
    part => part.kind !== 'present' || !parts.some(other => raisesWithout(other, part.value)),
  )
  const checks: Check[] = []
  for (let index = 0; index < told.length; index++) {
    const [part, next] = [told[index] as Predicate, told[index + 1]]
    const between = next === undefined ? undefined : betweenChecks(part, next, code)
    if (between !== undefined) index++
    checks.push(...(between ?? checksOf(part, code, locals)))
  }
  return checks
}

/** True where asserting the opposite of something raises where a value is missing. */
function raisesWithout(predicate: Predicate, value: Value): boolean {
  if (predicate.kind !== 'not') return false
  const { of } = predicate
  return (of.kind === 'equal' || of.kind === 'one-of') && JSON.stringify(of.actual) === JSON.stringify(value)
}

function betweenChecks(first: Predicate, second: Predicate, code: PythonCode): readonly Check[] | undefined {
  const between = bounds(first, second)
  if (between === undefined) return undefined
  const { value, low, high } = between
  return [
    ...numberGuard(value, code),
    {
      kind: 'between',
      low: { value: code.value(low.value), sign: low.sign },
      value: code.value(value),
      high: { value: code.value(high.value), sign: high.sign },
    },
  ]
}

function comparedChecks(
  { actual, sign, expected }: Extract<Predicate, { kind: 'compare' }>,
  code: PythonCode,
): readonly Check[] {
  return [...numberGuard(actual, code), compare(code.value(actual), sign, code.value(expected))]
}

/** Booleans compare with numbers in Python. */
function numberGuard(actual: Value, code: PythonCode): readonly Check[] {
  if (actual.kind === 'length') return guards(actual.of, code)
  if (typeOfValue(actual) === 'number') return []
  return [isTrue(words(code).isType(code.value(actual), 'number'))]
}

/** Texts have characters where lists have items: what has an index at its end must be in a list. */
function guards(value: Value, code: PythonCode, expected?: Value): readonly Check[] {
  if (value.kind === 'length') return guards(value.of, code)
  if (value.kind !== 'json' || typeof value.path.at(-1) !== 'number') return []
  const isNoCharacter =
    expected?.kind === 'literal' &&
    (typeof expected.value !== 'string' || Array.from(expected.value).length !== 1)
  if (isNoCharacter) return []
  return [{ kind: 'instance', value: code.value({ ...value, path: value.path.slice(0, -1) }), type: 'list' }]
}

/** The checks that must be asserted before a value that a test keeps. */
export function keptGuards(value: Value, code: PythonCode): readonly Check[] {
  return value.kind === 'found' ? guards(textIn(value.text), code) : guards(value, code)
}

/** A selection of several values gets a name of its own. */
function named(
  value: Value,
  code: PythonCode,
  locals: LocalNames,
  checks: (expression: string) => readonly Check[],
): readonly Check[] {
  const list = value.kind === 'length' ? value.of : value
  const expression = code.value(list)
  if (list.kind !== 'json-list' || !expression.startsWith('[')) return checks(code.value(value))
  const { name, isNew } = locals.of(expression, listName(list))
  const statement: readonly Check[] = isNew ? [{ kind: 'statement', code: `${name} = ${expression}` }] : []
  return [
    ...selectionGuard(list, code),
    ...statement,
    ...checks(value.kind === 'length' ? `len(${name})` : name),
  ]
}

/** The name of the last step of a path, as that of several. */
function listName(list: Extract<Value, { kind: 'json-list' }>): string {
  const words = nameOf(lastName(list), 'snake_case', 'values')
  if (singular(words) !== words || /[^u]s$/.test(words)) return words
  return /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`
}

function lastName({ path }: Extract<Value, { kind: 'json-list' }>): string {
  return path.findLast(selector => typeof selector === 'string') ?? 'values'
}

/** Nothing is selected of what is no list, which is not the same as nothing in a list. */
function selectionGuard(
  { root, path }: Extract<Value, { kind: 'json-list' }>,
  code: PythonCode,
): readonly Check[] {
  const at = path.findIndex(selector => typeof selector === 'object')
  const selector = path[at]
  if (typeof selector !== 'object' || selector.kind === 'members') return []
  const way = path.slice(0, at).filter(step => typeof step !== 'object')
  return [{ kind: 'instance', value: code.value({ kind: 'json', root, path: way }), type: 'list' }]
}

function containsChecks(
  { actual, expected, as }: Extract<Predicate, { kind: 'contains' }>,
  code: PythonCode,
  locals: LocalNames,
): readonly Check[] {
  const isText =
    expected.kind === 'literal' &&
    typeof expected.value === 'string' &&
    as === 'json' &&
    !'true false null'.includes(expected.value)
  if (isText && actual.kind === 'json-list')
    return named(actual, code, locals, list => [compare(code.value(expected), 'in', list)])
  if (isText && actual.kind === 'json' && actual.path.length > 0)
    return [...guards(actual, code), compare(code.value(expected), 'in', code.value(actual))]
  return named(actual, code, locals, list => [isTrue(words(code).contains(list, code.value(expected)))])
}

function typeCheck(value: string, type: Extract<Predicate, { kind: 'is' }>['type'], code: PythonCode): Check {
  if (type === 'null') return compare(value, 'is', 'None')
  if (type === 'number' || type === 'integer') return isTrue(words(code).isType(value, type))
  return { kind: 'instance', value, type: pythonTypes[type] }
}

function existsChecks(value: Value, code: PythonCode, locals: LocalNames): readonly Check[] {
  if (value.kind === 'json-list') return named(value, code, locals, list => [{ kind: 'filled', value: list }])
  if (value.kind === 'header' || value.kind === 'body-text')
    return [{ kind: 'filled', value: code.value(value) }]
  return [...guards(value, code), compare(code.value(value), 'not in', nothing)]
}

function absentChecks(
  part: Extract<Predicate, { kind: 'absent' }>['part'],
  code: PythonCode,
  locals: LocalNames,
): readonly Check[] {
  const [step, ...others] = part.path
  if (part.kind === 'json' && part.root === 'body' && typeof step === 'string' && others.length === 0)
    return [compare(`body.get(${literal(step)})`, 'in', nothing)]
  if (part.kind === 'json-list' && !hasStepBehindItems(part))
    return named(part, code, locals, list => [isTrue({ code: `not ${list}`, binds: 'not' })])
  return [isTrue(asked({ kind: 'absent', part }, code))]
}

function listGuard(list: Value, code: PythonCode): readonly Check[] {
  if (list.kind === 'json-list') return selectionGuard(list, code)
  return [{ kind: 'instance', value: code.value(list), type: 'list' }]
}

/** A list, or a selection that gets a name, and how one of its items is called. */
function withItems(
  list: Value,
  code: PythonCode,
  locals: LocalNames,
  checks: (expression: string, item: string) => readonly Check[],
): readonly Check[] {
  if (list.kind !== 'json-list' || !code.value(list).startsWith('['))
    return [...listGuard(list, code), ...checks(code.value(list), code.itemOf(list))]
  return named(list, code, locals, name => {
    const own = nameOf(lastName(list), 'snake_case', 'value')
    const item = singular(own)
    return checks(name, item === name || isReserved(item) ? 'item' : item)
  })
}

function eachChecks(
  { list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>,
  code: PythonCode,
  locals: LocalNames,
): readonly Check[] {
  return withItems(list, code, locals, (expression, item) => [
    { kind: 'filled', value: expression },
    { kind: 'loop', item, list: expression, checks: code.inItem(item, () => checksOf(holds, code, locals)) },
  ])
}

function anyChecks(
  { list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>,
  code: PythonCode,
  locals: LocalNames,
): readonly Check[] {
  const isWhole =
    holds.kind === 'equal' &&
    holds.as === 'json' &&
    holds.actual.kind === 'json' &&
    holds.actual.path.length === 0
  return withItems(list, code, locals, (expression, item) => {
    if (isWhole && isPlain(holds.expected, code))
      return [compare(code.value(holds.expected), 'in', expression)]
    const inner = code.inItem(item, () => asked(holds, code))
    return [isTrue({ code: `any(${inner.code} for ${item} in ${expression})`, binds: 'call' })]
  })
}

function notChecks(
  { of }: Extract<Predicate, { kind: 'not' }>,
  code: PythonCode,
  locals: LocalNames,
): readonly Check[] {
  if (of.kind === 'equal') {
    return [
      ...guards(of.actual, code),
      ...named(of.actual, code, locals, left => [
        isTrue(words(code).negated(words(code).same(left, of.expected, of.as, 'strict'))),
      ]),
    ]
  }
  if (of.kind === 'one-of')
    return [...guards(of.actual, code), isTrue(words(code).negated(words(code).oneOf(of, 'strict')))]
  return [isTrue(asked({ kind: 'not', of }, code))]
}
