import type { JsonObject, JsonValue } from '../model/json.ts'
import { type Outcome, worseOutcome } from '../model/outcome.ts'
import type { Round, StepResult } from '../model/result.ts'
import { type ForEach, type Repeat, type Rounds, type Step, tooManyRounds } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import { renderValue } from '../template/render.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import { roundValues } from '../template/scope.ts'
import { isList } from '../util/is-json.ts'
import { sleep } from '../util/interruptions.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { kindOf } from '../validations/json-type.ts'
import { unrendered } from './attempt-step.ts'
import { type Applies, evaluateConditions, reasonAgainst } from '../validations/conditions.ts'
import { type Iteration, sourceLine } from './iteration.ts'
import { type RanStep, runStep } from './run-step.ts'
import { finishedStep, skippedStep } from './step-result.ts'

/** The listener that is told of rounds. */
export interface RoundListener {
  started(name: string): void
  /** Makes the result of a round, with what its scripts want. */
  settle(ran: RanStep): StepResult
  /** Tells of a round; of the last one it is known whether anything was judged by the row of the suite. */
  tell(result: StepResult, isLast: boolean): Outcome
}

/** Runs a step for each item, or round after round; every round counts. */
export function runRounds(
  planned: PlannedStep,
  rounds: Rounds,
  iteration: Iteration,
  listener: RoundListener,
): Promise<Outcome> {
  const running = { planned, iteration, listener }
  return rounds.kind === 'for-each' ? runForEach(rounds, running) : runRepeat(rounds, running)
}

/** The context that the rounds of a step run with. */
interface Running {
  readonly planned: PlannedStep
  readonly iteration: Iteration
  readonly listener: RoundListener
}

async function runForEach(each: ForEach, running: Running): Promise<Outcome> {
  const { planned, iteration, listener } = running
  const list = await itemsOf(each, planned.step, iteration)
  if ('result' in list) return listener.tell(list.result, true)
  const { items } = list
  let worst: Outcome = 'skipped'
  for (const [index, item] of items.entries()) {
    const round = { number: index + 1, of: items.length }
    const stopped = stoppedRound(round, running)
    const ran = stopped ?? (await runRound(round, { [each.variable]: item }, running)).result
    const isLast = stopped !== undefined || round.number === items.length
    worst = worseOutcome(worst, listener.tell(ran, isLast))
    if (stopped !== undefined) return worst
  }
  return worst
}

/** After a round that did not pass there is no next one: it would be made of what was not found. */
async function runRepeat(repeat: Repeat, running: Running): Promise<Outcome> {
  const { planned, iteration, listener } = running
  const tooMany = tooManyRounds('repeat', repeat.most, iteration.run.allowsMany)
  if (tooMany !== undefined) {
    const ended = { ...unbegun(planned.step, iteration), failures: [] }
    return listener.tell(failedStep(ended, repeat, tooMany.message, iteration, tooMany.hint), true)
  }
  let worst: Outcome = 'skipped'
  for (let number = 1; ; number++) {
    if (number > 1 && repeat.interval > 0) await sleep(repeat.interval, iteration.signalFor(planned.step))
    const round = repeat.until === undefined ? { number, of: repeat.most } : { number }
    const stopped = stoppedRound(round, running)
    const { result, verdict } =
      stopped === undefined ? await runRound(round, {}, running) : { result: stopped, verdict: undefined }
    const isOver = stopped !== undefined || (result.outcome === 'skipped' && number === 1)
    const why = isOver ? undefined : wayItFails(repeat, number, result, verdict)
    const judged = why === undefined ? result : failedStep(result, repeat, why, iteration)
    const isLast =
      isOver ||
      isUnwell(judged) ||
      (repeat.until === undefined ? number >= repeat.most : verdict?.applies === true)
    worst = worseOutcome(worst, listener.tell(judged, isLast))
    if (isLast) return worst
  }
}

