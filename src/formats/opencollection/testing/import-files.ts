import type { CollectionItem, SavedRequest } from '../../../model/collection.ts'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Result } from '../../../model/problem.ts'
import { importPostman } from '../../postman/import-postman.ts'
import { importOpenCollection } from '../import-open-collection.ts'

/** Files by their names in a collection. */
type Texts = Readonly<Record<string, string>>

/** Imports the files of a collection, whatever comes of it. */
export function importFiles(files: Texts): Promise<Result<Imported>> {
  const source = { file: 'shop', folder: '/shop', directory: '/shop', fromPostman: importPostman }
  return importOpenCollection(new Map(Object.entries(files)), source)
}

/** The import of files that are sound. */
export async function importedFiles(files: Texts): Promise<Imported> {
  const made = await importFiles(files)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

/** The import of one request of a collection, with its step. */
export async function importedRequest(
  file: string,
  text: string,
): Promise<Imported & { readonly step: JsonObject }> {
  const root: Texts = file.endsWith('.bru')
    ? { 'bruno.json': '{ "name": "Shop" }' }
    : { 'opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Shop }\n' }
  const imported = await importedFiles({ ...root, [file]: text })
  const [request] = requestsIn(imported.collection?.items ?? [])
  return { ...imported, step: request?.step ?? {} }
}

/** All requests in their order, whatever folders they are in. */
export function requestsIn(items: readonly CollectionItem[]): readonly SavedRequest[] {
  return items.flatMap(item => (item.kind === 'folder' ? requestsIn(item.items) : [item]))
}
