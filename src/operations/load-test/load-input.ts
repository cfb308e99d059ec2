import { type LoadProfile, longestLoad, mostCallers } from '../../model/load-test.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { parseThreshold, type Threshold } from '../../load-test/thresholds.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import { formatDuration } from '../../util/quantity.ts'
import { type Placed, suiteKeys } from '../input-keys.ts'
import { flag, list, number, object, optional, text, type ValueOf, whole } from '../schema.ts'
import { runInput } from '../suites/run-input.ts'

const { data, rows, tags, grep } = runInput.properties

/** Callers, and how long they call, unless somebody says otherwise. */
const usualCallers = 10
const usualDuration = '10s'

/** The most callers that there can be. */
const limitOfCallers = 10_000

/** What a load test can be told. */
export const loadInput = object({
  ...suiteKeys,
  paths: list(
    text('A path, or a URL'),
    'Suites, folders of suites, or names of what is saved; or a URL, with a method before it if not GET',
  ),
  ...{ data, rows, tags, grep },
  callers: optional(
    whole(
      `How many call side by side, up to ${mostCallers} (${usualCallers} unless said); with a rate, how many at most`,
      1,
    ),
  ),
  duration: optional(
    text(
      `How long iterations begin, up to 10m (${usualDuration} unless said, where no number of requests is)`,
    ),
  ),
  requests: optional(whole('How many requests are sent in all, up to whole iterations', 1)),
  rampUp: optional(text('Time in which the callers begin one by one, or the rate rises, such as 10s')),
  rate: optional(number('Iterations that begin in a second, whatever became of those before')),
  thresholds: optional(
    list(
      text('p95<300ms, error-rate<1%, throughput>150 or step NAME p99<800ms'),
      'What must hold in the end',
    ),
  ),
  targetIsMine: optional(
    flag('You may put load on a target that is not on this machine or a private network'),
  ),
  allowMany: optional(flag(`More than ${mostCallers} callers, up to ${limitOfCallers}`)),
})

/** The same, with where it works. */
export type LoadInput = Placed<ValueOf<typeof loadInput>>

/** How load is put on a target, and what must hold in the end. */
export interface LoadOrder {
  readonly profile: LoadProfile
  readonly thresholds: readonly Threshold[]
}

/** Reads how load is put on a target, within the limits (mission, Limits). */
export function readOrder(input: LoadInput): Result<LoadOrder> {
  const { requests, rate } = input
  const profile: LoadProfile = defined({
    callers: input.callers ?? (rate === undefined ? usualCallers : mostCallers),
    rampUp: input.rampUp === undefined ? 0 : parseDuration(input.rampUp),
    duration: parseDuration(input.duration ?? (requests === undefined ? usualDuration : '10m')),
    requests,
    rate,
  }) as LoadProfile
  const read = (input.thresholds ?? []).map(parseThreshold)
  const problems = [
    ...callerProblems(profile, input),
    ...timeProblems(profile, input),
    ...(rate === undefined || (rate > 0 && rate <= 100_000)
      ? []
      : [usageProblem(`a rate of ${rate} in a second cannot be kept`, 'Give one from 0.01 to 100000.')]),
    ...read.flatMap(one => ('metric' in one ? [] : [usageProblem(one.message, one.hint)])),
  ]
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { profile, thresholds: read.flatMap(one => ('metric' in one ? [one] : [])) } }
}

function callerProblems({ callers }: LoadProfile, { allowMany = false }: LoadInput): readonly Problem[] {
  const most = allowMany ? limitOfCallers : mostCallers
  if (callers < 1 || !Number.isInteger(callers))
    return [usageProblem(`${callers} callers are no whole number from 1`, `Give 1 to ${most}.`)]
  if (callers <= most) return []
  const hint = allowMany ? 'Use several machines.' : `With --allow-many there may be up to ${limitOfCallers}.`
  return [usageProblem(`${callers} callers are more than ${most}`, hint)]
}

function timeProblems({ rampUp, duration }: Partial<LoadProfile>, input: LoadInput): readonly Problem[] {
  const noTime = (name: string, written = ''): Problem =>
    usageProblem(`${name} ${written} is no length of time`, 'Write it such as 30s, 500ms or 2m.')
  const wrong = [
    ...(duration === undefined || duration === 0 ? [noTime('the duration', input.duration)] : []),
    ...(rampUp === undefined ? [noTime('the ramp-up', input.rampUp)] : []),
  ]
  if (duration === undefined || rampUp === undefined || wrong.length > 0) return wrong
  if (duration > longestLoad)
    return [
      usageProblem(
        `a load test lasts 10 minutes at most, not ${formatDuration(duration)}`,
        'Give 10m, or run it several times.',
      ),
    ]
  if (rampUp < duration || rampUp === 0) return []
  const message = `the ramp-up of ${formatDuration(rampUp)} is not over when the load test of ${formatDuration(duration)} is`
  return [usageProblem(message, 'Make the ramp-up shorter, or the duration longer.')]
}
