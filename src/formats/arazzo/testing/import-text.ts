import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadDocument } from '../../../api-description/documents/loaded-document.ts'
import type { Imported } from '../../../model/conversion.ts'
import { importArazzo } from '../import-arazzo.ts'

/** The import of a document in a folder, with those that it names. */
export async function importedIn(folder: string, name: string): Promise<Imported> {
  const read: ReadDocument = location =>
    Promise.resolve({ ok: true, value: readFileSync(fileURLToPath(location), 'utf8') })
  return imported(readFileSync(path.join(folder, name), 'utf8'), name, folder, read)
}

/** The import of a text, beside texts of others by their names. */
export async function importedText(
  text: string,
  others: Readonly<Record<string, string>>,
): Promise<Imported> {
  const read: ReadDocument = location => {
    const found = others[path.basename(location)]
    return Promise.resolve(found === undefined ? { ok: false, problems: [] } : { ok: true, value: found })
  }
  return imported(text, 'shop.arazzo.yaml', path.resolve('/shop'), read)
}

async function imported(text: string, file: string, folder: string, read: ReadDocument): Promise<Imported> {
  const made = await importArazzo(text, file, { folder, read, isStored: false })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}
