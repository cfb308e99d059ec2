import { loadProfile } from '../../check/load-profile.ts'
import type { Scenario } from '../../load-test/load-part.ts'
import {
  type LoadSection,
  mostCallers,
  type Shard,
  type StopCondition,
  type Threshold,
} from '../../model/load-test.ts'
import { type Problem, type Result, usageProblem, usageRefusal, asWarning } from '../../model/problem.ts'
import type { LoadInput } from './load-input.ts'
import { defined } from '../../util/defined.ts'
import type { Plan, PlannedSuite } from '../../plan/plan.ts'

/** How load is put on suites, and what must hold then. */
export interface LoadOrder {
  readonly scenarios: readonly Scenario[]
  /** The thresholds that must hold of all of them together. */
  readonly thresholds: readonly Threshold[]
  readonly stopWhen: readonly StopCondition[]
  /** The warnings about `load` in suites that does not count beside the given input. */
  readonly warnings: readonly Problem[]
}

/**
 * How load is put on what is planned: each suite that says so itself is a scenario of its own, all others are one together.
 * What is given wins over what suites say; thresholds are added to theirs.
 */
export function loadOrder(
  { suites }: Plan,
  given: LoadSection,
  { allowMany = false, shard }: Pick<LoadInput, 'allowMany' | 'shard'>,
): Result<LoadOrder> {
  const own = suites.filter(({ loaded }) => loaded.suite.load !== undefined)
  const others = suites.filter(({ loaded }) => loaded.suite.load === undefined)
  const groups = [...own.map(one => [one]), ...(others.length === 0 ? [] : [others])]
  const sections = groups.map(group => group[0]?.loaded.suite.load ?? nothing)
  const profiles = sections.map(section => loadProfile(merged(section, given), allowMany))
  const problems = profiles.flatMap((profile, index) =>
    'model' in profile ? [] : profile.map(({ message, hint }) => inFile(message, hint, groups[index])),
  )
  if (problems.length > 0) return { ok: false, problems }
  const scenarios = sharingCallers(
    profiles.flatMap((profile, index) =>
      'model' in profile
        ? [
            {
              suites: groups[index] ?? [],
              profile,
              section: merged(sections[index] ?? nothing, given),
              thresholds: sections[index]?.thresholds ?? [],
            },
          ]
        : [],
    ),
  )
  const callers = scenarios.reduce((sum, { profile }) => sum + profile.callers, 0)
  if (callers > mostCallers && !allowMany)
    return usageRefusal(
      `${callers} callers of ${scenarios.length} scenarios are more than ${mostCallers}`,
      'With --allow-many there may be more.',
    )
  const parts = shard === undefined ? scenarios : scenarios.map(one => partOf(one, shard))
  const idle = parts.find(({ profile }) => profile.callers === 0 || profile.requests === 0)
  if (idle !== undefined)
    return usageRefusal(
      `there is nothing to do for part ${shard?.index ?? 0} of ${shard?.count ?? 0}`,
      'Have fewer parts, or more callers and requests.',
    )
  const stopWhen = distinct([...sections, given].flatMap(section => section.stopWhen))
  const warnings = sections.flatMap((section, index) => replacedStages(section, given, groups[index]))
  return { ok: true, value: { scenarios: parts, thresholds: given.thresholds, stopWhen, warnings } }
}

const nothing: LoadSection = { thresholds: [], stopWhen: [] }

/** Scenarios with a rate that nobody said a number of callers for have the same share of what the others leave. */
function sharingCallers(all: readonly (Scenario & { readonly section: LoadSection })[]): readonly Scenario[] {
  const shares = ({ profile, section }: (typeof all)[number]): boolean =>
    profile.model === 'rate' && section.atMost === undefined
  const taken = all.reduce((sum, one) => sum + (shares(one) ? 0 : one.profile.callers), 0)
  const share = Math.max(1, Math.floor((mostCallers - taken) / all.filter(shares).length))
  return all.map(one => {
    const { suites, profile, section, thresholds } = one
    const { requests, duration, stages } = section
    return {
      suites,
      thresholds,
      profile: shares(one) ? { ...profile, callers: share } : profile,
      isCounted: requests !== undefined && duration === undefined && stages === undefined,
    }
  })
}

/** Takes the share of one of several machines in a scenario: all of them together do the whole. */
function partOf(scenario: Scenario, { index, count }: Shard): Scenario {
  const { profile } = scenario
  const { model, stages, callers, requests } = profile
  const ofCallers = (all: number): number => Math.floor((all + count - index) / count)
  const ofLevel = model === 'rate' ? (level: number) => level / count : ofCallers
  return {
    ...scenario,
    profile: {
      ...profile,
      stages: stages.map(({ from, to, over }) => ({ from: ofLevel(from), to: ofLevel(to), over })),
      callers: ofCallers(callers),
      ...(requests === undefined ? {} : { requests: ofCallers(requests) }),
    },
  }
}

/** Tells that another course was given than that of a suite's stages. */
function replacedStages(
  { stages = [] }: LoadSection,
  given: LoadSection,
  group: readonly PlannedSuite[] = [],
): readonly Problem[] {
  if (stages.length === 0 || merged({ stages, ...nothing }, given).stages !== undefined) return []
  const problem = inFile(
    'its stages do not count, as another load was given',
    'Leave out --callers, --rate, --for and --ramp-up to follow them.',
    group,
  )
  return [asWarning(problem)]
}

/** Merges the given load over the section of a suite; callers in place of a rate and the other way round. */
function merged(section: LoadSection, given: LoadSection): LoadSection {
  const { callers, rate, atMost, stages, ...others } = section
  const { thresholds: _, stopWhen: __, ...instead } = given
  const isAnother = instead.callers !== undefined || instead.rate !== undefined
  const keepsCourse = !isAnother && instead.duration === undefined && instead.rampUp === undefined
  const level = isAnother ? {} : { callers, rate, atMost }
  return defined({
    ...others,
    ...level,
    ...(keepsCourse ? { stages } : isAnother ? {} : withoutStages(section)),
    ...instead,
  })
}

/** Where a suite has stages and another time is given, the highest of them lasts for it. */
function withoutStages({ stages = [] }: LoadSection): Pick<LoadSection, 'callers' | 'rate'> {
  const [first] = stages
  if (first === undefined) return {}
  const highest = Math.max(...stages.map(({ to }) => to))
  return first.isRate ? { rate: highest } : { callers: highest }
}

function inFile(message: string, hint: string, group: readonly PlannedSuite[] = []): Problem {
  const [first] = group
  const file = first?.loaded.suite.load === undefined ? '' : `${first.file}: `
  return usageProblem(`${file}${message}`, hint)
}

function distinct<One extends { readonly written: string }>(all: readonly One[]): readonly One[] {
  return [...new Map(all.map(one => [one.written, one])).values()]
}
