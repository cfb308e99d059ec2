import type { UsedSuite } from '../actions/action.ts'
import { expectedStatus } from '../check/expected-status.ts'
import { type Outcome, worstOutcome } from '../model/outcome.ts'
import type { StepResult } from '../model/result.ts'
import type { Span } from '../model/span.ts'
import type { DataRow, Rounds, Step } from '../model/suite.ts'
import type { PlannedStep, PlannedSuite } from '../plan/plan.ts'
import type { Maybe } from '../util/maybe.ts'
import { type Cleanup, type Iteration, type IterationListener, sourceLine } from './iteration.ts'
import { overtimeOf } from './run-context.ts'
import { type RanStep, runStep } from './run-step.ts'
import { misledStep, rowLabel, skippedStep, unjudgedStep, withRow } from './step-result.ts'

/** Goes on with the step that a script of step `from` names, null for none; returns why that cannot be, if so. */
type GoTo = (next: string | null, from: number) => string | undefined

/** The mocks of an iteration. */
export interface IterationMocks {
  /** Why its steps cannot run, where a mock could not be started. */
  readonly missing?: string
  /** Ends them, and tells of the calls that they could not answer. */
  close(listener: IterationListener): Maybe<void>
}

/**
 * Runs the steps in order, with the mocks of the suite, unless a script names another one to go on with. After one that did not
 * pass the rest is skipped, unless `stop-on-failure` is off; what is under `after` runs in any case, once anything ran. Closes the
 * iteration's session and the mocks at the end.
 */
export async function runIteration(
  iteration: Iteration,
  listener: IterationListener,
  mocks?: IterationMocks,
): Promise<void> {
  const { planned } = iteration
  try {
    const ran = await runSteps(planned, iteration, listener, mocks?.missing)
    // A suite that runs very often must not wait for nothing.
    if (iteration.settle !== undefined) await iteration.settle()
    if (planned.after.length > 0)
      await cleanUp(planned, iteration, listener, ran ? undefined : 'no step ran before it')
  } finally {
    try {
      if (iteration.cleanups.length > 0) await cleanUpUsed(iteration.cleanups, listener)
    } finally {
      // A mock that stays would keep the program from ending.
      const closing = mocks?.close(listener)
      if (closing !== undefined) await closing
    }
  }
  const closing = iteration.session.close()
  if (closing !== undefined) await closing
}

/** Runs the cleanups that used suites have left, the last first; all of them, whatever one of them throws. */
export async function cleanUpUsed(cleanups: Cleanup[], listener: IterationListener): Promise<void> {
  const next = cleanups.pop()
  if (next === undefined) return
  try {
    await next(listener)
  } finally {
    await cleanUpUsed(cleanups, listener)
  }
}

/**
 * Runs the steps of a suite that another one uses. What is under its `after` waits until that one has cleaned up: what it
 * has made, such as a session, is needed until then.
 */
export async function runUsedIteration(
  planned: PlannedSuite,
  iteration: Iteration,
  listener: IterationListener,
  missing?: string,
): Promise<void> {
  const ran = await runSteps(planned, iteration, listener, missing)
  if (ran) iteration.cleanups.push(last => cleanUp(planned, iteration, last))
}

async function cleanUp(
  { after }: PlannedSuite,
  iteration: Iteration,
  listener: IterationListener,
  reason?: string,
): Promise<void> {
  for (const step of after) await runPlannedStep(step, 0, { iteration, listener, goTo: stayInOrder }, reason)
}

/** Cleaning up takes its steps in order, all of them. */
const stayInOrder: GoTo = next =>
  next === null ? undefined : `a script wants to go on with "${next}", and steps under \`after\` run in order`

/** Runs what is under `steps`, unless what they need is missing; answers whether any step ran. */
async function runSteps(
  { steps, settings }: PlannedSuite,
  iteration: Iteration,
  listener: IterationListener,
  missing?: string,
): Promise<boolean> {
  iteration.runGroup = group => runGroup(group, iteration)
  const order = new StepOrder(steps)
  const running: Running = { iteration, listener, goTo: (next, from) => order.set(next, from) }
  let failed = false
  let ran = false
  let { index, reason } = order.after(-1)
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    const why = missing ?? (failed ? earlierFailed : reason)
    const outcome = await runPlannedStep(step, index, running, why)
    ran ||= outcome !== 'skipped'
    failed ||= settings.stopOnFailure !== false && isUnsuccessful(outcome)
    if (failed) order.forget()
    ;({ index, reason } = order.after(index))
  }
  return ran
}

