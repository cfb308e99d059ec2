import { faultText } from '../../../actions/faults/index.ts'
import { buffer } from 'node:stream/consumers'
import { prepareRequest } from '../../../actions/http/prepare-request.ts'
import type { WireBody } from '../../../actions/http/engine/wire.ts'
import { testContext } from '../../../actions/testing/test-context.ts'
import type { Collection, FolderContents, SavedRequest } from '../../../model/collection.ts'
import { enabledOnly, switchableKeys } from '../../../model/disabled.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Settings } from '../../../model/settings.ts'
import { renderValue } from '../../../template/render.ts'
import { createScope } from '../../../template/scope.ts'
import { objectAt } from '../parts.ts'

/** The request that a saved request would send, or why it would send nothing. */
export type SentRequest =
  | { readonly name: string; readonly problem: string }
  | {
      readonly name: string
      readonly method: string
      readonly host: string
      readonly target: string
      readonly headers: readonly (readonly [name: string, value: string])[]
      readonly body: string
    }

/** A saved request with the settings of the folders around it. */
export interface PlacedRequest {
  readonly way: readonly string[]
  readonly request: SavedRequest
  readonly settings: JsonObject
}

/** The requests of a collection in their order. */
export function placedRequests(
  contents: FolderContents,
  way: readonly string[] = [],
  outer: JsonObject = {},
): readonly PlacedRequest[] {
  const own = contents.settings ?? {}
  const settings = {
    ...outer,
    ...own,
    headers: { ...objectAt(outer, 'headers'), ...objectAt(own, 'headers') },
  }
  return contents.items.flatMap(item =>
    item.kind === 'folder'
      ? placedRequests(item, [...way, item.name], settings)
      : [{ way, request: item, settings }],
  )
}

/** The requests that a collection would send, one after the other, with the variables of an environment. */
export async function sentRequests(
  collection: Collection,
  environment: JsonObject,
): Promise<readonly SentRequest[]> {
  const sent: SentRequest[] = []
  for (const { name, step, settings } of renderedRequests(collection, environment))
    sent.push(typeof step === 'string' ? { name, problem: step } : await sentRequest(name, step, settings))
  return sent
}

/** A request with its variables filled in, or why they cannot be. */
interface RenderedRequest {
  readonly name: string
  readonly step: JsonObject | string
  readonly settings: Settings
}

function renderedRequests(collection: Collection, environment: JsonObject): readonly RenderedRequest[] {
  const scope = createScope([
    { name: 'environment', values: environment },
    { name: 'suite', values: { ...collection.variables, ...collection.secrets } },
  ])
  return placedRequests(collection).map(({ request, settings }) => {
    const { validations: _1, extracts: _2, variables: _3, scripts: _4, ...input } = request.step
    const name = typeof input['name'] === 'string' ? input['name'] : ''
    const shared = { headers: objectAt(settings, 'headers'), auth: settings['auth'] ?? 'none' }
    const rendered = renderValue({ input: enabled(input), shared }, scope)
    if (!rendered.ok) return { name, step: JSON.stringify(rendered.problems), settings: {} }
    return {
      name,
      step: objectAt(rendered.value, 'input'),
      settings: objectAt(rendered.value, 'shared') as Settings,
    }
  })
}

async function sentRequest(name: string, step: JsonObject, settings: Settings): Promise<SentRequest> {
  const prepared = await prepareRequest(step, testContext({ settings }))
  if (!prepared.ok) return { name, problem: faultText(prepared.failure).message }
  const { wire, auth } = prepared.value
  const lines = pairs(wire.headers).filter(([header]) => header !== 'host')
  const host = pairs(wire.headers).find(([header]) => header.toLowerCase() === 'host')?.[1] ?? ''
  // A digest answers a challenge, which no server has given yet.
  const isComputed = auth !== undefined && auth.kind !== 'digest'
  const credentials = isComputed ? [['authorization', auth.kind] as const] : []
  const { method, path: target } = wire
  return { name, method, host, target, headers: [...lines, ...credentials], body: await textOf(wire.body) }
}

function pairs(headers: readonly string[]): readonly (readonly [string, string])[] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as const] : [],
  )
}

async function textOf(body: WireBody | undefined): Promise<string> {
  if (body === undefined) return ''
  return (Buffer.isBuffer(body) ? body : await buffer(body.open())).toString()
}

/** A step without the values that are switched off. */
function enabled(step: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(step).map(([key, value]) => [
      key,
      switchableKeys.has(key) ? enabledOnly(objectAt(step, key)) : value,
    ]),
  )
}
