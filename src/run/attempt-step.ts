import path from 'node:path'
import type { ActionContext } from '../actions/action.ts'
import {
  loadAction,
  longestWait,
  sendsRequests,
  settingsFor,
  timeLimitOf,
  waitsForMessages,
} from '../actions/index.ts'
import type { ActionFailure } from '../model/exchange.ts'
import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
import { targetsOf } from '../model/targets-of.ts'
import type { PlannedStep } from '../plan/plan.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import { messageMatcher } from '../validations/index.ts'
import type { Attempt, AttemptContext } from './attempt.ts'
import { hideCredentials } from './hide-credentials.ts'
import { judge } from './judge.ts'
import { renderInput } from './render.ts'

/** How long one attempt may take unless something says otherwise, in milliseconds. */
const defaultTimeout = 30_000

/** Fills in the placeholders, acts, extracts, validates. */
export async function attemptStep(context: AttemptContext): Promise<Attempt> {
  const { planned, pass, scope } = context
  const action = await loadAction(planned.step.action)
  const asks = sendsRequests(planned.step.action)
  const rendered = renderInput(planned.step, settingsFor(planned.step.action, pass.planned.settings), scope)
  if (!rendered.ok) return unrendered(rendered.problems)
  hideCredentials(rendered.value.input['auth'] ?? rendered.value.settings.auth, pass.run.secrets)
  hideCredentials(rendered.value.settings.transport, pass.run.secrets)
  if (pass.run.actsElsewhere === true || isAct(planned.step.action, rendered.value.input))
    pass.session.noteAct()
  const answer = await action.perform(rendered.value.input, actionContext(context, rendered.value.settings))
  if (asks) pass.run.tally.requests++
  const { watcher } = pass.run
  watcher?.answered(answer)
  const attempt = answer.ok ? await judge(answer, context) : unperformed(answer.failure)
  watcher?.judged(attempt)
  return attempt
}

/** Whether events may come of a step. */
function isAct(action: string, input: JsonObject): boolean {
  return !['collect', 'pause', 'set'].includes(action) && input[action] !== 'listen'
}

/** A step whose placeholders cannot be filled in: nothing was attempted, and trying again cannot help. */
export function unrendered(problems: readonly RenderProblem[]): Attempt {
  const hints = problems.flatMap(problem => (problem.hint === undefined ? [] : [problem.hint]))
  return {
    ...unperformed({
      kind: 'Template Error',
      message: problems.map(problem => problem.message).join('; '),
      ...(hints[0] === undefined ? {} : { hint: hints[0] }),
    }),
    final: true,
  }
}

function unperformed(failure: ActionFailure): Attempt {
  const final = failure.kind !== 'Network Error' && failure.kind !== 'Auth Error'
  return { failure, extracts: [], validations: [], statusByDefault: false, passed: false, final }
}

function actionContext({ planned, pass, signal }: AttemptContext, settings: Settings): ActionContext {
  const { suite } = pass.planned.loaded
  return {
    directory: path.dirname(suite.file),
    timeout: timeoutOf(planned.step, pass.planned.settings),
    signal,
    settings,
    wantsBody: pass.run.watcher !== undefined || wantsBody(planned),
    ...(pass.run.rehearses === true ? { rehearses: true } : {}),
    allowExec: pass.run.allowsExec(suite.file),
    resources: pass.run.resources,
    toolFolder: pass.run.toolFolder,
    mask: text => pass.run.secrets.mask(text),
    session: pass.session,
    runId: pass.run.id,
    processEnvironment: pass.run.processEnvironment,
    messageMatcher: expected => messageMatcher(expected, planned.step.span),
    hide: secret => {
      pass.run.secrets.add(secret)
    },
    runSuite: (file, variables) =>
      pass.run.useSuite(file, variables, { pass, cleansUp: pass.cleansUp(planned.step) }),
  }
}

/**
 * An action that takes longer by its nature is not held to the time limit for single requests, and one that waits for
 * messages never takes longer than a wait may.
 */
function timeoutOf({ timeout, action }: Step, settings: Settings): number {
  const limit = timeout ?? timeLimitOf(action) ?? settings.timeout ?? defaultTimeout
  return waitsForMessages(action) ? Math.min(limit, longestWait) : limit
}

/** Whether anything looks at the whole body. */
function wantsBody({ step }: PlannedStep): boolean {
  return targetsOf(step).some(({ target }) => ['json-path', 'text', 'schema'].includes(target.kind))
}
