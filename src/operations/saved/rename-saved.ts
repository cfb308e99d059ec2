import { type Result, usageProblem } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import type { Operation } from '../operation.ts'
import { changeCollection, folderAt, itemAt, replaceItem } from './change-items.ts'
import type { NamedPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { type PlaceInput, updatePlace } from './saved-input.ts'

/** Gives a collection, a folder or a request another name; answers with the names that led to it before. */
export const renameSaved: Operation<PlaceInput & { readonly name: string }, Result<readonly string[]>> = {
  name: 'collections rename',
  permission: 'project',
  description: 'Renames a saved collection, folder or request.',
  run(input) {
    const { name } = input
    if (name.trim() === '')
      return Promise.resolve({ ok: false, problems: [usageProblem('the new name is empty')] })
    return updatePlace(input, (saved, place) => {
      if (isTaken(saved, place, name)) return savedExists(`"${name}" is there already`)
      return { ok: true, value: renamed(saved, place, name) }
    })
  },
}

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
