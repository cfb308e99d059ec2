import { fileNameOf, UniqueNames } from '../../compile/file-names.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import type { Collection, FolderContents, SavedEnvironment, SavedRequest } from '../../model/collection.ts'
import type { Exported } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { ConversionLog } from './conversion-log.ts'
import { isCopy, postmanVariables } from './import-postman.ts'
import { restored } from './kept.ts'
import { knownVariables } from './known-variables.ts'
import { memberAt, objectAt, objectOf, withoutUndefined } from './parts.ts'
import { amendedEvents } from './write/amend-events.ts'
import { sharedSaid } from './read/read-events.ts'
import { readRoot, within } from './read/read-group.ts'
import { rootContext } from './context.ts'
import { CollectionVariables } from './write/collection-variables.ts'
import { jsonTypesOf, type JsonTypes } from '../../compile/json-types.ts'
import { withObjectsAsText } from './write/objects-as-text.ts'
import { writeEnvironment } from './write/write-environment.ts'
import { textsOf } from './write/write-events.ts'
import { writeRoot } from './write/write-group.ts'
import { lossKeys, savedContents, writeItems, type Writing } from './write/write-items.ts'
import { writeVariables } from './write/write-variables.ts'
import { defined } from '../../util/defined.ts'
import { writeJson } from '../../util/exact-number.ts'

/** A collection as a document of version 2.1, and the account of it. */
export interface WrittenCollection {
  readonly document: JsonObject
  /** The collection as it was written. */
  readonly collection: Collection
  readonly log: ConversionLog
  readonly counts: { readonly requests: number; readonly created: number }
}

/** Writes a collection as a document of version 2.1. */
export function writeDocument(
  given: Collection,
  heard: Pick<Writing, 'writeOther' | 'onWritten'> = {},
): WrittenCollection {
  const collection = withObjectsAsText(given)
  const log = new ConversionLog(collection.name)
  const counts = { requests: 0, created: 0 }
  const document = writeCollection(collection, jsonTypesOf(given), { log, counts, heard })
  return { document, collection, log, counts }
}

/** Writes a collection as one of Postman (v2.1), with a file of its own for each environment. */
export function exportPostman(given: Collection): Exported {
  const { document, collection, log, counts } = writeDocument(given)
  const names = new UniqueNames()
  const files = [
    { name: names.take(fileNameOf(collection.name), '.postman_collection.json'), text: jsonText(document) },
    ...ownEnvironments(collection).map(environment => ({
      name: names.take(fileNameOf(environment.name), '.postman_environment.json'),
      text: jsonText(writeEnvironment(environment)),
    })),
  ]
  const { losses, notes } = log
  return {
    files,
    report: { requests: counts.requests, created: counts.created, merged: [], skipped: [], losses, notes },
  }
}

function writeCollection(
  collection: Collection,
  types: JsonTypes,
  {
    log,
    counts,
    heard,
  }: {
    readonly log: ConversionLog
    readonly counts: { requests: number; created: number }
    readonly heard: Pick<Writing, 'writeOther' | 'onWritten'>
  },
): JsonObject {
  const { baseUrl, kept, name } = collection
  const own = collection.variables ?? {}
  const isNew = baseUrl !== undefined && !Object.hasOwn(own, 'baseUrl')
  const variables = new CollectionVariables(isNew ? { baseUrl, ...own } : own, collection.secrets ?? {})
  const saved = savedContents({ ...collection, variables: variables.variables })
  const read = (document: JsonObject): JsonObject => readRoot(document, new ConversionLog())
  const root = writeRoot({ ...saved, ...lossKeys(collection) }, log)
  const known = knownVariables(variables.variables, savedScripts(collection))
  const settings = objectAt(saved, 'settings')
  const amend = (one: JsonObject): JsonObject => amendedEvents(one, settings, sharedSaid)
  const group = restored(root, kept, { saved, read, amend })
  const items = writeItems(collection, {
    around: { ...within(rootContext(known, log), group, name), log },
    headers: objectAt(settings, 'headers'),
    judgesStatus: kept?.['postman'] === undefined,
    types,
    addVariables: (more, secrets, below) => {
      variables.add(more, secrets, below)
    },
    countRequest: () => {
      counts.created += 1
    },
    ...heard,
  })
  counts.requests = requestCount(collection.items) + (collection.after ?? []).length
  const variable = writeVariables(variables.variables, variables.secrets)
  const whole = defined({ ...root, variable })
  return inOrder(restored(whole, kept, { saved, read, amend }), items)
}

/** The members in the order in which Postman writes them. */
function inOrder({ info, variable, ...others }: JsonObject, items: readonly JsonObject[]): JsonObject {
  return withoutUndefined({ info, item: items, ...others, variable })
}

/** The environments but the one that repeats the collection's own variables, which importing it makes again. */
export function ownEnvironments(collection: Collection): readonly SavedEnvironment[] {
  const saved: JsonObject = savedContents(collection)
  const repeated = postmanVariables(saved).map(plain)
  return collection.environments.filter(
    environment =>
      !isCopy(environment, collection) && !repeated.some(other => jsonEqual(other, plain(environment))),
  )
}

function plain({ name, variables, secrets, disabled = {} }: SavedEnvironment): JsonValue {
  return withoutUndefined({ name, variables, secrets, disabled: objectOf(disabled) })
}

function jsonText(document: JsonObject): string {
  return `${writeJson(document, '\t')}\n`
}

/** All scripts of saved requests, and for each variable that a step sets a text with its name in quotes. */
function savedScripts(contents: FolderContents): readonly string[] {
  const steps = [...contents.items, ...(contents.after ?? [])].flatMap(item =>
    item.kind === 'folder' ? savedScripts(item) : ofRequest(item),
  )
  return [...scriptsOf(memberAt(contents.settings, 'scripts')), ...steps]
}

function ofRequest({ step }: SavedRequest): readonly string[] {
  const names = ['extracts', 'variables', 'set'].flatMap(key => Object.keys(objectAt(step, key)))
  return [...scriptsOf(step['scripts']), ...names.map(name => JSON.stringify(name)), ...scriptOf(step)]
}

function scriptOf(step: JsonObject): readonly string[] {
  return textsOf(step['script'])
}

function scriptsOf(scripts: JsonValue | undefined): readonly string[] {
  return [...textsOf(memberAt(scripts, 'before')), ...textsOf(memberAt(scripts, 'after'))]
}
