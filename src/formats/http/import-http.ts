import path from 'node:path'
import { collectionName } from '../../compile/collection-name.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { namesSet } from '../../compile/written-variables.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import { readEnvironments } from './environments.ts'
import type { HttpFile, HttpRequest } from './http-file.ts'
import { keptText } from '../kept-text.ts'
import { Placeholders } from './placeholders.ts'
import { readHttpFile } from './read-http-file.ts'
import { examplesOf, type StepReading, stepOfRequest, type TranslateScript } from './request-step.ts'

/** An account of one request, or of a file beside it. */
export interface Tell {
  readonly lose: (what: string, why: string) => void
  readonly note: (what: string, why: string) => void
}

/** The project around files of requests. */
export interface HttpSurroundings {
  /** The folder that names of files in a collection count from. */
  readonly directory: string
  /** The text of a file by its absolute path, as far as it may be known. */
  readonly read: (file: string) => string | undefined
  readonly translate: TranslateScript
  /** True where the collection is stored; false where it runs and is let go. */
  readonly isStored?: boolean
}

/** Where a file of requests lies, and what is around it. */
export interface HttpSource extends HttpSurroundings {
  readonly file: string
  readonly folder: string
}

/**
 * Makes a collection of a file of requests as the HTTP Client of JetBrains, the REST Client of VS Code and Visual Studio have
 * them, with the environments beside it. Each request keeps its text, so that an export gives the same bytes for what nobody
 * has changed.
 */
export function importHttp(text: string, source: HttpSource): Result<Imported> {
  const read = readHttpFile(text)
  if (read.requests.length === 0) return unreadable('there is no request', source.file)
  const maker = new CollectionMaker(read, source)
  return { ok: true, value: maker.make() }
}

class CollectionMaker {
  readonly #file: HttpFile
  readonly #source: HttpSource
  readonly #name: string
  readonly #placeholders: Placeholders
  /** The first request of each name: a name is of one step. */
  readonly #ids: ReadonlyMap<string, number>
  readonly #losses: Loss[] = []
  readonly #notes: Loss[] = []
  readonly #placesOfLosses = new Map<Loss, Span>()
  /** Variables of the whole file, and those that change in front of a request. */
  readonly #variables: JsonObject
  readonly #changes = new Map<number, JsonObject>()

  constructor(file: HttpFile, source: HttpSource) {
    this.#file = file
    this.#source = source
    this.#name = collectionName(source.file, /\.(?:http|rest)$/i, file.requests[0]?.url)
    const named = file.requests.flatMap(({ id }, position) =>
      id === undefined ? [] : [[id, position] as const],
    )
    this.#ids = new Map(named.toReversed())
    this.#placeholders = new Placeholders(new Map(named))
    this.#variables = this.#readVariables()
  }

