import { performance } from 'node:perf_hooks'
import type { StepResult } from '../model/result.ts'
import type { DataRow, Step } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import { renderValue } from '../template/render.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import type { Attempt } from './attempt.ts'
import { attemptStep, unrendered } from './attempt-step.ts'
import { evaluateConditions, isUnset } from './conditions.ts'
import { type Iteration, sourceLine } from './iteration.ts'
import { preparedStep } from './prepared-step.ts'
import { withRetries } from './retry.ts'
import { finishedStep, rowLabel, skippedStep } from './step-result.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { mapping, text } from '../util/read-values.ts'

/** How a step ended, and the name of the step that its scripts want to be the next; null for none. */
export interface RanStep {
  readonly result: StepResult
  readonly next?: string | null
}

const runs = { runs: true } as const
const none: readonly never[] = []

/** Runs one step: whether it applies, its attempts, its result. */
export async function runStep(
  planned: PlannedStep,
  iteration: Iteration,
  stepRow?: DataRow,
): Promise<RanStep> {
  const { step } = planned
  const prepared = preparedStep(planned, iteration.planned)
  const scope = iteration.scope(stepRow)
  const conditions = step.when.length === 0 ? runs : await whenLoaded(() => evaluateConditions(step, scope))
  if ('reason' in conditions) return { result: skippedStep(step, conditions.reason) }
  const ofVariables = 'problems' in conditions ? none : setVariables(step, iteration, scope)
  const reason = step.phase === 'after' ? nothingToCleanUp(step, scope, ofVariables) : undefined
  if (reason !== undefined) return { result: skippedStep(step, reason) }
  const problems = 'problems' in conditions ? conditions.problems : ofVariables
  const startedAt = Date.now()
  const started = performance.now()
  const context = {
    prepared,
    iteration,
    scope,
    signal: iteration.signalFor(step),
    row: stepRow ?? iteration.row,
  }
  const { retry } = step
  let attempts = 1
  let attempt: Attempt
  if (problems.length > 0) attempt = unrendered(problems)
  else if (retry === undefined) attempt = await attemptStep(context)
  else ({ attempt, attempts } = await withRetries(retry, context.signal, () => attemptStep(context)))
  const duration = performance.now() - started
  const name = prepared.nameOf(scope)
  const result = finishedStep(step, attempt, span => sourceLine(iteration, span), {
    name,
    attempts,
    startedAt,
    duration,
    writtenName: name === step.name ? undefined : step.name,
    row: rowLabel(stepRow) ?? iteration.label,
  })
  const mock = iteration.received.size === 0 ? undefined : mockAsked(result, iteration)
  const finished = mock === undefined ? result : { ...result, mock }
  return attempt.next === undefined ? { result: finished } : { result: finished, next: attempt.next }
}

/** The mock that a request went to; one in whose place a real server stands is none. */
function mockAsked({ exchange }: StepResult, { mocks, received }: Iteration): string | undefined {
  const url = exchange?.request.url ?? ''
  return [...received.keys()].find(name => {
    const own = text(mapping(mocks[name])['url'])
    return own !== undefined && URL.canParse(url) && new URL(url).origin === new URL(own).origin
  })
}

/** Leaves the `variables` of a step for it and those behind it, each made with those above it; answers with what was wrong. */
function setVariables({ variables }: Step, iteration: Iteration, scope: Scope): readonly RenderProblem[] {
  if (variables === undefined) return none
  const mayBeUnset = iteration.planned.settings.unsetVariables === 'fail'
  return Object.entries(variables).flatMap(([name, value]) => {
    const rendered = renderValue(value, scope)
    if (!rendered.ok) return mayBeUnset && rendered.problems.every(isUnset) ? [] : rendered.problems
    iteration.leave(name, rendered.value)
    return []
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
