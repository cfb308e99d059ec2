import { factsOf, longestWait } from '../../actions/index.ts'
import { bodyLimit } from '../../actions/body/limits.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { isConditional } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { parseDuration } from '../../util/duration.ts'
import { mapping } from '../../util/read-values.ts'
import { statusesWithoutBody } from '../../validations/status-words.ts'
import { expectedStatus } from '../expected-status.ts'
import { usualTimeout } from '../rules/bounded-waits.ts'
import type { Facts } from '../rule.ts'
import { answerShape, type Shape } from './answer-shape.ts'
import { staysWhereAsked } from './redirects.ts'

/** How far an answer to a step can go, whatever it is. */
export interface Limits {
  /** The longest time that is measured, in milliseconds, with what a timer may be late. */
  readonly time: number | undefined
  /** The most bytes that are read. */
  readonly bytes: number
  /** True where the certificate of its server has been verified. */
  readonly isVerified: boolean
  /** True where it has no body, whatever it is: one to HEAD, or with the only status that is right (RFC 9110, 6.4.1). */
  readonly isBodyless: boolean
  /** True where nothing it comes over has a certificate. */
  readonly isPlain: boolean
  /** The parts of it that are there in any case. */
  readonly shape: Shape
}

/** The limits of the answers to a step, by its own words and the settings. */
export function limitsOf(parsed: ParsedSuite, facts: Facts, step: Step): Limits {
  const { suite } = parsed
  const { configuration, answers } = facts
  const shared = mapping(mapping(configuration?.value)['settings'])
  const { sendsRequests, waits, timeout, isBodyless, isPlain } = factsOf(step.action)
  const usual = timeout ?? Math.max(durationOf(shared['timeout']), durationOf(usualTimeout))
  const written = step.timeout ?? suite.settings.timeout ?? usual
  const isLimited = sendsRequests === true && typeof written === 'number'
  const most = waits === true ? longestWait : Infinity
  return {
    time: isLimited ? Math.min(written, most) * 1.2 : undefined,
    bytes: bodyLimit,
    isBodyless:
      isBodyless?.(step.input) === true || (!isStatusOpen(step, facts) && hasStatusWithoutBody(step)),
    isPlain: isPlain?.(step.input) === true && staysWhereAsked(step, parsed, facts),
    shape: answerShape(step, answers?.get(step)),
    isVerified: isVerified(step.transport?.['tls'] ?? suite.settings.transport?.['tls'] ?? shared['tls']),
  }
}

/** How far a request to a mock can go. */
export const limitsOfRequest: Limits = {
  time: undefined,
  bytes: bodyLimit,
  isVerified: false,
  isBodyless: false,
  isPlain: false,
  shape: { places: {} },
}

/** True where rows or scripts say what the status is to be. */
export function isStatusOpen(step: Step, { rows = [], stepRows, scripts }: Facts): boolean {
  const own = stepRows?.get(step) ?? []
  return (
    scripts !== undefined ||
    [...rows, ...own].some(row => expectedStatus(row) !== undefined) ||
    mapping(step.input)['scripts'] !== undefined
  )
}

function hasStatusWithoutBody({ validations }: Step): boolean {
  const ofStatus = validations.flatMap(one =>
    one.target.kind === 'status' && 'expectations' in one && !isConditional(one) ? one.expectations : [],
  )
  return ofStatus.some(({ operator, expected }) => operator === 'equals' && statusesWithoutBody.has(expected))
}

/** A shorter one of the configuration is not meant for this suite alone. */
function durationOf(written: JsonValue | undefined): number {
  return typeof written === 'string' ? (parseDuration(written) ?? Infinity) : 0
}

function isVerified(tls: JsonValue | undefined): boolean {
  const { verify } = mapping(tls)
  return verify === undefined || verify === true
}
