import { repeatsOf, wasSent } from '../actions/was-sent.ts'
import { faultKind } from '../actions/faults/index.ts'
import path from 'node:path'
import type { ActionAnswer, ActionContext, Performed } from '../actions/action.ts'
import { failed, type ActionFailure } from '../actions/failure.ts'
import type { Body } from '../model/exchange.ts'
import type { Validation } from '../model/expectation.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Scripts } from '../model/script.ts'
import { type SaveTo, withGrouped } from '../model/suite.ts'
import type { Settings } from '../model/settings.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { mapping } from '../util/read-values.ts'
import { messageMatcher } from '../validations/index.ts'
import type { Attempt } from './attempt.ts'
import { AttemptScripts } from './attempt-scripts.ts'
import { evaluateExchange } from './evaluate-exchange.ts'
import { EvaluationTime, Unjudged } from './evaluation-time.ts'
import type { AttemptContext, Iteration } from './iteration.ts'
import { type RenderedInput, renderInput, renderUnder, renderValidation } from './render.ts'
import type { AttemptWatcher, RunContext } from './run-context.ts'
import { unreadable } from './unreadable.ts'

/**
 * Runs the scripts before it, fills in the placeholders, acts, extracts, runs the scripts after it, validates. What cannot
 * happen is thrown at once, or rejects. `started` says when it began, on the clock of `monotonicTime()`.
 */
export function attemptStep(
  context: AttemptContext,
  started: number,
  scripts?: AttemptScripts,
): Maybe<Attempt> {
  const { prepared, iteration, scope } = context
  const { step, facts } = prepared
  if (prepared.scripts !== undefined && scripts === undefined)
    return attemptWithScripts(prepared.scripts, context)
  const { run } = iteration
  const rendered =
    scripts === undefined || scripts.input === step.input
      ? renderUnder(prepared.ownSettings, step, scope)
      : renderInput({ ...step, input: scripts.input }, prepared.settings, scope)
  if (!rendered.ok) return unrendered(rendered.problems.map(problem => withOrigin(problem, iteration)))
  const { input, settings } = rendered.value
  const mayBeRefused =
    run.refuse !== undefined || iteration.refuse !== undefined || iteration.planned.loaded.reads !== undefined
  const refused = mayBeRefused ? refusalOf(context, rendered.value) : undefined
  if (refused !== undefined) return unperformed(refused)
  run.filledIn?.({ ...input, headers: { ...settings.headers, ...mapping(input['headers']) } })
  if (run.rehearses === true && facts.onlyForReal === true) return notRehearsed
  if (run.actsElsewhere === true || facts.acts?.(input) !== false) iteration.session.noteAct()
  const performing = actionContext(context, settings, scripts?.followAnswer === true)
  const judge = (answer: ActionAnswer): Maybe<Attempt> =>
    judgeAnswer(answer, started, performing, context, scripts)
  return andThen(prepared.action(), action => andThen(action.perform(input, performing), judge))
}

/** Tells where a value was extracted that cannot be used, by the suite, one that it uses, or the setup. */
function withOrigin(problem: RenderProblem, { planned, run }: Iteration): RenderProblem {
  if (problem.hint !== undefined || problem.kind !== 'null') return problem
  const setup = run.setup?.get(planned.values.environment)?.planned
  const suites = [planned, ...(setup === undefined ? [] : [setup])].flatMap(({ loaded }) => [
    loaded,
    ...loaded.uses.values(),
  ])
  const [extract] = suites
    .flatMap(({ suite }) => withGrouped(suite.steps))
    .flatMap(step => step.extracts)
    .filter(({ variable }) => variable === problem.name)
  if (extract === undefined) return problem
  const { file, start } = extract.span
  const place = path.relative(path.dirname(run.toolFolder), file).replaceAll(path.sep, '/')
  return { ...problem, hint: `It was set at ${place}:${start.line}.` }
}

async function attemptWithScripts(written: Scripts, context: AttemptContext): Promise<Attempt> {
  const { settings } = context.prepared
  const scripts = new AttemptScripts(written, context, actionContext(context, settings, false))
  const ended = await scripts.before()
  if (ended !== undefined) return ended
  return scripts.addTo(await attemptStep(context, monotonicTime(), scripts))
}

function judgeAnswer(
  answer: ActionAnswer,
  started: number,
  { timeout }: ActionContext,
  context: AttemptContext,
  scripts: AttemptScripts | undefined,
): Maybe<Attempt> {
  const { run } = context.iteration
  const { facts, step } = context.prepared
  const { saveTo } = step
  if (facts.sendsRequests === true && wasSent(answer)) {
    run.tally.addSent(repeatsOf(answer))
    context.iteration.measure?.(step, answer)
  }
  const now = monotonicTime()
  const time = new EvaluationTime(context.signal, timeout - (now - started), now)
  run.watcher?.answered(answer)
  const attempt = !answer.ok
    ? unperformed(answer.failure)
    : saveTo === undefined
      ? evaluate(answer, context, time, scripts)
      : evaluateSaved(saveTo, answer, context, time, scripts)
  return run.watcher === undefined ? attempt : watched(run.watcher, attempt)
}

async function watched(watcher: AttemptWatcher, judged: Maybe<Attempt>): Promise<Attempt> {
  const attempt = await judged
  watcher.judged(attempt)
  return attempt
}

