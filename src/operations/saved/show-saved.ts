import type { Collection, CollectionItem } from '../../model/collection.ts'
import type { Result } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { itemAt } from './change-items.ts'
import { loadPlace, type PlaceInput } from './saved-input.ts'

/** What is saved at a place, and the names on the way to it. */
export interface ShownPlace {
  readonly names: readonly string[]
  readonly saved: Collection | CollectionItem
}

/** A collection, a folder or a request, whole. */
export const showSaved: Operation<PlaceInput, Result<ShownPlace>> = {
  name: 'collections show',
  permission: 'read',
  description: 'Shows a saved collection, folder or request.',
  async run(input) {
    const found = await loadPlace(input)
    if (!found.ok) return found
    const { saved, place } = found.value
    const item = place.path.length === 0 ? saved.collections[place.collection] : itemAt(saved, place)
    // The place was found in what is saved.
    if (item === undefined) throw new Error(`There is nothing at ${place.names.join('/')}.`)
    return { ok: true, value: { names: place.names, saved: item } }
  },
}
