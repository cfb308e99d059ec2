import path from 'node:path'
import { valueOfYaml } from '../../../document/edit-yaml.ts'
import type { Collection, Kept, SavedEnvironment } from '../../../model/collection.ts'
import type { Exported } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import { mapping, text } from '../../../util/read-values.ts'
import { formerText, unchangedText } from '../../kept-text.ts'
import { ownEnvironments } from '../export-postman.ts'
import { writeEnvironment } from '../write/write-environment.ts'
import { editText, printDocument } from './edit-text.ts'
import { type FilePlaces, isInside } from './file-places.ts'
import { environmentValue } from './kept-parts.ts'
import { isGlobals } from './read-tree.ts'
import { environmentDocument } from './write-parts.ts'

/**
 * The environments of a collection as files. One that has not changed is written where it was; not, where it lies elsewhere, or
 * where secrets are in it.
 */
export function environmentFiles(
  collection: Collection,
  root: string,
  places: FilePlaces,
): Exported['files'] {
  const all = ownEnvironments(collection)
  const globals = all.filter(one => isGlobals(fileOf(one) ?? ''))
  const isShared = root !== '' && path.posix.basename(path.posix.dirname(root)) === 'collections'
  const folder = isShared
    ? path.posix.join(root, '../../environments')
    : path.posix.join(root, 'environments')
  return all.flatMap(environment => {
    const same = unchangedText('postman-v3', environment.kept, environmentValue(environment))
    const former = fileOf(environment) ?? ''
    const kept = isInside(former) ? places.keep(former, '', /\.(?:environment|globals)\.ya?ml$/i) : undefined
    if (same !== undefined && (same === '' || kept === undefined)) return []
    const name = kept ?? places.give(environment.name, folder, '.environment.yaml')
    if (same !== undefined) return [{ name, text: same }]
    const own = globals.includes(environment) ? environment : withoutShared(environment, globals)
    return [{ name, text: changedText(environment.kept, environmentDocument(writeEnvironment(own))) }]
  })
}

/** The text that an environment was read from, with what has changed of it; a new one where there is none. */
function changedText(kept: Kept | undefined, document: JsonObject): string {
  const former = formerText('postman-v3', kept) ?? ''
  return former === ''
    ? printDocument(document)
    : editText(former, mapping(valueOfYaml(former)), document, ['name', 'values'])
}

function fileOf({ kept }: SavedEnvironment): string | undefined {
  return text(mapping(kept?.['postman-v3'])['file'])
}

/** An environment without the values that globals have, too. */
function withoutShared(
  environment: SavedEnvironment,
  globals: readonly SavedEnvironment[],
): SavedEnvironment {
  const shared = Object.assign(
    {},
    ...globals.map(one => ({ ...one.variables, ...one.secrets })),
  ) as JsonObject
  const own = (values: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => !(Object.hasOwn(shared, name) && jsonEqual(shared[name] ?? null, value)),
      ),
    )
  return { ...environment, variables: own(environment.variables), secrets: own(environment.secrets) }
}
