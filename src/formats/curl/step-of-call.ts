import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { Given, type Piece, type Remark, type Surroundings } from './given.ts'
import type { CurlCall } from './read-arguments.ts'
import { readAuth } from './read-auth.ts'
import { readData } from './read-data.ts'
import { readForm } from './read-form.ts'
import { readHeaders } from './read-headers.ts'
import { readTarget } from './read-target.ts'
import { readTransport } from './read-transport.ts'

/** A step that sends what a call of curl would send; texts still have marks for variables of the shell. */
export interface CurlStep {
  readonly step: JsonObject
  readonly losses: readonly Remark[]
  /** Why no request can be made; empty for one that can. */
  readonly refused: readonly string[]
  /** Whether it keeps cookies, as curl does only when it is told to. */
  readonly keepsCookies: boolean
}

/** Keys of a step in the order people write them. */
const order = ['request', 'headers', 'auth']
const last = ['timeout', 'retry']

/** Makes a step of a call for one of its URLs. */
export function stepOfCall(call: CurlCall, url: string, surroundings: Surroundings): CurlStep {
  const given = new Given(call, surroundings)
  const { contentType, ...headers } = readHeaders(given)
  const hasAuthorization = Object.keys(headersOf(headers)).some(
    name => name.toLowerCase() === 'authorization',
  )
  const auth = hasAuthorization || 'auth' in headers.keys ? { keys: {} } : readAuth(given, url)
  const body = given.all('form', 'form-string').length > 0 ? readForm(given) : readData(given, contentType)
  const untyped = Object.keys(body.keys).length === 0 && typeof contentType === 'string'
  const pieces: readonly Piece[] = [
    readTarget(given, url),
    untyped ? { keys: { headers: { ...headersOf(headers), 'Content-Type': contentType } } } : { keys: {} },
    auth,
    body,
    readTransport(given),
  ]
  return {
    step: inOrder(together([headers, ...pieces])),
    losses: [
      ...[headers, ...pieces].flatMap(({ losses = [] }) => losses),
      ...call.lost.map(what => ({ what, why: 'suites have no word for it' })),
    ],
    refused: [...call.refused, ...[headers, ...pieces].flatMap(({ refused = [] }) => refused)],
    keepsCookies: given.all('cookie', 'cookie-jar').length > 0,
  }
}

function headersOf({ keys }: Piece): JsonObject {
  const { headers } = keys
  return isObject(headers) ? headers : {}
}

/** All keys; header lines are put together. */
function together(pieces: readonly Piece[]): JsonObject {
  const headers = Object.assign({}, ...pieces.map(headersOf)) as JsonObject
  const keys = Object.assign({}, ...pieces.map(piece => piece.keys)) as JsonObject
  return { ...keys, ...(Object.keys(headers).length === 0 ? {} : { headers }) }
}

function inOrder(step: JsonObject): JsonObject {
  const keys = Object.keys(step)
  const middle = keys.filter(key => !order.includes(key) && !last.includes(key))
  const ordered = [...order, ...middle, ...last].filter(key => keys.includes(key))
  return Object.fromEntries(ordered.map((key): [string, JsonValue] => [key, step[key] ?? null]))
}
