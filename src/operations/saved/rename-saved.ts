import { type Result, usageProblem } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { changeCollection, replaceItem } from './change-items.ts'
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
      if (place.path.length > 0)
        return {
          ok: true,
          value: replaceItem(saved, place, item => [
            item.kind === 'folder' ? { ...item, name } : { ...item, step: { ...item.step, name } },
          ]),
        }
      const isTaken = saved.collections.some(
        (collection, index) => index !== place.collection && collection.name === name,
      )
      if (isTaken) return { ok: false, problems: [usageProblem(`there is a collection "${name}" already`)] }
      return {
        ok: true,
        value: changeCollection(saved, place.collection, collection => ({ ...collection, name })),
      }
    })
  },
}
