import type { JsonValue } from '../../../../../model/json.ts'
import { leadsThrough, type BodyPath } from '../../body-path.ts'
import type { Check, Guard } from './check.ts'

/** The facts that checks state about the body, all of which have to hold: others of the same test may build on them. */
export class Facts {
  readonly #checks: readonly Check[]

  constructor(checks: readonly Check[] = []) {
    this.#checks = checks
  }

  /** These facts and others. */
  and(checks: readonly Check[]): Facts {
    return this.#checks.length === 0 ? new Facts(checks) : new Facts([...this.#checks, ...checks])
  }

  /** True where a check holds whenever all these do. */
  includes(check: Check): boolean {
    return this.#checks.some(
      known => saysSame(known, check) || (known.target === 'status' && entails(known, check)),
    )
  }

  /** The JSON type that a value in the body has, where a check demands one. */
  typeOf(path: BodyPath): JsonValue | undefined {
    return this.#checks.find(
      check =>
        check.operator === 'has-type' && check.path?.length === path.length && leadsThrough(check.path, path),
    )?.expected
  }

  /** True where a value must be there: nearly every check fails for what is missing. */
  isPresent(path: BodyPath): boolean {
    return this.#checks.some(check => demands(check) && leadsThrough(check.path, path))
  }

  /** True where a guard's own validation would say nothing new. */
  implies({ path, nullable }: Guard): boolean {
    if (nullable) return this.#checks.some(check => check.path !== undefined)
    // In a body that is null nothing is looked for.
    if (path.length === 0 && this.#checks.some(one => isAbsence(one) && one.path?.length !== 0)) return true
    return this.#checks.some(
      check =>
        demands(check) &&
        leadsThrough(check.path, path) &&
        (check.path.length > path.length || excludesNull(check)),
    )
  }
}

/** The JSON values that count as false in JavaScript. */
export const falsy: readonly JsonValue[] = [null, false, 0, '']

/** True where a check is one of the body that fails for what is missing. */
function demands(check: Check): check is Check & { readonly path: BodyPath } {
  return check.path !== undefined && !isAbsence(check)
}

function isAbsence({ path, operator, expected }: Check): boolean {
  if (path === undefined) return false
  return operator === 'exists' ? expected !== true : operator === 'missing' && expected === true
}

/** True where null cannot pass. */
function excludesNull({ operator, expected }: Check): boolean {
  switch (operator) {
    case 'equals':
      return expected !== null && expected !== 'null' && !isPlaceholder(expected)
    case 'not-equals':
      return expected === null
    case 'not-one-of':
      return Array.isArray(expected) && expected.includes(null)
    case 'has-type':
      return expected !== 'null'
    case 'greater-than':
    case 'less-than':
    case 'at-least':
    case 'at-most':
      return true
    case 'exists':
      return true
    case 'matches':
      return typeof expected === 'object' && expected !== null
    default:
      return false
  }
}

function isPlaceholder(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('{{')
}

function saysSame(left: Check, right: Check): boolean {
  return (
    left.target === right.target &&
    left.operator === right.operator &&
    JSON.stringify(left.expected) === JSON.stringify(right.expected)
  )
}

/** True where a status that is known to the number passes a check, too. */
function entails({ operator, expected: status }: Check, check: Check): boolean {
  if (operator !== 'equals' || typeof status !== 'number' || check.target !== 'status') return false
  const { expected } = check
  if (check.operator === 'one-of') return Array.isArray(expected) && expected.includes(status)
  if (check.operator === 'equals' && expected === `${Math.floor(status / 100)}xx`) return true
  if (typeof expected !== 'number') return false
  switch (check.operator) {
    case 'not-equals':
      return status !== expected
    case 'greater-than':
      return status > expected
    case 'less-than':
      return status < expected
    case 'at-least':
      return status >= expected
    case 'at-most':
      return status <= expected
    default:
      return false
  }
}
