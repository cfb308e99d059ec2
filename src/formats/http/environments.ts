import path from 'node:path'
import { environmentName } from '../../compile/environment-names.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { keptText } from '../kept-text.ts'

/** The means of reading environments: the files beside the requests, and what stands in braces in them. */
export interface EnvironmentReading {
  readonly read: (file: string) => string | undefined
  readonly textOf: (written: string, tell: Tell) => string
  /** An account for each file. */
  readonly tellOf: (file: string) => Tell
  /** True where what stays out of version control must not be copied. */
  readonly isStored: boolean
}

/** Files of environments; those of one person stay out of version control. */
const files = [
  { name: 'http-client.env.json', isPrivate: false },
  { name: 'rest-client.env.json', isPrivate: false },
  { name: 'http-client.private.env.json', isPrivate: true },
  { name: 'http-client.env.json.user', isPrivate: true },
]

/** So many folders above the file are looked into, as editors look in the whole project. */
const folders = ['', '../', '../../', '../../../']

/** The environments of a file of requests, from the nearest folder that has any. */
export function readEnvironments(reading: EnvironmentReading): readonly SavedEnvironment[] {
  const found = new Map<string, { variables: JsonObject; secrets: JsonObject }>()
  const add = (documents: readonly { file: string; isPrivate: boolean; document: JsonObject }[]): void => {
    const shared = documents.map(({ document }) => mapping(document['$shared']))
    for (const { file, isPrivate, document } of documents)
      for (const name of Object.keys(document).filter(key => key !== '$shared')) {
        const own = valuesOf(mapping(document[name]), { isPrivate, reading, tell: reading.tellOf(file) })
        const known =
          found.get(name) ??
          valuesOf(Object.assign({}, ...shared) as JsonObject, { isPrivate: false, reading, tell: silent })
        const isOpen = ([key]: readonly [string, JsonValue]): boolean => !Object.hasOwn(own.secrets, key)
        const variables = Object.fromEntries(
          Object.entries({ ...known.variables, ...own.variables }).filter(isOpen),
        )
        found.set(name, { variables, secrets: { ...known.secrets, ...own.secrets } })
      }
  }
  add(documentsIn(files, reading))
  add(documentsIn([{ name: '.vscode/settings.json', isPrivate: false }], reading).map(inSettings))
  return [...found].map(([name, values]) => ({ name, ...values, kept: keptText('http', '', { ...values }) }))
}

const silent: Tell = { lose: () => undefined, note: () => undefined }

function documentsIn(wanted: typeof files, { read, tellOf }: EnvironmentReading) {
  for (const folder of folders) {
    const here = wanted.flatMap(({ name, isPrivate }) => {
      const text = read(path.posix.join(folder, name))
      if (text === undefined) return []
      // Settings of an editor are JSON with comments and commas too many.
      const document = jsonIn(text) ?? jsonIn(text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1'))
      if (!isObject(document)) tellOf(name).lose(name, 'it is no JSON object')
      return isObject(document) ? [{ file: name, isPrivate, document }] : []
    })
    if (here.length > 0) return here
  }
  return []
}

function inSettings<Found extends { readonly document: JsonObject }>(found: Found): Found {
  return { ...found, document: mapping(found.document['rest-client.environmentVariables']) }
}

interface ValueReading {
  readonly isPrivate: boolean
  readonly reading: EnvironmentReading
  readonly tell: Tell
}

function valuesOf(
  given: JsonObject,
  { isPrivate, reading, tell }: ValueReading,
): { variables: JsonObject; secrets: JsonObject } {
  const variables: Record<string, JsonValue> = {}
  const secrets: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const isProvided = isObject(value) && typeof value['provider'] === 'string'
    if (isPrivate && !isProvided && !reading.isStored && isScalar(value)) {
      secrets[name] = reading.textOf(valueText(value), tell)
    } else if (isPrivate || isProvided) {
      secrets[name] = `{{env.${environmentName(name)}}}`
      const why = isProvided ? 'is kept elsewhere' : 'stays out of version control'
      tell.note(name, `its value ${why}: give it in the environment as ${environmentName(name)}`)
    } else if (typeof value === 'string') variables[name] = reading.textOf(value, tell)
    else if (isNumber(value) || typeof value === 'boolean') variables[name] = String(value)
    else tell.lose(name, 'it is no text: settings of the client have no place in an environment')
  }
  return { variables, secrets }
}

function isScalar(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value)
}
