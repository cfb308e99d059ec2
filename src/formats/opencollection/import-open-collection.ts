import path from 'node:path'
import { collectionName } from '../../compile/collection-name.ts'
import { relocateCollection } from '../../compile/relocate-collection.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import type {
  Collection,
  CollectionItem,
  FolderContents,
  SavedEnvironment,
  SavedRequest,
} from '../../model/collection.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { orderedStep } from '../../parse/argument-part.ts'
import type { Span } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { Told, toldBy } from '../told.ts'
import type { CollectionPart, CollectionParts, EnvironmentPart } from './collection-part.ts'
import { extractsOf } from './actions.ts'
import { sharedHeaders, untypedVariables, variablesIn } from './part-variables.ts'
import { savedEnvironment } from './saved-environment.ts'
import { keptPart } from './kept-part.ts'
import { nameOf, placeholders, requestOf, runsInnerScriptsFirst, type PartTell } from './item-parts.ts'
import { postmanGroup, postmanItem } from './postman-document.ts'
import { isMessage, isOther, othersIn } from './part-kinds.ts'
import { kindOf, readParts } from './read-parts.ts'
import { messageStep } from './message-step.ts'

/** The surroundings of a collection of Bruno. */
export interface OpenCollectionSource {
  /** The folder, or the file of a collection in one file, as it was given. */
  readonly file: string
  /** The folder of the collection, and that which names of files in it count from. */
  readonly folder: string
  readonly directory: string
  /** Makes a collection of one of Postman, which knows scripts, credentials and bodies. */
  readonly fromPostman: (text: string, options: { readonly file: string }) => Result<Imported>
}

/**
 * Makes a collection of the files of Bruno, as OpenCollection or in Bruno's own language. Each part keeps its text, so that an
 * export gives the same bytes for what nobody has changed.
 */
export async function importOpenCollection(
  files: ReadonlyMap<string, string>,
  source: OpenCollectionSource,
): Promise<Result<Imported>> {
  const parts = await readParts(files, source.folder)
  const maker = new CollectionMaker(parts, source)
  return maker.make()
}

class CollectionMaker {
  readonly #parts: CollectionParts
  readonly #source: OpenCollectionSource
  readonly #name: string
  readonly #told = new Told('', false)
  readonly #spans = new Map<string, Span>()
  readonly #requests: Span[] = []
  readonly #checks = new Map<string, string>()
  #count = 0
  #skipped = 0

  constructor(parts: CollectionParts, source: OpenCollectionSource) {
    this.#parts = parts
    this.#source = source
    const own = nameOf(parts.root.document)
    this.#name = own === '' ? collectionName(source.file, /\.ya?ml$/i, undefined) : own
  }

