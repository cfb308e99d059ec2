import { operation } from '../operation.ts'
import { object } from '../schema.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { defined } from '../../util/defined.ts'
import { plural } from '../../util/quantity.ts'
import { quoted } from '../preview.ts'
import { itemAt, replaceItem } from './change-items.ts'
import { loadPlace, namesSchema, placeKeys, updatePlace } from './saved-input.ts'

/** Deletes a collection, a folder with all that is in it, or a request; answers with the names that led to it. */
export const deleteSaved = operation({
  name: 'delete-saved',
  permission: 'project',
  canRehearse: true,
  destroys: true,
  summary: 'Deletes a saved collection, a folder with all that is in it, or a request.',
  preview: async (input, host) => {
    const found = await loadPlace(input, host)
    if (!found.ok) return found
    const { saved, place } = found.value
    const collection = saved.collections[place.collection]
    const item = itemAt(saved, place)
    const items =
      place.path.length === 0 ? (collection?.items ?? []) : item?.kind === 'folder' ? item.items : []
    const inside = items.length === 0 ? '' : `, with ${plural(requestCount(items), 'request')}`
    const environments = place.path.length === 0 ? (collection?.environments ?? []) : []
    return {
      ok: true,
      value: {
        sentences: [`Deletes ${quoted(input.place)}${inside}`],
        production: environments.flatMap(({ name, production }) =>
          production === true ? [{ name, ...defined({ collection: collection?.name }) }] : [],
        ),
      },
    }
  },
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
