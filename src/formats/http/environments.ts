import path from 'node:path'
import { environmentName } from '../../compile/environment-names.ts'
import { readImportedJson } from '../../compile/read-imported-json.ts'
import { lineIndex } from '../../document/index.ts'
import { keysIn } from '../../document/json-text.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { ImportPlaces } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Span } from '../../model/span.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { keptText } from '../kept-text.ts'

/** The means of reading environments: the files beside the requests, and what stands in braces in them. */
export interface EnvironmentReading {
  /** The folder of the requests. */
  readonly folder: string
  /** The text of a file by its absolute path. */
  readonly read: (file: string) => string | undefined
  readonly textOf: (written: string, tell: Tell) => string
  /** An account of a file by its name from the folder. */
  readonly tellOf: (name: string, place: Span) => Tell
  /** True where what stays out of version control must not be copied. */
  readonly isStored: boolean
}

/** Environments, and where the secrets of each have their values. */
export interface FoundEnvironments {
  readonly environments: readonly SavedEnvironment[]
  readonly secrets: NonNullable<ImportPlaces['secrets']>
}

/** Files of environments; those of one person stay out of version control. */
const files = [
  { name: 'http-client.env.json', isPrivate: false },
  { name: 'rest-client.env.json', isPrivate: false },
  { name: 'http-client.private.env.json', isPrivate: true },
  { name: 'http-client.env.json.user', isPrivate: true },
]

/** The settings of an editor, and the key of environments among them. */
const settings = [{ name: '.vscode/settings.json', isPrivate: false }]
const ofRestClient = 'rest-client.environmentVariables'

/** So many folders above the file are looked into, as editors look in the whole project. */
const folders = ['', '../', '../../', '../../../']

/** A value, and where it stands. */
interface FoundValue {
  readonly value: JsonValue
  readonly isSecret: boolean
  readonly place: Span
}

type FoundValues = Map<string, FoundValue>

/** The environments of a file of requests, from the nearest folder that has any. */
export function readEnvironments(reading: EnvironmentReading): FoundEnvironments {
  const found = new Map<string, FoundValues>()
  for (const documents of [documentsIn(files, reading), documentsIn(settings, reading)])
    for (const name of new Set(documents.flatMap(({ value }) => Object.keys(value)))) {
      if (name === '$shared') continue
      const values = found.get(name) ?? new Map<string, FoundValue>()
      if (!found.has(name)) for (const one of documents) addValues(values, one, '$shared', reading)
      for (const one of documents) addValues(values, one, name, reading)
      found.set(name, values)
    }
  const made = [...found].map(([name, values]): [SavedEnvironment, ReadonlyMap<string, Span>] => {
    const parts = {
      variables: valuesOf(values, ({ isSecret }) => !isSecret),
      secrets: valuesOf(values, ({ isSecret }) => isSecret),
    }
    const places = new Map([...values].map(([key, { place }]) => [key, place]))
    return [{ name, ...parts, kept: keptText('http', '', { ...parts }) }, places]
  })
  return { environments: made.map(([environment]) => environment), secrets: new Map(made) }
}

function valuesOf(values: FoundValues, isWanted: (value: FoundValue) => boolean): JsonObject {
  const wanted = [...values].filter(([, value]) => isWanted(value))
  return Object.fromEntries(wanted.map(([name, { value }]) => [name, value]))
}

/** A file of environments as JSON, and where its keys stand. */
interface EnvironmentDocument {
  readonly name: string
  readonly isPrivate: boolean
  readonly value: JsonObject
  readonly placeOf: (path: readonly string[]) => Span
}

function documentsIn(wanted: typeof files, reading: EnvironmentReading): readonly EnvironmentDocument[] {
  for (const folder of folders) {
    const texts = wanted.flatMap(({ name, isPrivate }) => {
      const inFolder = path.posix.join(folder, name)
      const text = reading.read(path.resolve(reading.folder, inFolder))
      const isOurs = text !== undefined && (wanted !== settings || text.includes(ofRestClient))
      return isOurs ? [{ name: inFolder, isPrivate, text }] : []
    })
    if (texts.length > 0) return texts.flatMap(one => readDocument(one, reading) ?? [])
  }
  return []
}

function readDocument(
  { name, isPrivate, text }: { name: string; isPrivate: boolean; text: string },
  { folder, tellOf }: EnvironmentReading,
): EnvironmentDocument | undefined {
  const file = path.resolve(folder, name)
  const start = { line: 1, column: 1 }
  const beginning = { file, start, end: start }
  const json = plainJson(text)
  const read = readImportedJson(json, file)
  if (!read.ok || !isObject(read.value)) {
    const [problem] = read.ok ? [] : read.problems
    tellOf(name, problem?.span ?? beginning).lose(name, problem?.message ?? 'it is no JSON object')
    return undefined
  }
  const positionAt = lineIndex(json)
  const spanAt = (offset: number, length: number): Span => ({
    file,
    start: positionAt(offset),
    end: positionAt(offset + length),
  })
  const places = new Map<string, Span>()
  for (const { key, path: keys, offset, isRepeated } of keysIn(json)) {
    const place = spanAt(offset, JSON.stringify(key).length)
    places.set(keys().join('\n'), place)
    if (isRepeated)
      tellOf(name, place).lose(
        key,
        'the key stands there for the second time, and the first counts for nothing',
      )
  }
  const isSettings = name.endsWith('settings.json')
  const value = isSettings ? mapping(read.value[ofRestClient]) : read.value
  const placeOf = (keys: readonly string[]): Span =>
    places.get([...(isSettings ? [ofRestClient] : []), ...keys].join('\n')) ?? beginning
  return { name, isPrivate, value, placeOf }
}

/** JSON as editors read it: comments, and commas too many, become blanks, so that all else stays at its place. */
function plainJson(text: string): string {
  const blank = (found: string): string => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' '))
  return text
    .replace(/^\ufeff/, '')
    .replace(/"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\//g, blank)
    .replace(/"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])/g, blank)
}

/** Adds the values that a file has for an environment; what comes later counts. */
function addValues(
  values: FoundValues,
  document: EnvironmentDocument,
  environment: string,
  reading: EnvironmentReading,
): void {
  const { isPrivate } = document
  for (const [name, value] of Object.entries(mapping(document.value[environment]))) {
    const place = document.placeOf([environment, name])
    const tell = reading.tellOf(document.name, place)
    const isProvided = isObject(value) && typeof value['provider'] === 'string'
    if (!isProvided && isScalar(value) && !(isPrivate && reading.isStored)) {
      values.set(name, { value: reading.textOf(valueText(value), tell), isSecret: isPrivate, place })
    } else if (isPrivate || isProvided) {
      values.set(name, { value: `{{env.${environmentName(name)}}}`, isSecret: true, place })
      const why = isProvided ? 'is kept elsewhere' : 'stays out of version control'
      tell.note(name, `its value ${why}: give it in the environment as ${environmentName(name)}`)
    } else tell.lose(name, 'it is no text: settings of the client have no place in an environment')
  }
}

function isScalar(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value)
}