  make(): Result<Imported> {
    const { root, broken, others, environments } = this.#parts
    const unread = this.#unreadable(broken.find(({ file }) => file === root.file || file === 'bruno.json'))
    if (unread !== undefined) return unread
    for (const { span, file, why } of broken) {
      this.#told.tell(this.#name, span).lose(`${file}:${span.start.line}`, why)
    }
    for (const file of others) this.#told.tell(this.#name).note(file, 'it is no part of the collection')
    const item = this.#items(root, [this.#name])
    if (this.#count === 0)
      return this.#unreadable(broken[0]) ?? unreadable('there is no request', this.#source.file)
    for (const part of [root, ...environments]) this.#tellUnknown(part, [this.#name])
    const group = postmanGroup(root, true, this.#tell([this.#name]))
    const variable = [...list(group['variable']), ...untypedVariables(this.#parts, list(group['variable']))]
    const made = this.#source.fromPostman(
      JSON.stringify({ info: { name: this.#name, schema }, ...group, variable, item }),
      { file: this.#source.file },
    )
    if (!made.ok || made.value.collection === undefined) return made
    this.#takeReport(made.value)
    const own = Object.entries(made.value.collection.variables ?? {}).filter(([, value]) => value !== null)
    this.#tellOfConfiguration(mapping(root.document['config']))
    const { variables: _, ...rest } = made.value.collection
    const collection: Collection = {
      ...this.#contents(root, { ...rest, ...members('variables', Object.fromEntries(own)) }),
      environments: environments.map(one => this.#environment(one)),
    }
    const { folder, directory } = this.#source
    return {
      ok: true,
      value: {
        collection: folder === directory ? collection : relocateCollection(collection, folder, directory),
        environments: [],
        places: { requests: this.#requests, losses: this.#told.places },
        report: this.#report(),
      },
    }
  }

  #unreadable(broken: CollectionParts['broken'][number] | undefined): Result<Imported> | undefined {
    if (broken === undefined) return undefined
    return unreadable(`line ${broken.span.start.line}: ${broken.why}`, this.#fileIn(broken.file))
  }

  /** Tells of blocks that nothing is made of. */
  #tellUnknown({ unknown = [], file }: EnvironmentPart, names: readonly string[]): void {
    for (const { name, line } of unknown) {
      const start = { line, column: 1 }
      const span = { file: path.join(path.resolve(this.#source.folder), file), start, end: start }
      this.#tell(names, span).lose(`${name} in line ${line}`, 'Bruno has no block of this name')
    }
  }

  /** A file as the user may name it. */
  #fileIn(file: string): string {
    const { file: source } = this.#source
    return /\.(?:ya?ml|bru|json)$/i.test(source) ? source : path.join(source, file)
  }

  #report(): Imported['report'] {
    const skipped =
      this.#skipped === 0 ? [] : [{ reason: 'items that are no requests', count: this.#skipped }]
    return {
      requests: this.#count,
      created: this.#requests.length,
      merged: [],
      skipped,
      losses: this.#told.losses,
      notes: this.#told.notes,
    }
  }

  /** The requests and folders of Postman for those in a part. */
  #items(around: CollectionPart, above: readonly string[]): readonly JsonObject[] {
    if (runsInnerScriptsFirst(around, this.#parts.root.document))
      this.#tell(above).note('scripts behind the answer', outerFirst)
    return (around.parts ?? []).flatMap(part => {
      const names = [...above, nameOf(part.document)]
      const where = names.join(' / ')
      if (!this.#spans.has(where)) this.#spans.set(where, part.span)
      const tell = this.#tell(names, part.span)
      for (const [what, why] of part.unused ?? []) tell.note(what, why)
      this.#tellUnknown(part, names)
      for (const [asked] of JSON.stringify(part.document).matchAll(/\{\{\s*\?[^{}]+\}\}/g))
        tell.note(asked, 'Bruno asks for it; here it is a variable that has no value yet')
      if (isDescribed(part.document)) tell.note('descriptions of parameters and headers', 'they are kept')
      if (part.parts !== undefined)
        return [{ ...postmanGroup(part, false, tell), item: this.#items(part, names) }]
      if (isOther(part)) {
        this.#skipped++
        const kind = kindOf(part.document)
        this.#told.losses.push({
          where: part.file === this.#parts.root.file ? this.#name : where,
          what: kind,
          why: kind === 'script' ? 'it is a module of its own' : 'suites have no such thing',
        })
        return []
      }
      this.#count++
      return isMessage(part) ? [] : [postmanItem(part, tell)]
    })
  }

  #takeReport({ report }: Imported): void {
    for (const loss of toldBy('Bruno', report.losses)) {
      this.#told.losses.push(loss)
      const span = this.#spans.get(loss.where)
      if (span !== undefined) this.#told.places.set(loss, span)
    }
    this.#told.notes.push(...toldBy('Bruno', report.notes).flatMap(note => this.#noteOf(note)))
  }

  /** A note about an assertion has its name; none is needed where it became a validation. */
  #noteOf(note: Loss): readonly Loss[] {
    const [, statement = ''] = /^test script lines? [\d, ]+: (.*?)\u2026?$/s.exec(note.what) ?? []
    const name =
      statement === '' ? undefined : [...this.#checks].find(([line]) => line.startsWith(statement))?.[1]
    if (name === undefined) return [note]
    return note.why.startsWith('became') ? [] : [{ ...note, what: name }]
  }

  /** A folder or the collection as Postman's importer made it, with the words that only Bruno has, and its text. */
  #contents<Contents extends FolderContents>(part: CollectionPart, made: Contents): Contents {
    const { kept: _, items, ...contents } = made
    const queue = [...items]
    const own = (part.parts ?? []).flatMap(inside => this.#item(inside, queue))
    const { tags } = mapping(part.document['info'])
    const settings = { ...members('headers', sharedHeaders(part.document)), ...contents.settings }
    const named = {
      ...contents,
      ...(Array.isArray(tags) ? { tags: tags as readonly string[] } : {}),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
    }
    const saved = keptPart(part, named, undefined, othersIn(part))
    return { ...named, items: own, kept: saved } as unknown as Contents
  }

  #item(part: CollectionPart, queue: CollectionItem[]): readonly CollectionItem[] {
    if (isOther(part)) return []
    if (isMessage(part)) return [this.#message(part)]
    const made = queue.shift()
    if (made === undefined) return []
    if (made.kind === 'folder') return [this.#contents(part, made)]
    this.#requests.push(part.span)
    return [this.#request(part, made)]
  }

  #request(part: CollectionPart, { step, examples }: SavedRequest): SavedRequest {
    const { info, settings, runtime } = part.document
    const { timeout } = mapping(settings)
    const { tags } = mapping(info)
    const own = variablesIn(mapping(runtime)['variables'])
    const whole = orderedStep({
      ...step,
      ...members('variables', { ...own, ...mapping(step['variables']) }),
      ...members('extracts', {
        ...extractsOf(list(mapping(runtime)['actions']).map(mapping)),
        ...mapping(step['extracts']),
      }),
      ...(Array.isArray(tags) && tags.length > 0 ? { tags } : {}),
      ...(typeof timeout === 'number' && timeout > 0 ? { timeout: durationOf(timeout) } : {}),
    })
    return defined({ kind: 'request', step: whole, examples, kept: keptPart(part, whole, examples) })
  }

  #message(part: CollectionPart): SavedRequest {
    this.#requests.push(part.span)
    const step = messageStep(part.document, this.#tell([this.#name, nameOf(part.document)], part.span))
    return defined({ kind: 'request', step, kept: keptPart(part, step) })
  }

  #environment(part: EnvironmentPart): SavedEnvironment {
    const tell = this.#tell([this.#name, `environment ${nameOf(part.document)}`])
    return savedEnvironment(part, this.#parts.environments, tell)
  }

  #tellOfConfiguration({ proxy, clientCertificates }: JsonObject): void {
    const tell = this.#tell([this.#name])
    const { inherit, config, enabled } = mapping(proxy)
    const isOwn = valueText(mapping(config)['hostname'] ?? '') !== '' && inherit !== true
    if (isOwn || enabled === true)
      tell.lose('config.proxy', 'give it under settings of the collection, or with --proxy')
    else if (proxy !== undefined) tell.note('config.proxy', 'it is that of the machine; kept')
    const certificates = list(mapping(clientCertificates)['certs'] ?? clientCertificates).map(mapping)
    for (const { domain } of certificates)
      tell.lose(
        `client certificate of ${valueText(domain ?? '')}`,
        'give it as tls of the requests that need it',
      )
  }

  #tell(names: readonly string[], span?: Span): PartTell {
    const where = names.join(' / ')
    const { lose, note } = this.#told.tell(where, span)
    return {
      lose: (what, why) => {
        lose(placeholders(what), why)
      },
      note: (what, why) => {
        note(placeholders(what), why)
      },
      checks: this.#checks,
    }
  }
}

const outerFirst = 'Bruno runs those of a request first, a suite those of its folders and of the collection'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

function isDescribed(document: JsonObject): boolean {
  const { params, headers } = requestOf(document)
  return [...list(params), ...list(headers)].some(one => mapping(one)['description'] !== undefined)
}

function members(key: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [key]: value }
}

function durationOf(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`
}
