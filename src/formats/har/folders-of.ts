import type { Folder, SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Endpoint } from './endpoints-of.ts'
import type { MadeFolder, MadeRequest } from './saved-request.ts'

/**
 * The resource of each endpoint, the name of its folder: the first segment of its path behind what all paths of its origin
 * begin with (`/api/v1`, the name of a service). Empty when there is none.
 */
export function resourcesOf(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, string> {
  const paths = new Map(endpoints.map(endpoint => [endpoint, segmentsOf(endpoint)]))
  const resources = new Map<Endpoint, string>()
  for (const [endpoint, segments] of paths) {
    const siblings = [...paths].flatMap(([other, path]) =>
      other.parts.origin === endpoint.parts.origin ? [path] : [],
    )
    resources.set(endpoint, segments[sharedLength(siblings)] ?? segments.at(-1) ?? '')
  }
  return resources
}

/** Segments that name an API, not its resources. */
const prefix =
  /^(api|apis|rest|services?|public|internal|v\d+\w*|\d+([._]\d+)+|[\w-]+-api|graphql|rpc|json)$/i

/** The segments of a path that are names, up to its first id, without those that only name an API. */
function segmentsOf({ parts }: Endpoint): readonly string[] {
  const all = parts.template.shape.split('/').filter(segment => segment !== '')
  const firstId = all.indexOf('{}')
  const named = firstId < 0 ? all : all.slice(0, firstId)
  return named.slice(named.findLastIndex((_, index) => isPrefix(named, index)) + 1)
}

/** The last name is never one: something must be asked for. */
function isPrefix(named: readonly string[], index: number): boolean {
  const segment = named[index] ?? ''
  const isVersion = /^\d+$/.test(segment) && /api$|^rest$/i.test(named[index - 1] ?? '')
  return index < named.length - 1 && (isVersion || prefix.test(segment))
}

/** How many segments all paths begin with that name no resource: a plural is one, and so is what stands alone. */
function sharedLength(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths
  if (paths.length < 2) return 0
  let length = 0
  while (
    paths.every(path => path.length > length + 1 && path[length] === first[length]) &&
    !/s$/i.test(first[length] ?? '')
  )
    length++
  return length
}

/**
 * Requests of one resource, made into a folder. Ids that are the same wherever its requests have them stand once, at the
 * folder, unless they are among `differing`.
 */
export function folderOf({ name, requests }: MadeFolder, differing: ReadonlySet<string>): Folder {
  const shared = Object.fromEntries(
    [...valuesOf(requests)].flatMap(([id, [value = null]]) => (differing.has(id) ? [] : [[id, value]])),
  )
  const auth = sharedKey(requests, 'auth')
  return {
    kind: 'folder',
    name,
    ...(Object.keys(shared).length === 0 ? {} : { variables: shared }),
    ...(auth === undefined ? {} : { settings: { auth } }),
    items: requests.map(made =>
      withVariables(auth === undefined ? made.request : without(made, 'auth'), made, shared),
    ),
  }
}

/** The value that every one of several requests has under a key; undefined when they differ. */
export function sharedKey(requests: readonly MadeRequest[], key: string): JsonValue | undefined {
  const values = new Set(requests.map(({ request }) => JSON.stringify(request.step[key])))
  return requests.length > 1 && values.size === 1 ? requests[0]?.request.step[key] : undefined
}

/** A request without a key that its folder or collection says for it. */
export function without({ request }: MadeRequest, key: string): SavedRequest {
  const { [key]: _, ...step } = request.step
  return { ...request, step }
}

/**
 * Ids with several values in one folder. Each step sets these itself: what a step sets holds for all after it, those of
 * other folders included.
 */
export function differingIds(folders: readonly MadeFolder[]): ReadonlySet<string> {
  const found = folders.flatMap(({ requests }) =>
    [...valuesOf(requests)].filter(([, values]) => values.length > 1),
  )
  return new Set(found.map(([name]) => name))
}

/** The values that each id has, every one once. */
function valuesOf(requests: readonly MadeRequest[]): ReadonlyMap<string, readonly JsonValue[]> {
  const all = requests.flatMap(({ variables }) => Object.entries(variables))
  return new Map(
    all.map(([name]) => [
      name,
      [...new Set(all.flatMap(([other, value]) => (other === name ? [value] : [])))],
    ]),
  )
}

/** Others stand at the step that needs them. */
function withVariables(request: SavedRequest, { variables }: MadeRequest, shared: JsonObject): SavedRequest {
  const own = Object.entries(variables).filter(([name]) => !Object.hasOwn(shared, name))
  if (own.length === 0) return request
  const { name, ...rest } = request.step
  return { ...request, step: { name: name ?? null, variables: Object.fromEntries(own), ...rest } }
}
