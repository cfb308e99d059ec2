import assert from 'node:assert/strict'
import path from 'node:path'
import type { ApiDescription } from '../../../api-description/api-description.ts'
import { readLocalFile } from '../../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../../api-description/load-description.ts'
import type { CollectionItem, SavedRequest } from '../../../model/collection.ts'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import { importOpenApi } from '../import-open-api.ts'

/** A collection with the description it was made of. */
export interface ImportedFile {
  readonly description: ApiDescription
  readonly collection: NonNullable<Imported['collection']>
  readonly report: Imported['report']
}

/** Imports a description from a file. */
export async function importedFile(file: string, spec = 'openapi.yaml'): Promise<ImportedFile> {
  const description = await loadDescription(path.resolve(file), readLocalFile)
  assert.ok(description.ok, description.ok ? '' : description.problems[0]?.message)
  return imported(description.value, spec)
}

/** Imports a description. */
export async function imported(description: ApiDescription, spec = 'openapi.yaml'): Promise<ImportedFile> {
  const { collection, report } = await importOpenApi(description, { spec })
  assert.ok(collection !== undefined)
  return { description, collection, report }
}

/** Every request with the folders it is in. */
export function requestsOf(
  items: readonly CollectionItem[],
  folders: readonly string[] = [],
): readonly { readonly request: SavedRequest; readonly folders: readonly string[] }[] {
  return items.flatMap(item =>
    item.kind === 'request' ? [{ request: item, folders }] : requestsOf(item.items, [...folders, item.name]),
  )
}

/** The steps of a collection, by the name of the operation. */
export function stepsOf({ collection, description }: ImportedFile): Readonly<Record<string, JsonObject>> {
  const steps = requestsOf(collection.items).map(({ request }) => request.step)
  const sorted = [...description.operations].sort((left, right) => folderOrder(left.tags, right.tags))
  return Object.fromEntries(
    sorted.map((one, index) => [one.operationId ?? `${one.method} ${one.path}`, steps[index] ?? {}]),
  )

  function folderOrder(left: readonly string[], right: readonly string[]): number {
    const names = [...collection.items.map(item => (item.kind === 'folder' ? item.name : undefined))]
    const place = ([tag]: readonly string[]) => (tag === undefined ? names.length : names.indexOf(tag))
    return place(left) - place(right)
  }
}
