import { permitsExec } from '../../model/configuration.ts'
import { errorProblem, type Problem, type Result, asWarning } from '../../model/problem.ts'
import type { Failure, StepResult } from '../../model/result.ts'
import type { Plan } from '../../plan/plan.ts'
import type { RunContext } from '../../run/run-context.ts'
import { afterSetup } from '../../run/run-setup.ts'
import { Tally } from '../../run/tally.ts'
import { defined } from '../../util/defined.ts'
import type { PreparedRun } from './prepared-run.ts'

/** A plan with what its setup needs. */
interface PlanWithSetup extends Pick<PreparedRun, 'configuration' | 'secrets'> {
  readonly plan: Pick<Plan, 'setup' | 'suites'>
}

/**
 * Does the setup of a plan before work that is no run of suites, such as a call, and gives the work a context in which its steps
 * find what the setup gave. Its steps are in no report: one that does not pass is a problem, and the work is not done.
 */
export async function setUpFirst<Value>(
  { plan, configuration, secrets }: PlanWithSetup,
  run: RunContext,
  work: (run: RunContext) => Promise<Value>,
): Promise<Result<Value>> {
  if (plan.setup === undefined) return { ok: true, value: await work(run) }
  const { watcher: _, actsElsewhere: __, ...others } = run
  let failed: Failure | undefined
  let isOver = false
  const before: RunContext = {
    ...others,
    emit: event => {
      if (event.type !== 'step-finished') return
      const cause = causeOf(event.result)
      if (isOver && cause !== undefined)
        run.emit({ type: 'problem', problem: secrets.maskDeep(notCleaned(cause)) })
      failed ??= cause
    },
    allowsExec: file => permitsExec(configuration, file),
    filledIn: () => undefined,
    // Its steps are no part of what is counted, and what is under its `after` is done when the work is broken off, too.
    tally: new Tally(),
    insist: new AbortController().signal,
  }
  return afterSetup<Result<Value>>(plan, before, async ({ once, setup }) => {
    if (failed !== undefined && !run.interrupt.aborted) {
      isOver = true
      return { ok: false, problems: secrets.maskDeep([setupProblem(failed)]) }
    }
    const value = await work({ ...run, ...defined({ once, setup }) })
    isOver = true
    return { ok: true, value }
  })
}

const withoutIt = 'Mend the step, or give by hand what the setup gives: --no-setup --var token=….'

/** Why a step of a setup did not pass: where it uses a suite, the failure of that one's step. */
export function causeOf({ failures: [failure], steps = [] }: StepResult): Failure | undefined {
  if (failure === undefined) return undefined
  for (const step of steps) {
    const cause = causeOf(step)
    if (cause !== undefined) return cause
  }
  return failure
}

/** Says that something was left behind, which fails nothing that was asked for. */
function notCleaned({ message, hint, span, sourceLine }: Failure): Problem {
  const told = { message: `what the setup made was not cleaned up: ${message}`, span }
  return asWarning(errorProblem({ code: 'setup-failed', ...told, ...defined({ hint, sourceLine }) }))
}

/** Says why something is not done: its setup did not pass. */
export function setupProblem({ message, hint = withoutIt, span, sourceLine }: Failure): Problem {
  return errorProblem({
    code: 'setup-failed',
    message: `the setup did not pass: ${message}`,
    ...defined({ hint, span, sourceLine }),
  })
}
