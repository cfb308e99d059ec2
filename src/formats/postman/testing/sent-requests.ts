import { buffer } from 'node:stream/consumers'
import { prepareRequest } from '../../../actions/http/prepare-request.ts'
import type { WireBody } from '../../../actions/http/engine/wire.ts'
import { testContext } from '../../../actions/testing/test-context.ts'
import type { Collection, FolderContents, SavedRequest } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { renderValue } from '../../../template/render.ts'
import { createScope } from '../../../template/scope.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { objectAt } from '../parts.ts'

/** What a saved request would send, or why it would send nothing. */
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

/** What the requests of a collection send, one after the other, with the variables of an environment. */
export async function sentRequests(
  collection: Collection,
  environment: JsonObject,
): Promise<readonly SentRequest[]> {
  const layers = [
    { name: 'environment' as const, values: environment },
    { name: 'suite' as const, values: { ...collection.variables, ...collection.secrets } },
  ]
  const sent: SentRequest[] = []
  for (const placed of placedRequests(collection)) sent.push(await sentRequest(placed, createScope(layers)))
  return sent
}

async function sentRequest(
  { request, settings }: PlacedRequest,
  scope: ReturnType<typeof createScope>,
): Promise<SentRequest> {
  const {
    validations: _validations,
    extracts: _extracts,
    variables: _variables,
    scripts: _scripts,
    ...input
  } = request.step
  const name = typeof input['name'] === 'string' ? input['name'] : ''
  const rendered = renderValue({ input: enabled(input), settings: { auth: settings['auth'] ?? null } }, scope)
  if (!rendered.ok) return { name, problem: JSON.stringify(rendered.problems) }
  const step = objectAt(rendered.value, 'input')
  const headers = objectAt(settings, 'headers')
  const { auth } = objectAt(rendered.value, 'settings')
  const shared = isObject(auth) ? { headers, auth } : { headers }
  const prepared = await prepareRequest(step, testContext({ settings: shared }))
  if (!prepared.ok) return { name, problem: prepared.failure.message }
  const { wire, auth: computed } = prepared.value
  const lines = pairs(wire.headers).filter(([header]) => header !== 'host')
  const host = pairs(wire.headers).find(([header]) => header.toLowerCase() === 'host')?.[1] ?? ''
  const credentials = computed === undefined ? [] : [['authorization', computed.kind] as const]
  return {
    name,
    method: wire.method,
    host,
    target: wire.path,
    headers: [...lines, ...credentials],
    body: await textOf(wire.body),
  }
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
  const mappings = ['headers', 'query', 'form', 'multipart'].filter(key => isObject(step[key]))
  return { ...step, ...Object.fromEntries(mappings.map(key => [key, enabledValues(objectAt(step, key))])) }
}

function enabledValues(mapping: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([name, value]): [string, JsonValue][] => {
      if (isList(value)) return [[name, value.filter(item => !isDisabled(item))]]
      return isDisabled(value) ? [] : [[name, value]]
    }),
  )
}

function isDisabled(value: JsonValue): boolean {
  return isObject(value) && Object.hasOwn(value, 'disabled')
}