/** Why a step must not be carried out with what was filled in. */
function refusalOf(
  { prepared, iteration }: AttemptContext,
  { input, settings }: RenderedInput,
): ActionFailure | undefined {
  const { reads } = iteration.planned.loaded
  const refused = reads === undefined ? undefined : unreadable(reads, { ...settings.transport, ...input })
  const { run, refuse } = iteration
  return refused?.failure ?? run.refuse?.(prepared.step, input) ?? refuse?.(prepared.step, input)
}

/** Judges an answer, in the time that is left. */
function evaluate(
  performed: Performed,
  context: AttemptContext,
  time: EvaluationTime,
  scripts: AttemptScripts | undefined,
): Maybe<Attempt> {
  const { wantsBytes, namespaces } = context.prepared
  const kept = wantsBytes ? keepingBytes(performed) : performed
  const answer = namespaces === undefined ? kept : { ...kept, exchange: { ...kept.exchange, namespaces } }
  const judged = evaluateExchange(answer, context, time, scripts && scriptsAfter(scripts, answer, time))
  if (!(judged instanceof Promise)) return judged
  return judged.catch((error: unknown) => {
    // The exchange, and why it could not be evaluated.
    if (error instanceof Unjudged) return { ...unperformed(error.failure), exchange: answer.exchange }
    throw error
  })
}

/** Saves the body before anything reads it, as its bytes are let go of then; the time that takes is no judging. */
async function evaluateSaved(
  saveTo: SaveTo,
  performed: Performed,
  context: AttemptContext,
  time: EvaluationTime,
  scripts: AttemptScripts | undefined,
): Promise<Attempt> {
  const { beginningOf, saveBody, withSaved } = await import('./save-body.ts')
  const { exchange } = performed
  const saved = await saveBody(saveTo, exchange.response.body, context)
  time.resume()
  const isRead = scripts !== undefined || exchange.graphql !== undefined || isLookedAt(context.iteration.run)
  const answer = context.prepared.onlySaves && !isRead ? beginningOf(performed) : performed
  return withSaved(await evaluate(answer, context, time, scripts), saved)
}

/** The same answer with a body whose bytes stay when somebody has read its text. */
function keepingBytes(answer: Performed): Performed {
  const { exchange } = answer
  const { body } = exchange.response
  const bytes = body.bytes()
  const { size, complete } = body
  const kept: Body = {
    ...{ size, complete, bytes: () => bytes },
    ...{ beginning: () => body.beginning?.(), text: () => body.text(), json: () => body.json() },
  }
  return { ...answer, exchange: { ...exchange, response: { ...exchange.response, body: kept } } }
}

function scriptsAfter(
  scripts: AttemptScripts,
  { exchange }: Performed,
  time: EvaluationTime,
): () => Promise<readonly ValidationResult[]> {
  // Reading the text of a body drops its bytes.
  const bytes = scripts.followAnswer ? exchange.response.body.bytes() : new Uint8Array()
  return async () => {
    const results = await scripts.after(exchange, bytes)
    time.resume()
    return results
  }
}

/** The result of a step that cannot be prepared without being carried out: it is not carried out, either. */
const notRehearsed = unperformed(failed('not-sent', {}).failure)

/** A step whose placeholders cannot be filled in: nothing was attempted, and trying again cannot help. */
export function unrendered(problems: readonly RenderProblem[]): Attempt {
  const hints = problems.flatMap(problem => (problem.hint === undefined ? [] : [problem.hint]))
  return {
    ...unperformed(
      failed('placeholder-unfilled', {
        reason: problems.map(problem => problem.message).join('; '),
        hint: hints[0],
      }).failure,
    ),
    final: true,
  }
}

function unperformed(failure: ActionFailure): Attempt {
  const kind = faultKind(failure.code)
  const mayPass = kind === 'Network Error' || kind === 'Auth Error'
  return { outcome: 'errored', failure, extracts: [], validations: [], ...(mayPass ? {} : { final: true }) }
}

function actionContext(
  { prepared, iteration, scope, signal }: AttemptContext,
  settings: Settings,
  scriptsLook: boolean,
): ActionContext {
  const { step, directory, timeout, wantsBody } = prepared
  const fill = (written: Validation): Validation => filledIn(written, scope, directory)
  const { run, session, received } = iteration
  const { resources, toolFolder, secrets, id, processEnvironment } = run
  return {
    directory,
    timeout,
    signal,
    settings,
    wantsBody: scriptsLook || wantsBody || isLookedAt(run),
    rehearses: run.rehearses === true,
    allowExec: iteration.allowsExec,
    resources,
    toolFolder,
    mask: secrets.mask,
    session,
    mocks: received,
    runId: id,
    processEnvironment,
    written: step.input,
    messageMatcher: (expected, isNegated) => messageMatcher(expected, step.span, isNegated, fill, timeout),
    hide: secrets.add,
    runSuite: (file, variables) => iteration.useSuite(file, variables, step),
    runSteps: async () => {
      if (iteration.runGroup === undefined) throw new Error('Nothing here runs groups of steps.')
      return iteration.runGroup(prepared.planned)
    },
  }
}

/** Returns the expectations of a message; they were filled in with the rest of the input before. */
function filledIn(written: Validation, scope: Scope, directory: string): Validation {
  const rendered = renderValidation(written, scope, directory)
  if (rendered.ok) return rendered.value
  throw new Error(rendered.problems.map(({ message }) => message).join('; '))
}

/** True where the run itself looks at every body. */
function isLookedAt({ watcher, contract }: RunContext): boolean {
  return watcher !== undefined || contract !== undefined
}
