import type { SavedRequest } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Loss } from '../../model/conversion.ts'
import type { Endpoint } from './endpoints-of.ts'
import { valueOf } from './har-document.ts'
import { basicUser } from './recorded-auth.ts'
import type { RecordedSecrets } from './recorded-secrets.ts'
import { requestBody } from './request-body.ts'
import { requestHeaders } from './request-headers.ts'
import { requestQuery } from './request-url.ts'
import { defined } from '../../util/defined.ts'

/** A request of an endpoint, and what is to be reported of it. */
export interface MadeRequest {
  readonly endpoint: Endpoint
  readonly name: string
  readonly request: SavedRequest
  /** The ids of its path, to be set where they hold for most requests. */
  readonly variables: JsonObject
  readonly losses: readonly Pick<Loss, 'what' | 'why'>[]
  readonly notes: readonly Pick<Loss, 'what' | 'why'>[]
  readonly dropped: readonly string[]
  readonly cookies: readonly string[]
}

/** Requests of one resource; those of the root have no folder and no name. */
export interface MadeFolder {
  readonly name: string
  readonly requests: readonly MadeRequest[]
}

/** Context that the requests of a recording share. */
export interface RecordingContext {
  /** The variable of each origin. */
  readonly baseUrls: ReadonlyMap<string, string>
  readonly secrets: RecordedSecrets
  /** True where every call is a step of its own, with what it was answered. */
  readonly isFlow?: boolean
}

/** Makes a request of the call that represents an endpoint. `cookiesSet` are those that requests before it set. */
export function savedRequest(
  endpoint: Endpoint,
  cookiesSet: ReadonlySet<string>,
  { baseUrls, secrets, isFlow = false }: RecordingContext,
): MadeRequest {
  const { chosen, parts } = endpoint
  const { path, variables } = parts.template
  const { headers, auth, dropped, cookies } = requestHeaders(chosen.headers, cookiesSet, secrets, isFlow)
  const body = chosen.body === undefined ? undefined : requestBody(chosen.body, secrets)
  const name = endpoint.operation ?? `${chosen.method} ${path}`
  const url = `{{${baseUrls.get(parts.origin) ?? 'baseUrl'}}}${path}${requestQuery(parts.query, secrets)}`
  const credentials = auth ?? (parts.user === '' ? undefined : basicUser(parts.user, secrets))
  const lines = { ...headers, ...(body === undefined ? bodilessType(endpoint) : {}) }
  const step: JsonObject = defined({
    name,
    request: `${chosen.method} ${url}`,
    ...(Object.keys(lines).length === 0 ? {} : { headers: lines }),
    auth: credentials,
    ...body?.keys,
    validations: [{ status: chosen.status === 304 && !isFlow ? 200 : chosen.status }],
  })
  return {
    endpoint,
    name,
    request: { kind: 'request', step },
    variables,
    losses: body?.losses ?? [],
    notes: notesOf(endpoint),
    dropped,
    cookies,
  }
}

/** Some programs name a type without having a body. */
function bodilessType({ chosen }: Endpoint): JsonObject {
  const type = valueOf(chosen.headers, 'content-type')
  return type === '' || chosen.body !== undefined ? {} : { 'Content-Type': type }
}

/** Notes for a reader who only sees the request. */
function notesOf({ calls, chosen }: Endpoint): readonly Pick<Loss, 'what' | 'why'>[] {
  const others = [...new Set(calls.map(({ status }) => status))].filter(status => status !== chosen.status)
  const differs = calls.some(({ url, body }) => url !== chosen.url || body?.text !== chosen.body?.text)
  return [
    ...(chosen.status === 304
      ? [
          {
            what: 'status 304',
            why: 'a browser asks whether its copy is still good; a suite gets status 200',
          },
        ]
      : []),
    ...(others.length === 0
      ? []
      : [
          {
            what: `status ${others.join(', ')}`,
            why: `other calls answered so; ${chosen.status} is expected`,
          },
        ]),
    ...(differs
      ? [
          {
            what: `${calls.length - 1} more ${calls.length === 2 ? 'call' : 'calls'}`,
            why: 'they differ in ids, query or body from the one kept',
          },
        ]
      : []),
  ]
}
