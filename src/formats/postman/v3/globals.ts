import type { Collection, SavedEnvironment } from '../../../model/collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { isGlobals, type PartFile } from './read-tree.ts'

/** An environment, and the file that it was read from. */
export interface ReadEnvironment {
  readonly file: PartFile
  readonly read: SavedEnvironment
}

/** Environments with the globals that neither they nor the collection have a value for. */
export function withGlobals(
  environments: readonly ReadEnvironment[],
  { variables: own = {}, secrets: ownSecrets = {} }: Collection,
): readonly ReadEnvironment[] {
  const globals = environments.filter(({ file }) => isGlobals(file.name))
  return environments.map(one => {
    if (globals.includes(one)) return one
    const { variables, secrets } = one.read
    const known = { ...own, ...ownSecrets, ...variables, ...secrets }
    const added = (values: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(known, name)))
    const more = globals.map(({ read }) => read)
    return {
      ...one,
      read: {
        ...one.read,
        variables: Object.assign({}, ...more.map(each => added(each.variables)), variables) as JsonObject,
        secrets: Object.assign({}, ...more.map(each => added(each.secrets)), secrets) as JsonObject,
      },
    }
  })
}
