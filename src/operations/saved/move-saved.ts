import { itemName } from '../../compile/item-name.ts'
import type { CollectionItem, FolderContents } from '../../model/collection.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { operation } from '../operation.ts'
import { object, optional, text, type ValueOf, whole } from '../schema.ts'
import { joinedMark } from './allow-reads.ts'
import { changeCollection, changeFolder, folderAt, itemAt, replaceItem } from './change-items.ts'
import { findPlace, type NamedPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { namesSchema, placeKeys, updatePlace } from './saved-input.ts'

const moveInput = object({
  into: text('Collection or folder'),
  position: optional(whole('Its number among the items there; the last (default)', 1)),
  ...placeKeys,
})

type MoveSavedInput = ValueOf<typeof moveInput>

/** Moves a folder or a request; answers with the names that led to it before. */
export const moveSaved = operation({
  name: 'move-saved',
  permission: 'project',
  canRehearse: true,
  summary: 'Moves a saved folder or request into another folder.',
  input: moveInput,
  answer: namesSchema,
  run: (input, host) => updatePlace(input, host, (saved, place) => moved(saved, place, input)),
})

function moved(saved: Saved, from: NamedPlace, { into, position }: MoveSavedInput): Result<Saved> {
  const item = itemAt(saved, from)
  if (item === undefined) return usageRefusal('a collection cannot be moved into another')
  const to = findPlace(saved, into)
  if (!to.ok) return to
  const target = folderAt(saved, to.value)
  if (target === undefined) return usageRefusal(`"${into}" is a request, not a folder`)
  const name = itemName(item)
  if (!target.items.includes(item) && isNamed(target.items, name))
    return savedExists(`"${into}" has something called "${name}" already`)
  if (isWithin(to.value, from)) return usageRefusal('a folder cannot be moved into itself')
  // The item is only marked first, so that the way to its new place is still the same.
  const mark: CollectionItem = { kind: 'request', step: {} }
  const marked = replaceItem(saved, from, () => [mark])
  const added = changeFolder(marked, to.value, contents => {
    const others = contents.items.filter(other => other !== mark)
    const index = position === undefined ? others.length : Math.max(0, position - 1)
    return { ...contents, items: [...others.slice(0, index), item, ...others.slice(index)] }
  })
  const left = changeCollection(added, from.collection, one => withoutMark(one, mark))
  const source = saved.collections[from.collection]
  return {
    ok: true,
    value: changeCollection(left, to.value.collection, one => ({ ...one, ...joinedMark(one, source ?? {}) })),
  }
}

/** The mark may have come to another position since, in whichever folder it is. */
function withoutMark<Contents extends FolderContents>(contents: Contents, mark: CollectionItem): Contents {
  const items = contents.items
    .filter(item => item !== mark)
    .map(item => (item.kind === 'folder' ? withoutMark(item, mark) : item))
  return { ...contents, items }
}

function isWithin(inner: NamedPlace, outer: NamedPlace): boolean {
  return (
    inner.collection === outer.collection && outer.path.every((index, depth) => inner.path[depth] === index)
  )
}
