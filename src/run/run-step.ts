import type { StepResult } from '../model/result.ts'
import { toleratesUnset } from '../model/settings.ts'
import type { DataRow, Step } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import { renderValue } from '../template/render.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { movedHosts } from './fit-url.ts'
import type { Attempt } from './attempt.ts'
import { attemptStep, unrendered } from './attempt-step.ts'
import { type Applies, appliesTo, evaluateConditions, isUnset } from '../validations/conditions.ts'
import { type AttemptContext, type Iteration, sourceLine } from './iteration.ts'
import { preparedStep } from './prepared-step.ts'
import { renderName } from './render.ts'
import { withMock } from './mock-asked.ts'
import { overtimeNow } from './run-context.ts'
import { type Tried, withRetries } from './retry.ts'
import { finishedStep, type Ran, rowLabel, skippedStep } from './step-result.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { monotonicTime } from '../util/monotonic-time.ts'

/** How a step ended, and the name of the step that its scripts want to be the next; null for none. */
export interface RanStep {
  readonly result: StepResult
  readonly next?: string | null
  /** True where the answer is as that of the last round of the step is. */
  readonly isLast?: () => Maybe<Applies>
}

const none: readonly never[] = []

/** Takes what a step came to; a step that does not wait for its answer tells it at once. */
type Finish<Outcome> = (ran: RanStep) => Outcome

/** Runs one step: whether it applies, its attempts, its result, which `finish` is given. */
export function runStep<Outcome>(
  planned: PlannedStep,
  iteration: Iteration,
  stepRow: DataRow | undefined,
  finish: Finish<Outcome>,
): Maybe<Outcome> {
  const { step } = planned
  const context = {
    prepared: preparedStep(planned, iteration.planned, iteration.measure !== undefined),
    iteration,
    scope: iteration.scope(stepRow),
    signal: iteration.signalFor(step),
    row: stepRow ?? iteration.row,
  }
  if (step.when.length === 0) return attempted(context, none, stepRow, finish)
  return andThen(
    whenLoaded(() => evaluateConditions(step, context.scope)),
    conditions =>
      'reason' in conditions
        ? finish({ result: skippedStep(step, conditions.reason) })
        : attempted(context, 'problems' in conditions ? conditions.problems : none, stepRow, finish),
  )
}

/** The attempts at a step that applies; `undecided` says why that is not known. */
function attempted<Outcome>(
  context: AttemptContext,
  undecided: readonly RenderProblem[],
  stepRow: DataRow | undefined,
  finish: Finish<Outcome>,
): Maybe<Outcome> {
  const { iteration, scope, signal } = context
  const { step } = context.prepared
  const { retry, variables } = step
  const ofVariables =
    undecided.length > 0 || variables === undefined ? none : setVariables(variables, iteration, scope)
  const reason = step.phase === 'after' ? nothingToCleanUp(step, scope, ofVariables) : undefined
  if (reason !== undefined) return finish({ result: skippedStep(step, reason) })
  const problems = undecided.length > 0 ? undecided : ofVariables
  const startedAt = Date.now()
  const started = monotonicTime()
  const end = (tried: Tried): Outcome =>
    finish(ended(context, tried, { startedAt, duration: monotonicTime() - started }, stepRow))
  const settle = (tried: Tried): Maybe<Outcome> =>
    tried.attempt.snapshots === undefined && !lacksAnswer(tried.attempt, context)
      ? end(tried)
      : andThen(settled(tried.attempt, context), attempt => end({ ...tried, attempt }))
  if (problems.length > 0) return settle({ attempt: unrendered(problems), attempts: 1 })
  if (retry !== undefined) {
    const { undo } = iteration
    const { timeout } = context.prepared
    const before = undo.length
    const tryOnce = async (): Promise<Attempt> => {
      // Only the last attempt counts, also in what the steps in it have written.
      for (const takeBack of undo.splice(before)) takeBack()
      return attemptStep(context, monotonicTime())
    }
    const whyNoMore = (): string | undefined =>
      iteration.cleansUp(step) ? undefined : overtimeNow(iteration.run)
    return withRetries({ action: step.action, retry, timeout }, signal, tryOnce, whyNoMore).then(settle)
  }
  return andThen(attemptStep(context, started), attempt => settle({ attempt, attempts: 1 }))
}

