import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Collection, SavedRequest } from '../../../model/collection.ts'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject } from '../../../model/json.ts'
import { translateScript } from '../../postman/scripts/understand/translate-script.ts'
import { importHttp } from '../import-http.ts'

/** The import of a text that lies beside these files. */
export function importedText(text: string, files: Readonly<Record<string, string>> = {}): Imported {
  const made = importHttp(text, {
    file: 'shop.http',
    folder: path.resolve('/shop'),
    directory: path.resolve('/shop'),
    read: file => files[path.relative(path.resolve('/shop'), file)],
    translate: translateScript,
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

/** The same with the files of a folder. */
export function importedFrom(text: string, folder: string): Imported {
  const names = [
    'http-client.env.json',
    'http-client.private.env.json',
    'files/paid.js',
    'files/product.json',
  ]
  return importedText(
    text,
    Object.fromEntries(names.map(name => [name, readFileSync(path.join(folder, name), 'utf8')])),
  )
}

/** The steps of a collection without folders. */
export function stepsIn({ collection }: Imported): readonly JsonObject[] {
  return ((collection as Collection).items as readonly SavedRequest[]).map(({ step }) => step)
}
