import path from 'node:path'
import type { Collection, CollectionItem, Folder, Kept, SavedRequest } from '../../../model/collection.ts'
import type { Exported } from '../../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { mapping, text } from '../../../util/read-values.ts'
import { formerText, unchangedText } from '../../kept-text.ts'
import { ConversionLog } from '../conversion-log.ts'
import { writeDocument } from '../export-postman.ts'
import { listAt, textAt, withoutUndefined } from '../parts.ts'
import { editText, laidOutAs, merged, printDocument } from './edit-text.ts'
import { environmentFiles } from './environment-files.ts'
import { FilePlaces, isInside } from './file-places.ts'
import { exampleValue, folderValue } from './kept-parts.ts'
import { ordersOf } from './orders.ts'
import { stepReaders } from './other-steps.ts'
import { groupOf, itemOf, rootOf } from './read-parts.ts'
import { orderOf, type PartFile, readPart, stemOf } from './read-tree.ts'
import { exampleDocument, folderDocument, requestDocument } from './write-parts.ts'
import { otherDocument } from './write-others.ts'

const format = 'postman-v3'

type TextFile = Exported['files'][number]

/**
 * Writes a collection as a folder of files as Postman keeps one (version 3), by way of a document of version 2.1. What was
 * imported from such a folder and has not changed is written as it was, to the byte; of what has changed, what has not. `way` leads
 * to what is written from the folder that names of files count from.
 */
export async function exportV3(given: Collection, way = ''): Promise<Exported> {
  const from = new Map<JsonObject, CollectionItem>()
  const { document, collection, log, counts } = writeDocument(given, {
    writeOther: (request, told) => {
      const item = otherDocument(request.step, { stem: '', folder: '' }, told)
      if (item !== undefined) from.set(item, request)
      return item
    },
    onWritten: (item, part) => {
      from.set(item, part)
    },
  })
  for (const name of secretNames(document))
    log.lose(
      `secret ${name}`,
      'variables of a collection are not marked as secret there: it is an ordinary one',
    )
  const writer = new FolderWriter(from, way)
  const files = await writer.write(document, collection)
  return {
    files: [...files, ...environmentFiles(collection, writer.root, writer.places)],
    report: {
      requests: counts.requests,
      created: counts.created,
      merged: [],
      skipped: [],
      losses: log.losses,
      notes: log.notes,
    },
  }
}

/** A part with the text that it had, and what it is to say. */
interface Part {
  readonly item: JsonObject
  readonly from: CollectionItem | undefined
  /** The file of a request, or the folder of a folder. */
  readonly place: string
  readonly former: PartFile | undefined
}

class FolderWriter {
  readonly places = new FilePlaces()
  /** The folder of the collection, in what is written. */
  root = ''
  readonly #from: ReadonlyMap<JsonObject, CollectionItem>
  readonly #way: string
  readonly #files: TextFile[] = []

  constructor(from: ReadonlyMap<JsonObject, CollectionItem>, way: string) {
    this.#from = from
    this.#way = way
  }

