import { anyStatus, hundredsOf } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isCollection, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { property } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { placeholders } from './client-text.ts'

/** The words of httpYac for operators; of those with several, the first is written. */
const predicates: Readonly<Record<string, readonly string[]>> = {
  equals: ['==', 'equals'],
  'not-equals': ['!=', 'not equals'],
  'at-least': ['>='],
  'greater-than': ['>'],
  'at-most': ['<='],
  'less-than': ['<'],
  contains: ['contains', 'includes'],
  'starts-with': ['startsWith'],
  'ends-with': ['endsWith'],
  'matches-regex': ['matches'],
}

const operators = new Map(
  Object.entries(predicates).flatMap(([operator, words]) => words.map(word => [word, operator] as const)),
)

/** Comparisons, which are all that a status and a time know. */
const comparisons = new Set(Object.keys(predicates).slice(0, 6))

const form = new RegExp(
  String.raw`^(status|duration|body|header\s+\S+)\s+(?:(${[...operators.keys()].join('|')})\s*(\S.*)|(exists|isFalse))$`,
)

/** A check of httpYac, without its `??`, as a validation; undefined for one that suites do not know. */
export function validationOf(check: string, textOf: (written: string) => string): JsonObject | undefined {
  const [, subject = '', word = '', value = '', state] = form.exec(check) ?? []
  const target = subject.startsWith('header')
    ? subject.replace(/\s+/, ' ')
    : property({ status: 'status', duration: 'time', body: 'text' }, subject)
  if (target === undefined) return undefined
  if (state !== undefined)
    return subject.startsWith('header') ? { [target]: { missing: state === 'isFalse' } } : undefined
  const operator = operators.get(word) ?? ''
  const isPlain = target === 'text' || target.startsWith('header')
  if (!isPlain && !comparisons.has(operator)) return undefined
  const isNumber = /^\d+$/.test(value)
  if (!isPlain && !isNumber && (target === 'time' || !value.includes('{{'))) return undefined
  const operand =
    target === 'time' ? `${value}ms` : target === 'status' && isNumber ? Number(value) : textOf(value)
  return { [target]: operator === 'equals' ? operand : { [operator]: operand } }
}

/** The checks of httpYac that say a validation; undefined where none do. */
function checksOf(validation: JsonObject): readonly string[] | undefined {
  const [[target, expected] = ['', null], ...others] = Object.entries(validation)
  if (others.length > 0) return undefined
  const hundreds = target === 'status' ? hundredsOf(expected) : undefined
  if (hundreds !== undefined) return [`status >= ${hundreds}00`, `status < ${hundreds + 1}00`]
  const subject = /^header \S+$/.test(target)
    ? target
    : property({ status: 'status', time: 'duration', text: 'body' }, target)
  const asked = isObject(expected) ? Object.entries(expected) : [['equals', expected] as const]
  if (subject === undefined || asked.length === 0) return undefined
  const checks = asked.map(([operator, operand]) => checkOf(subject, operator, operand))
  return checks.includes(undefined) ? undefined : checks.filter(check => check !== undefined)
}

function checkOf(subject: string, operator: string, operand: JsonValue): string | undefined {
  if (subject.startsWith('header') && operator === 'missing')
    return `${subject} ${operand === true ? 'isFalse' : 'exists'}`
  const [word] = property(predicates, operator) ?? []
  const value = subject === 'duration' ? parseDuration(valueText(operand)) : operand
  if (word === undefined || value === undefined || isCollection(value)) return undefined
  const written = placeholders(valueText(value))
  const check = `${subject} ${word} ${written}`
  // Only a check that is read as it is meant is written.
  const said = validationOf(check, text => text)
  return said !== undefined && written.trim() === written && !/[\r\n]/.test(written) ? check : undefined
}

/** The checks of a request as a step has them now. */
export interface MergedChecks {
  /** One for each former check; undefined for one that is gone. */
  readonly checks: readonly (string | undefined)[]
  readonly added: readonly string[]
  /** Validations that httpYac has no word for. */
  readonly left: readonly JsonObject[]
}

/** Puts the validations of a step into the checks of a request: those that still hold stay, and so do those that nothing was made of. */
export function mergedChecks(former: readonly string[], validations: readonly JsonObject[]): MergedChecks {
  let left = validations.filter(one => !jsonEqual(one, anyStatus))
  const isSilent = left.length < validations.length
  const saysStatus = left.some(one => one['status'] !== undefined)
  const checks: (string | undefined)[] = former.map(check => {
    const said = validationOf(check, text => text)
    const same = said === undefined ? undefined : left.find(one => jsonEqual(one, said))
    left = left.filter(one => one !== same)
    return said === undefined || same !== undefined ? check : undefined
  })
  // Checks replace the rule of suites that the status is 2xx or 3xx.
  const granted = validations.length > 0 && !saysStatus && !isSilent ? ['status < 400'] : []
  const added = [...granted, ...left.flatMap(one => checksOf(one) ?? [])]
  for (const [index, check] of checks.entries()) if (check === undefined) checks[index] = added.shift()
  return { checks, added, left: left.filter(one => checksOf(one) === undefined) }
}