  make(): Imported {
    const { requests, head } = this.#file
    const readings = requests.map((request, position) => this.#reading(request, position))
    // Requests further down say what those above have to extract.
    for (const [position, request] of requests.entries())
      stepOfRequest(request, { ...(readings[position] as StepReading), tell: silent })
    const items: SavedRequest[] = []
    const places: Span[] = []
    let skippedText = head
    for (const [position, request] of requests.entries()) {
      const reading = readings[position] as StepReading
      const step = stepOfRequest(request, reading)
      const last = items.at(-1)
      if (step !== undefined) {
        items.push(this.#saved(step, request, reading))
        places.push(this.#spanOf(request))
      } else if (last === undefined) skippedText += request.text
      else items[items.length - 1] = withText(last, request.text)
    }
    const environments = readEnvironments({
      read: name => this.#textOf(name),
      textOf: (written, tell) => this.#placeholders.text(written, requests.length, tell),
      tellOf: file => this.#tell(file),
      isStored: this.#source.isStored !== false,
    })
    const collection: Collection = defined({
      name: this.#name,
      variables: Object.keys(this.#variables).length === 0 ? undefined : this.#variables,
      settings: { 'follow-redirects': true },
      items,
      environments,
      kept: keptText('http', skippedText, this.#variables),
    })
    const why = 'nothing sets it: the clients send it as it stands, a run refuses it; give it with --var'
    this.#notes.push(
      ...this.#unset(collection).map(name => ({ where: this.#name, what: `{{${name}}}`, why })),
    )
    return {
      collection,
      environments: [],
      places: { requests: places, losses: this.#placesOfLosses },
      report: this.#report(items.length),
    }
  }

  #report(created: number): Imported['report'] {
    const { requests } = this.#file
    const skipped = requests.length - created
    return {
      requests: requests.length,
      created,
      merged: [],
      skipped: skipped === 0 ? [] : [{ reason: 'requests that suites cannot send', count: skipped }],
      losses: this.#losses,
      notes: this.#notes,
    }
  }

  #saved(step: JsonObject, request: HttpRequest, reading: StepReading): SavedRequest {
    const { folder, directory } = this.#source
    const examples = examplesOf(request, reading)
    return defined({
      kind: 'request',
      step: folder === directory ? step : relocateFiles(step, folder, directory),
      examples: examples.length === 0 ? undefined : examples,
      kept: keptText('http', request.text, step),
    })
  }

  #reading(request: HttpRequest, position: number): StepReading {
    const where = request.title ?? request.id ?? `${request.method} ${request.url}`
    const tell = this.#tell(where, request)
    const placeholders = this.#placeholders
    return {
      tell,
      textOf: written => placeholders.text(written, position, tell),
      isText: name =>
        !/^\$timestamp|^\$randomInt/.test(name) &&
        !name.includes('.response.') &&
        !placeholders.isExtract(name),
      read: name => this.#textOf(name),
      translate: this.#source.translate,
      extracts: () => placeholders.extractsOf(position),
      variables: this.#changes.get(position) ?? {},
      id: this.#ids.get(request.id ?? '') === position ? request.id : undefined,
    }
  }

  /** The text of a file, named from the folder of this one. */
  #textOf(name: string): string | undefined {
    return this.#source.read(path.resolve(this.#source.folder, name))
  }

  /** The variables that have one value in the file. One that gets another in front of a request is a variable of its step. */
  #readVariables(): JsonObject {
    const values: Record<string, string> = {}
    for (const { name, value, request } of this.#file.variables) {
      const position = Math.min(request, this.#file.requests.length - 1)
      if (this.#placeholders.addAlias(name, value, request)) continue
      const text = this.#placeholders.text(value, request, this.#tell(`@${name}`))
      const isMade = /\{\{[^{}]*\.response\./.test(value)
      if (!isMade && values[name] === undefined) values[name] = text
      else if (values[name] !== text)
        this.#changes.set(position, { ...this.#changes.get(position), [name]: text })
    }
    return values
  }

  /** The names that nothing sets: the clients send their braces as they stand. */
  #unset(collection: Collection): readonly string[] {
    const known = new Set([
      ...Object.keys(collection.variables ?? {}),
      ...namesSet(collection),
      ...collection.environments.flatMap(one => [...Object.keys(one.variables), ...Object.keys(one.secrets)]),
    ])
    return [...this.#placeholders.used].filter(
      name => !known.has(name) && !known.has(name.split('.')[0] ?? name),
    )
  }

  #spanOf({ line, end }: HttpRequest): Span {
    const { folder, file } = this.#source
    const start = { line, column: 1 }
    return { file: path.join(folder, path.basename(file)), start, end }
  }

  #tell(where: string, request?: HttpRequest): Tell {
    const told = (losses: Loss[]) => (what: string, why: string) => {
      const full = [this.#name, where].join(' / ')
      const isPlaced = request !== undefined && losses !== this.#notes
      const isAway = isPlaced && this.#source.isStored !== false
      const shown = isAway ? `line ${request.line}: ${what}` : what
      if (losses.some(one => one.where === full && one.what === shown)) return
      const loss = { where: full, what: shown, why }
      losses.push(loss)
      if (isPlaced) this.#placesOfLosses.set(loss, this.#spanOf(request))
    }
    return { lose: told(this.#losses), note: told(this.#notes) }
  }
}

const silent: Tell = { lose: () => undefined, note: () => undefined }

/** The request with the text of others behind its own, which nothing is made of. */
function withText(request: SavedRequest, text: string): SavedRequest {
  const kept = request.kept?.['http'] as { readonly text: string; readonly digest: string }
  return { ...request, kept: { http: { ...kept, text: kept.text + text } } }
}

/** The folder of a document; that of a URL or the standard input is the working folder. */
export function folderOf(source: string, workingFolder: string): string {
  return source === '-' || /^https?:/i.test(source)
    ? workingFolder
    : path.dirname(path.resolve(workingFolder, source))
}
