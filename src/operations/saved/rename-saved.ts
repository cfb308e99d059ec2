import { usageRefusal } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { operation } from '../operation.ts'
import { object, text } from '../schema.ts'
import { changeCollection, folderAt, itemAt, replaceItem } from './change-items.ts'
import type { NamedPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { namesSchema, placeKeys, updatePlace } from './saved-input.ts'

/** Gives a collection, a folder or a request another name; answers with the names that led to it before. */
export const renameSaved = operation({
  name: 'rename-saved',
  permission: 'project',
  summary: 'Renames a saved collection, folder or request.',
  input: object({ name: text('Its new name'), ...placeKeys }),
  answer: namesSchema,
  run(input, host) {
    const { name } = input
    if (name.trim() === '') return Promise.resolve(usageRefusal('the new name is empty'))
    return updatePlace(input, host, (saved, place) => {
      if (isTaken(saved, place, name)) return savedExists(`"${name}" is there already`)
      return { ok: true, value: renamed(saved, place, name) }
    })
  },
})

/** Collections differ by their names, and so does what is in one folder. */
function isTaken(saved: Saved, place: NamedPlace, name: string): boolean {
  if (place.path.length === 0)
    return saved.collections.some(
      (other, index) => index !== place.collection && other.name.trim() === name.trim(),
    )
  const item = itemAt(saved, place)
  const { items = [] } = folderAt(saved, { ...place, path: place.path.slice(0, -1) }) ?? {}
  return isNamed(
    items.filter(other => other !== item),
    name,
  )
}

function renamed(saved: Saved, place: NamedPlace, name: string): Saved {
  if (place.path.length === 0)
    return changeCollection(saved, place.collection, collection => ({ ...collection, name }))
  return replaceItem(saved, place, item => [
    item.kind === 'folder' ? { ...item, name } : { ...item, step: { ...item.step, name } },
  ])
}
