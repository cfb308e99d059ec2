import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver'
import { factsOf } from '../actions/index.ts'
import { loadDescription } from '../api-description/load-description.ts'
import { isUrl } from '../util/is-url.ts'
import { readLocalFile } from '../api-description/documents/read-local-file.ts'
import { namesOfOperation } from '../api-description/operation-names.ts'
import { fileNamesIn } from '../compile/relocate-files.ts'
import { isSuite } from '../load/find-suites.ts'
import type { JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList } from '../util/is-json.ts'
import { mapping, valueAt } from '../util/read-values.ts'
import { isConfiguration } from './analysis.ts'
import { itemAt } from './item-at.ts'
import type { Place, Asked } from './place.ts'
import { stepAt, variablesAt } from './variables.ts'

const kinds = { file: 17, folder: 19, name: 18, variable: 6 } as const satisfies Record<
  string,
  CompletionItemKind
>

/** Completes names that are set elsewhere: files, environments, operations, mocks, and variables of conditions. */
export async function completeNames(asked: Asked, place: Place): Promise<readonly CompletionItem[]> {
  if (namesFile(asked.file, place)) return fileItems(asked, place)
  if (place.kind === 'key' && isCondition(asked, place)) return variableKeys(asked, place)
  const names = place.kind === 'value' ? await namesFor(asked, place) : []
  return names.map(name => ({
    ...itemAt(asked.cursor, place, name, place.quote === undefined ? flowYaml(name) : name),
    kind: kinds.name,
  }))
}

async function namesFor(
  { file, analysis }: Asked,
  { path: place, around }: Place,
): Promise<readonly string[]> {
  const { configuration, parsed } = analysis
  const key = String(place.at(-1))
  if (key === 'environment' && place.length === 1)
    return Object.keys(configuration?.configuration.environments ?? {})
  const { spec } = mapping(valueAt(around, place.slice(0, -1)))
  if (key === 'operation' && typeof spec === 'string' && !isUrl(spec))
    return operationsOf(path.resolve(path.dirname(file), spec))
  const { readsCalls, resetsMocks } = factsOf(key)
  if (readsCalls !== true && resetsMocks !== true) return []
  return [...parsed.suite.mocks, ...(configuration?.configuration.mocks ?? [])].map(({ name }) => name)
}

/** The names of the operations of a description; none where it cannot be read. */
async function operationsOf(file: string): Promise<readonly string[]> {
  const description = await loadDescription(file, readLocalFile)
  return description.ok ? description.value.operations.flatMap(namesOfOperation) : []
}

/** True where a place is one of those where the name of a file stands. */
export function namesFile(file: string, { path: place, around }: Pick<Place, 'path' | 'around'>): boolean {
  const [first] = place
  if (isConfiguration(file) && (first === 'env-file' || first === 'suites')) return true
  const probe = 'probe'
  const named = fileNamesIn(mapping(withValue(around, place, probe)))
  return named.some(({ name, path: found }) => name === probe && found.join('\n') === place.join('\n'))
}

function withValue(
  document: JsonValue | undefined,
  [first, ...rest]: DocumentPath,
  value: JsonValue,
): JsonValue {
  if (first === undefined) return value
  if (typeof first === 'number') {
    const items = document !== undefined && isList(document) ? [...document] : []
    items[first] = withValue(items[first], rest, value)
    return Array.from(items, item => item ?? null)
  }
  return { ...mapping(document), [first]: withValue(mapping(document)[first], rest, value) }
}

/** The files and folders of the folder that what is typed leads to. */
function fileItems({ file, cursor }: Asked, place: Place): readonly CompletionItem[] {
  const typed = place.typed.replace(/^["']/, '')
  const within = typed.slice(0, typed.lastIndexOf('/') + 1)
  const wantsRows = place.path.at(-1) === 'data'
  const wantsSuite = factsOf(String(place.path.at(-1))).runsSuite === true
  return entriesOf(path.resolve(path.dirname(file), within)).flatMap(({ name, isFolder }) => {
    const isLeftOut = name.startsWith('.') || name === 'node_modules'
    const isOther = (wantsSuite && !isSuite(name)) || (wantsRows && !/\.(?:csv|json)$/i.test(name))
    if (isLeftOut || (isOther && !isFolder)) return []
    const written = `${within}${name}${isFolder ? '/' : ''}`
    const isBare = place.quote !== undefined || /^[\w./][\w./@ -]*$/.test(written)
    return {
      ...itemAt(cursor, place, written, isBare ? written : JSON.stringify(written)),
      kind: isFolder ? kinds.folder : kinds.file,
    }
  })
}

function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map(entry => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }))
  } catch {
    return []
  }
}

/** True where a key is that of a condition of a step, which asks for a variable. */
function isCondition({ analysis }: Asked, { path: place }: Place): boolean {
  const key = place.at(-1)
  if (key !== 'when' && key !== 'unless') return false
  const isOfStep = typeof place.at(-2) === 'number' && place.at(-3) !== 'validations'
  return isOfStep || stepAt(analysis, place)?.path.length === place.length - 1
}

function variableKeys({ cursor, analysis }: Asked, place: Place): readonly CompletionItem[] {
  const written = mapping(valueAt(place.around, place.path))
  const variables = variablesAt(analysis, place.path).filter(({ name }) => !Object.hasOwn(written, name))
  return [...new Map(variables.map(one => [one.name, one])).values()].map(({ name, by }) => ({
    ...itemAt(cursor, place, name, `${flowYaml(name)}: `),
    kind: kinds.variable,
    detail: by,
  }))
}
