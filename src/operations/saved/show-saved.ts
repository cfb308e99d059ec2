import type { Collection, CollectionItem } from '../../model/collection.ts'
import { operation } from '../operation.ts'
import { list, object, published, text } from '../schema.ts'
import { itemAt } from './change-items.ts'
import { loadPlace, placeKeys } from './saved-input.ts'

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
