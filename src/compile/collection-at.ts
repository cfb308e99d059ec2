import type { Collection, Folder } from '../model/collection.ts'
import { joinSettings } from './join-settings.ts'
import { stepName } from '../parse/build-step.ts'

/**
 * The collection that a part of a collection is on its own: with the variables and the settings of all that is around it.
 * `path` leads to a folder or a request, by position; an empty one to the whole.
 */
export function collectionAt(collection: Collection, path: readonly number[]): Collection {
  return path.reduce<Collection>((outer, index) => {
    const item = outer.items[index]
    if (item === undefined) return outer
    if (item.kind === 'request') return { ...outer, name: stepName(item.step), items: [item] }
    return folderWithin(outer, item)
  }, collection)
}

function folderWithin(outer: Collection, folder: Folder): Collection {
  const { kind: _, ...own } = folder
  const { description: _outer, after: _after, kept: _kept, ...inherited } = outer
  const settings = joinSettings(outer.settings ?? {}, folder.settings ?? {})
  const variables = { ...outer.variables, ...folder.variables }
  const secrets = { ...outer.secrets, ...folder.secrets }
  return {
    ...inherited,
    ...own,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
  }
}
