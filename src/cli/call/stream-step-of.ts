import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { argument, nothing, part, type Part, refused, together } from '../../parse/argument-part.ts'
import { readAuth } from './read-auth.ts'
import { readAwaited } from './read-awaited.ts'
import { readBody } from './read-body.ts'
import { readExpectations } from './read-expectations.ts'
import { readHeaders } from './read-headers.ts'
import { withScheme } from '../../util/with-scheme.ts'
import { isStandardInput, readTextArgument } from './read-text-argument.ts'
import { readTransport } from './read-transport.ts'
import type { GivenStep } from './step-of.ts'
import type { StreamArguments } from './stream-options.ts'

/** Makes a step of the arguments of `ws` or `sse`. */
export async function streamStepOf(
  action: 'websocket' | 'sse',
  given: StreamArguments,
): Promise<Result<GivenStep>> {
  const { url, name } = given
  if (typeof url !== 'string' || url === '')
    return usageRefusal(
      'a URL is needed',
      `Such as apitest ${action === 'sse' ? 'sse' : 'ws'} https://api.example.com/live.`,
    )
  const parts = together([
    part({ [action]: withScheme(url) }, argument(url, undefined, action), argument(url, undefined)),
    readHeaders(given),
    readAuth(given),
    await readBody(given),
    await readMessages(given),
    readPlain(given),
    await readAwaited(given, action === 'websocket' ? 1 : undefined),
    readTransport(given),
    await readExpectations(given),
  ])
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems }
  const step: JsonObject = name === undefined ? parts.keys : { name, ...parts.keys }
  return { ok: true, value: { step, given: parts.given } }
}

/** `@FILE` is a binary message, `-` the text of standard input, anything else a text. */
async function readMessages({ message = [] }: StreamArguments): Promise<Part> {
  if (message.length === 0) return nothing
  const messages: JsonObject[] = []
  for (const written of message) {
    const text = isStandardInput(written)
      ? await readTextArgument('--message', written)
      : ({ ok: true, value: written } as const)
    if (!text.ok) return refused(...text.problems)
    const isFile = !isStandardInput(written) && written.startsWith('@')
    messages.push(isFile ? { file: written.slice(1) } : { text: text.value })
  }
  return part(
    { messages },
    ...message.map((written, index) => argument('--message', written, 'messages', index)),
  )
}

function readPlain({ subprotocol = [], lastEventId }: StreamArguments): Part {
  const [first = ''] = subprotocol
  return together([
    subprotocol.length === 0
      ? nothing
      : part(
          { subprotocol: subprotocol.length === 1 ? first : subprotocol },
          argument('--subprotocol', first, 'subprotocol'),
        ),
    lastEventId === undefined
      ? nothing
      : part({ 'last-event-id': lastEventId }, argument('--last-event-id', lastEventId, 'last-event-id')),
  ])
}
