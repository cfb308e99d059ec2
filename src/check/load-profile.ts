import {
  type LoadProfile,
  type LoadSection,
  type LoadStage,
  longestLoad,
  mostCallers,
  type WrittenStage,
} from '../model/load-test.ts'
import { defined } from '../util/defined.ts'
import { formatDuration } from '../util/quantity.ts'

/** The callers, and how long they call in milliseconds, unless somebody says otherwise. */
export const usualCallers = 10
export const usualDuration = 10_000

/** The most callers that there can be, and iterations that can begin in a second. */
export const limitOfCallers = 10_000
export const limitOfRate = 100_000

/** Something wrong with how load is described, under a key of it. */
export interface LoadFault {
  readonly key: string
  readonly message: string
  readonly hint: string
}

/** How load is put on by what a suite, a command or both say of it; or what is wrong with that (mission, Limits). */
export function loadProfile(section: LoadSection, allowMany: boolean): LoadProfile | readonly LoadFault[] {
  const faults = [...mixedFaults(section), ...levelFaults(section, allowMany), ...timeFaults(section)]
  if (faults.length > 0) return faults
  const { callers, rate, requests, atMost = mostCallers, stages: written = [] } = section
  const isRate = rate !== undefined || written[0]?.isRate === true
  const stages = written.length > 0 ? following(written) : steady(rate ?? callers ?? usualCallers, section)
  return defined({
    model: isRate ? 'rate' : 'callers',
    stages,
    callers: isRate ? atMost : Math.max(...stages.map(({ from, to }) => Math.max(from, to))),
    requests,
  })
}

/** Milliseconds from the beginning to the end of a load. */
export function durationOf(stages: readonly Pick<LoadStage, 'over'>[]): number {
  return stages.reduce((sum, { over }) => sum + over, 0)
}

/** Milliseconds that a load without stages lasts. */
function lengthOf({ duration, requests }: LoadSection): number {
  return duration ?? (requests === undefined ? usualDuration : longestLoad)
}

function steady(level: number, section: LoadSection): readonly LoadStage[] {
  const { rampUp = 0 } = section
  const rest = { from: level, to: level, over: lengthOf(section) - rampUp }
  return rampUp === 0 ? [rest] : [{ from: 0, to: level, over: rampUp }, rest]
}

function following(stages: readonly WrittenStage[]): readonly LoadStage[] {
  return stages.map(({ to, over }, index) => ({ from: stages[index - 1]?.to ?? 0, to, over }))
}

function mixedFaults(section: LoadSection): readonly LoadFault[] {
  const { callers, rate, atMost, stages = [], rampUp, duration } = section
  const [first] = stages
  const isRate = rate !== undefined || first?.isRate === true
  const beside = { callers, rate, 'ramp-up': rampUp, for: duration }
  const idle = Object.entries(beside).find(([, value]) => value !== undefined)?.[0]
  return [
    ...fault(
      callers !== undefined && rate !== undefined,
      'rate',
      'callers and a rate are two kinds of load',
      'Give one of them; `at-most` says how many may call with a rate.',
    ),
    ...fault(
      first !== undefined && idle !== undefined,
      idle ?? '',
      `stages say it all, so "${idle ?? ''}" has no meaning beside them`,
      'Leave it out.',
    ),
    ...fault(
      stages.some(({ isRate: is }) => is !== first?.isRate),
      'stages',
      'stages go to callers or to rates, and these to both',
      'Write them all as `to: 50`, or all as `to: 200/s`.',
    ),
    ...fault(
      atMost !== undefined && !isRate,
      'at-most',
      '"at-most" says how many call with a rate, and there is none',
      'Write `callers`.',
    ),
  ]
}

function levelFaults(
  { callers, atMost, rate, stages = [] }: LoadSection,
  allowMany: boolean,
): readonly LoadFault[] {
  const most = allowMany ? limitOfCallers : mostCallers
  const hint = allowMany ? 'Use several machines.' : `With --allow-many there may be up to ${limitOfCallers}.`
  const ofStages = (isRate: boolean): number =>
    Math.max(0, ...stages.filter(stage => stage.isRate === isRate).map(({ to }) => to))
  const counts = { callers, 'at-most': atMost, stages: ofStages(false) }
  const highest = Math.max(rate ?? 0, ofStages(true))
  return [
    ...Object.entries(counts).flatMap(([key, count = 1]) =>
      fault(count > most, key, `${count} callers are more than ${most}`, hint),
    ),
    ...fault(
      rate !== undefined && rate <= 0,
      'rate',
      `a rate of ${rate ?? 0} in a second begins nothing`,
      'Write it such as 200/s.',
    ),
    ...fault(
      highest > limitOfRate,
      rate === undefined ? 'stages' : 'rate',
      `a rate of ${highest} in a second cannot be kept`,
      `Give ${limitOfRate}/s at most.`,
    ),
    ...fault(
      stages.length > 0 && stages.every(({ to }) => to === 0),
      'stages',
      'no stage goes to anything but 0, so nothing would be sent',
      'Write it such as { to: 50, over: 10s }.',
    ),
  ]
}

function timeFaults(section: LoadSection): readonly LoadFault[] {
  const { stages = [], rampUp = 0, duration } = section
  const length = stages.length > 0 ? durationOf(stages) : lengthOf(section)
  const key = stages.length > 0 ? 'stages' : 'for'
  return [
    ...fault(
      duration === 0 || length === 0,
      key,
      'a load test of no time sends nothing',
      'Write it such as 30s.',
    ),
    ...fault(
      length > longestLoad,
      key,
      `a load test lasts 10 minutes at most, not ${formatDuration(length)}`,
      'Give 10m, or run it several times.',
    ),
    ...fault(
      rampUp > 0 && rampUp >= length,
      'ramp-up',
      `the ramp-up of ${formatDuration(rampUp)} is not over when the load test of ${formatDuration(length)} is`,
      'Make the ramp-up shorter, or the duration longer.',
    ),
  ]
}

function fault(isSo: boolean, key: string, message: string, hint: string): readonly LoadFault[] {
  return isSo ? [{ key, message, hint }] : []
}
