import type { ActionFailure } from '../../actions/failure.ts'
import type { ActionContext } from '../../actions/action.ts'
import { cookiesOf } from '../../actions/http/send/cookies.ts'
import { plainRequest } from '../../actions/index.ts'
import { answerForScript, sentRequest } from '../../actions/script/postman/exchange-for-script.ts'
import { requestForScript, withChanges } from '../../actions/script/postman/request-for-script.ts'
import type {
  Executed,
  Execution,
  ExecutionContext,
  ExecutionHost,
  VariableList,
  VariableScopeName,
} from '../../actions/script/sandbox/execution.ts'
import { sandboxOf } from '../../actions/script/sandbox/sandboxes.ts'
import { environmentName } from '../../model/configuration.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import type { Script } from '../../model/script.ts'
import { text } from '../../util/read-values.ts'
import { renderText, renderVariable } from '../../template/render.ts'
import { roundValues } from '../../template/scope.ts'
import type { AttemptContext } from '../iteration.ts'
import { errorResults, joinReports, reportOf, scriptFailure, type ScriptReport } from './script-report.ts'
import { inScripts, type ScopedVariables } from './script-variables.ts'
import { sendForScript } from './send-for-script.ts'
import { mapValues } from '../../util/map-values.ts'

/** The outcome of the scripts before a request. */
export interface BeforeScripts extends ScriptReport {
  /** The step's input with what they changed of the request. */
  readonly input: JsonObject
  /** Why the request cannot be sent. */
  readonly failure?: ActionFailure
  /** They want the request not to be sent. */
  readonly skips: boolean
}

/**
 * Runs the scripts before a request, one after the other. One that stops with an error ends them; what a callback throws
 * fails the step, and the request is sent, as in Postman.
 */
export async function runBefore(
  scripts: readonly Script[],
  context: AttemptContext,
  action: ActionContext,
): Promise<BeforeScripts> {
  const { step } = context.prepared
  const headers = action.settings.headers ?? {}
  const reports: ScriptReport[] = []
  let { input } = step
  for (const script of scripts) {
    const { executed, report } = await runScript(script, 'prerequest', context, action, {
      request: requestForScript(input, headers),
      cookies: await cookiesFor((text(input[plainRequest]) ?? '').replace(/^\s*\S+\s+/, ''), context, action),
    })
    const { errors, stopped, skips } = executed
    const [error] = errors
    const failure = stopped && error !== undefined ? scriptFailure(script, 'before script', error) : undefined
    const late = failure === undefined ? errorResults(script, 'before script', executed) : []
    reports.push({ ...report, validations: [...report.validations, ...late] })
    const soFar = { ...joinReports(reports), input, skips }
    if (failure !== undefined) return { ...soFar, failure }
    if (skips) return soFar
    if (executed.request !== undefined) input = withChanges(input, headers, executed.request)
  }
  return { ...joinReports(reports), input, skips: false }
}

/** Runs the scripts after an answer, each of them whatever the others did. `bytes` are those of the answer's body. */
export async function runAfter(
  scripts: readonly Script[],
  exchange: Exchange,
  bytes: Uint8Array,
  context: AttemptContext,
  action: ActionContext,
): Promise<ScriptReport> {
  const { url } = exchange.request
  const isRequest = url !== undefined
  const answer = (): JsonValue | undefined => {
    const json = exchange.response.body.json()
    return json.ok ? json.value : undefined
  }
  const reports: ScriptReport[] = []
  for (const script of scripts) {
    const seen = {
      ...(isRequest
        ? { request: sentRequest(exchange.request), response: answerForScript(exchange, bytes) }
        : {}),
      cookies: isRequest ? await cookiesOf(action.session).forUrl(url) : [],
    }
    const { executed, report } = await runScript(script, 'test', context, action, seen, answer)
    const title = isRequest ? 'after script' : 'script'
    const errors = errorResults(script, title, executed)
    reports.push({ ...report, validations: [...report.validations, ...errors] })
  }
  return joinReports(reports)
}

async function cookiesFor(
  url: string,
  { scope }: AttemptContext,
  { session }: ActionContext,
): Promise<ExecutionContext['cookies']> {
  const rendered = renderText(url, scope)
  return rendered.ok ? cookiesOf(session).forUrl(rendered.value) : []
}

/** Runs one script with the variables of the iteration, and takes over what it changes of them. */
async function runScript(
  script: Script,
  target: Execution['target'],
  context: AttemptContext,
  action: ActionContext,
  seen: Pick<ExecutionContext, 'request' | 'response' | 'cookies'>,
  answer?: () => JsonValue | undefined,
): Promise<{ readonly executed: Executed; readonly report: ScriptReport }> {
  const { prepared, iteration, scope, row, signal } = context
  const calls: StepResult[] = []
  const sentBy = target === 'prerequest' ? 'script-before' : 'script-after'
  const ofRow = prepared.planned.rows === undefined || row === undefined ? {} : roundValues(row.number - 1)
  const locals = { outer: iteration.locals, inner: { ...iteration.roundValues, ...ofRow } }
  const variables = iteration.scripted.given(locals, (name, written) => {
    const rendered = renderVariable(name, scope)
    return rendered.ok ? rendered.value : written
  })
  const data = { ...iteration.row?.values, ...row?.values }
  const { values } = iteration.planned
  const environment = environmentName(values.configuration, values.environment) ?? ''
  const execution = {
    source: script.source,
    target,
    timeout: action.timeout,
    info: infoOf(context),
    context: { ...seen, ...listed(variables, environment), data: mapValues(data, inScripts) },
  }
  const host: ExecutionHost = {
    sendRequest: async request => {
      const { reads } = iteration.planned.loaded
      const sent = await sendForScript(request, { step: prepared.step, script, sentBy, scope, reads }, action)
      calls.push(sent.call)
      if (sent.wasSent) iteration.run.tally.addSent(sent.call.exchange?.repeats)
      return sent.answer()
    },
    askCookies: (method, args) => cookiesOf(action.session).ask(method, args),
  }
  const executed = await sandboxOf(iteration.session, iteration.run.resources).run(execution, host, signal)
  if (executed.variables !== undefined)
    iteration.scripted.apply(variables, executed.variables, executed.assigned, data, answer)
  return { executed, report: reportOf(script, executed, calls) }
}

function infoOf({ prepared: { planned }, iteration, row }: AttemptContext): Execution['info'] {
  const rows = planned.rows ?? iteration.planned.rows
  return {
    requestName: planned.step.name,
    iteration: (row?.number ?? 1) - 1,
    iterationCount: rows?.length ?? 1,
  }
}

/** Each scope as a list, as Postman's sandbox wants it; that of the environment has its name. */
function listed(variables: ScopedVariables, environment: string): Pick<ExecutionContext, VariableScopeName> {
  const list = (scope: VariableScopeName): VariableList => ({
    values: Object.entries(variables[scope]).map(([key, value]) => ({ key, value: inScripts(value) })),
  })
  return {
    _variables: list('_variables'),
    environment: { name: environment, ...list('environment') },
    collectionVariables: list('collectionVariables'),
    globals: list('globals'),
  }
}
