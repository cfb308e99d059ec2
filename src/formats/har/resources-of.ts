import type { Endpoint } from './endpoints-of.ts'

/** Segments that tell of an API, not of what it is about. */
const prefix =
  /^(api|apis|rest|services?|public|internal|v\d+\w*|\d+([._]\d+)+|[\w-]+-api|graphql|rpc|json)$/i

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

/** The segments of a path that are names, up to its first id, without those that only tell of an API. */
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
