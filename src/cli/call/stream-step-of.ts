import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import { argument, misused, nothing, part, type Part, refused, together } from './part.ts'
import { readAuth } from './read-auth.ts'
import { readBody } from './read-body.ts'
import { readExpectations } from './read-expectations.ts'
import { readHeaders } from './read-headers.ts'
import { withScheme } from './read-target.ts'
import { readTransport } from './read-transport.ts'
import { readValue } from './read-value.ts'
import type { GivenStep } from './step-of.ts'
import type { StreamArguments } from './stream-options.ts'

/** Makes a step of the arguments of `ws` or `sse`. */
export async function streamStepOf(
  action: 'websocket' | 'sse',
  given: StreamArguments,
): Promise<Result<GivenStep>> {
  const { url, name } = given
  if (typeof url !== 'string' || url === '')
    return {
      ok: false,
      problems: [
        usageProblem(
          'a URL is needed',
          `apitest ${action === 'sse' ? 'sse' : 'ws'} https://api.example.com/live`,
        ),
      ],
    }
  const parts = together([
    part({ [action]: withScheme(url) }, argument(url, undefined, action), argument(url, undefined)),
    readHeaders(given),
    readAuth(given),
    await readBody(given, {}),
    readMessages(given),
    readPlain(given),
    await readAwaited(action, given),
    readTransport(given),
    await readExpectations(given),
  ])
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems }
  const step: JsonObject = name === undefined ? parts.keys : { name, ...parts.keys }
  return { ok: true, value: { step, given: parts.given } }
}

/** `@FILE` is a binary message, anything else a text. */
function readMessages({ message = [] }: StreamArguments): Part {
  if (message.length === 0) return nothing
  const messages = message.map(written =>
    written.startsWith('@') ? { file: written.slice(1) } : { text: written },
  )
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

/** Whoever opens a WebSocket on the command line wants to see an answer; `--count 0` awaits none. */
async function readAwaited(
  action: 'websocket' | 'sse',
  { expect = [], count, none }: StreamArguments,
): Promise<Part> {
  const parts: Part[] = []
  for (const written of expect) parts.push(await readExpected(written))
  const all = together(parts)
  const awaited = count ?? (action === 'websocket' && expect.length === 0 && none === undefined ? 1 : 0)
  return together([
    expect.length === 0 ? nothing : { ...all, keys: { expect: all.keys } },
    awaited === 0 ? nothing : part({ count: awaited }, argument('--count', String(awaited), 'count')),
    none === undefined ? nothing : part({ none }, argument('--none', undefined, 'none')),
  ])
}

async function readExpected(written: string): Promise<Part> {
  const value = await readValue(`--expect ${written}`, written)
  if (!value.ok) return refused(...value.problems)
  if (!isObject(value.value))
    return misused(
      `--expect ${written} does not say what is expected`,
      "Write it as in a suite: --expect '$.type: done'.",
    )
  const names = Object.keys(value.value)
  return part(value.value, ...names.map(name => argument('--expect', written, 'expect', name)))
}
