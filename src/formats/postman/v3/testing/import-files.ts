import path from 'node:path'
import type { Collection } from '../../../../model/collection.ts'
import type { Imported } from '../../../../model/conversion.ts'
import { importV3Folder } from '../import-v3.ts'

const root = path.resolve('/work')

/** The import of a folder of these files, which lie in one workspace. */
export async function importedFiles(files: Readonly<Record<string, string>>, folder = ''): Promise<Imported> {
  const place = path.join(root, folder)
  const inside = Object.entries(files).flatMap(([name, text]) => {
    const way = path.relative(place, path.join(root, name)).replaceAll(path.sep, '/')
    return way.startsWith('..') ? [] : [[way, text] as const]
  })
  const read = await importV3Folder(new Map(inside), place, {
    directory: root,
    workspace: root,
    beside: new Map(),
  })
  if (!read.ok) throw new Error(read.problems[0]?.message)
  return read.value
}

/** The collection of such a folder. */
export async function collectionOf(
  files: Readonly<Record<string, string>>,
  folder = '',
): Promise<Collection> {
  const { collection } = await importedFiles(files, folder)
  if (collection === undefined) throw new Error('there is no collection')
  return collection
}