  async write(document: JsonObject, collection: Collection): Promise<readonly TextFile[]> {
    const { others, path: former } = mapping(collection.kept?.[format])
    const own = text(former) ?? ''
    this.root = isInside(own) ? own : ''
    for (const [name, content] of Object.entries(mapping(others)))
      if (typeof content === 'string' && this.places.keep(name, '', /\.ya?ml$/i) !== undefined)
        this.#files.push({ name, text: content })
    await this.#definition({
      group: document,
      folder: this.root,
      from: collection,
      order: undefined,
      isRoot: true,
    })
    await this.#items(listAt(document, 'item').filter(isObject), this.root)
    return this.#files
  }

  async #items(items: readonly JsonObject[], folder: string): Promise<void> {
    const parts: Part[] = []
    for (const item of items) parts.push(await this.#part(item, folder))
    const orders = ordersOf(
      parts.map(({ place, former, from }) => ({
        name: path.posix.basename(place),
        order: former === undefined ? undefined : orderOf(former),
        isNew: mapping(from?.kept?.[format])['digest'] === undefined,
      })),
    )
    for (const [index, part] of parts.entries()) {
      const order = orders[index]
      if (part.from?.kind === 'folder' || Object.hasOwn(part.item, 'item')) await this.#folder(part, order)
      else this.#request(part, order)
    }
  }

  async #part(item: JsonObject, folder: string): Promise<Part> {
    const from = this.#from.get(item)
    const kept = mapping(from?.kept?.[format])
    const name = textAt(item, 'name') ?? ''
    const isFolder = Object.hasOwn(item, 'item')
    const place = isFolder
      ? (this.places.keep(kept['path'], folder, /[^/]$/) ?? this.places.give(name, folder, ''))
      : (this.places.keep(kept['file'], folder, /\.request\.ya?ml$/i) ??
        this.places.give(name, folder, '.request.yaml'))
    return { item, from, place, former: await formerPart(from?.kept) }
  }

  async #folder({ item, from, place }: Part, order: number | undefined): Promise<void> {
    const folder = from?.kind === 'folder' ? from : undefined
    await this.#definition({ group: item, folder: place, from: folder, order, isRoot: false })
    await this.#items(listAt(item, 'item').filter(isObject), place)
  }

  /** The definition of a folder; one that would say nothing is not written. */
  async #definition({ group, folder, from, order, isRoot }: Definition): Promise<void> {
    const kept = mapping(from?.kept?.[format])
    const name = path.posix.basename(folder)
    const documentOf = (one: JsonObject): JsonObject => folderDocument(one, name, folder)
    const former = await formerPart(from?.kept)
    const isSame = from !== undefined && unchangedText(format, from.kept, folderValue(from)) !== undefined
    const wasThere = text(kept['file']) !== undefined
    const read = (part: PartFile): JsonObject => {
      const own = groupOf(part.document, name, silent)
      return documentOf(isRoot ? rootOf(own, []) : own)
    }
    const anew = { ...documentOf(group), ...(order === undefined ? {} : { order }) }
    if (!wasThere && (isSame || !isRoot) && Object.keys(anew).length === 1) return
    if (!wasThere && isSame && isRoot) return
    const usual = path.posix.join(folder, '.resources/definition.yaml')
    const file = [kept['file'], usual]
      .map(one => this.places.keep(one, folder, /\.resources\/definition\.ya?ml$/i))
      .find(one => one !== undefined)
    // One that could not be read stands there as it was.
    if (file === undefined) return
    this.#files.push({ name: file, text: rewritten(former, { isSame, anew, order, read }) })
  }

  #request({ item, from, place, former }: Part, order: number | undefined): void {
    const request = from?.kind === 'request' ? from : undefined
    const stem = stemOf(place)
    const named = { stem, folder: path.posix.join(this.#way, path.posix.dirname(place)) }
    const isOther = Object.hasOwn(item, '$kind')
    const examples = this.#examples(item, place, request)
    const document = isOther
      ? (otherDocument(request?.step ?? {}, named, silent) ?? item)
      : requestDocument(item, stem)
    const isSame = request !== undefined && unchangedText(format, request.kept, request.step) !== undefined
    const read = (part: PartFile): JsonObject => {
      const kind = textAt(part.document, '$kind') ?? ''
      const readStep = Object.hasOwn(stepReaders, kind) ? stepReaders[kind] : undefined
      const own =
        readStep === undefined
          ? requestDocument(itemOf(part, [], silent), stem)
          : (otherDocument(readStep(part, this.#way, silent), named, silent) ?? {})
      return withoutUndefined({
        ...own,
        examples: part.document['examples'] === undefined ? undefined : examples,
      })
    }
    const laidOut = laidOutAs(former?.document ?? {}, document, request?.step ?? {})
    const anew = withoutUndefined({ ...laidOut, examples, order })
    this.#files.push({ name: place, text: rewritten(former, { isSame, anew, order, read }) })
  }

  /** Writes the saved answers of a request, and answers with the folder that it names. */
  #examples(item: JsonObject, place: string, request: SavedRequest | undefined): string | undefined {
    const responses = listAt(item, 'response').filter(isObject)
    if (responses.length === 0) return undefined
    const above = path.posix.dirname(place)
    const usual = `.resources/${stemOf(place)}.resources/examples`
    const [first] = request?.examples ?? []
    const former = text(mapping(first?.kept?.[format])['file'])
    const folder =
      former === undefined || !isInside(former) ? path.posix.join(above, usual) : path.posix.dirname(former)
    const sent = requestDocument(item, stemOf(place))
    for (const [index, response] of responses.entries()) {
      const example = request?.examples?.[index]
      const name = textAt(response, 'name') ?? ''
      const kept = mapping(example?.kept?.[format])
      const file =
        this.places.keep(kept['file'], folder, /\.example\.ya?ml$/i) ??
        this.places.give(name, folder, '.example.yaml')
      const same =
        example === undefined ? undefined : unchangedText(format, example.kept, exampleValue(example))
      const anew = { ...exampleDocument(response, stemOf(file), sent), order: (index + 1) * 1000 }
      this.#files.push({ name: file, text: same ?? printDocument(anew) })
    }
    return `./${path.posix.relative(above, folder)}`
  }
}

interface Definition {
  readonly group: JsonObject
  readonly folder: string
  readonly from: Collection | Folder | undefined
  readonly order: number | undefined
  readonly isRoot: boolean
}

interface Rewriting {
  /** True where nothing has changed but perhaps its place. */
  readonly isSame: boolean
  readonly anew: JsonObject
  readonly order: number | undefined
  /** The document that would be written of what a text says. */
  readonly read: (part: PartFile) => JsonObject
}

const keyOrder = [
  ...[
    '$kind',
    'id',
    'name',
    'description',
    'url',
    'method',
    'methodPath',
    'headers',
    'queryParams',
    'pathVariables',
  ],
  ...[
    'query',
    'operationName',
    'variables',
    'message',
    'metadata',
    'schema',
    'body',
    'settings',
    'scripts',
    'auth',
  ],
  ...['examples', 'order'],
]

/** The text of a part: as it was, with the changes in their places, or new. */
function rewritten(former: PartFile | undefined, { isSame, anew, order, read }: Rewriting): string {
  if (former === undefined) return printDocument(anew)
  const whether = (one: JsonObject, place: JsonValue | undefined): JsonObject =>
    withoutUndefined({ ...one, order: place })
  const { order: own } = former.document
  const before = whether(read(former), own)
  const after = whether(isSame ? before : anew, order ?? own)
  const plain = hasPlainQuery(after) && former.document['queryParams'] === undefined
  const strip = ({ queryParams, ...others }: JsonObject): JsonObject =>
    plain || queryParams === undefined ? others : { ...others, queryParams }
  const document = merged(former.document, strip(before), strip(after))
  return isObject(document) ? editText(former.text, former.document, document, keyOrder) : printDocument(anew)
}

/** True where the parameters say no more than the URL does. */
function hasPlainQuery({ queryParams = [] }: JsonObject): boolean {
  return listAt({ queryParams }, 'queryParams').every(one => isObject(one) && Object.keys(one).length === 2)
}

/** The file that a part was read from. */
async function formerPart(kept: Kept | undefined): Promise<PartFile | undefined> {
  const source = formerText(format, kept) ?? ''
  const name = text(mapping(kept?.[format])['file']) ?? ''
  if (source === '') return undefined
  const part = await readPart(name, source, name)
  return part.problems.length > 0 ? undefined : part
}

const silent = new ConversionLog()

/** The secrets among the variables of a collection and its folders. */
function secretNames(group: JsonObject): readonly string[] {
  const own = listAt(group, 'variable').filter(one => textAt(one, 'type') === 'secret')
  const below = listAt(group, 'item').filter(isObject).flatMap(secretNames)
  return [...own.map(one => textAt(one, 'key') ?? ''), ...below]
}
