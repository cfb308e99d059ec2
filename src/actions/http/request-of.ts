import type { HeaderList } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import type { Address } from './address.ts'
import type { PreparedBody } from './body/prepared-body.ts'
import type { PreparedRequest } from './prepared-request.ts'

/** The parts of a request, each ready to be written. */
interface Message {
  readonly method: string
  readonly address: Address
  /** The query with its question mark, or nothing. */
  readonly search: string
  readonly headers: HeaderList
  readonly body: PreparedBody | undefined
}

/** A request as it is written and as it is recorded; `settings` are those that the record keeps. */
export function requestOf(
  { method, address, search, headers, body }: Message,
  settings: JsonObject | undefined,
  { timeout, signal, wantsBody }: ActionContext,
): Pick<PreparedRequest, 'wire' | 'record'> {
  const { origin } = address
  const path = address.pathname + search
  const url = origin + path
  return {
    wire: {
      origin,
      path,
      method,
      headers: inTurn(headers),
      ...(body === undefined ? {} : { body: body.wire }),
      timeout,
      signal,
      wantsBody,
    },
    record: {
      summary: `${method} ${url}`,
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: body.preview }),
      ...(body?.source === undefined ? {} : { bodySource: body.source }),
      ...(settings === undefined ? {} : { settings }),
    },
  }
}

/** Names and values in turn. (`flat` takes several times as long, and this is done for every request.) */
function inTurn(headers: HeaderList): readonly string[] {
  const texts: string[] = []
  for (const [name, value] of headers) texts.push(name, value)
  return texts
}