/** Runs the steps of a group in order; after one that did not pass the others are skipped, as in a suite. */
async function runGroup({ grouped = [] }: PlannedStep, iteration: Iteration): Promise<UsedSuite> {
  const steps: StepResult[] = []
  const listener: IterationListener = { finished: result => steps.push(result) }
  const running: Running = { iteration, listener, goTo: stayInGroup }
  const stops = iteration.planned.settings.stopOnFailure !== false
  const variables = await iteration.leftBy(async () => {
    let failed = false
    for (const [index, step] of grouped.entries()) {
      const outcome = await runPlannedStep(step, index, running, failed ? earlierFailed : undefined)
      failed ||= stops && isUnsuccessful(outcome)
    }
  })
  const isStopped = grouped.some(({ step }) => iteration.stopReason(step) !== undefined)
  const passed =
    !steps.some(({ outcome }) => isUnsuccessful(outcome)) &&
    !(isStopped && steps.some(({ outcome }) => outcome === 'skipped'))
  return { steps, passed, variables, overtime: overtimeOf(iteration.run, steps) }
}

/** The steps of a group are taken in their order. */
const stayInGroup: GoTo = next =>
  `a script wants to go on with "${String(next)}", and the steps of a group run in order`

const earlierFailed = 'an earlier step failed'

/** The context that the steps of one iteration run with. */
interface Running {
  readonly iteration: Iteration
  readonly listener: IterationListener
  readonly goTo: GoTo
}

/** The step at `index`, once or once per row of its own, and what that comes to; skipped when there is a reason. */
function runPlannedStep(
  planned: PlannedStep,
  index: number,
  running: Running,
  reason: string | undefined,
): Maybe<Outcome> {
  const { step, rows } = planned
  const { iteration, listener } = running
  const left = leftOut(step, iteration)
  if (left !== undefined) return tell(left, listener, undefined)
  if (step.rounds !== undefined && (iteration.stopReason(step) ?? reason) === undefined)
    return runInRounds(planned, step.rounds, index, running)
  return rows === undefined
    ? runOnce(planned, index, running, reason)
    : runWithRows(planned, rows, index, running, reason)
}

/** The result of a step that the suite wants to be left out, itself or with all others. */
function leftOut(step: Step, { planned }: Iteration): StepResult | undefined {
  const reason = step.skip ?? planned.loaded.suite.skip
  if (reason === undefined) return undefined
  return { ...skippedStep(step, reason), skippedBy: step.skip === undefined ? 'suite' : 'step' }
}

async function runInRounds(
  planned: PlannedStep,
  rounds: Rounds,
  index: number,
  running: Running,
): Promise<Outcome> {
  const { runRounds } = await import('./run-rounds.ts')
  const { iteration, listener } = running
  return runRounds(planned, rounds, iteration, {
    started: name => listener.started?.(name),
    settle: ran => reachedStep(ran, index, running),
    tell: (result, isLast) =>
      tell(isLast ? judgedByRow(result, planned, iteration, undefined) : result, listener, undefined),
  })
}

async function runWithRows(
  planned: PlannedStep,
  rows: readonly DataRow[],
  index: number,
  running: Running,
  reason: string | undefined,
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(await runOnce(planned, index, running, reason, row))
  return worstOutcome(outcomes)
}

function runOnce(
  planned: PlannedStep,
  index: number,
  running: Running,
  reason: string | undefined,
  row?: DataRow,
): Maybe<Outcome> {
  const { step } = planned
  const { iteration, listener } = running
  const why = iteration.stopReason(step) ?? reason
  if (why !== undefined) {
    const skipped = skippedStep(step, why)
    return tell(
      why === earlierFailed ? skipped : judgedByRow(skipped, planned, iteration, row),
      listener,
      row,
    )
  }
  listener.started?.(step.name)
  return runStep(planned, iteration, row, ran => {
    const reached = reachedStep(ran, index, running)
    const isJudgedByRow = row !== undefined || planned.isLastJudge
    return tell(isJudgedByRow ? judgedByRow(reached, planned, iteration, row) : reached, listener, row)
  })
}

