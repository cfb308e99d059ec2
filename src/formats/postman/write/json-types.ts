import type { FolderContents } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { parseTemplate } from '../../../template/template.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { listAt, memberAt, objectAt } from '../parts.ts'
import { numericBuiltIns } from '../read/stays-text.ts'

/** How variables stand in JSON, where a suite gives a placeholder that is a whole value the type of its variable. */
export interface JsonTypes {
  /** Variables that stand there without quotes: they hold numbers, true, false, or JSON. */
  readonly bare: ReadonlySet<string>
  /** Variables whose type only a run tells. */
  readonly uncertain: ReadonlySet<string>
}

/** Kind of a variable's value at one of the places that set it; `answer` is a value of a response, of any type. */
type Kind = 'bare' | 'text' | 'answer'

/**
 * The types known of variables from everything that sets them. `declared` are the variables of the collection and its
 * environments.
 */
export function jsonTypes(contents: FolderContents, declared: readonly JsonObject[]): JsonTypes {
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
    for (const [name, value] of Object.entries({ ...objectAt(step, 'set'), ...objectAt(step, 'variables') }))
      add(name, kindOf(value))
    for (const [name, from] of Object.entries(objectAt(step, 'extracts')))
      add(name, kindOfExtract(from, step))
  }
}

/** Objects that scripts set are no JSON when they stand in a text of Postman. */
function kindOf(value: JsonValue): Kind {
  if (typeof value === 'string') return 'text'
  return isObject(value) || (value !== null && isList(value)) ? 'answer' : 'bare'
}

function kindOfExtract(from: JsonValue, step: JsonObject): Kind {
  const value = memberAt(from, 'value')
  if (value !== undefined) return kindOf(value)
  if (memberAt(from, 'regex') !== undefined) return 'text'
  const source = memberAt(from, 'from') ?? from
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
  const demanded = listAt(step, 'validations').map(validation => memberAt(validation, path))
  for (const rule of demanded) {
    const type = memberAt(rule, 'type')
    const kind = typeof type === 'string' ? types[type] : undefined
    if (kind !== undefined) return kind
    if (rule !== undefined && !isObject(rule)) return kindOf(rule)
  }
  return 'answer'
}

/** Names of the placeholders that are whole values in the JSON of a step. */
export function wholePlaceholders(step: JsonObject): readonly string[] {
  const inside = (value: JsonValue): readonly string[] => {
    if (typeof value === 'string')
      return value.includes('{{') ? [parseTemplate(value).only?.name ?? []].flat() : []
    if (value !== null && isList(value)) return value.flatMap(inside)
    return isObject(value) ? Object.values(value).flatMap(inside) : []
  }
  return [...new Set([step['json'] ?? null, memberAt(step['graphql'], 'variables') ?? null].flatMap(inside))]
}
