import { factsOf, longestWait } from '../../actions/index.ts'
import { bodyLimit } from '../../actions/body/limits.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { parseDuration } from '../../util/duration.ts'
import { mapping } from '../../util/read-values.ts'
import { usualTimeout } from '../rules/bounded-waits.ts'
import type { Facts } from '../rule.ts'
import { answerShape, type Shape } from './answer-shape.ts'

/** How far an answer to a step can go, whatever it is. */
export interface Limits {
  /** The longest time that is measured, in milliseconds, with what a timer may be late. */
  readonly time: number | undefined
  /** The most bytes that are read. */
  readonly bytes: number
  /** True where the certificate of its server has been verified. */
  readonly isVerified: boolean
  /** The parts of it that are there in any case. */
  readonly shape: Shape
}

/** The limits of the answers to a step, by its own words and the settings. */
export function limitsOf({ suite }: ParsedSuite, { configuration, answers }: Facts, step: Step): Limits {
  const shared = mapping(mapping(configuration?.value)['settings'])
  const { sendsRequests, waits, timeout } = factsOf(step.action)
  const usual = timeout ?? Math.max(durationOf(shared['timeout']), durationOf(usualTimeout))
  const written = step.timeout ?? suite.settings.timeout ?? usual
  const isLimited = sendsRequests === true && typeof written === 'number'
  const most = waits === true ? longestWait : Infinity
  return {
    time: isLimited ? Math.min(written, most) * 1.2 : undefined,
    bytes: bodyLimit,
    shape: answerShape(step, answers?.get(step)),
    isVerified: isVerified(step.transport?.['tls'] ?? suite.settings.transport?.['tls'] ?? shared['tls']),
  }
}

/** A shorter one of the configuration is not meant for this suite alone. */
function durationOf(written: JsonValue | undefined): number {
  return typeof written === 'string' ? (parseDuration(written) ?? Infinity) : 0
}

function isVerified(tls: JsonValue | undefined): boolean {
  const { verify } = mapping(tls)
  return verify === undefined || verify === true
}