/** Why `until` cannot come to hold any more, if that is so. */
function wayItFails(
  { until, most }: Repeat,
  number: number,
  result: StepResult,
  verdict: Applies | undefined,
): string | undefined {
  if (until === undefined || isUnwell(result) || verdict?.applies === true) return undefined
  const after = `until did not hold after ${number === 1 ? '1 round' : `${number} rounds`}`
  if (verdict === undefined)
    return `${after}, and this one is skipped: ${result.skipReason ?? 'nothing came of it'}`
  if ('problems' in verdict) return `until: ${String(reasonAgainst(verdict))}`
  return number < most ? undefined : `${after}: ${verdict.reason}`
}

function isUnwell({ outcome }: StepResult): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** One round, in which `values` are known beside its number. */
async function runRound(
  round: Round,
  values: JsonObject,
  { planned, iteration, listener }: Running,
): Promise<{ readonly result: StepResult; readonly verdict: Applies | undefined }> {
  const leave = iteration.enterRound({ ...values, ...roundValues(round.number - 1) })
  try {
    listener.started(planned.step.name)
    const ran = await runStep(planned, iteration, undefined, one => one)
    const result = { ...listener.settle(ran), round }
    return { result, verdict: result.outcome === 'passed' ? await ran.isLast?.() : undefined }
  } finally {
    leave()
  }
}

/** A round that is not begun, because the run ends. */
function stoppedRound(round: Round, { planned, iteration }: Running): StepResult | undefined {
  const reason = iteration.stopReason(planned.step)
  return reason === undefined ? undefined : { ...skippedStep(planned.step, reason), round }
}

/**
 * The items of a list; where there are none, how the step ends. Then `when` is asked without an item: a list that need not be
 * there is no failure.
 */
async function itemsOf(
  each: ForEach,
  step: Step,
  iteration: Iteration,
): Promise<{ readonly items: readonly JsonValue[] } | { readonly result: StepResult }> {
  const scope = iteration.scope()
  const list = renderValue(each.list, scope)
  const wrong = list.ok ? misfit(each, list.value, iteration) : undefined
  if (list.ok && wrong === undefined) return { items: list.value as readonly JsonValue[] }
  const verdict = await whenLoaded(() => evaluateConditions(step, scope))
  if ('reason' in verdict) return { result: skippedStep(step, verdict.reason) }
  const problems = 'problems' in verdict ? verdict.problems : list.ok ? noProblems : list.problems
  const ended = unbegun(step, iteration, problems)
  if (problems.length > 0 || wrong === undefined) return { result: ended }
  return { result: failedStep({ ...ended, failures: [] }, each, wrong.message, iteration, wrong.hint) }
}

const noProblems: readonly RenderProblem[] = []

/** Why a step cannot run for each of a value. */
function misfit(
  { list }: ForEach,
  value: JsonValue,
  iteration: Iteration,
): { readonly message: string; readonly hint?: string } | undefined {
  const name = typeof list === 'string' ? list.slice(2, -2).trim() : 'the list'
  if (typeof value === 'string')
    return {
      message: `${name} is text, not a list`,
      hint: `Write \`{{${name} | split ,}}\` to make one of it.`,
    }
  if (!isList(value)) return { message: `${name} is ${kindOf(value)}, not a list` }
  if (value.length > 0) return tooManyRounds('for-each', value.length, iteration.run.allowsMany)
  const hint = `Write \`when: { ${name}: { exists: true } }\` to skip it then.`
  return { message: `${name} is an empty list: nothing was repeated`, hint }
}

/** A step that has not begun. */
function unbegun(step: Step, iteration: Iteration, problems = noProblems): StepResult {
  return finishedStep(step, unrendered(problems), span => sourceLine(iteration, span), {
    name: step.name,
    attempts: 0,
    startedAt: Date.now(),
    duration: 0,
    row: iteration.label,
  })
}

/** A step that fails by its rounds, whatever else it came to. */
function failedStep(
  result: StepResult,
  { span }: Rounds,
  message: string,
  iteration: Iteration,
  hint?: string,
): StepResult {
  const { skipReason: _, ...others } = result
  const failure = { kind: 'validation' as const, message, span, sourceLine: sourceLine(iteration, span) }
  const failures = [...result.failures, hint === undefined ? failure : { ...failure, hint }]
  return { ...others, outcome: 'failed', flaky: false, failures }
}