/** True where the validations of a step wait for an answer that never came; a load test counts failures alone. */
function lacksAnswer({ failure, exchange }: Attempt, { prepared, iteration }: AttemptContext): boolean {
  if (failure === undefined || exchange !== undefined || iteration.measure !== undefined) return false
  return prepared.step.validations.length > 0 || prepared.scripts !== undefined
}

/** Ends the last attempt at a step: what it leaves in snapshots, and in its result where there was no answer. */
function settled(attempt: Attempt, context: AttemptContext): Maybe<Attempt> {
  if (lacksAnswer(attempt, context))
    return import('./unjudged.ts').then(({ withUnjudged }) => withUnjudged(attempt, context))
  const { iteration } = context
  const { snapshots } = iteration.run
  if (attempt.snapshots === undefined || snapshots === undefined) return attempt
  return import('./snapshots/settle-snapshots.ts').then(({ settleSnapshots }) =>
    settleSnapshots(attempt, snapshots, iteration),
  )
}

function ended(
  { prepared, iteration, scope }: AttemptContext,
  { attempt, attempts, fault, retryAfter }: Tried,
  { startedAt, duration }: Pick<Ran, 'startedAt' | 'duration'>,
  stepRow: DataRow | undefined,
): RanStep {
  const { step } = prepared
  const name = renderName(step.name, scope)
  // Made for every step of a run: one that is put together from another takes ten times the room.
  const result = finishedStep(step, attempt, span => sourceLine(iteration, span), {
    attempts,
    fault,
    retryAfter,
    startedAt,
    duration,
    name,
    writtenName: name === step.name ? undefined : step.name,
    row: stepRow === undefined ? iteration.label : rowLabel(stepRow),
    settingNames: iteration.run.settingNames,
  })
  const finished = iteration.received.size === 0 ? result : withMock(result, iteration)
  const told = attempt.next === undefined ? { result: finished } : { result: finished, next: attempt.next }
  const { exchange } = attempt
  if (step.rounds?.kind !== 'repeat' || exchange === undefined) return told
  const { until: when = none } = step.rounds
  return { ...told, isLast: () => whenLoaded(() => appliesTo({ when }, exchange, scope)) }
}

/** Leaves the `variables` of a step for it and those behind it, each made with those above it; answers with what was wrong. */
function setVariables(
  variables: NonNullable<Step['variables']>,
  iteration: Iteration,
  scope: Scope,
): readonly RenderProblem[] {
  const mayBeUnset = toleratesUnset(iteration.planned.settings)
  return Object.entries(variables).flatMap(([name, value]) => {
    const rendered = renderValue(value, scope)
    if (!rendered.ok) return mayBeUnset && rendered.problems.every(isUnset) ? [] : rendered.problems
    const moved = movedHosts(value, rendered.value, ['variables', name], scope)
    if (moved.length === 0) iteration.leave(name, rendered.value)
    return moved
  })
}

/**
 * Why a step under `after` has nothing to do: a variable it names was never set, because the step that sets it failed
 * or was skipped. What was not made needs no cleaning up; an error here would hide why it was not made. `ofVariables` are
 * the problems of the step's own variables.
 */
function nothingToCleanUp(
  step: Step,
  scope: Scope,
  ofVariables: readonly RenderProblem[],
): string | undefined {
  const problems = ofVariables.length === 0 ? problemsOf(step, scope) : ofVariables
  if (problems.length === 0 || problems.some(problem => problem.kind !== 'unknown')) return undefined
  const names = [...new Set(problems.map(problem => `"${problem.name}"`))]
  return `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'} never set`
}

function problemsOf({ input }: Step, scope: Scope): readonly RenderProblem[] {
  const rendered = renderValue(input, scope)
  return rendered.ok ? [] : rendered.problems
}
