import { requestCount } from '../../compile/suites-to-run.ts'
import { relocateCollection } from '../../compile/relocate-collection.ts'
import { orderedStep } from '../../parse/argument-part.ts'
import type { Collection, CollectionItem, SavedEnvironment, SavedRequest } from '../../model/collection.ts'
import type { Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type Tell, Told } from '../told.ts'
import {
  dataOf,
  type FolderVariables,
  folderVariables,
  leavesOf,
  merged,
  readEnvironments,
} from './environments.ts'
import { grpcStep, isGrpc } from './grpc-step.ts'
import { inOrder, readWorkspaces, type Workspace } from './insomnia-document.ts'
import { tellOfRest } from './other-parts.ts'
import {
  descriptionOf,
  isWebSocket,
  nameOf,
  pairsOf,
  pathKeysOf,
  postmanFolder,
  postmanItem,
  queryOf,
} from './postman-item.ts'
import { type Around, Templates } from './templates.ts'

/** The surroundings of an export. */
export interface InsomniaSource {
  readonly file: string
  /** The folder that names of files in it count from, and that which those of the collection do. */
  readonly folder: string
  readonly directory: string
  /** The text of a file of the project; undefined for any other. */
  readonly read: (file: string) => string | undefined
  /** Makes a collection of one of Postman, which knows scripts, credentials and bodies. */
  readonly fromPostman: (text: string, options: { readonly file: string }) => Result<Imported>
}

/** Makes collections of an export of Insomnia: one for each that is in it, the first with all else in `others`. */
export async function importInsomnia(text: string, source: InsomniaSource): Promise<Result<Imported>> {
  const workspaces = await readWorkspaces(text, source.file)
  if (!workspaces.ok) return workspaces
  const made: Imported[] = []
  for (const workspace of workspaces.value) {
    const one = new CollectionMaker(workspace, source).make()
    if (!one.ok) return one
    made.push(one.value)
  }
  const [first, ...others] = made
  if (first === undefined) return { ok: false, problems: [] }
  return { ok: true, value: others.length === 0 ? first : { ...first, others } }
}

/** A part of a collection, with what only Insomnia has of it. */
interface Part {
  readonly document: JsonObject
  readonly around: Around
  /** As a collection of Postman has it; undefined for what that has not. */
  readonly item?: JsonObject
  readonly query?: JsonObject
  readonly step?: JsonObject
  readonly folder?: {
    readonly parts: readonly Part[]
    readonly variables: JsonObject
    readonly headers: JsonObject
  }
  readonly position: number
}

class CollectionMaker {
  readonly #workspace: Workspace
  readonly #source: InsomniaSource
  readonly #told: Told
  readonly #templates: Templates
  readonly #requests = new Map<string, { readonly name: string; readonly position: number }>()
  readonly #lost: JsonObject[] = []
  #count = 0
  #position = 0

  constructor(workspace: Workspace, source: InsomniaSource) {
    this.#workspace = workspace
    this.#source = source
    this.#told = new Told(workspace.name, true)
    this.#number(list(workspace.document['collection']))
    const base = mapping(workspace.document['environments'])
    const names = [base, ...list(base['subEnvironments']).map(mapping)].flatMap(one =>
      Object.keys(dataOf(one)),
    )
    this.#templates = new Templates(this.#requests, new Set(names), source.read)
  }

