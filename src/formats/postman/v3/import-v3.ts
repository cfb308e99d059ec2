import path from 'node:path'
import { relocateCollection } from '../../../compile/relocate-collection.ts'
import { unreadable } from '../../../compile/read-imported-json.ts'
import type {
  Collection,
  CollectionItem,
  Folder,
  SavedEnvironment,
  SavedExample,
  SavedRequest,
} from '../../../model/collection.ts'
import type { Imported, Loss } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Result } from '../../../model/problem.ts'
import type { Span } from '../../../model/span.ts'
import { defined } from '../../../util/defined.ts'
import { ConversionLog } from '../conversion-log.ts'
import { importDocument } from '../import-postman.ts'
import { textAt } from '../parts.ts'
import { readEnvironment } from '../read/read-environment.ts'
import { keptEnvironment, keptExample, keptFolder, keptRequest, withKept } from './kept-parts.ts'
import { type ReadEnvironment, withGlobals } from './globals.ts'
import { stepReaders } from './other-steps.ts'
import { environmentOf, groupOf, itemOf, noteUnknown, rootOf } from './read-parts.ts'
import {
  examplesOf,
  isEnvironmentFile,
  isPartFolder,
  type PartFile,
  type PartFolder,
  type PartTree,
  readPart,
  keyAt,
  readTree,
  spanOf,
  stemOf,
} from './read-tree.ts'

/** The surroundings of a folder that is read. */
export interface V3Surroundings {
  /** The folder that names of files in a collection count from. */
  readonly directory: string
  /** The folder that names of files in requests count from: that of the workspace, where there is one. */
  readonly workspace: string
  /** Environments of the workspace that lie outside the folder, by their absolute paths. */
  readonly beside: ReadonlyMap<string, string>
}

/** A part of a tree, and what it became. */
interface Made {
  readonly part: PartFile | PartFolder
  /** As version 2.1 has it. */
  readonly item?: JsonObject
  /** Of what version 2.1 has not. */
  readonly step?: JsonObject
  readonly parts: readonly Made[]
}

/**
 * Makes a collection of a folder as Postman keeps one in files (version 3): of one collection, of several, or of a workspace
 * with all of them. It is read as a collection of version 2.1, and each part keeps its text, so that an export gives the same
 * bytes for what nobody has changed.
 */
export async function importV3Folder(
  files: ReadonlyMap<string, string>,
  folder: string,
  surroundings: V3Surroundings,
): Promise<Result<Imported>> {
  const root = path.resolve(folder)
  const tree = await readTree(files, name => path.join(root, name))
  const beside: PartFile[] = []
  for (const [file, text] of surroundings.beside)
    beside.push(await readPart(path.relative(root, file).replaceAll(path.sep, '/'), text, file))
  const place = path.relative(surroundings.workspace, root).replaceAll(path.sep, '/')
  const maker = new CollectionMaker({ ...tree, environments: [...tree.environments, ...beside] }, root, place)
  if (tree.roots.length === 0 && tree.environments.length === 0)
    return unreadable('there is neither a request nor an environment', folder)
  const imported = maker.make()
  const { collection } = imported
  if (collection === undefined) return { ok: true, value: imported }
  const moved = relocateCollection(collection, surroundings.workspace, surroundings.directory)
  return { ok: true, value: { ...imported, collection: moved } }
}

