import type { Folder, SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { MadeRequest } from './saved-request.ts'

/** Requests of one resource, made into a folder. */
export function folderOf(name: string, requests: readonly MadeRequest[]): Folder {
  const shared = sharedVariables(requests)
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

/** Ids that are the same wherever the requests have them stand once, at the folder. */
function sharedVariables(requests: readonly MadeRequest[]): JsonObject {
  const names = [...new Set(requests.flatMap(({ variables }) => Object.keys(variables)))]
  return Object.fromEntries(
    names.flatMap((name): [string, JsonValue][] => {
      const values = requests.flatMap(({ variables }) =>
        Object.hasOwn(variables, name) ? [variables[name] ?? null] : [],
      )
      return new Set(values).size === 1 ? [[name, values[0] ?? null]] : []
    }),
  )
}

/** Others stand at the step that needs them. */
function withVariables(request: SavedRequest, { variables }: MadeRequest, shared: JsonObject): SavedRequest {
  const own = Object.entries(variables).filter(([name]) => !Object.hasOwn(shared, name))
  if (own.length === 0) return request
  const { name, ...rest } = request.step
  return { ...request, step: { name: name ?? null, variables: Object.fromEntries(own), ...rest } }
}
