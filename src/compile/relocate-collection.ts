import type { Collection, FolderContents, SavedRequest } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import { relocateFiles } from './relocate-files.ts'

/** A collection whose file names counted from one folder, and then from another. Absolute ones and placeholders stay. */
export function relocateCollection(collection: Collection, from: string, to: string): Collection {
  return relocated(collection, from, to)
}

function relocated<Contents extends FolderContents>(folder: Contents, from: string, to: string): Contents {
  const { settings, data, items, after } = folder
  const request = (saved: SavedRequest): SavedRequest => ({
    ...saved,
    step: relocateFiles(saved.step, from, to),
  })
  const named = {
    ...(settings === undefined ? {} : { settings }),
    ...(data === undefined ? {} : { data }),
  }
  return {
    ...folder,
    ...(relocateFiles(named, from, to) as { readonly settings?: JsonObject }),
    items: items.map(item => (item.kind === 'folder' ? relocated(item, from, to) : request(item))),
    ...(after === undefined ? {} : { after: after.map(request) }),
  }
}
