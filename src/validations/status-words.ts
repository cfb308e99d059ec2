import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { closest } from '../util/did-you-mean.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { expectedNumber } from './to-number.ts'

/** What kind of status the answers of an action have; undefined for an action whose answers have none. */
export function statusKindOf(action: string): StatusKind | undefined {
  if (['request', 'sse', 'websocket'].includes(action)) return 'http'
  return action === 'grpc' || action === 'exec' ? action : undefined
}

export type StatusKind = 'http' | 'grpc' | 'exec'

/**
 * The statuses that a step can end with; none for an action that has none. Answers of 1xx are not the last ones, but for
 * that by which a WebSocket opens.
 */
export function statusesOf(action: string): readonly JsonValue[] {
  const kind = statusKindOf(action)
  if (kind === undefined) return []
  if (kind === 'grpc') return grpcStatuses
  if (kind === 'exec') return Array.from({ length: 256 }, (_, code) => code)
  const last = Array.from({ length: 400 }, (_, index) => 200 + index)
  return action === 'websocket' ? [101, ...last] : last
}

/** Why a status can never be, or always is, what is expected of it; undefined where it may be. Placeholders may become anything. */
export function impossibleStatus(
  kind: StatusKind,
  { operator, expected }: Pick<Expectation, 'operator' | 'expected'>,
): string | undefined {
  if (!compared.has(operator)) return undefined
  if (operator.endsWith('one-of') && isList(expected))
    return expected.map(one => wrongStatus(kind, one)).find(wrong => wrong !== undefined)
  if (orders.has(operator)) return wrongBound(kind, expected)
  if (isList(expected)) {
    const word = operator.startsWith('not') ? 'not-one-of' : 'one-of'
    return `a status is one of them: write ${word}: ${flowYaml(expected)}`
  }
  return wrongStatus(kind, expected, operator !== 'same-as')
}

const orders = new Set(['greater-than', 'less-than', 'at-least', 'at-most'])
const compared = new Set(['equals', 'not-equals', 'same-as', 'one-of', 'not-one-of', ...orders])

function wrongStatus(kind: StatusKind, expected: JsonValue, hasClasses = true): string | undefined {
  if (isTemplate(expected)) return undefined
  if (kind === 'grpc') return wrongName(expected)
  const shown = valueText(expected)
  // A status is compared as it is written: `1e2` and `+404` are none, though they are numbers.
  const number = typeof expected === 'string' && /\D/.test(expected) ? undefined : expectedNumber(expected)
  if (kind === 'exec')
    return isWithin(number, 0, 255) ? undefined : `an exit code is a number from 0 to 255, not ${shown}`
  if (isWithin(number, 100, 599) || (hasClasses && /^[1-5]xx$/.test(shown))) return undefined
  if (number !== undefined) return `a status is a number from 100 to 599, not ${shown}`
  const [, digit] = /^([1-5])(?:\d?[xX*]|[xX*]{2})$/.exec(shown) ?? []
  return digit === undefined
    ? `a request has a number for a status, 200 or 2xx, not ${shown}`
    : `a class of statuses is written ${digit}xx, not ${shown}`
}

function wrongBound(kind: StatusKind, expected: JsonValue): string | undefined {
  if (isTemplate(expected)) return undefined
  if (kind === 'grpc')
    return 'the statuses of gRPC are names and have no order: write one-of: [OK, NOT_FOUND]'
  const [least, most] = kind === 'exec' ? [-1, 256] : [99, 600]
  if (isWithin(expectedNumber(expected), least, most)) return undefined
  return kind === 'exec'
    ? `an exit code is a number from 0 to 255, not ${valueText(expected)}`
    : `a status is a number from 100 to 599, not ${valueText(expected)}`
}

function wrongName(expected: JsonValue): string | undefined {
  const name = valueText(expected)
  if (grpcStatuses.includes(name)) return undefined
  const number = expectedNumber(expected)
  const meant = isWithin(number, 0, 16) ? grpcStatuses[number ?? 0] : closest(name, grpcStatuses)
  return `a gRPC call has a name for a status, not ${name}: ${meant === undefined ? 'OK, NOT_FOUND and so on' : `write ${meant}`}`
}

function isTemplate(expected: JsonValue): boolean {
  return typeof expected === 'string' && expected.includes('{{')
}

function isWithin(number: number | undefined, least: number, most: number): boolean {
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most
}

/** The names of the gRPC statuses by their numbers (https://grpc.io/docs/guides/status-codes/). */
const grpcStatuses: readonly string[] = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]
