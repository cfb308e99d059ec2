import type { JsonObject, JsonValue } from '../../model/json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { type Comparison, type Condition, numberIn, type Operand } from './conditions.ts'

/** A part of the answer, or a value that is known or has a placeholder. */
export type Found = { readonly target: string } | { readonly value: JsonValue }

/** Gives what an expression stands for; undefined where nothing does. */
export type Resolve = (expression: string) => Found | undefined

/** A target and what is expected of it. */
interface Check {
  readonly target: string
  readonly expected: JsonValue
}

/** The validations that a condition says in full; undefined where suites have no such word. */
export function validationsOf(condition: Condition, resolve: Resolve): readonly JsonObject[] | undefined {
  if (condition.kind === 'and') {
    const parts = condition.parts.map(part => checkOf(part, resolve))
    if (parts.some(part => part === undefined)) return undefined
    return joined(parts.filter(part => part !== undefined)).map(asValidation)
  }
  const check = checkOf(condition, resolve)
  return check === undefined ? undefined : [asValidation(check)]
}

function asValidation({ target, expected }: Check): JsonObject {
  // Null is also what is not there.
  return expected === null
    ? { unless: { [target]: { missing: true } }, [target]: null }
    : { [target]: expected }
}

function checkOf(condition: Condition, resolve: Resolve): Check | undefined {
  if (condition.kind === 'or') return oneOf(condition.parts, resolve)
  if (condition.kind === 'comparison') return comparisonCheck(condition, resolve)
  if (condition.kind === 'truth') {
    const found = foundIn(condition.operand, resolve)
    const target = found === undefined ? undefined : targetOf(found)
    return target === undefined ? undefined : { target, expected: { 'not-one-of': [null, false, 0, ''] } }
  }
  return undefined
}

function foundIn(operand: Operand, resolve: Resolve): Found | undefined {
  return operand.kind === 'literal' ? { value: operand.value } : resolve(operand.text)
}

/** A target of a validation; a variable is one, too. */
function targetOf(found: Found): string | undefined {
  if ('target' in found) return found.target
  const [, name] = typeof found.value === 'string' ? (/^\{\{([^{}|]+)\}\}$/.exec(found.value) ?? []) : []
  return name === undefined ? undefined : `variable ${name}`
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}

const operators = { '<': 'less-than', '<=': 'at-most', '>': 'greater-than', '>=': 'at-least' } as const

function comparisonCheck(
  { operator, left, right }: Condition & { readonly kind: 'comparison' },
  resolve: Resolve,
): Check | undefined {
  const [one, other] = [foundIn(left, resolve), foundIn(right, resolve)]
  if (one === undefined || other === undefined) return undefined
  const isTurned = 'target' in other || ('value' in one && targetOf(one) === undefined)
  const [found, against, way] = isTurned ? [other, one, mirrored[operator]] : [one, other, operator]
  const target = targetOf(found)
  if (target === undefined || 'target' in against) return undefined
  return { target, expected: expectation(way, against.value, target) }
}

function expectation(operator: Comparison, value: JsonValue, target: string): JsonValue {
  const isNumber = target === 'status' || !/^(?:==|!=)$/.test(operator)
  const bare = isNumber && typeof value === 'string' ? (numberIn(value) ?? value) : value
  if (operator === '==') return isText(bare) ? { 'matches-regex': `(?i)^${literalPattern(bare)}$` } : bare
  if (operator === '!=')
    return isText(bare) ? { 'not-matches-regex': `(?i)^${literalPattern(bare)}$` } : { 'not-equals': bare }
  return { [operators[operator]]: bare }
}

/** A text in which upper and lower case differ. */
export function isText(value: JsonValue): value is string {
  return typeof value === 'string' && !value.includes('{{') && value.toLowerCase() !== value.toUpperCase()
}

/** One value that is one of several. */
function oneOf(parts: readonly Condition[], resolve: Resolve): Check | undefined {
  const checks = parts.map(part =>
    part.kind === 'comparison' && part.operator === '==' ? comparisonCheck(part, resolve) : undefined,
  )
  const whole = checks.filter(check => check !== undefined)
  const [first] = whole
  if (first === undefined || whole.length < checks.length) return undefined
  if (whole.some(({ target }) => target !== first.target)) return undefined
  const patterns = whole.flatMap(({ expected }) =>
    isObject(expected) ? [valueText(expected['matches-regex'] ?? '')] : [],
  )
  if (patterns.length === 0)
    return { target: first.target, expected: { 'one-of': whole.map(({ expected }) => expected) } }
  if (patterns.length < whole.length) return undefined
  const words = patterns.map(pattern => pattern.slice('(?i)^'.length, -1))
  return { target: first.target, expected: { 'matches-regex': `(?i)^(?:${words.join('|')})$` } }
}

/** The checks with those of one target in one, and a class of statuses by its name. */
function joined(checks: readonly Check[]): readonly Check[] {
  const targets = [...new Set(checks.map(({ target }) => target))]
  return targets.flatMap((target): readonly Check[] => {
    const own = checks.filter(check => check.target === target)
    const bounds = own.map(({ expected }) => (isObject(expected) ? expected : {}))
    const keys = bounds.flatMap(one => Object.keys(one))
    const isOne = keys.length === own.length && new Set(keys).size === keys.length
    if (own.length === 1 || !isOne) return own
    const all: JsonObject = Object.fromEntries(bounds.flatMap(one => Object.entries(one)))
    const from = Number(all['at-least'])
    const isClass =
      target === 'status' &&
      keys.length === 2 &&
      from % 100 === 0 &&
      (all['less-than'] === from + 100 || all['at-most'] === from + 99)
    return [{ target, expected: isClass ? `${from / 100}xx` : all }]
  })
}
