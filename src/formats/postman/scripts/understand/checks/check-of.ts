import type { OperatorName } from '../../../../../model/expectation.ts'
import type { JsonValue } from '../../../../../model/json.ts'
import { emptyOperand } from '../../../../../validations/several-values.ts'
import { httpStatuses } from '../../../../../actions/http/shared-facts.ts'
import { impossibleStatus } from '../../../../../validations/status-words.ts'
import { bodyPathText, type BodyPath } from '../../body-path.ts'
import type { Check } from './check.ts'
import type { Value } from './value.ts'

/** A check of what a value looks at; undefined for what no validation can look at. */
export function checkOf(value: Value, operator: OperatorName, expected: JsonValue): Check | undefined {
  // A suite is refused that asks for nothing, or for a status that there is none of.
  if (emptyOperand({ operator, expected }) !== undefined) return undefined
  if (value.kind === 'status' && impossibleStatus(httpStatuses, { operator, expected }) !== undefined)
    return undefined
  const target = targetOf(value)
  if (target === undefined) return undefined
  if (value.kind !== 'body') return { target, operator, expected }
  return mayBeCharacter(value.path, operator, expected)
    ? undefined
    : { target, path: value.path, operator, expected }
}

/** True where a character of a text could pass: `"text"[0]` is one in JavaScript, and nothing in a JSONPath. */
function mayBeCharacter(path: BodyPath, operator: OperatorName, expected: JsonValue): boolean {
  if (typeof path.at(-1) !== 'number') return false
  switch (operator) {
    case 'equals':
      return typeof expected === 'string' && (expected.length === 1 || expected.includes('{{'))
    case 'has-type':
      return expected === 'string'
    case 'matches':
      return typeof expected !== 'object'
    case 'greater-than':
    case 'less-than':
    case 'at-least':
    case 'at-most':
    case 'has-length':
    case 'missing':
      return false
    default:
      return true
  }
}

/** Several checks that are all needed; undefined when one of them cannot be said. */
export function allOf(...checks: readonly (Check | undefined)[]): readonly Check[] | undefined {
  return checks.every(check => check !== undefined) ? checks : undefined
}

/** The target of a validation that looks at a value; undefined when there is none. */
export function targetOf(value: Value): string | undefined {
  if (value.kind === 'variable') return `variable ${value.name}`
  return value.kind === 'time' ? 'time' : extractTarget(value)
}

/** The target of an extract that takes a value; undefined when there is none. */
export function extractTarget(value: Value): string | undefined {
  switch (value.kind) {
    case 'body':
      return bodyPathText(value.path)
    case 'header':
      return `header ${value.name}`
    case 'status':
    case 'text':
      return value.kind
    default:
      return undefined
  }
}
