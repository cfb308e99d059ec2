import path from 'node:path'
import { readWithPlaces } from '../../../document/index.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Problem } from '../../../model/problem.ts'
import type { Span } from '../../../model/span.ts'
import { isObject } from '../../../util/is-json.ts'
import { number, text } from '../../../util/read-values.ts'

/** A file of a collection in folders. */
export interface PartFile {
  /** From the folder that is read, with forward slashes. */
  readonly name: string
  readonly text: string
  /** An empty one where the text cannot be read. */
  readonly document: JsonObject
  readonly problems: readonly Problem[]
}

/** A folder that holds requests, or others that do. */
export interface PartFolder {
  /** From the folder that is read; empty for that itself. */
  readonly path: string
  readonly definition: PartFile | undefined
  /** Folders and requests together, in their order. */
  readonly parts: readonly (PartFolder | PartFile)[]
}

/** The files of a folder by what they are. */
export interface PartTree {
  /** The uppermost folders that hold requests: each is a collection. */
  readonly roots: readonly PartFolder[]
  /** Saved answers, by name. */
  readonly examples: ReadonlyMap<string, PartFile>
  readonly environments: readonly PartFile[]
  /** Further texts of collections, which no request is made of. */
  readonly others: ReadonlyMap<string, string>
}

const isRequest = /\.request\.ya?ml$/i
const isDefinition = /(?:^|\/)\.resources\/definition\.ya?ml$/i
const isExample = /\.example\.ya?ml$/i

/** True for the file of an environment, or of the globals of a workspace. */
export function isEnvironmentFile(name: string): boolean {
  return /\.(?:environment|globals)\.ya?ml$/i.test(name)
}

/** True for the file of the globals of a workspace. */
export function isGlobals(name: string): boolean {
  return /\.globals\.ya?ml$/i.test(name)
}

/** True for a folder, false for a file. */
export function isPartFolder(part: PartFolder | PartFile): part is PartFolder {
  return 'parts' in part
}

/** Reads the texts of a folder into folders and requests; what is wrong in one is in its `problems`. */
export async function readTree(
  files: ReadonlyMap<string, string>,
  fileOf: (name: string) => string,
): Promise<PartTree> {
  const parts: PartFile[] = []
  const others = new Map<string, string>()
  for (const [name, text] of files) {
    if ([isRequest, isDefinition, isExample].some(one => one.test(name)) || isEnvironmentFile(name))
      parts.push(await readPart(name, text, fileOf(name)))
    else if (/\.(?:resources|postman)\/.*\.ya?ml$/i.test(name)) others.set(name, text)
  }
  const within = (mark: RegExp): readonly PartFile[] => parts.filter(({ name }) => mark.test(name))
  const definitions = new Map(
    within(isDefinition).map(part => [folderOf(path.posix.dirname(part.name)), part]),
  )
  const requests = within(isRequest).filter(({ name }) => !`/${name}`.includes('/.resources/'))
  const holders = new Set([...definitions.keys(), ...requests.map(({ name }) => folderOf(name))])
  const uppermost = [...holders].filter(one => !ancestorsOf(one).some(above => holders.has(above)))
  const folders = new Set([...holders].flatMap(one => [one, ...ancestorsOf(one)]))
  const treeOf = (folder: string): PartFolder => ({
    path: folder,
    definition: definitions.get(folder),
    parts: inOrder<PartFolder | PartFile>([
      ...requests.filter(({ name }) => folderOf(name) === folder),
      ...[...folders].filter(one => one !== '' && folderOf(one) === folder).map(treeOf),
    ]),
  })
  return {
    roots: inOrder(uppermost.map(treeOf)),
    examples: new Map(within(isExample).map(part => [part.name, part])),
    environments: parts.filter(({ name }) => isEnvironmentFile(name)),
    others,
  }
}

/** Reads one file. */
export async function readPart(name: string, text: string, file: string): Promise<PartFile> {
  const { value, problems } = await readWithPlaces(text, file, 'It has a `$kind`, and what belongs to that.')
  if (problems.length > 0 || isObject(value))
    return { name, text, document: isObject(value) ? value : {}, problems }
  const start = { line: 1, column: 1 }
  const message = 'this is no mapping of keys'
  return {
    name,
    text,
    document: {},
    problems: [{ code: 'import-unreadable', severity: 'error', message, span: { file, start, end: start } }],
  }
}

/** The whole of a file. */
export function spanOf({ name, text }: PartFile, folder: string): Span {
  const lines = text.trimEnd().split('\n')
  const end = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
  return { file: path.join(folder, name), start: { line: 1, column: 1 }, end }
}

/** The saved answers of a request, in their order. */
export function examplesOf({ name, document }: PartFile, { examples }: PartTree): readonly PartFile[] {
  const usual = `.resources/${stemOf(name)}.resources/examples`
  const folder = path.posix.join(folderOf(name), text(document['examples']) ?? usual)
  const found = [...examples.values()].filter(one => folderOf(one.name) === folder)
  return found.toSorted((one, other) => {
    const [left, right] = [orderOf(one) ?? -Infinity, orderOf(other) ?? -Infinity]
    return left === right ? (one.name < other.name ? -1 : 1) : left - right
  })
}

/** The folder of a file or folder; empty for the one that is read. */
export function folderOf(name: string): string {
  const folder = path.posix.dirname(name)
  return folder === '.' ? '' : folder
}

function ancestorsOf(folder: string): readonly string[] {
  if (folder === '') return []
  const above = folderOf(folder)
  return [above, ...ancestorsOf(above)]
}

/** By `order`, without one first; then by name. */
function inOrder<Part extends PartFolder | PartFile>(parts: readonly Part[]): readonly Part[] {
  const keyOf = (part: Part): string => (isPartFolder(part) ? part.path : part.name)
  return parts
    .map(part => ({ part, order: orderOf(part) ?? -Infinity, name: keyOf(part) }))
    .toSorted((one, other) =>
      one.order === other.order ? (one.name < other.name ? -1 : 1) : one.order - other.order,
    )
    .map(({ part }) => part)
}

/** The place that a part asks for among its neighbours. */
export function orderOf(part: PartFolder | PartFile): number | undefined {
  return number((isPartFolder(part) ? part.definition?.document : part.document)?.['order'])
}

/** The name of a file without its folders and ending. */
export function stemOf(name: string): string {
  return path.posix.basename(name).replace(/(?:\.(?:request|example|environment|globals))?\.ya?ml$/i, '')
}

/** The way to what stands in a line, by its keys; the whole of the file where that cannot be seen. */
export function keyAt(text: string, line = 0): string {
  const lines = text.split(/\r?\n/).slice(0, line)
  let indent = Infinity
  const keys: string[] = []
  for (const one of lines.toReversed()) {
    const [, blank = '', key] = /^([ \t]*(?:- )*)([\w$-]+):(?:\s|$)/.exec(one) ?? []
    if (key === undefined || blank.length >= indent) continue
    indent = blank.length
    keys.unshift(key)
    if (indent === 0) break
  }
  return keys.length === 0 ? 'file' : keys.join('.')
}
