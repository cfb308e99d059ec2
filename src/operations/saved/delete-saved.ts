import type { Result } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { replaceItem } from './change-items.ts'
import { type PlaceInput, updatePlace } from './saved-input.ts'

/** Deletes a collection, a folder with all that is in it, or a request; answers with the names that led to it. */
export const deleteSaved: Operation<PlaceInput, Result<readonly string[]>> = {
  name: 'collections delete',
  permission: 'project',
  description: 'Deletes a saved collection, folder or request.',
  run: input =>
    updatePlace(input, (saved, place) => ({
      ok: true,
      value:
        place.path.length === 0
          ? { ...saved, collections: saved.collections.filter((_, index) => index !== place.collection) }
          : replaceItem(saved, place, () => []),
    })),
}
