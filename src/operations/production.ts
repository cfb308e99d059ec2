import { factsOf } from '../actions/index.ts'
import type { LoadedSuite } from '../load/loaded-suite.ts'
import type { ProductionMark } from '../model/configuration.ts'
import { callbacksOf } from '../model/mock.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import { type Step, withGrouped } from '../model/suite.ts'
import { type Plan, type PlannedSuite, withSetup } from '../plan/plan.ts'

interface ProductionInput {
  readonly production?: boolean | undefined
}

/**
 * Why no load is put on a plan: it would be in production, and the call does not say that this is meant. A suite that another
 * one uses runs in the environment of that one, whatever its own `environment` says.
 */
export function unaskedProduction(
  { suites }: Pick<Plan, 'suites'>,
  input: ProductionInput,
): readonly Problem[] {
  if (input.production === true) return []
  return productionIn({ suites }).map(mark => notMeant(mark, 'nothing is sent there unasked'))
}

/** The environments marked as production that a plan runs in, each once. */
export function productionIn({ suites }: Pick<Plan, 'suites'>): readonly ProductionMark[] {
  return distinct(suites.flatMap(({ values }) => values.environment.production ?? []))
}

/** Why a plan is not run: it would change data in production, and the call does not say that this is meant. */
export function unaskedChanges(
  plan: Pick<Plan, 'suites' | 'setup'>,
  input: ProductionInput,
): readonly Problem[] {
  if (input.production === true) return []
  return changedProduction(plan).map(mark => notMeant(mark, 'no data is changed there unasked'))
}

/** The environments marked as production in which a plan would change data, each once. */
export function changedProduction(plan: Pick<Plan, 'suites' | 'setup'>): readonly ProductionMark[] {
  return distinct(
    withSetup(plan).flatMap(planned => {
      const mark = planned.values.environment.production
      return mark !== undefined && isChanging(planned) ? [mark] : []
    }),
  )
}

/** Scripts of the settings run around its requests. */
function isChanging(planned: PlannedSuite): boolean {
  const steps = stepsOf(planned)
  const hasScripts = planned.settings.scripts !== undefined
  return steps.some(
    step => changesData(step) || (hasScripts && factsOf(step.action).runsSharedScripts === true),
  )
}

/** All steps that run with a suite: those of the suites that it uses, too, and what its mocks do. */
function stepsOf(planned: PlannedSuite): readonly Step[] {
  const own = withGrouped([...planned.steps, ...planned.after].map(({ step }) => step))
  return [...own, ...besides(planned)]
}

/** The steps that run with a suite and are not its own: those of the suites that it uses, and what its mocks do. */
export function besides({ loaded }: Pick<PlannedSuite, 'loaded'>): readonly Step[] {
  return [...usedBy(loaded), ...callbacksOf(loaded.suite.mocks).flatMap(callback => callback.steps)]
}

function usedBy(loaded: LoadedSuite, seen = new Set<LoadedSuite>()): readonly Step[] {
  return [...loaded.uses.values()].flatMap(used => {
    if (seen.has(used)) return []
    seen.add(used)
    return [...withGrouped([...used.suite.steps, ...used.suite.after]), ...usedBy(used, seen)]
  })
}

/** Whether a step may change data where it is sent. A command and a script may do anything. */
export function changesData({ action, input, scripts }: Step): boolean {
  const { changesData: changes, commandKey } = factsOf(action)
  return changes?.(input) === true || commandKey === action || scripts !== undefined
}

function distinct(marks: readonly ProductionMark[]): readonly ProductionMark[] {
  return [...new Set(marks)]
}

function notMeant(mark: ProductionMark, why: string): Problem {
  return errorProblem({
    code: 'production-unasked',
    message: `${productionName(mark)} is marked as production, so ${why}`,
    span: mark.span,
    hint: 'Where you mean it, add --production.',
  })
}

/** What an environment that is marked as production is called: the environment "live" of Shop. */
export function productionName({ name, span, collection }: ProductionMark): string {
  const owner = collection === undefined ? '' : ` of ${collection}`
  return span === undefined
    ? `in .tool/api-collections.json, the environment "${name}"${owner}`
    : `the environment "${name}"`
}
