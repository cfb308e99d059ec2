import { factsOf, isOnce } from '../../actions/index.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import { requestsOf } from '../../load-test/iterations.ts'
import type { LoadOrder } from './load-scenarios.ts'
import type { Threshold } from '../../model/load-test.ts'
import { errorProblem, type Problem, usageProblem } from '../../model/problem.ts'
import { type Step, withGrouped } from '../../model/suite.ts'
import type { Plan } from '../../plan/plan.ts'
import { closest } from '../../util/did-you-mean.ts'

/** Why a plan cannot be put under load, or cannot be judged by thresholds. */
export function loadProblems(plan: Plan, { scenarios, thresholds }: LoadOrder): readonly Problem[] {
  const all = [...scenarios.flatMap(scenario => scenario.thresholds), ...thresholds]
  const suites = loadedSuites(plan)
  const steps = [
    ...plan.suites.flatMap(one => withGrouped([...one.steps, ...one.after].map(({ step }) => step))),
    ...usedSteps(plan),
  ]
  const refused = [...suites.flatMap(leftOut), ...suites.flatMap(ownMocks), ...steps.flatMap(unbearable)]
  if (refused.length === 0 && plan.suites.every(planned => requestsOf(planned) === 0))
    return [
      errorProblem({
        code: 'nothing-selected',
        message: 'no step that would run sends a request, so there is nothing to put under load',
      }),
    ]
  return [...refused, ...all.flatMap(threshold => stepProblem(threshold, steps))]
}

/** The suites of a plan and all that they use. */
function loadedSuites({ suites }: Plan): readonly LoadedSuite[] {
  const found = new Set<LoadedSuite>()
  const add = (loaded: LoadedSuite): void => {
    if (found.has(loaded)) return
    found.add(loaded)
    for (const used of loaded.uses.values()) add(used)
  }
  for (const { loaded } of suites) add(loaded)
  return [...found]
}

/** All steps of suites that are used. */
function usedSteps(plan: Plan): readonly Step[] {
  const own = new Set(plan.suites.map(({ loaded }) => loaded))
  return loadedSuites(plan).flatMap(loaded =>
    own.has(loaded) ? [] : withGrouped([...loaded.suite.steps, ...loaded.suite.after]),
  )
}

function leftOut({ suite: { name, skip, span } }: LoadedSuite): readonly Problem[] {
  if (skip === undefined) return []
  return [
    errorProblem({
      code: 'not-for-load',
      message: `"${name}" is left out by its own \`skip\`: ${skip}`,
      span,
      hint: 'Take the `skip` away, or put load on others.',
    }),
  ]
}

function ownMocks({ suite }: LoadedSuite): readonly Problem[] {
  const [mock] = suite.mocks
  if (mock === undefined) return []
  return [
    errorProblem({
      code: 'not-for-load',
      message: `the suite starts its mock "${mock.name}" anew in every iteration, which is no load on it`,
      span: mock.span,
      hint: 'Put the mock into apitest.config.yaml, or start it with `apitest mock start`.',
    }),
  ]
}

function unbearable(step: Step): readonly Problem[] {
  const { action, name, span, validations, saveTo } = step
  if (isOnce(step))
    return [
      errorProblem({
        code: 'not-for-load',
        message: `the step "${name}" cannot be put under load: what runs once is no load`,
        span,
        hint: 'Remove `once`, and each caller has it run in each iteration.',
      }),
    ]
  const keeping = saveTo === undefined ? 'holds its answer against a snapshot' : 'saves its answer in a file'
  if (saveTo !== undefined || validations.some(({ target }) => target.kind === 'snapshot'))
    return [
      errorProblem({
        code: 'not-for-load',
        message: `the step "${name}" cannot be put under load: it ${keeping}`,
        span,
        hint: 'Leave it out with --tags or --grep, or say of it what must be true under load, too.',
      }),
    ]
  if (factsOf(action).bearsLoad === true) return []
  return [
    errorProblem({
      code: 'not-for-load',
      message: `the step "${name}" cannot be put under load: \`${action}\` is not for many callers at once`,
      span,
      hint: 'Steps with request, grpc, use, set, pause and script can be; leave others out with --tags or --grep.',
    }),
  ]
}

function stepProblem({ step, written }: Threshold, steps: readonly Step[]): readonly Problem[] {
  const names = steps.map(({ name }) => name)
  if (step === undefined || names.includes(step)) return []
  const near = closest(step, names)
  const hint = near === undefined ? `Steps are ${names.join(', ')}.` : `Did you mean "${near}"?`
  return [
    usageProblem(
      `the threshold "${written}" is about a step "${step}", which is not among those that run`,
      hint,
    ),
  ]
}
