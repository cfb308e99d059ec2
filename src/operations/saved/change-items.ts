import type { Collection, CollectionItem, FolderContents } from '../../model/collection.ts'
import type { Saved } from '../../store/saved-collections.ts'
import type { Place } from './find-place.ts'

/** The item at a place; undefined for a collection. */
export function itemAt({ collections }: Saved, { collection, path }: Place): CollectionItem | undefined {
  let items: readonly CollectionItem[] = collections[collection]?.items ?? []
  let item: CollectionItem | undefined
  for (const index of path) {
    item = items[index]
    items = item?.kind === 'folder' ? item.items : []
  }
  return item
}

/** The collection or the folder at a place; undefined for a request. */
export function folderAt(saved: Saved, place: Place): FolderContents | undefined {
  if (place.path.length === 0) return saved.collections[place.collection]
  const item = itemAt(saved, place)
  return item?.kind === 'folder' ? item : undefined
}

/** Replaces the item at a place by one item, none, or several. A place that is no item changes nothing. */
export function replaceItem(
  saved: Saved,
  { collection, path }: Place,
  change: (item: CollectionItem) => readonly CollectionItem[],
): Saved {
  return changeCollection(saved, collection, contents => replaceIn(contents, path, change))
}

/** Changes the collection or folder at a place. */
export function changeFolder(
  saved: Saved,
  { collection, path }: Place,
  change: <Contents extends FolderContents>(contents: Contents) => Contents,
): Saved {
  if (path.length === 0) return changeCollection(saved, collection, change)
  return replaceItem(saved, { collection, path }, item => [item.kind === 'folder' ? change(item) : item])
}

/** Changes the collection in a position. */
export function changeCollection(
  saved: Saved,
  position: number,
  change: (collection: Collection) => Collection,
): Saved {
  const collections = saved.collections.map((collection, index) =>
    index === position ? change(collection) : collection,
  )
  return { ...saved, collections }
}

function replaceIn<Contents extends FolderContents>(
  contents: Contents,
  [first, ...rest]: readonly number[],
  change: (item: CollectionItem) => readonly CollectionItem[],
): Contents {
  const items = contents.items.flatMap((item, index): readonly CollectionItem[] => {
    if (index !== first) return [item]
    if (rest.length === 0) return change(item)
    return [item.kind === 'folder' ? replaceIn(item, rest, change) : item]
  })
  return { ...contents, items }
}
