import { readImportedJson, unreadable } from '../../compile/read-imported-json.ts'
import { namesSetBy } from '../../compile/variable-flow.ts'
import type { Collection, SavedEnvironment } from '../../model/collection.ts'
import type { ConversionReport, Imported } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { mapping } from '../../util/read-values.ts'
import { digestOf } from '../kept-text.ts'
import { ConversionLog } from './conversion-log.ts'
import { isCollection, isEnvironment, isOldCollection, unwrapped } from '../../parse/foreign/is-postman.ts'
import { keptAs, keptParts } from './kept.ts'
import { allScripts, knownVariables } from './known-variables.ts'
import { modernDocument } from './modern-document.ts'
import { listAt, memberAt, objectAt, textAt } from './parts.ts'
import { readEnvironment } from './read/read-environment.ts'
import { readRoot, within } from './read/read-group.ts'
import { readItems, type ItemCounts } from './read/read-items.ts'
import { rootContext } from './context.ts'
import { reportMisshapen } from './report-misshapen.ts'
import { reportUnset } from './unset-variables.ts'
import { environmentValue } from './v3/kept-parts.ts'
import { writeRoot } from './write/write-group.ts'
import { writeVariables } from './write/write-variables.ts'
import { defined } from '../../util/defined.ts'

/**
 * Reads what Postman exports: a collection (v2.1 or v2.0), an environment or globals, as text. `file` is named in
 * problems, and names a collection that has no name of its own.
 *
 * Reading also writes: each part that was read is written back at once (here and in `read-items.ts`), and where that differs
 * from the original, the original member is kept beside it. Only the writer knows what it would lose; so an export of what was
 * imported gives the same collection again.
 */
export function importPostman(text: string, { file }: { readonly file: string }): Result<Imported> {
  const document = readImportedJson(text, file)
  if (!document.ok) return document
  if (!isObject(document.value)) return unreadable('a collection of Postman is an object', file)
  const content = unwrapped(document.value)
  if (isOldCollection(content))
    return unreadable('this collection is of version 1; Postman exports it as v2.1', file, '/requests')
  if (isCollection(content)) return importCollection(content, file)
  if (isEnvironment(content)) return importEnvironment(content, file)
  return unreadable('this is neither a collection nor an environment of Postman', file)
}

function importCollection(document: JsonObject, file: string): Result<Imported> {
  if (!Array.isArray(memberAt(document, 'item')))
    return unreadable('expected a list of requests', file, '/item')
  return { ok: true, value: importDocument(document, modernDocument(document, file), new ConversionLog()) }
}

/** Makes a collection of a document of version 2.1; `written` is the document as it was, whose mistakes are told. */
export function importDocument(
  written: JsonObject,
  document: JsonObject,
  log: ConversionLog,
): Imported & { readonly collection: Collection } {
  const counts: ItemCounts = { requests: 0, others: 0 }
  reportMisshapen(written, log.below(textAt(objectAt(document, 'info'), 'name') ?? '', document))
  const collection = readCollection(document, new ConversionLog(undefined, log, document), counts)
  return { collection, environments: [], report: reportOf(counts, log) }
}

function readCollection(document: JsonObject, log: ConversionLog, counts: ItemCounts): Collection {
  const root = readRoot(document, log)
  const name = textAt(root, 'name') ?? ''
  const known = knownVariables(objectAt(root, 'variables'), allScripts(document))
  const items = readItems(listAt(document, 'item'), within(rootContext(known, log), document, name), counts)
  const settings = objectAt(root, 'settings')
  const own = [...Object.keys(objectAt(root, 'variables')), ...Object.keys(objectAt(root, 'secrets'))]
  const mayBeUnset = reportUnset(items, [...own, ...namesSetBy(settings['scripts'] ?? null)], log.below(name))
  return {
    ...(root as Pick<Collection, 'name'>),
    settings: mayBeUnset ? { ...settings, 'unset-variables': 'fail' } : settings,
    environments: postmanVariables(root),
    items,
    ...keptAs(keptOf(document, root)),
  }
}

/** The kept parts of the collection itself. Its `info` always is kept, which tells that it came from Postman. */
function keptOf(document: JsonObject, root: JsonObject): JsonObject {
  const variable = writeVariables(objectAt(root, 'variables'), objectAt(root, 'secrets'))
  const written = defined({ ...writeRoot(root, new ConversionLog()), variable })
  return {
    info: objectAt(document, 'info'),
    ...keptParts(document, written, new Set(['item', 'info', 'id'])),
  }
}

/** The environment that goes with a collection: its variables, to be chosen by name. It knows what it was made of. */
export function postmanVariables(root: JsonObject): readonly SavedEnvironment[] {
  const variables = objectAt(root, 'variables')
  const secrets = objectAt(root, 'secrets')
  if (Object.keys(variables).length + Object.keys(secrets).length === 0) return []
  const environment = { name: 'Postman Variables', variables, secrets }
  return [{ ...environment, kept: { [copy]: { digest: digestOf(environmentValue(environment)) } } }]
}

/** True for that environment as long as nobody has changed it: it says what the collection said, and is no file of Postman. */
export function isCopy(environment: SavedEnvironment, { secrets }: Pick<Collection, 'secrets'>): boolean {
  const { digest } = mapping(environment.kept?.[copy])
  return digest === digestOf(environmentValue(environment)) && jsonEqual(environment.secrets, secrets ?? {})
}

const copy = 'postman-variables'

function importEnvironment(document: JsonObject, file: string): Result<Imported> {
  const values = memberAt(document, 'values')
  if (!Array.isArray(values) && !isObject(values))
    return unreadable('expected a list of variables', file, '/values')
  const log = new ConversionLog()
  const environments = [readEnvironment(document, log)]
  return { ok: true, value: { environments, report: reportOf({ requests: 0, others: 0 }, log) } }
}

function reportOf({ requests, others }: ItemCounts, { losses, notes }: ConversionLog): ConversionReport {
  const skipped = others === 0 ? [] : [{ reason: 'neither a folder nor a request', count: others }]
  return { requests, created: requests, merged: [], skipped, losses, notes }
}