/** Reads one file of such a folder: a request, which is a collection by itself then, or an environment. */
export async function importV3File(
  text: string,
  file: string,
  surroundings: Pick<V3Surroundings, 'directory' | 'workspace'>,
): Promise<Result<Imported>> {
  const name = file === '-' ? 'request' : path.basename(file)
  if (!isEnvironmentFile(name) && !/^\$kind\s*:\s*["']?[\w-]+-request/m.test(text))
    return unreadable('this is no request and no environment: name the folder of its collection', file)
  const named =
    isEnvironmentFile(name) || /\.request\.ya?ml$/i.test(name) ? name : `${stemOf(name)}.request.yaml`
  const files = new Map([[named, text]])
  const made = await importV3Folder(files, path.dirname(file), { ...surroundings, beside: new Map() })
  const collection = made.ok ? made.value.collection : undefined
  if (!made.ok || collection === undefined) return made
  const why =
    'this is one file: what its folders say for it (authentication, variables, scripts) is not there'
  const note = { where: collection.name, what: named, why }
  const { report } = made.value
  return { ok: true, value: { ...made.value, report: { ...report, notes: [...report.notes, note] } } }
}

/** An environment with its text. */
function withOwnText({ file, read }: ReadEnvironment): SavedEnvironment {
  return withKept(read, keptEnvironment(file, read))
}

class CollectionMaker {
  readonly #tree: PartTree
  readonly #folder: string
  /** The way to the folder from the workspace. */
  readonly #way: string
  readonly #log = new ConversionLog()
  readonly #spans = new Map<Loss, Span>()
  readonly #parts = new Map<JsonObject, PartFile>()
  readonly #requests: Span[] = []
  /** Texts of files that nothing is made of. */
  readonly #others: Map<string, string>
  #skipped = 0

  constructor(tree: PartTree, folder: string, place: string) {
    this.#tree = tree
    this.#way = place
    this.#folder = folder
    this.#others = new Map(tree.others)
  }

  make(): Imported {
    const { roots } = this.#tree
    const [only, ...more] = roots
    const environments = this.#environments()
    if (only === undefined) return { environments: environments.map(withOwnText), report: this.#report(0) }
    const several: PartFolder = { path: '', definition: undefined, parts: roots }
    const top = more.length === 0 ? only : several
    const name = this.#nameOf(top, path.basename(this.#folder))
    const made = this.#folderOf(top, name, new ConversionLog(undefined, this.#log))
    const group = made.item ?? {}
    const document = rootOf(group, itemsIn(made))
    if (top.definition !== undefined) this.#parts.set(document, top.definition)
    const { collection: read, report } = importDocument(document, document, this.#log)
    const collection = this.#kept(read, top, made, environments)
    this.#placeLosses()
    return {
      collection,
      environments: [],
      places: { requests: this.#requests, losses: this.#spans },
      report: { ...report, ...this.#report(this.#requests.length) },
    }
  }

  #report(created: number): Imported['report'] {
    const count = this.#skipped
    return {
      requests: created + count,
      created,
      merged: [],
      skipped: count === 0 ? [] : [{ reason: 'requests that suites cannot send', count }],
      losses: this.#log.losses,
      notes: this.#log.notes,
    }
  }

  #nameOf({ definition, path: folder }: PartFolder, otherwise: string): string {
    return textAt(definition?.document, 'name') ?? (folder === '' ? otherwise : path.posix.basename(folder))
  }

  #folderOf(part: PartFolder, name: string, around: ConversionLog): Made {
    const { definition } = part
    const log = around.below(name)
    const document = definition === undefined ? {} : this.#readable(definition, log)
    if (definition !== undefined && document !== undefined) noteUnknown(definition, 'collection', log)
    const at = this.#log.losses.length
    const item = groupOf(document ?? {}, name, log)
    this.#place(at, definition)
    const parts = part.parts.flatMap(inside => this.#part(inside, log))
    return { part, item, parts }
  }

  #part(part: PartFile | PartFolder, log: ConversionLog): readonly Made[] {
    if (!isPartFolder(part)) return this.#request(part, log)
    const made = this.#folderOf(part, this.#nameOf(part, ''), log)
    const item = { ...made.item, item: itemsIn(made) }
    if (part.definition !== undefined) this.#parts.set(item, part.definition)
    return [{ ...made, item }]
  }

  #request(file: PartFile, around: ConversionLog): readonly Made[] {
    const log = around.below(textAt(file.document, 'name') ?? stemOf(file.name))
    const at = this.#log.losses.length
    const document = this.#readable(file, log)
    const made = document === undefined ? undefined : this.#made(file, log)
    this.#place(at, file)
    if (made !== undefined) return [made]
    this.#skipped += 1
    this.#others.set(file.name, file.text)
    for (const example of examplesOf(file, this.#tree)) this.#others.set(example.name, example.text)
    return []
  }

  #made(file: PartFile, log: ConversionLog): Made | undefined {
    const kind = textAt(file.document, '$kind') ?? ''
    const readStep = Object.hasOwn(stepReaders, kind) ? stepReaders[kind] : undefined
    if (readStep === undefined && kind !== 'http-request' && kind !== 'graphql-request') {
      const isSaid = kind !== ''
      log.lose(
        isSaid ? kind : '$kind',
        isSaid ? 'suites have no such step; it is kept' : 'there is none, so nothing is sent',
      )
      return undefined
    }
    noteUnknown(file, kind, log)
    if (readStep !== undefined) return { part: file, step: readStep(file, this.#way, log), parts: [] }
    const item = itemOf(file, examplesOf(file, this.#tree), log)
    this.#parts.set(item, file)
    return { part: file, item, parts: [] }
  }

  /** The document of a file; undefined, and a loss, where it cannot be read. */
  #readable(file: PartFile, log: ConversionLog): JsonObject | undefined {
    const [problem] = file.problems
    if (problem === undefined) return file.document
    const at = problem.span?.start
    const place = at === undefined ? file.name : `${file.name}:${at.line}`
    const hint = problem.hint === undefined ? '' : `. ${problem.hint}`
    log.lose(keyAt(file.text, at?.line), `${place}: ${problem.message}${hint}`)
    const loss = this.#log.losses.at(-1)
    if (loss !== undefined && problem.span !== undefined) this.#spans.set(loss, problem.span)
    this.#others.set(file.name, file.text)
    return undefined
  }

  #environments(): readonly ReadEnvironment[] {
    return this.#tree.environments.flatMap(file => {
      const log = new ConversionLog(stemOf(file.name), this.#log)
      const at = this.#log.losses.length
      const document = this.#readable(file, log)
      const read = document === undefined ? undefined : readEnvironment(environmentOf(file), log)
      this.#place(at, file)
      return read === undefined ? [] : [{ file, read }]
    })
  }

  /** The collection with the text of each part. */
  #kept(read: Collection, top: PartFolder, made: Made, environments: readonly ReadEnvironment[]): Collection {
    const items = this.#itemsWithTexts(made.parts, read.items)
    const all = withGlobals(environments, read).map(withOwnText)
    const whole = { ...read, items, environments: [...read.environments, ...all] }
    const others = this.#others.size === 0 ? {} : { others: Object.fromEntries(this.#others) }
    const { definition } = top
    return withKept(whole, keptFolder({ path: top.path, definition }, whole, others))
  }

  #itemsWithTexts(parts: readonly Made[], items: readonly CollectionItem[]): readonly CollectionItem[] {
    const rest = [...items]
    return parts.map(({ part, step, parts: inside }): CollectionItem => {
      if (isPartFolder(part)) {
        const { items: below, ...folder } = rest.shift() as Folder
        const whole = { ...folder, items: this.#itemsWithTexts(inside, below) }
        return withKept(whole, keptFolder(part, whole, {}))
      }
      this.#requests.push(this.#spanOf(part))
      const saved = step === undefined ? (rest.shift() as SavedRequest) : { kind: 'request' as const, step }
      const files = examplesOf(part, this.#tree)
      const examples = saved.examples?.map((one, index): SavedExample => {
        const file = files[index]
        return file === undefined ? one : withKept(one, keptExample(file, one))
      })
      return withKept(defined({ ...saved, examples }), keptRequest(part, saved.step))
    })
  }

  #spanOf(file: PartFile): Span {
    return spanOf(file, this.#folder)
  }

  /** Places the losses since `from` in a file. */
  #place(from: number, file: PartFile | undefined): void {
    if (file === undefined) return
    for (const loss of this.#log.losses.slice(from))
      if (!this.#spans.has(loss)) this.#spans.set(loss, this.#spanOf(file))
  }

  #placeLosses(): void {
    for (const [loss, part] of this.#log.parts) {
      const file = this.#parts.get(part)
      if (file !== undefined && !this.#spans.has(loss)) this.#spans.set(loss, this.#spanOf(file))
    }
  }
}

function itemsIn({ parts }: Made): readonly JsonObject[] {
  return parts.flatMap(({ item }) => (item === undefined ? [] : [item]))
}
