import { operation } from '../operation.ts'
import { object } from '../schema.ts'
import { replaceItem } from './change-items.ts'
import { namesSchema, placeKeys, updatePlace } from './saved-input.ts'

/** Deletes a collection, a folder with all that is in it, or a request; answers with the names that led to it. */
export const deleteSaved = operation({
  name: 'delete-saved',
  permission: 'project',
  destroys: true,
  summary: 'Deletes a saved collection, a folder with all that is in it, or a request.',
  input: object(placeKeys),
  answer: namesSchema,
  run: (input, host) =>
    updatePlace(input, host, (saved, place) => ({
      ok: true,
      value:
        place.path.length === 0
          ? { ...saved, collections: saved.collections.filter((_, index) => index !== place.collection) }
          : replaceItem(saved, place, () => []),
    })),
})
