import type { JsonObject } from '../../model/json.ts'
import type { Action, ActionAnswer, ActionContext } from '../action.ts'
import { notSent } from '../http/not-sent.ts'
import { readAwaited } from '../messages/awaited.ts'
import { readStream } from './read-stream.ts'
import { streamAnswer } from './stream-answer.ts'
import { prepareStreamRequest } from './stream-request.ts'

/** Reads server-sent events: `sse: URL`. */
export const action: Action = { name: 'sse', perform }

async function perform(input: JsonObject, context: ActionContext): Promise<ActionAnswer> {
  const awaited = readAwaited(input, context)
  if (!awaited.ok) return awaited
  const request = await prepareStreamRequest(input, context)
  if (!request.ok) return request
  if (context.rehearses === true) return notSent(request.value)
  const read = await readStream(request.value, awaited.value, context)
  return read.ok ? streamAnswer(read.value, context) : read
}