/** The result of a step whose scripts may want to go on with another one. */
function reachedStep({ result, next }: RanStep, index: number, { iteration, goTo }: Running): StepResult {
  const wrong = next === undefined ? undefined : goTo(next, index)
  return wrong === undefined ? result : misledStep(result, wrong, lineTexts(iteration))
}

function tell(result: StepResult, listener: IterationListener, row: DataRow | undefined): Outcome {
  listener.finished(row === undefined ? result : withRow(result, rowLabel(row)))
  return result.outcome
}

/** The result of a step, unless a row expects a status by which nothing was judged. */
function judgedByRow(
  result: StepResult,
  planned: PlannedStep,
  iteration: Iteration,
  row: DataRow | undefined,
): StepResult {
  const unjudged = unjudgedStatus(planned, iteration, row, result)
  return unjudged === undefined ? result : unjudgedStep(result, unjudged, lineTexts(iteration))
}

function lineTexts(iteration: Iteration): (span: Span) => string {
  return span => sourceLine(iteration, span)
}

/**
 * Why a step does not pass although nothing in it failed: a row says which status it expects, and no step, or not the one
 * that has the row, was judged by that.
 */
function unjudgedStatus(
  { step, rows, isLastJudge }: PlannedStep,
  iteration: Iteration,
  stepRow: DataRow | undefined,
  { outcome }: StepResult,
): string | undefined {
  const own = expectedStatus(stepRow)
  if (own === undefined && !isLastJudge) return undefined
  const isOver = step.phase === 'after' || iteration.stopReason(step) !== undefined
  if (isOver || isUnsuccessful(outcome)) return undefined
  if (own !== undefined && outcome === 'skipped')
    return `row ${String(stepRow?.number)} expects the status ${own}, and nothing was judged by it`
  const { status } = iteration
  if (status === undefined || iteration.hasJudgedStatus || !isLastJudge || stepRow !== rows?.at(-1))
    return undefined
  return `row ${String(iteration.row?.number)} expects the status ${status}, and no step was judged by it`
}

function isUnsuccessful(outcome: StepResult['outcome']): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** How often scripts may go back in one iteration: those that send each other in a circle would never end. */
const mostReturns = 1000

/** The order in which an iteration takes its steps, which scripts can change. */
class StepOrder {
  readonly #steps: readonly PlannedStep[]
  #returns = 0
  /** Where to go on, when a script has said so; beyond the last step for an end. */
  #target: number | undefined
  #name: string | null = null

  constructor(steps: readonly PlannedStep[]) {
    this.#steps = steps
  }

  /**
   * Goes on with what a script of step `from` names: the name or id of a step, null for none. Of several with
   * one name the next one counts, else the first. Answers why that cannot be, if so; a name that no step has ends the iteration,
   * as in Postman.
   */
  set(next: string | null, from: number): string | undefined {
    const target = next === null ? this.#steps.length : this.#find(next, from)
    if (target !== -1 && target <= from && ++this.#returns > mostReturns)
      return `scripts went back more than ${mostReturns} times, at last to "${String(next)}"`
    this.#target = target === -1 ? this.#steps.length : target
    this.#name = next
    return target === -1
      ? `a script wants to go on with "${String(next)}", and no step has that name`
      : undefined
  }

  /** Steps are taken in their order from now on. */
  forget(): void {
    this.#target = undefined
  }

  /** The step to take behind `from`, and why it is only passed over, if so. */
  after(from: number): { readonly index: number; readonly reason?: string } {
    const target = this.#target
    if (target === undefined || target === from + 1) this.#target = undefined
    if (target === undefined || target === from + 1) return { index: from + 1 }
    if (target > from) return { index: from + 1, reason: this.#reason }
    this.#target = undefined
    return { index: target }
  }

  get #reason(): string {
    return this.#name === null ? 'a script ended the suite' : `a script went on with "${this.#name}"`
  }

  #find(name: string, from: number): number {
    const exact = this.#next(({ step }) => step.name === name || step.id === name, from)
    // A saved request runs under the names of its folders and its own, which is the one that its scripts know.
    return exact === -1 ? this.#next(({ step }) => step.name.endsWith(` / ${name}`), from) : exact
  }

  #next(isMeant: (step: PlannedStep) => boolean, from: number): number {
    const later = this.#steps.findIndex((step, index) => index > from && isMeant(step))
    return later === -1 ? this.#steps.findIndex(isMeant) : later
  }
}
