import path from 'node:path'
import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import type { JsonObject } from '../../model/json.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { list, mapping } from '../../util/read-values.ts'
import { documentOfBru, environmentOfBru } from './bru-document.ts'
import type { CollectionPart, CollectionParts, EnvironmentPart } from './collection-part.ts'
import { requestOf } from './item-parts.ts'

/** Kinds of parts that Bruno has. */
const kinds = /^(?:http|graphql|grpc|websocket|folder|script|app)$/

/**
 * Reads the files of a collection of Bruno, in either of its languages, by their names in `folder`. Folders and requests stand
 * in the order in which Bruno runs them.
 */
export async function readParts(
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<CollectionParts> {
  return new PartsReader(files, folder).read()
}

class PartsReader {
  readonly #files: ReadonlyMap<string, string>
  readonly #folder: string
  readonly #isYaml: boolean
  readonly #root: string
  readonly #broken: { span: Span; file: string; why: string }[] = []
  readonly #others: string[] = []

  constructor(files: ReadonlyMap<string, string>, folder: string) {
    this.#files = files
    this.#folder = path.resolve(folder)
    const yaml = ['opencollection.yml', 'opencollection.yaml'].find(name => files.has(name))
    this.#isYaml = yaml !== undefined
    this.#root = yaml ?? (files.has('collection.bru') ? 'collection.bru' : 'bruno.json')
  }

  async read(): Promise<CollectionParts> {
    const root = this.#root === 'bruno.json' ? undefined : await this.#part(this.#root)
    const document = this.#isYaml ? (root?.document ?? {}) : this.#bruRoot(root?.document)
    const bundled = list(document['items'])
    const source = this.#isYaml && bundled.length > 0 ? await this.#yaml(this.#root) : undefined
    const parts =
      source === undefined ? await this.#partsIn('', document) : bundledParts(source, this.#root, ['items'])
    return {
      root: { ...this.#placed(this.#root, 1), ...root, document, parts },
      environments: [...configured(document, this.#root), ...(await this.#environments())],
      broken: this.#broken,
      others: this.#others,
    }
  }

  /** `bruno.json`, and what `collection.bru` says for all requests. */
  #bruRoot(document: JsonObject = {}): JsonObject {
    const configuration = mapping(jsonIn(this.#files.get('bruno.json') ?? '') ?? null)
    if (!isObject(jsonIn(this.#files.get('bruno.json') ?? '') ?? null))
      this.#break('bruno.json', 1, 'it is no JSON object')
    const { name, version: _, type: _type, ignore: _ignore, presets: _presets, ...config } = configuration
    return {
      ...document,
      info: { ...mapping(document['info']), ...(name === undefined ? {} : { name }) },
      config,
    }
  }

  async #partsIn(below: string, { extensions }: JsonObject = {}): Promise<readonly CollectionPart[]> {
    const ignored = list(mapping(mapping(extensions)['bruno'])['ignore'])
    const inside = [...this.#files.keys()].filter(name => name.startsWith(below))
    const names = [...new Set(inside.map(name => name.slice(below.length).split('/')[0] ?? ''))]
    const requests: CollectionPart[] = []
    const folders: { name: string; seq: number; part: CollectionPart }[] = []
    for (const name of names) {
      const full = below + name
      if (!this.#files.has(full)) {
        if ((below === '' && name === 'environments') || ignored.includes(full)) continue
        const part = await this.#folderPart(full)
        if (part !== undefined) folders.push({ name, seq: seqOf(part.document), part })
      } else if (this.#mayBeRequest(full)) {
        const part = await this.#part(full)
        if (part !== undefined) requests.push(part)
      }
    }
    const seq = ({ document }: CollectionPart): number => seqOf(document) || 1
    return [...inOrder(folders), ...requests.toSorted((one, other) => seq(one) - seq(other))]
  }

  #mayBeRequest(name: string): boolean {
    const ending = this.#isYaml ? /\.ya?ml$/ : /\.bru$/
    const own = this.#isYaml
      ? /(?:^|\/)folder\.yml$|^opencollection\.ya?ml$/
      : /(?:^|\/)folder\.bru$|^collection\.bru$/
    return ending.test(name) && !own.test(name)
  }

  async #folderPart(name: string): Promise<CollectionPart | undefined> {
    const file = `${name}/folder.${this.#isYaml ? 'yml' : 'bru'}`
    const own = await this.#part(file)
    const parts = await this.#partsIn(`${name}/`)
    if (own === undefined && parts.length === 0) return undefined
    const document = own?.document ?? { info: { type: 'folder' } }
    const { name: given = '' } = mapping(document['info'])
    const named =
      given === ''
        ? { ...document, info: { ...mapping(document['info']), name: path.posix.basename(name) } }
        : document
    return { ...this.#placed(file, 1), text: '', ...own, document: named, parts }
  }

  /** The part in a file; undefined for a file that is not there, is none, or cannot be read. */
  async #part(file: string): Promise<CollectionPart | undefined> {
    const text = this.#files.get(file)
    if (text === undefined) return undefined
    if (!this.#isYaml) {
      const { line, problem, ...read } = documentOfBru(text)
      const isNone = this.#mayBeRequest(file) && kindOf(read.document) === 'folder'
      const why = problem?.why ?? (isNone ? 'there is no request in it, such as `get {`' : undefined)
      if (why !== undefined) this.#break(file, problem?.line ?? 1, why)
      return why === undefined ? { ...this.#placed(file, line), ...read, text } : undefined
    }
    const source = await this.#yaml(file)
    const document = source?.value as JsonObject | undefined
    if (source === undefined || document === undefined) return undefined
    if (file !== this.#root && !kinds.test(kindOf(document))) {
      this.#others.push(file)
      return undefined
    }
    return { ...this.#placed(file, lineOf(source, [])), document, text }
  }

  /** A file of YAML that holds a mapping. */
  async #yaml(file: string): Promise<YamlSource | undefined> {
    const text = this.#files.get(file) ?? ''
    const source = await readWithPlaces(text.replace(/^\uFEFF/, ''), path.join(this.#folder, file), '')
    const [problem] = source.problems
    if (problem !== undefined) this.#break(file, problem.span?.start.line ?? 1, problem.message)
    else if (!isObject(source.value)) this.#break(file, 1, 'it is no mapping')
    else return source
    return undefined
  }

  async #environments(): Promise<readonly EnvironmentPart[]> {
    const ending = this.#isYaml ? /^environments\/[^/]+\.ya?ml$/ : /^environments\/[^/]+\.bru$/
    const found: EnvironmentPart[] = []
    for (const [file, text] of this.#files) {
      if (!ending.test(file)) continue
      const name = path.posix.basename(file).replace(/\.\w+$/, '')
      if (this.#isYaml) {
        const document = (await this.#yaml(file))?.value as JsonObject | undefined
        if (document !== undefined) found.push({ document: { name, ...document }, file, text })
      } else {
        const { problem, document, unknown } = environmentOfBru(text, name)
        if (problem === undefined) found.push({ document, unknown, file, text })
        else this.#break(file, problem.line, problem.why)
      }
    }
    return found
  }

  #break(file: string, line: number, why: string): void {
    if (!this.#broken.some(one => one.file === file)) this.#broken.push({ ...this.#placed(file, line), why })
  }

  #placed(file: string, line: number): { readonly file: string; readonly span: Span } {
    const start = { line, column: 1 }
    const lines = (this.#files.get(file) ?? '').trimEnd().split('\n')
    const end = { line: Math.max(lines.length, line), column: (lines.at(-1)?.length ?? 0) + 1 }
    return { file, span: { file: path.join(this.#folder, file), start, end } }
  }
}

/** The parts of a collection that is a single file. */
function bundledParts(source: YamlSource, file: string, at: DocumentPath): readonly CollectionPart[] {
  const items = list(
    at.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], source.value),
  )
  return items.flatMap((item, index) => {
    const place = [...at, index]
    if (!isObject(item)) return []
    const part = { document: item, file, span: source.spanOf(place) }
    const isFolder = kindOf(item) === 'folder' || item['items'] !== undefined
    return [isFolder ? { ...part, parts: bundledParts(source, file, [...place, 'items']) } : part]
  })
}

/** Environments that stand in the file of the collection. */
function configured(document: JsonObject, file: string): readonly EnvironmentPart[] {
  return list(mapping(document['config'])['environments'])
    .filter(isObject)
    .map(one => ({ document: one, file }))
}

/** `http`, `folder` and the like. */
export function kindOf(document: JsonObject): string {
  const { type } = mapping(document['info'])
  return typeof type === 'string' ? type : typeof document['type'] === 'string' ? document['type'] : ''
}

/** The line of the URL, at which people look for a request. */
function lineOf(source: YamlSource, at: DocumentPath): number {
  const document = source.value as JsonObject
  const key = ['http', 'graphql', 'grpc', 'websocket'].find(name => document[name] !== undefined)
  if (key === undefined || requestOf(document)['url'] === undefined) return 1
  return source.keySpanOf([...at, key, 'url']).start.line
}

function seqOf(document: JsonObject): number {
  const { seq } = mapping(document['info'])
  return typeof seq === 'number' && Number.isInteger(seq) && seq > 0 ? seq : 0
}

/** Folders by their names, and those with a number at its place among them, as Bruno sorts them. */
function inOrder(
  folders: readonly { readonly name: string; readonly seq: number; readonly part: CollectionPart }[],
): readonly CollectionPart[] {
  const byName = folders.toSorted((one, other) => one.name.localeCompare(other.name))
  const places: (typeof folders)[number][][] = byName.filter(one => one.seq === 0).map(one => [one])
  for (const folder of byName.filter(one => one.seq > 0).toSorted((one, other) => one.seq - other.seq)) {
    const same = places[folder.seq - 1]
    if (same?.[0]?.seq === folder.seq) same.push(folder)
    else places.splice(folder.seq - 1, 0, [folder])
  }
  return places.flat().map(({ part }) => part)
}
