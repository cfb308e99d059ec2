import path from 'node:path'
import { collectionName } from '../../compile/collection-name.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { namesSet } from '../../compile/written-variables.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import type { Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { readEnvironments } from './environments.ts'
import type { HttpFile, HttpRequest } from './http-file.ts'
import { bodyLayout, silentLayout } from '../body-layout.ts'
import { importFolder } from '../import-folder.ts'
import { KeptRequests, keptText, spanIn } from '../kept-text.ts'
import { silent, type Tell, Told } from '../told.ts'
import { keptRequest } from './step-parts.ts'
import { Placeholders } from './placeholders.ts'
import { readHttpFile } from './read-http-file.ts'
import {
  examplesOf,
  linesOfChecks,
  type StepReading,
  stepOfRequest,
  type TranslateScript,
} from './request-step.ts'

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

/** Makes one collection of all files of requests in a folder and below it; `files` are texts by their names in it. */
export function importHttpFolder(
  files: ReadonlyMap<string, string>,
  folder: string,
  surroundings: HttpSurroundings,
): Result<Imported> {
  return importFolder(files, folder, {
    format: 'http',
    ending: /\.(?:http|rest)$/i,
    read: (text, file) =>
      importHttp(text, { ...surroundings, file, folder: path.dirname(path.resolve(file)) }),
  })
}

class CollectionMaker {
  readonly #file: HttpFile
  readonly #source: HttpSource
  readonly #name: string
  readonly #placeholders: Placeholders
  /** The first request of each name: a name is of one step. */
  readonly #ids: ReadonlyMap<string, number>
  readonly #told: Told
  /** Variables of the whole file, and those that change in front of a request. */
  readonly #variables: JsonObject
  readonly #changes = new Map<number, JsonObject>()
  /** Names with `@name = {{name}}`, whose values come from elsewhere. */
  readonly #passedOn = new Set<string>()

  constructor(file: HttpFile, source: HttpSource) {
    this.#file = file
    this.#source = source
    this.#name = collectionName(source.file, /\.(?:http|rest)$/i, file.requests[0]?.url)
    this.#told = new Told(this.#name, source.isStored !== false)
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
    for (const [position, request] of requests.entries()) {
      const reading = readings[position] as StepReading
      stepOfRequest(request, { ...reading, tell: silent, layout: silentLayout(reading.layout) })
    }
    const kept = new KeptRequests('http', head)
    for (const [position, request] of requests.entries()) {
      const reading = readings[position] as StepReading
      const step = stepOfRequest(request, reading)
      if (step === undefined) kept.keep(request.text)
      else {
        const lines = linesOfChecks(step, request, reading)
        kept.add([this.#saved(step, request, reading)], spanIn(this.#source, request), lines)
      }
    }
    const { items, places, parts } = kept
    const { environments, secrets } = readEnvironments({
      folder: this.#source.folder,
      read: this.#source.read,
      textOf: (written, tell) => this.#placeholders.text(written, requests.length, tell),
      tellOf: (file, place) => this.#told.tell(file, place),
      isStored: this.#source.isStored !== false,
    })
    const collection: Collection = defined({
      name: this.#name,
      variables: Object.keys(this.#variables).length === 0 ? undefined : this.#variables,
      settings: { 'follow-redirects': true, 'stop-on-failure': false },
      items,
      environments,
      kept: keptText('http', kept.head, this.#variables),
    })
    const unset = this.#unset(collection)
    const isAwaited = unset.some(name => this.#passedOn.has(name))
    // Another file of a folder may set it, and says for all of them what else a run does without it.
    const why =
      'nothing in the file sets it: the clients send it as it stands, a run does not; give it with --var'
    for (const name of unset) this.#told.tell('').note(`{{${name}}}`, why)
    return {
      collection: isAwaited
        ? { ...collection, settings: { ...collection.settings, 'unset-variables': 'fail-step' } }
        : collection,
      environments: [],
      places: { requests: places, parts, losses: this.#told.places, secrets },
      report: this.#told.report(requests.length, items.length),
    }
  }

  #saved(step: JsonObject, request: HttpRequest, reading: StepReading): SavedRequest {
    const { folder, directory } = this.#source
    const examples = examplesOf(request, reading)
    return defined({
      kind: 'request',
      step: folder === directory ? step : relocateFiles(step, folder, directory),
      examples: examples.length === 0 ? undefined : examples,
      kept: keptRequest(request.text, step),
    })
  }

  #reading(request: HttpRequest, position: number): StepReading {
    const where = request.title ?? request.id ?? `${request.method} ${request.url}`
    const tell = this.#tell(where, request)
    const placeholders = this.#placeholders
    return {
      tell,
      layout: bodyLayout(this.#told, this.#source.isStored !== false),
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
      const text = this.#madeOfOthers(name, values[name], value, request)
      if (text === undefined) continue
      const isMade = /\{\{[^{}]*\.response\./.test(value)
      if (!isMade && !Object.hasOwn(values, name)) values[name] = text
      else if (values[name] !== text)
        this.#changes.set(position, { ...this.#changes.get(position), [name]: text })
    }
    return values
  }

  /** The text of a variable. Its own name in it is what it was before; undefined where the file has nothing before. */
  #madeOfOthers(
    name: string,
    before: string | undefined,
    value: string,
    request: number,
  ): string | undefined {
    const text = this.#placeholders.text(value, request, this.#tell(`@${name}`))
    const own = `{{${name}}}`
    if (!text.includes(own) || name.startsWith('$')) return text
    if (before !== undefined) return text.replaceAll(own, () => before)
    this.#passedOn.add(name)
    if (text !== own)
      this.#tell(`@${name}`).lose(`@${name}`, 'it is made of the variable of that name from elsewhere')
    return undefined
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

  #tell(where: string, request?: HttpRequest): Tell {
    return this.#told.tell(where, request === undefined ? undefined : spanIn(this.#source, request))
  }
}
