import { limitOfCallers, usualCallers } from '../../check/load-profile.ts'
import { type LoadSection, mostCallers } from '../../model/load-test.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { type NoThreshold, parseStopCondition, parseThreshold } from '../../parse/load/threshold.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import { type Placed, suiteKeys } from '../input-keys.ts'
import {
  byHand,
  fileName,
  flag,
  list,
  number,
  object,
  optional,
  text,
  type ValueOf,
  whole,
} from '../schema.ts'
import { runInput } from '../suites/run-input.ts'

const { data, rows, tags, grep, shard, setup } = runInput.properties

/** The input of a load test. It wins over the `load` of suites. */
export const loadInput = object({
  ...suiteKeys,
  paths: list(
    fileName('read', 'A path, or a URL'),
    'Suites, folders of suites, or names of what is saved; or a URL, with a method before it if not GET',
  ),
  ...{ data, rows, tags, grep, setup },
  callers: optional(
    whole(
      `How many call side by side, up to ${mostCallers}; as the suite says when absent, or ${usualCallers}`,
      1,
    ),
  ),
  rate: optional(number('Iterations that begin in a second, whatever became of those before')),
  atMost: optional(whole(`How many call at most, with a rate (${mostCallers} by default)`, 1)),
  duration: optional(text('How long iterations begin, up to 10m (10s by default)')),
  requests: optional(whole('How many requests are sent in all, up to whole iterations', 1)),
  rampUp: optional(
    text('Time in which the callers begin one by one, or the rate rises from nothing, such as 10s'),
  ),
  thresholds: optional(
    list(
      text('p95<300ms, error-rate<1%, throughput>150 or step NAME p99<800ms'),
      'What must hold in the end, beside what suites say',
    ),
  ),
  stopWhen: optional(
    list(
      text('error-rate>50% for 5s'),
      'What ends a load test that has gone wrong, when it was so in each second of a time',
    ),
  ),
  threads: optional(
    whole('How many threads put the load on at most; as many as the machine has room for when absent', 1),
  ),
  shard: optional({
    ...shard,
    description: 'A part of the load, for one of several machines that begin together',
  }),
  targetIsMine: byHand(
    optional(flag('You may put load on a target that is not on this machine or a private network')),
  ),
  allowMany: byHand(optional(flag(`More than ${mostCallers} callers, up to ${limitOfCallers}`))),
})

/** The same, with where it works. */
export type LoadInput = Placed<ValueOf<typeof loadInput>>

/** Converts the load in the input to the section that a suite would have. */
export function sectionOf(input: LoadInput): Result<LoadSection> {
  const { callers, rate, atMost, duration, requests, rampUp, thresholds = [], stopWhen = [] } = input
  const times = { duration: timeOf(duration), rampUp: timeOf(rampUp) }
  const limits = thresholds.map(parseThreshold)
  const conditions = stopWhen.map(parseStopCondition)
  const problems = [
    ...(Number.isNaN(times.duration) ? [noTime('the duration', duration)] : []),
    ...(Number.isNaN(times.rampUp) ? [noTime('the ramp-up', rampUp)] : []),
    ...[...limits, ...conditions].flatMap(one => ('message' in one ? [problemOf(one)] : [])),
  ]
  if (problems.length > 0) return { ok: false, problems }
  const value = {
    ...defined({ callers, rate, atMost, requests, ...times }),
    thresholds: limits.flatMap(one => ('message' in one ? [] : [one])),
    stopWhen: conditions.flatMap(one => ('message' in one ? [] : [one])),
  }
  return { ok: true, value }
}

/** Milliseconds; NaN for what is none. */
function timeOf(written: string | undefined): number | undefined {
  return written === undefined ? undefined : (parseDuration(written) ?? NaN)
}

function noTime(name: string, written = ''): Problem {
  return usageProblem(`${name} ${written} is no length of time`, 'Write it such as 30s, 500ms or 2m.')
}

function problemOf({ message, hint }: NoThreshold): Problem {
  return usageProblem(message, hint)
}
