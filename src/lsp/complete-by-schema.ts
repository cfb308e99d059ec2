import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { valueText } from '../util/value-text.ts'
import { BoundedCache } from '../util/bounded-cache.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList } from '../util/is-json.ts'
import { list, mapping, text, valueAt } from '../util/read-values.ts'
import { readValue } from '../document/index.ts'
import { countRefused } from '../check/check-suite.ts'
import type { DocumentPath } from '../model/span.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { memberOf } from '../template/member-path.ts'
import { isConfiguration } from './analysis.ts'
import { itemAt } from './item-at.ts'
import type { Place, Asked } from './place.ts'
import { isBeginning, wholeKey } from './schema-guide.ts'

const kinds = { key: 10, value: 12 } as const satisfies Record<string, CompletionItemKind>

/** The keys that a mapping may still have, each with an example of its value to write over. */
export async function completeKeys(asked: Asked, place: Place): Promise<readonly CompletionItem[]> {
  const { cursor, guide, hasSnippets } = asked
  const keys = [...guide.keysAt(place.path, place.around)]
  const rest = (cursor.lines[cursor.line] ?? '').slice(cursor.column)
  const [there] = /^[\w-]*(?=\s*:)/.exec(rest) ?? []
  const misplaced = await misplacedAmong(keys, place, asked)
  return keys.flatMap(([key, parts], index) => {
    if (misplaced.has(key)) return []
    const column = place.kind === 'item' ? place.column + 2 : place.column
    const written =
      there !== undefined || (isBeginning(key) && !hasSnippets)
        ? ''
        : place.hasChildren
          ? ':'
          : behindKey(parts, { isFlow: place.isFlow, column, hasSnippets })
    const dash = place.kind === 'item' ? '- ' : ''
    return {
      ...itemAt(
        cursor,
        place,
        key,
        dash + (isBeginning(key) ? named(key, written) : key + written),
        there?.length,
      ),
      kind: kinds.key,
      sortText: String(index).padStart(3, '0'),
      ...(hasSnippets ? { insertTextFormat: 2 as const } : {}),
      ...explained(parts),
    }
  })
}

/** A key that ends in a name, which is written over before its value is. */
function named(beginning: string, written: string): string {
  const name = beginning === '$.' ? 'name' : 'NAME'
  return written === ''
    ? beginning
    : `${beginning.replace('$', String.raw`\$`)}\${1:${name}}${written.replace('${1:', '${2:')}`
}

/** Counts of the problems that rules found in the same surroundings before. */
const counts = new BoundedCache<Promise<number>>(1000)

/** Of the keys that the schema takes those that rules of the check refuse beside what is there. */
async function misplacedAmong(
  keys: readonly (readonly [key: string, parts: readonly JsonObject[]])[],
  { path, around }: Place,
  { file, analysis }: Asked,
): Promise<ReadonlySet<string>> {
  const misplaced = new Set<string>()
  if (isConfiguration(file) || path.length === 0) return misplaced
  const count = (more: JsonObject): Promise<number> => {
    const document = alone(around, path, { ...mapping(valueAt(around, path)), ...more })
    return counts.get(JSON.stringify(document), async text =>
      countRefused(await parseSuite(text, file), analysis.facts),
    )
  }
  const before = await count({})
  for (const [key, parts] of keys)
    if ((await count({ [wholeKey(key)]: await exampleOf(parts) })) > before) misplaced.add(key)
  return misplaced
}

/** The first example of a value, or at least some value. */
async function exampleOf(parts: readonly JsonObject[]): Promise<JsonValue> {
  const [body = 'some'] = parts.flatMap(examplesOf)
  if (typeof body !== 'string') return body
  const read = await readValue(plain(body))
  return read.ok ? read.value : null
}

/** The path to a part of a document, with the part in its place and nothing else in lists. */
function alone(around: JsonValue | undefined, [first, ...rest]: DocumentPath, part: JsonValue): JsonValue {
  if (first === undefined) return part
  const inside = alone(around === undefined ? undefined : memberOf(around, first), rest, part)
  return typeof first === 'number' ? [inside] : { ...mapping(around), [first]: inside }
}

interface Around {
  readonly isFlow: boolean
  readonly column: number
  readonly hasSnippets: boolean
}

/** The colon, and an example that can be written over; a mapping without one begins on the next line. */
function behindKey(parts: readonly JsonObject[], { isFlow, column, hasSnippets }: Around): string {
  const [body] = parts.flatMap(examplesOf)
  const indentation = `\n${' '.repeat(column + 2)}`
  if (body !== undefined && hasSnippets) {
    if (typeof body === 'string') return `: \${1:${isFlow ? inFlow(body) : body}}`
    const items = body
    return isFlow
      ? `: [\${1:${items.join(', ')}}]`
      : `:${items.map(item => `${indentation}- ${item}`).join('')}`
  }
  const types = new Set(parts.flatMap(({ type }) => [type ?? []].flat()))
  const isMapping = types.size > 0 && [...types].every(type => type === 'object' || type === 'array')
  if (!isMapping) return ': '
  if (!isFlow) return `:${indentation}${types.has('array') && types.size === 1 ? '- ' : ''}`
  return hasSnippets ? `: ${types.has('array') ? '[$1]' : '{ $1 \\}'}` : ': '
}

/** The words, and the examples, that a value may be. */
export function completeValues({ cursor, guide }: Asked, place: Place): readonly CompletionItem[] {
  const parts = guide.at(place.path, place.around)
  const words = parts.flatMap(part => [
    ...list(part['enum']),
    ...(part['const'] === undefined ? [] : [part['const']]),
    ...(part['type'] === 'boolean' ? [true, false] : []),
  ])
  const examples = parts
    .flatMap(examplesOf)
    .filter(body => typeof body === 'string')
    .map(body => plain(body))
  const offered = [...words.map(word => flowYaml(word)), ...examples]
  return [...new Set(offered)].flatMap((value, index) => {
    if (place.quote !== undefined && !/^[\w .:/-]+$/.test(value)) return []
    const isWhole = place.isFlow && place.quote === undefined
    return {
      ...itemAt(cursor, place, value, isWhole ? inFlow(value) : value),
      kind: kinds.value,
      sortText: String(index).padStart(3, '0'),
      ...explained(parts),
    }
  })
}

/** The examples of a schema as an editor inserts them: a text is a snippet, a list has one for each item. */
function examplesOf({ defaultSnippets, examples }: JsonObject): readonly (string | readonly string[])[] {
  const bodies = list(defaultSnippets).map(snippet => {
    const body = mapping(snippet)['body'] ?? null
    return isList(body) ? body.map(valueText) : valueText(body)
  })
  return [
    ...bodies,
    ...list(examples).map(example => flowYaml(example).replaceAll(/[\\$}]/g, String.raw`\$&`)),
  ]
}

function plain(snippet: string): string {
  return snippet.replaceAll(/\\([$}\\])/g, '$1')
}

/** A value as it may stand between braces: what has signs of YAML in it and is no quoted text, list or mapping, in quotes. */
function inFlow(written: string): string {
  return /^["'{[]/.test(written) || !/[,{}[\]]/.test(written) ? written : JSON.stringify(written)
}

function explained(parts: readonly JsonObject[]): Pick<CompletionItem, 'documentation'> {
  const [description] = parts.flatMap(part => text(part['description']) ?? [])
  return description === undefined ? {} : { documentation: { kind: 'markdown', value: description } }
}
