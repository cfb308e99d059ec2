import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { withoutCredentials } from '../../secrets/index.ts'
import { operation } from '../operation.ts'
import { list, object, published, text } from '../schema.ts'
import { itemAt } from './change-items.ts'
import { loadPlace, placeKeys } from './saved-input.ts'
import { writeJson } from '../../util/exact-number.ts'

const shownPlace = object({
  names: list(text('A name'), 'The names on the way to it'),
  saved: published<Collection | CollectionItem>(
    'api-collections.schema.json#/definitions/collection',
    'The collection, or the folder or the request in it, whole',
  ),
})

/** A collection, a folder or a request, whole. */
export const showSaved = operation({
  name: 'show-saved',
  permission: 'read',
  summary: 'Shows a saved collection, folder or request whole.',
  input: object(placeKeys),
  answer: shownPlace,
  tell: async ({ names, saved }) => {
    const { savedLines } = await import('../../report/terminal/saved-lines.ts')
    const { palette } = await import('../../report/terminal/palette.ts')
    const [{ items: _, environments: __, ...own }, shown] =
      'step' in saved
        ? [
            { items: [], environments: [] },
            { ...saved, step: withoutCredentials(saved.step) as JsonObject },
          ]
        : [{ environments: [], ...saved }, saved]
    const facts = Object.entries(withoutCredentials(own as unknown as JsonObject) as JsonObject)
    return [
      names.join('/'),
      ...savedLines(shown, palette(false)),
      ...facts
        .filter(([key]) => !['name', 'kind', 'kept'].includes(key))
        .map(([key, value]) => `${key}: ${writeJson(value)}`),
    ]
  },
  async run(input, host) {
    const found = await loadPlace(input, host)
    if (!found.ok) return found
    const { saved, place } = found.value
    const item = place.path.length === 0 ? saved.collections[place.collection] : itemAt(saved, place)
    // The place was found in what is saved.
    if (item === undefined) throw new Error(`There is nothing at ${place.names.join('/')}.`)
    return { ok: true, value: { names: place.names, saved: item } }
  },
})
