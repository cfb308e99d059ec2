import path from 'node:path'
import { UniqueNames } from '../../compile/file-names.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { jsonTypesOf, type JsonTypes, uncertainIn } from '../../compile/json-types.ts'
import { writtenVariables } from '../../compile/written-variables.ts'
import { editYaml, writtenYaml } from '../../document/edit-yaml.ts'
import type {
  Collection,
  Folder,
  FolderContents,
  SavedEnvironment,
  SavedRequest,
} from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping, valueAt } from '../../util/read-values.ts'
import type { Say } from '../told.ts'
import { formerPart, type FormerPart } from './kept-part.ts'
import { documentIn, former, unsent } from './former-document.ts'
import { environmentFile, fileNamesOf, itemFile } from './part-files.ts'
import { environmentDocument } from './write-environment.ts'
import { groupDocument } from './write-group.ts'
import { requestDocument } from './write-request.ts'
import type { ScriptWriting } from './write-runtime.ts'

/**
 * Writes a collection as files of OpenCollection, as Bruno reads them. What was imported from such files and has not changed is
 * written as it was, to the byte; of what has changed only that is written anew.
 */
export function exportOpenCollection(collection: Collection, scripts: ScriptWriting): Exported {
  const writer = new FolderWriter(collection, scripts)
  const files = writer.write()
  return {
    files,
    report: {
      requests: requestCount(collection.items),
      created: writer.created,
      merged: [],
      skipped: [],
      losses: writer.losses,
      notes: writer.notes,
    },
  }
}

interface File {
  readonly name: string
  readonly text: string
}

class FolderWriter {
  readonly losses: Loss[] = []
  readonly notes: Loss[] = []
  created = 0
  readonly #collection: Collection
  readonly #scripts: ScriptWriting
  readonly #types: JsonTypes
  readonly #files: File[] = []
  readonly #names = new UniqueNames()
  readonly #values: JsonObject
  readonly #changing: ReadonlySet<string>
  /** Variables that a step sets, for the request behind it. */
  #pending: JsonObject = {}
  /** The file that holds the whole collection, where that is how it was. */
  readonly #bundle: string | undefined

  constructor(collection: Collection, scripts: ScriptWriting) {
    this.#collection = collection
    this.#scripts = scripts
    this.#types = jsonTypesOf(collection)
    const { values, changing } = writtenVariables(collection)
    this.#values = values
    this.#changing = changing
    const root = former(collection)
    const isWhole = root !== undefined && list(mapping(documentIn(root))['items']).length > 0
    this.#bundle = isWhole ? root.file : undefined
  }

