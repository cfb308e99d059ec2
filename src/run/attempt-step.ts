import path from 'node:path'
import type { ActionContext } from '../actions/action.ts'
import { wasSent } from '../actions/failure.ts'
import { factsOf, loadAction, longestWait, settingsFor } from '../actions/index.ts'
import type { ActionFailure, Exchange } from '../model/exchange.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
import { targetsOf } from '../model/targets-of.ts'
import type { PlannedStep } from '../plan/plan.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import { mapping } from '../util/read-values.ts'
import { messageMatcher } from '../validations/index.ts'
import type { Attempt } from './attempt.ts'
import { AttemptScripts } from './attempt-scripts.ts'
import { evaluateExchange } from './evaluate-exchange.ts'
import { EvaluationTime, Unjudged } from './evaluation-time.ts'
import type { AttemptContext } from './iteration.ts'
import { renderInput } from './render.ts'
import type { RunContext } from './run-context.ts'
import { unreadable } from './unreadable.ts'
import { defined } from '../util/defined.ts'

/** How long one attempt may take unless something says otherwise, in milliseconds. */
const defaultTimeout = 30_000

/** Runs the scripts before it, fills in the placeholders, acts, extracts, runs the scripts after it, validates. */
export async function attemptStep(context: AttemptContext): Promise<Attempt> {
  const { planned, iteration } = context
  const settings = settingsFor(planned.step.action, iteration.planned.settings)
  const scripts = new AttemptScripts(context, actionContext(context, settings, false))
  const ended = await scripts.before()
  if (ended !== undefined) return ended
  return scripts.addTo(await attemptAction(context, settings, scripts))
}

async function attemptAction(
  context: AttemptContext,
  applying: Settings,
  scripts: AttemptScripts,
): Promise<Attempt> {
  const { planned, iteration, scope } = context
  const { step } = planned
  const action = await loadAction(step.action)
  const facts = factsOf(step.action)
  const rendered = renderInput({ ...step, input: scripts.input }, applying, scope)
  if (!rendered.ok) return unrendered(rendered.problems)
  const { input, settings } = rendered.value
  const refused = unreadable(iteration.planned.loaded.reads, { ...settings.transport, ...input })
  if (refused !== undefined) return unperformed(refused.failure)
  const refusedTarget = iteration.refuse?.(step, input)
  if (refusedTarget !== undefined) return unperformed(refusedTarget)
  iteration.run.filledIn?.({ ...input, headers: { ...settings.headers, ...mapping(input['headers']) } })
  if (iteration.run.rehearses === true && facts.onlyForReal === true) return notRehearsed
  if (iteration.run.actsElsewhere === true || facts.acts?.(input) !== false) iteration.session.noteAct()
  const performing = actionContext(context, settings, scripts.followAnswer)
  const started = performance.now()
  const answer = await action.perform(input, performing)
  const time = new EvaluationTime(context.signal, performing.timeout - (performance.now() - started))
  if (facts.sendsRequests === true && wasSent(answer)) iteration.run.tally.requests++
  const { watcher } = iteration.run
  // Reading the text of a body drops its bytes.
  const bytes = answer.ok && scripts.followAnswer ? answer.exchange.response.body.bytes() : new Uint8Array()
  watcher?.answered(answer)
  const attempt = answer.ok
    ? await evaluateExchange(answer, context, time, () => scripts.after(answer.exchange, bytes)).catch(
        (error: unknown) => unjudged(error, answer.exchange),
      )
    : unperformed(answer.failure)
  watcher?.judged(attempt)
  return attempt
}

/** What cannot be prepared without being carried out is not carried out, either. */
const notRehearsed = unperformed({ kind: 'Request Error', message: 'not sent' })

/** A step whose placeholders cannot be filled in: nothing was attempted, and trying again cannot help. */
export function unrendered(problems: readonly RenderProblem[]): Attempt {
  const hints = problems.flatMap(problem => (problem.hint === undefined ? [] : [problem.hint]))
  return {
    ...unperformed(
      defined({
        kind: 'Template Error',
        message: problems.map(problem => problem.message).join('; '),
        hint: hints[0],
      }),
    ),
    final: true,
  }
}

function unperformed(failure: ActionFailure): Attempt {
  const mayPass = failure.kind === 'Network Error' || failure.kind === 'Auth Error'
  return { outcome: 'errored', failure, extracts: [], validations: [], ...(mayPass ? {} : { final: true }) }
}

/** What was sent and answered, and why it could not be evaluated. */
function unjudged(error: unknown, exchange: Exchange): Attempt {
  if (error instanceof Unjudged) return { ...unperformed(error.failure), exchange }
  throw error
}

function actionContext(
  { planned, iteration, signal }: AttemptContext,
  settings: Settings,
  scriptsLook: boolean,
): ActionContext {
  const { suite } = iteration.planned.loaded
  return {
    directory: path.dirname(suite.file),
    timeout: timeoutOf(planned.step, iteration.planned.settings),
    signal,
    settings,
    wantsBody: scriptsLook || isLookedAt(iteration.run) || wantsBody(planned),
    ...(iteration.run.rehearses === true ? { rehearses: true } : {}),
    allowExec: iteration.run.allowsExec(suite.file),
    resources: iteration.run.resources,
    toolFolder: iteration.run.toolFolder,
    mask: iteration.run.secrets.mask,
    session: iteration.session,
    mocks: iteration.received,
    runId: iteration.run.id,
    processEnvironment: iteration.run.processEnvironment,
    messageMatcher: (expected, isNegated) => messageMatcher(expected, planned.step.span, isNegated),
    hide: iteration.run.secrets.add,
    runSuite: (file, variables) => iteration.useSuite(file, variables, planned.step),
  }
}

/**
 * An action that takes longer by its nature is not held to the time limit for single requests, and one that waits for
 * messages never takes longer than a wait may.
 */
function timeoutOf({ timeout, action }: Step, settings: Settings): number {
  const facts = factsOf(action)
  const limit = timeout ?? facts.timeout ?? settings.timeout ?? defaultTimeout
  return facts.waits === true ? Math.min(limit, longestWait) : limit
}

/** Whether the run itself looks at every body. */
function isLookedAt({ watcher, contract }: RunContext): boolean {
  return watcher !== undefined || contract !== undefined
}

/** Whether anything in the step looks at the whole body. */
function wantsBody({ step }: PlannedStep): boolean {
  return targetsOf(step).some(({ target }) => ['json-path', 'text', 'schema'].includes(target.kind))
}
