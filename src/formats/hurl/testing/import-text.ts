import path from 'node:path'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import { importHurl } from '../import-hurl.ts'

/** The import of a text of Hurl. */
export function importedText(text: string): Imported {
  const folder = path.resolve('/shop')
  const made = importHurl(text, { file: 'shop.hurl', folder, directory: folder })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

/** The steps of an import without folders. */
export function stepsIn({ collection }: Imported): readonly JsonObject[] {
  return (collection?.items ?? []).flatMap(item => (item.kind === 'request' ? [item.step] : []))
}
