import type { FolderContents } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { joinSettings } from './join-settings.ts'
import { literalText } from './literal-text.ts'
import type { SuitePart } from './suite-parts.ts'
import { namesUsed } from './variable-flow.ts'

/** The keys of a suite before its steps: the folder's own, and what it inherits as far as it is used. */
export function suiteHeader({ chain, requests, after }: SuitePart, inputs?: readonly string[]): JsonObject {
  const own = chain[chain.length - 1] ?? chain[0]
  const settings = chain.reduce<JsonObject>(
    (outer, { settings: inner = {} }) => joinSettings(outer, inner),
    {},
  )
  const tags = [...new Set(chain.flatMap(folder => folder.tags ?? []))]
  const environment = nearest(chain, 'environment')
  const data = nearest(chain, 'data')
  const exclusive = nearest(chain, 'exclusive')
  const mocks = Object.assign({}, ...chain.map(folder => folder.mocks ?? {})) as JsonObject
  const allInputs = inputs === undefined ? own.inputs : [...(own.inputs ?? []), ...inputs]
  const steps = [...requests, ...after].map(({ step }) => step)
  const given = new Set(inputs)
  const secrets = namedValues(chain, 'secrets', [settings, mocks, ...steps], given)
  const variables = namedValues(chain, 'variables', [settings, mocks, secrets, ...steps], given)
  return {
    suite: own.name === '' ? 'Unnamed' : literalText(own.name),
    ...present('description', own.description),
    ...(tags.length === 0 ? {} : { tags }),
    ...present('skip', nearest(chain, 'skip')),
    ...present('environment', environment),
    ...present('inputs', allInputs),
    ...present('exclusive', exclusive),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(Object.keys(mocks).length === 0 ? {} : { mocks }),
    ...present('data', data),
    ...present('load', own.load),
  }
}

/** `baseUrl` is a variable like the others, which a collection has a place of its own for. */
export function ownVariables(folder: FolderContents & { readonly baseUrl?: string }): JsonObject {
  const { baseUrl, variables = {} } = folder
  return baseUrl === undefined ? variables : { baseUrl, ...variables }
}

/**
 * The variables (or secrets) of a folder: all of its own, and of the inherited ones those that are used, by `users` or by one
 * another. What a caller hands in is left out.
 */
function namedValues(
  chain: SuitePart['chain'],
  key: 'variables' | 'secrets',
  users: readonly JsonValue[],
  given: ReadonlySet<string>,
): JsonObject {
  const valuesOf = (folder: FolderContents): JsonObject =>
    key === 'secrets' ? (folder.secrets ?? {}) : ownVariables(folder)
  const all = Object.assign({}, ...chain.map(valuesOf)) as JsonObject
  const own = chain[chain.length - 1] ?? chain[0]
  const used = new Set(Object.keys(valuesOf(own)))
  const count = Object.keys(all).length
  const queue = [...used].map(name => all[name] ?? null).concat(users)
  for (let value = queue.pop(); value !== undefined && used.size < count; value = queue.pop())
    for (const name of namesUsed(value)) {
      if (used.has(name) || !Object.hasOwn(all, name)) continue
      used.add(name)
      queue.push(all[name] ?? null)
    }
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name) && !given.has(name)))
}

function nearest<Key extends 'environment' | 'data' | 'exclusive' | 'skip'>(
  chain: readonly FolderContents[],
  key: Key,
): FolderContents[Key] | undefined {
  return chain.findLast(folder => folder[key] !== undefined)?.[key]
}

function present(key: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value }
}
