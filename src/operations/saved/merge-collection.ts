import { itemName } from '../../compile/item-name.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import type { Collection, CollectionItem, Folder, SavedEnvironment } from '../../model/collection.ts'
import { joinedMark } from './allow-reads.ts'
import { writeJson } from '../../util/exact-number.ts'

/** New requests of a folder; its name has the names on the way to it, and is empty for the collection itself. */
export interface MadeFolder {
  readonly folder: string
  readonly requests: readonly string[]
}

/** A collection with what another has and it has not. */
export interface Merged {
  readonly collection: Collection
  /** Requests that came from the other. */
  readonly added: number
  /** The items that came from the other, by folder. */
  readonly made: readonly MadeFolder[]
  /** Requests of the other that were there, and stay as they are. */
  readonly present: number
}

/**
 * Adds to a collection what another one has besides: requests (the same is one with the same name and action in the same
 * folder), folders, environments and variables. What is there stays as somebody may have changed it.
 */
export function mergeCollection(before: Collection, other: Collection): Merged {
  const items = mergeItems(before.items, other.items)
  const made = madeIn(before.items, items, '')
  const added = requestCount(items) - requestCount(before.items)
  const variables = { ...other.variables, ...before.variables }
  const secrets = { ...other.secrets, ...before.secrets }
  return {
    collection: {
      ...other,
      ...before,
      ...joinedMark(before, other),
      ...(Object.keys(variables).length === 0 ? {} : { variables }),
      ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
      environments: mergeEnvironments(before.environments, other.environments),
      items,
    },
    added,
    made,
    present: requestCount(other.items) - added,
  }
}

/** The environments of both; of two with one name that which was there, with the variables it lacks. */
export function mergeEnvironments(
  before: readonly SavedEnvironment[],
  others: readonly SavedEnvironment[],
): readonly SavedEnvironment[] {
  const joined = before.map(one => {
    const other = others.find(({ name }) => name === one.name)
    if (other === undefined) return one
    return {
      ...other,
      ...one,
      ...joinedMark(one, other),
      variables: { ...other.variables, ...one.variables },
      secrets: { ...other.secrets, ...one.secrets },
    }
  })
  return [...joined, ...others.filter(({ name }) => !before.some(one => one.name === name))]
}

function mergeItems(
  before: readonly CollectionItem[],
  others: readonly CollectionItem[],
): readonly CollectionItem[] {
  const unmatched = [...others]
  const joined = before.map((item): CollectionItem => {
    const index = unmatched.findIndex(other => keyOf(other) === keyOf(item))
    const [other] = index === -1 ? [] : unmatched.splice(index, 1)
    return item.kind === 'folder' && other?.kind === 'folder' ? mergeFolder(item, other) : item
  })
  return [...joined, ...unmatched]
}

function mergeFolder(before: Folder, other: Folder): Folder {
  return { ...other, ...before, items: mergeItems(before.items, other.items) }
}

/** Items that are new in a folder, and in the folders of it. What was merged stands in the position it had. */
function madeIn(
  before: readonly CollectionItem[],
  items: readonly CollectionItem[],
  folder: string,
): readonly MadeFolder[] {
  const added = items.slice(before.length)
  const requests = added.flatMap(item => (item.kind === 'request' ? [itemName(item)] : []))
  const inner = items.flatMap((item, index) => {
    const former = before[index]
    if (item.kind !== 'folder') return []
    const name = folder === '' ? item.name : `${folder}/${item.name}`
    return madeIn(former?.kind === 'folder' ? former.items : [], item.items, name)
  })
  return requests.length === 0 ? inner : [{ folder, requests }, ...inner]
}

/** The key by which two items are the same. */
function keyOf(item: CollectionItem): string {
  if (item.kind === 'folder') return `folder ${item.name}`
  const { request = null } = item.step
  return `request ${itemName(item)} ${writeJson(request)}`
}