  make(): Result<Imported> {
    const { name, document, strays } = this.#workspace
    const tell = this.#told.tell('')
    for (const { what, why } of strays) tell.lose(what, why)
    const given = mapping(document['environments'])
    const { base, environments } = readEnvironments(given, this.#templates, one => this.#told.tell(one))
    const all = [given, ...list(given['subEnvironments']).map(mapping)].map(dataOf)
    const data = all.reduceRight((below, one) => merged(below, one), {})
    const outer = { variables: {}, scope: undefined, data }
    const parts = this.#parts(list(document['collection']).filter(isObject), [], outer)
    const rest = tellOfRest(document, tell)
    const finished = (one: SavedEnvironment): SavedEnvironment =>
      this.#finished(one as unknown as JsonObject) as unknown as SavedEnvironment
    const others = environments.map(finished)
    if (this.#count === 0 && Object.keys(rest.descriptions).length === 0)
      return { ok: true, value: { environments: others, report: this.#told.report(0, 0) } }
    const variable = this.#variablesFor(base.variables, environments, parts)
    const info = { name, schema, description: descriptionOf(document) ?? '' }
    const made = this.#source.fromPostman(JSON.stringify({ info, variable, item: itemsOf(parts) }), {
      file: this.#source.file,
    })
    if (!made.ok || made.value.collection === undefined) return made
    this.#takeReport(made.value)
    const { kept: _, variables: _variables, items, ...contents } = made.value.collection
    const queue = [...items]
    const lost = [...rest.kept, ...this.#lost]
    const collection = {
      ...contents,
      ...members('variables', { ...base.variables, ...this.#templates.asked }),
      ...members('secrets', base.secrets),
      environments,
      items: parts.flatMap(part => this.#item(part, queue)),
      ...(lost.length === 0 ? {} : { kept: { insomnia: lost } }),
    } satisfies Collection
    const { folder, directory } = this.#source
    const whole = this.#finished(collection as unknown as JsonObject) as unknown as Collection
    return {
      ok: true,
      value: {
        collection: relocateCollection(whole, folder, directory),
        environments: [],
        ...(rest.descriptions.length === 0 ? {} : { descriptions: rest.descriptions }),
        report: this.#told.report(this.#count, requestCount(whole.items)),
      },
    }
  }

  /** Gives each request its position in the order in which they are sent. */
  #number(items: readonly JsonValue[]): void {
    for (const item of inOrder(items.filter(isObject))) {
      if (item['children'] !== undefined) this.#number(list(item['children']))
      else {
        const id = valueText(mapping(item['meta'])['id'] ?? '')
        if (!this.#requests.has(id))
          this.#requests.set(id, { name: nameOf(item), position: this.#requests.size })
      }
    }
  }

  #parts(items: readonly JsonObject[], above: readonly string[], outer: FolderVariables): readonly Part[] {
    return inOrder(items).flatMap((document): readonly Part[] => {
      const names = [...above, nameOf(document)]
      const tell = this.#told.tell(names.filter(name => name !== '').join(' / '))
      if (document['isStray'] === true) tell.note('folder', 'the one that it is in is not in the file')
      if (document['children'] !== undefined || document['kind'] === 'request_group')
        return [this.#folder(document, names, outer, tell)]
      this.#count++
      const position = this.#position++
      const around = { templates: this.#templates, tell, scope: outer.scope, position }
      const step = isGrpc(document) ? grpcStep(document, around) : undefined
      if (step !== undefined) return [{ document, around, step, position }]
      const other = otherKind(document)
      if (other === undefined) {
        // All texts are read before any step is made: each may need an extract of one in front of it.
        const query = queryOf(document, around)
        return [{ document, around, item: postmanItem(document, around), query, position }]
      }
      tell.lose(other, 'suites have no such step; it is kept')
      this.#lost.push(document)
      return []
    })
  }

  #folder(document: JsonObject, names: readonly string[], outer: FolderVariables, tell: Tell): Part {
    const templates = this.#templates
    const own = folderVariables(document, outer, { templates, title: names.join('/'), tell })
    const around = { templates, tell, scope: own.scope, position: this.#position }
    const item = postmanFolder(document, around)
    const headers = Object.fromEntries(
      pairsOf(document['headers'], around)
        .filter(({ key, disabled }) => disabled !== true && key !== '')
        .map(({ key, value = '' }): [string, JsonValue] => [valueText(key ?? ''), value]),
    )
    const parts = this.#parts(list(document['children']).filter(isObject), names, own)
    return { document, around, item, folder: { parts, variables: own.variables, headers }, position: -1 }
  }

  /** The variables that Postman's importer has to know of: those that are not sure to be text have no value. */
  #variablesFor(
    base: JsonObject,
    environments: readonly SavedEnvironment[],
    parts: readonly Part[],
  ): readonly JsonObject[] {
    const values = new Map<string, JsonValue>()
    const add = (given: JsonObject): void => {
      for (const [name, value] of leavesOf(given)) {
        const isText = typeof value === 'string' && typeof (values.get(name) ?? '') === 'string'
        values.set(name, isText ? (values.get(name) ?? value) : null)
      }
    }
    for (const one of [base, ...environments.flatMap(({ variables, secrets }) => [variables, secrets])])
      add(one)
    for (const one of variablesIn(parts)) add(one)
    for (const name of this.#templates.uncertain) values.set(name, null)
    return [...values].map(([key, value]) => ({ key, value }))
  }

  #takeReport({ report }: Imported): void {
    const finished = (text: string): string => this.#templates.finished(text).replace(/\bpm\./g, 'insomnia.')
    const told = (losses: readonly Loss[]): readonly Loss[] =>
      losses.map(one => ({ ...one, what: finished(one.what) }))
    this.#told.take({ losses: told(report.losses), notes: told(report.notes) })
  }

  #finished(value: JsonObject): JsonObject {
    return this.#templates.finished(value)
  }

  /** A part as Postman's importer made it, with what only Insomnia says. */
  #item(part: Part, queue: CollectionItem[]): readonly CollectionItem[] {
    const { step, folder } = part
    if (step !== undefined) return [{ kind: 'request', step: this.#withExtracts(step, part.position) }]
    const made = queue.shift()
    if (made === undefined) return []
    if (made.kind === 'request') return [this.#request(made, part)]
    const { kept: _, items, variables: _variables, settings, ...contents } = made
    const inside = [...items]
    return [
      {
        ...contents,
        ...members('variables', folder?.variables ?? {}),
        ...members('settings', { ...members('headers', folder?.headers ?? {}), ...settings }),
        items: (folder?.parts ?? []).flatMap(one => this.#item(one, inside)),
      },
    ]
  }

  #request({ step }: SavedRequest, { document, around, query: own = {}, position }: Part): SavedRequest {
    const { request, query, ...keys } = step
    const [, url = ''] = /^\S+ (.*)$/s.exec(valueText(request ?? '')) ?? []
    const target = isWebSocket(document)
      ? { websocket: url.replace(/^http/i, 'ws') }
      : { request: request ?? '' }
    const whole = {
      ...target,
      ...members('query', { ...mapping(query), ...own }),
      ...pathKeysOf(document, around),
      ...keys,
    }
    return { kind: 'request', step: this.#withExtracts(orderedStep(whole), position) }
  }

  #withExtracts(step: JsonObject, position: number): JsonObject {
    const own = this.#templates.extractsOf(position)
    return { ...step, ...members('extracts', { ...own, ...mapping(step['extracts']) }) }
  }
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

function itemsOf(parts: readonly Part[]): readonly JsonObject[] {
  return parts.flatMap(({ item, folder }) =>
    item === undefined ? [] : [folder === undefined ? item : { ...item, item: itemsOf(folder.parts) }],
  )
}

function variablesIn(parts: readonly Part[]): readonly JsonObject[] {
  return parts.flatMap(({ folder }) =>
    folder === undefined ? [] : [folder.variables, ...variablesIn(folder.parts)],
  )
}

/** Items that are no requests of HTTP, WebSocket or gRPC. */
function otherKind({ kind, meta }: JsonObject): string | undefined {
  const id = valueText(mapping(meta)['id'] ?? '')
  if (kind === 'socketio_request' || id.startsWith('socketio-req')) return 'Socket.IO'
  return kind === 'mcp_request' || id.startsWith('mcp-req') ? 'MCP' : undefined
}

function members(key: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [key]: value }
}
