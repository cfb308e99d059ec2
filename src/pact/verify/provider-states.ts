import { toldFault } from '../../actions/faults/index.ts'
import type { ActionAnswer } from '../../actions/action.ts'
import { runProcess } from '../../actions/exec/run-process.ts'
import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { parseJson } from '../../util/parse-json.ts'
import type { ProviderState } from '../../model/provider-state.ts'
import type { StateValues } from '../pact.ts'

/** The tool that brings the provider to a state: an address that is posted to, or a command. */
export interface StateChanger {
  readonly url?: string
  readonly command?: string
  /** True where states are undone after their interaction. */
  readonly teardown: boolean
}

/** How a state's change is asked for. */
export interface StateTools {
  readonly send: (input: JsonObject) => Promise<ActionAnswer>
  readonly directory: string
  /** Milliseconds that a command may take. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** The values that a state gave, or why it could not be reached. */
export type StateChange =
  | { readonly ok: true; readonly values: StateValues }
  | { readonly ok: false; readonly reason: string }

/** Asks for one state, or for the end of it. */
export async function changeState(
  action: 'setup' | 'teardown',
  state: ProviderState,
  changer: StateChanger,
  tools: StateTools,
): Promise<StateChange> {
  const message = { action, state: state.name, params: state.params }
  const changes = [
    ...(changer.url === undefined ? [] : [await postState(changer.url, message, tools)]),
    ...(changer.command === undefined ? [] : [await runStateCommand(changer.command, message, tools)]),
  ]
  const failed = changes.find(change => !change.ok)
  if (failed !== undefined)
    return { ...failed, reason: `${action} of provider state "${state.name}" failed: ${failed.reason}` }
  return { ok: true, values: Object.assign({}, ...changes.map(valuesOf)) as StateValues }
}

function valuesOf(change: StateChange): StateValues {
  return change.ok ? change.values : {}
}

interface StateMessage {
  readonly action: string
  readonly state: string
  readonly params: JsonObject
}

async function postState(url: string, message: StateMessage, { send }: StateTools): Promise<StateChange> {
  const answer = await send({ request: `POST ${url}`, json: { ...message } })
  if (!answer.ok) return { ok: false, reason: toldFault(answer.failure) }
  const { status, body } = answer.exchange.response
  if (!answer.exchange.success.holds)
    return { ok: false, reason: `POST ${url} answered ${status ?? 'nothing'}` }
  return { ok: true, values: valuesIn(body.text()) }
}

async function runStateCommand(
  command: string,
  message: StateMessage,
  { directory, timeout, signal }: StateTools,
): Promise<StateChange> {
  const end = await runProcess(
    {
      shell: true,
      program: command,
      arguments: [],
      summary: command,
      environment: {
        PACT_ACTION: message.action,
        PACT_STATE: message.state,
        PACT_PARAMS: JSON.stringify(message.params),
      },
      input: JSON.stringify(message),
    },
    { directory, timeout, signal, wantsBody: true },
  )
  if (end.kind !== 'exited') return { ok: false, reason: `the command ended by ${end.kind}` }
  if (end.code !== 0)
    return {
      ok: false,
      reason: [`the command ended with ${end.how}`, end.errors.trim()].filter(Boolean).join(': '),
    }
  return { ok: true, values: valuesIn(end.output.bytes().toString('utf8')) }
}

/** A JSON object gives values; any other answer gives none. */
function valuesIn(text: string): StateValues {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
