import type { Collection, FolderContents } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { parseTemplate } from '../template/template.ts'
import { isList, isObject } from '../util/is-json.ts'
import { list, mapping } from '../util/read-values.ts'

/** Built-ins that are no text. */
export const numericBuiltIns = new Set([
  '$timestamp',
  '$randomInt',
  '$randomLatitude',
  '$randomLongitude',
  '$randomPrice',
  '$randomBoolean',
])

/** How variables stand in JSON, where a suite gives a placeholder that is a whole value the type of its variable. */
export interface JsonTypes {
  /** Variables that stand there without quotes: they hold numbers, true, false, or JSON. */
  readonly bare: ReadonlySet<string>
  /** Variables whose type only a run tells. */
  readonly uncertain: ReadonlySet<string>
}

/** The types known of the variables of a whole collection, while these still are what they hold. */
export function jsonTypesOf(collection: Collection): JsonTypes {
  const { variables = {}, secrets = {}, environments } = collection
  const inEnvironments = environments.flatMap(one => [one.variables, one.secrets])
  return jsonTypes(collection, [variables, secrets, ...inEnvironments])
}

/** Kind of a variable's value at one of the places that set it; `answer` is a value of a response, of any type. */
type Kind = 'bare' | 'text' | 'answer'

/**
 * The types known of variables from everything that sets them. `declared` are the variables of the collection and its
 * environments.
 */
function jsonTypes(contents: FolderContents, declared: readonly JsonObject[]): JsonTypes {
  const kinds = new Map<string, Set<Kind>>()
  const add = (name: string, kind: Kind): unknown => kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
  for (const variables of declared)
    for (const [name, value] of Object.entries(variables))
      add(name, typeof value === 'string' ? 'text' : 'bare')
  addFolder(contents, add)
  const names = [...kinds]
  const bare = names.filter(([, found]) => found.has('bare') && !found.has('text'))
  const uncertain = names.filter(([, found]) => (found.size > 1 ? found.has('text') : found.has('answer')))
  return {
    bare: new Set([...numericBuiltIns, ...bare.map(([name]) => name)]),
    uncertain: new Set(uncertain.map(([name]) => name)),
  }
}

type Add = (name: string, kind: Kind) => unknown

function addFolder(contents: FolderContents, add: Add): void {
  for (const item of [...contents.items, ...(contents.after ?? [])]) {
    if (item.kind === 'folder') {
      for (const [name, value] of Object.entries({ ...item.variables, ...item.secrets }))
        add(name, typeof value === 'string' ? 'text' : 'bare')
      addFolder(item, add)
      continue
    }
    const { step } = item
    for (const [name, value] of [step['set'], step['variables']].flatMap(one => Object.entries(mapping(one))))
      add(name, kindOf(value))
    for (const [name, from] of Object.entries(mapping(step['extracts']))) add(name, kindOfExtract(from, step))
  }
}

/** Objects that scripts set are no JSON when they stand in a text of Postman. */
function kindOf(value: JsonValue): Kind {
  if (typeof value === 'string') return 'text'
  return isObject(value) || (value !== null && isList(value)) ? 'answer' : 'bare'
}

function kindOfExtract(from: JsonValue, step: JsonObject): Kind {
  const value = mapping(from)['value']
  if (value !== undefined) return kindOf(value)
  if (mapping(from)['regex'] !== undefined) return 'text'
  const source = mapping(from)['from'] ?? from
  if (source === 'status') return 'bare'
  if (typeof source !== 'string' || !source.startsWith('$')) return 'text'
  return kindOfChecked(source, step)
}

const types: Readonly<Record<string, Kind>> = {
  integer: 'bare',
  number: 'bare',
  boolean: 'bare',
  string: 'text',
}

/** The kind that the validations of a step demand of the value that it extracts. */
function kindOfChecked(path: string, step: JsonObject): Kind {
  const demanded = list(step['validations']).map(validation => mapping(validation)[path])
  for (const rule of demanded) {
    const type = mapping(rule)['has-type']
    const kind = typeof type === 'string' ? types[type] : undefined
    if (kind !== undefined) return kind
    if (rule !== undefined && !isObject(rule)) return kindOf(rule)
  }
  return 'answer'
}

/** Variables whose type only a run tells, and that are whole values in the JSON of a step. */
export function uncertainIn(step: JsonObject, { uncertain }: JsonTypes): readonly string[] {
  return uncertain.size === 0 ? [] : wholePlaceholders(step).filter(name => uncertain.has(name))
}

/** Names of the placeholders that are whole values in the JSON of a step. */
function wholePlaceholders(step: JsonObject): readonly string[] {
  const inside = (value: JsonValue): readonly string[] => {
    if (typeof value === 'string')
      return value.includes('{{') ? [parseTemplate(value).only?.name ?? []].flat() : []
    if (value !== null && isList(value)) return value.flatMap(inside)
    return isObject(value) ? Object.values(value).flatMap(inside) : []
  }
  return [...new Set([step['json'] ?? null, mapping(step['graphql'])['variables'] ?? null].flatMap(inside))]
}
