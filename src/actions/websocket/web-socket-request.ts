import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext, InputOf } from '../action.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { withDefaultHeaders } from '../http/header-lines.ts'
import { prepareRequest } from '../http/prepare-request.ts'
import type { PreparedRequest } from '../http/prepared-request.ts'
import { defined } from '../../util/defined.ts'

/** The request that asks for a WebSocket, with headers, query and credentials like any other; its record says `ws:`. */
export async function prepareHandshake(
  input: InputOf<'websocket'>,
  context: ActionContext,
): Promise<Prepared<PreparedRequest>> {
  const url = httpUrlOf(input.websocket)
  if (!url.ok) return url
  const own = ownHeaderProblem(input.headers)
  if (own !== undefined) return own
  const { headers, query, auth } = input
  const asked = defined({ request: `GET ${url.value}`, headers, query, auth })
  const defaults = { accept: null, 'accept-encoding': null }
  return prepareRequest(withDefaultHeaders(asked, context.settings, defaults), context)
}

/** A URL of http or https as one of ws or wss, and the same for a text that holds some. */
export function inWebSocketWords(text: string): string {
  return text.replace(/\bhttp(s?):\/\//g, 'ws$1://')
}

function httpUrlOf(given: JsonValue | undefined): Prepared<string> {
  const text = typeof given === 'string' ? given.trim() : ''
  const [, scheme = '', rest = ''] = /^(ws|wss|http|https):\/\/(.+)$/is.exec(text) ?? []
  if (rest !== '') return prepared(`${scheme.toLowerCase().replace('ws', 'http')}://${rest}`)
  const other = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]
  return unfit(
    other === undefined
      ? `the URL "${text}" does not begin with ws:// or wss://`
      : `the URL "${text}" has scheme ${other}, which a WebSocket cannot use`,
    text.startsWith('/')
      ? 'Put the address in front, for example {{baseUrl}}/path.'
      : 'A WebSocket speaks ws or wss; http and https are read as these.',
  )
}

/** Headers that the handshake makes itself (RFC 6455 section 4.1). */
const handshakeHeaders = /^(connection|sec-websocket-.+)$/i

function ownHeaderProblem(headers: JsonValue | undefined): Prepared<never> | undefined {
  const name = Object.keys(isObject(headers) ? headers : {}).find(given => handshakeHeaders.test(given))
  if (name === undefined) return undefined
  return unfit(
    `header "${name}" cannot be set: it belongs to the handshake`,
    /protocol$/i.test(name) ? 'Name the protocol with `subprotocol`.' : 'Leave the header out.',
  )
}