  write(): readonly File[] {
    const { items, after = [], environments } = this.#collection
    const parts = [...items, ...cleanUp(after)]
    const document = groupDocument(
      this.#collection,
      former(this.#collection),
      'collection',
      this.#lose([this.#collection.name]),
    )
    this.#names.take('environments')
    const documents = this.#items(parts, [this.#collection], '')
    const named = environments.filter(one => one.name !== '')
    const fileNames = fileNamesOf(named, environmentFile, new UniqueNames())
    const saved = named.flatMap((one, index) => this.#environment(one, fileNames[index] ?? ''))
    const root = former(this.#collection)
    const config = mapping(document['config'])
    const isConfigured = saved.length > 0 || config['environments'] !== undefined
    const whole = isConfigured ? { ...document, config: { ...config, environments: saved } } : document
    if (this.#bundle === undefined) this.#file('opencollection.yml', root, whole)
    else this.#file(path.posix.basename(this.#bundle), root, { ...whole, items: withOthers(documents, root) })
    return this.#files
  }

  /** The items of a folder: as files, or as documents for the file of all. */
  #items(items: Collection['items'], chain: readonly FolderContents[], below: string): readonly JsonObject[] {
    const names = below === '' ? this.#names : new UniqueNames()
    const fileNames = fileNamesOf(items, itemFile, names)
    return items.flatMap((item, index) => {
      const inside = { chain, name: below + (fileNames[index] ?? ''), position: index + 1 }
      return item.kind === 'folder' ? [this.#folder(item, inside)] : this.#request(item, inside)
    })
  }

  #folder(folder: Folder, { chain, name, position }: Inside): JsonObject {
    const before = former(folder)
    const where = [...chain, folder].map(one => one.name)
    const document = groupDocument(folder, before, 'folder', this.#lose(where), position)
    if (this.#bundle === undefined) this.#file(`${name}/folder.yml`, before, document)
    const items = this.#items(
      [...folder.items, ...cleanUp(folder.after ?? [])],
      [...chain, folder],
      `${name}/`,
    )
    return { ...document, items: withOthers(items, before) }
  }

  #request(
    { step: given, kept, examples = [] }: SavedRequest,
    { chain, name, position }: Inside,
  ): readonly JsonObject[] {
    if (given['set'] !== undefined) {
      this.#pending = { ...this.#pending, ...mapping(given['set']) }
      return []
    }
    const variables = { ...this.#pending, ...mapping(given['variables']) }
    const withVariables = Object.keys(this.#pending).length === 0 ? given : { ...given, variables }
    const isStopped = given['auth'] === undefined && stopsAuth(chain)
    const step = isStopped ? { ...withVariables, auth: 'none' } : withVariables
    this.#pending = {}
    const before = formerPart(kept, step, examples.length === 0 ? undefined : examples)
    const document = before === undefined ? undefined : documentIn(before)
    const where = [...chain.map(one => one.name), stepName(step)]
    const lose = this.#lose(where)
    const written =
      before?.isSame() === true
        ? document
        : requestDocument(step, examples, {
            ...this.#scripts,
            ...defined({
              former:
                document === undefined || before === undefined
                  ? undefined
                  : { document, isSame: before.isSame },
            }),
            position,
            settings: requestSettings(chain),
            isText: name => this.#isText(name),
            lose,
            note: (what, why) => this.notes.push({ where: where.join(' / '), what, why }),
          })
    if (before?.isSame() !== true)
      for (const name of uncertainIn(step, this.#types))
        lose(`type of {{${name}}} in the body`, 'it stands in quotes, a number of an answer too')
    if (before?.file.endsWith('.bru') === true)
      for (const title of unsent(before.text))
        lose(`body ${title}`, 'it is not sent, and Bruno reads no second body in YAML')
    if (written === undefined) {
      lose('step', 'a collection of Bruno has requests alone')
      return []
    }
    this.created++
    if (this.#bundle === undefined) this.#file(name, before, written)
    return [written]
  }

  #isText(name: string): boolean {
    if (name.startsWith('$')) return !/^\$(?:timestamp|randomInt)$/.test(name)
    const [first = '', ...rest] = name.split('.')
    const value = this.#values[name] ?? valueAt(this.#values[first], rest)
    const holdsText = typeof value === 'string' && !this.#changing.has(first)
    return name.startsWith('env.') || holdsText || !(this.#types.bare.has(name) || rest.length > 0)
  }

  /** The document of an environment that stands in the file of the collection; others have files of their own. */
  #environment(environment: SavedEnvironment, file: string): readonly JsonObject[] {
    const { name, kept } = environment
    const before = formerPart(kept, environment)
    const lose = this.#lose([this.#collection.name, `environment ${name}`])
    const document = environmentDocument(environment, before, lose)
    const isWithin = before !== undefined && before.file === former(this.#collection)?.file
    if (this.#bundle !== undefined || isWithin) return [document]
    this.#file(`environments/${file}`, before, document)
    return []
  }

  #file(name: string, before: FormerPart | undefined, document: JsonObject): void {
    const isAsItWas = before?.isSame() === true
    if (before?.text === '' && isAsItWas) return
    const isYaml = before !== undefined && before.text !== '' && /\.ya?ml$/.test(before.file)
    const isKept = isYaml && isAsItWas && this.#bundle === undefined && document['config'] === undefined
    const text = isKept ? before.text : isYaml ? editYaml(before.text, document) : canonicalYaml(document)
    this.#files.push({ name, text })
  }

  #lose(names: readonly string[]): Say {
    return (what, why) => this.losses.push({ where: names.join(' / '), what, why })
  }
}

/** Items with those among them that nothing was made of. */
function withOthers(items: readonly JsonObject[], before: FormerPart | undefined): readonly JsonObject[] {
  const all = [...items]
  for (const { position, document } of (before?.others ?? []).map(mapping))
    all.splice(Number(position), 0, mapping(document))
  return all
}

interface Inside {
  readonly chain: readonly FolderContents[]
  /** The name of its file, or of its folder. */
  readonly name: string
  readonly position: number
}

/** The requests that run whatever happened above, as a folder at the end. */
function cleanUp(after: readonly SavedRequest[]): readonly Folder[] {
  return after.length === 0 ? [] : [{ kind: 'folder', name: 'after', items: after }]
}

/** True where a folder takes away the credentials of one around it, which Bruno does not do for the requests in it. */
function stopsAuth(chain: readonly FolderContents[]): boolean {
  const said = chain.flatMap(({ settings = {} }) => settings['auth'] ?? [])
  return said.at(-1) === 'none' && said.some(auth => auth !== 'none')
}

/** Settings of its folders that Bruno has only in requests. */
function requestSettings(chain: readonly FolderContents[]): JsonObject {
  const { headers: _, auth: _auth, scripts: _scripts, ...settings } = settingsWithin(chain)
  return settings
}

/** Parts that stand apart, as Bruno writes them. */
const apart = new Set(
  'info http graphql grpc websocket runtime settings examples docs items request'.split(' '),
)

/** A document as Bruno itself writes it. */
function canonicalYaml(document: JsonObject): string {
  return Object.entries(document)
    .map(
      ([key, value], index) => `${index > 0 && apart.has(key) ? '\n' : ''}${writtenYaml({ [key]: value })}`,
    )
    .join('')
}
