import path from 'node:path'
import type { CollectionItem, SavedRequest } from '../../../model/collection.ts'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Result } from '../../../model/problem.ts'
import { importPostman } from '../../postman/import-postman.ts'
import { importInsomnia } from '../import-insomnia.ts'

/** Imports a text of Insomnia, whatever comes of it; `files` are those beside it. */
export function importText(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Result<Imported>> {
  const folder = path.resolve('/shop')
  const source = { file: 'shop.yaml', folder, directory: folder, fromPostman: importPostman }
  return importInsomnia(text, { ...source, read: name => files[name] })
}

/** The import of a text that is sound. */
export async function importedText(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Imported> {
  const made = await importText(text, files)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

/** The import of a document of version 5 with these parts. */
export function importedParts(
  parts: JsonObject,
  files: Readonly<Record<string, string>> = {},
): Promise<Imported> {
  return importedText(JSON.stringify({ type: 'collection.insomnia.rest/5.0', name: 'Shop', ...parts }), files)
}

/** The steps of all requests in their order, whatever folders they are in. */
export function stepsIn({ collection }: Imported): readonly JsonObject[] {
  const inside = (items: readonly CollectionItem[]): readonly SavedRequest[] =>
    items.flatMap(item => (item.kind === 'folder' ? inside(item.items) : [item]))
  return inside(collection?.items ?? []).map(({ step }) => step)
}
