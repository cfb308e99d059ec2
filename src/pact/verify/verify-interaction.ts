import { type ActionFailure, failed, unfit } from '../../actions/failure.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import type { ActionAnswer } from '../../actions/action.ts'
import type { Exchange, HeaderList } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import { hearSignals } from '../../util/interruptions.ts'
import { isSystemError } from '../../util/is-system-error.ts'
import { EvaluationEnded, limitEvaluation } from '../../util/limit-evaluation.ts'
import { noRules } from '../matching-rule.ts'
import type { CompilePattern } from '../matching/context.ts'
import { matchResponse } from '../matching/match-parts.ts'
import type { Mismatch } from '../matching/mismatch.ts'
import type { HttpInteraction, PactPart, PactResponse, StateValues } from '../pact.ts'
import { headerValues } from '../read/read-part.ts'
import { generatedRequest } from './apply-generators.ts'
import { changeState, type StateChanger, type StateTools } from './provider-states.ts'
import { requestInput } from './request-input.ts'

/** The provider and the ways to it. */
export interface Provider {
  /** Where it is: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly states: StateChanger
  readonly stateTools: StateTools
  /** The additions to every request beside the parts that the pact sets: headers, credentials, transport. */
  readonly added: JsonObject
  send(input: JsonObject): Promise<ActionAnswer>
  /** Keeps a body in a file while the interaction is verified. */
  keepFile(bytes: Uint8Array): Promise<string>
  readonly compilePattern: CompilePattern
}

/** The outcome of one interaction: an exchange and its mismatches, or why there is none. */
export interface Verified {
  readonly exchange?: Exchange
  readonly failure?: ActionFailure
  readonly mismatches: readonly Mismatch[]
}

/** Brings the provider to its states, sends the request, compares the response, and undoes the states. */
export async function verifyInteraction(
  { states, request, response }: HttpInteraction,
  provider: Provider,
): Promise<Verified> {
  const values: Record<string, StateValues[string]> = {}
  for (const { params } of states) Object.assign(values, params)
  for (const state of states) {
    const change = await changeState('setup', state, provider.states, provider.stateTools)
    if (!change.ok) return unverified(change.reason)
    Object.assign(values, change.values)
  }
  const context = { values, provider: provider.url }
  const input = await requestInput(generatedRequest(request, context), provider.url, provider.added, bytes =>
    provider.keepFile(bytes),
  ).catch((error: unknown) => (isSystemError(error) ? error : Promise.reject(error as Error)))
  if (input instanceof Error) return unverified(`its body cannot be kept in a file: ${input.message}`)
  const verified = await judged(await provider.send(input), received =>
    matchResponse(response, received, provider.compilePattern),
  )
  for (const state of provider.states.teardown ? states : []) {
    const change = await changeState('teardown', state, provider.states, provider.stateTools)
    if (!change.ok) return { ...verified, ...unverified(change.reason) }
  }
  return verified
}

/** Judges a response. The rules of a pact can take far too long: a hundred patterns for each of many items. */
async function judged(
  answer: ActionAnswer,
  match: (received: PactResponse) => readonly Mismatch[],
): Promise<Verified> {
  if (!answer.ok) return { failure: answer.failure, mismatches: [] }
  const { exchange } = answer
  try {
    const received = responseOf(exchange)
    const text = exchange.response.body.text()
    const mismatches = await whenLoaded(() => limitEvaluation(text, Infinity, () => match(received)))
    return { exchange, mismatches }
  } catch (error) {
    if (!(error instanceof EvaluationEnded)) throw error
    await hearSignals()
    const reason = `comparing the response ${error.message}`
    const hint = 'Ask for less: fewer items, or matching rules that are simpler.'
    return { exchange, failure: failed('unjudged', { reason, hint }).failure, mismatches: [] }
  }
}

function unverified(reason: string): Verified {
  return { failure: unfit(reason).failure, mismatches: [] }
}

/** An answer that came, in the form of a pact. To be called before the text of its body is read. */
function responseOf({ response }: Exchange): PactResponse {
  const bytes = response.body.bytes()
  return {
    status: typeof response.status === 'number' ? response.status : 0,
    headers: headersOf(response.headers),
    // The bytes live as long as the answer.
    body: bytes.length === 0 ? { kind: 'empty' } : { kind: 'present', bytes: Buffer.from(bytes) },
    rules: noRules,
    generators: [],
  }
}

function headersOf(lines: HeaderList): PactPart['headers'] {
  const values = new Map<string, readonly string[]>()
  for (const [name, value] of lines) {
    const key = name.toLowerCase()
    values.set(key, [...(values.get(key) ?? []), ...headerValues(key, [value])])
  }
  return values
}
