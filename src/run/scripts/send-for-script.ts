import { wasSent } from '../../actions/was-sent.ts'
import { faultText } from '../../actions/faults/index.ts'
import { problemText } from '../../template/render-problem.ts'
import type { ActionAnswer, ActionContext } from '../../actions/action.ts'
import { failed } from '../../actions/failure.ts'
import { actionOf, plainRequest } from '../../actions/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { answerForScript } from '../../actions/script/postman/exchange-for-script.ts'
import { requestOfScript } from '../../actions/script/postman/request-of-script.ts'
import type { AllowedReads } from '../../load/allowed-reads.ts'
import type { JsonObject } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import type { Script } from '../../model/script.ts'
import type { Step } from '../../model/suite.ts'
import { renderValue } from '../../template/render.ts'
import type { Scope } from '../../template/scope.ts'
import type { Attempt } from '../attempt.ts'
import { finishedStep } from '../step-result.ts'
import { unreadable } from '../unreadable.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** The sender of a request: a script of a step. */
interface Sender {
  readonly step: Step
  readonly script: Script
  /** The time the script runs: before the step's own request, or after it. */
  readonly sentBy: NonNullable<StepResult['sentBy']>
  readonly scope: Scope
  readonly reads?: AllowedReads | undefined
}

/** A request that a script sent, with what the script gets of it and what reports show. */
export interface SentForScript {
  /** The answer in Postman's format. Throws when none came, with the reason. */
  readonly answer: () => Readonly<Record<string, unknown>>
  readonly call: StepResult
  /** True where anything went out. */
  readonly wasSent: boolean
}

/**
 * Sends what a script asks for, over the same way as the step's own request: TLS, proxy, time limit, cookies. Headers and
 * credentials of the settings are not for it.
 */
export async function sendForScript(
  request: JsonObject,
  sender: Sender,
  context: ActionContext,
): Promise<SentForScript> {
  const startedAt = Date.now()
  const started = monotonicTime()
  const answer = await send(request, sender, context)
  // Reading the text of a body drops its bytes.
  const bytes = answer.ok ? answer.exchange.response.body.bytes() : new Uint8Array()
  return {
    wasSent: wasSent(answer),
    call: callOf(answer, sender, { startedAt, duration: monotonicTime() - started }),
    answer: () => {
      if (!answer.ok) throw new Error(faultText(answer.failure).message)
      return answerForScript(answer.exchange, bytes)
    },
  }
}

async function send(
  request: JsonObject,
  { scope, reads }: Sender,
  context: ActionContext,
): Promise<ActionAnswer> {
  const input = requestOfScript(request)
  if (!input.ok) return input
  const transport = renderValue(context.settings.transport ?? {}, scope)
  if (!transport.ok) return failed('placeholder-unfilled', { reason: problemText(transport.problems) })
  const refused = unreadable(reads, { ...(transport.value as JsonObject), ...input.value })
  if (refused !== undefined) return refused
  const action = await whenLoaded(() => actionOf(plainRequest))
  const settings = { transport: transport.value as JsonObject }
  return action.perform(input.value, { ...context, wantsBody: true, settings })
}

/** The request as a step of its own, which reports and the call history show below that of the script. */
function callOf(
  answer: ActionAnswer,
  { step, script, sentBy }: Sender,
  when: Pick<StepResult, 'startedAt' | 'duration'>,
): StepResult {
  const sent = answer.ok ? answer.exchange.request : answer.failure.request
  const attempt: Attempt = {
    ...(answer.ok
      ? { outcome: 'passed', exchange: answer.exchange }
      : { outcome: 'errored', failure: answer.failure }),
    extracts: [],
    validations: [],
  }
  const { index, phase, path } = step
  const name = `pm.sendRequest ${sent?.summary ?? ''}`.trim()
  const own = {
    index,
    phase,
    path,
    name,
    tags: [],
    when: [],
    action: plainRequest,
    input: {},
    span: script.span,
  }
  const ran = { name, attempts: 1, ...when }
  return { ...finishedStep({ ...own, validations: [], extracts: [] }, attempt, () => '', ran), sentBy }
}
