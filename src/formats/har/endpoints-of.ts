import { exactJson } from '../../compile/exact-json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Entry } from './har-document.ts'
import { urlParts, type UrlParts } from './request-url.ts'
import { defined } from '../../util/defined.ts'

/** One endpoint and everything that was recorded of it. */
export interface Endpoint {
  /** In recorded order; never empty. */
  readonly calls: readonly Entry[]
  /** The call that represents the others: the first that succeeded, else the first. */
  readonly chosen: Entry
  readonly parts: UrlParts
  /** The name of the operation, where one URL has many: GraphQL, JSON-RPC. */
  readonly operation?: string
}

/** Merges calls to one endpoint: same method, origin, shape of path, and operation. */
export function endpointsOf(calls: readonly Entry[]): readonly Endpoint[] {
  const groups = new Map<string, Entry[]>()
  for (const call of calls) {
    const { origin, template } = urlParts(call.url)
    const key = JSON.stringify([call.method, origin, template.shape, operationOf(call) ?? null])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [call])
    else group.push(call)
  }
  return [...groups.values()].map(endpointOf)
}

function endpointOf(calls: readonly Entry[]): Endpoint {
  const [first] = calls
  if (first === undefined) throw new Error('a group of calls has at least one')
  const chosen = calls.find(({ status }) => isSuccess(status)) ?? first
  const operation = operationOf(chosen)
  return defined({ calls, chosen, parts: urlParts(chosen.url), operation })
}

/** "Not modified" is what a browser gets that has the answer already. */
function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304
}

/** The operation that a call asks for, of many at one URL. */
function operationOf({ body }: Entry): string | undefined {
  const json = body?.text === undefined ? undefined : exactJson(body.text)
  if (json === undefined) return undefined
  if (!isList(json)) return operationName(json)
  const names = json.map(operationName)
  return names.length > 0 && names.every(name => name !== undefined) ? names.join(', ') : undefined
}

function operationName(json: JsonValue): string | undefined {
  if (!isObject(json)) return undefined
  const { operationName: given, query, method, jsonrpc, params } = json
  if (typeof given === 'string' && given !== '') return given
  if (typeof query === 'string' && query.includes('{'))
    return /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1]
  if (typeof method === 'string' && (jsonrpc !== undefined || params !== undefined)) return method
  return undefined
}
