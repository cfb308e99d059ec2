import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Imported } from '../../model/conversion.ts'
import type { Result } from '../../model/problem.ts'
import { isUrl } from '../../util/is-url.ts'
import { textWithin } from './documents-beside.ts'
import type { FolderFiles } from './foreign-source.ts'

/** Where a collection of Bruno is, and who hears of the files that are looked for. */
interface BrunoOptions {
  readonly source: string
  readonly workingFolder: string
  readonly directory: string
  readonly lookedFor?: (place: string) => void
}

/** The folder of the collection that a file is a request of; undefined for any other file. */
export function brunoFolder(file: string): string | undefined {
  const roots = rootsFor(file)
  const folders = above(path.dirname(file))
  const folder = folders.find(one => roots.some(name => existsSync(path.join(one, name))))
  if (folder === undefined) return undefined
  const name = path.relative(folder, file).replaceAll(path.sep, '/')
  return /^environments\/|(?:^|\/)(?:collection|folder|opencollection)\.\w+$/.test(name) ? undefined : folder
}

function rootsFor(file: string): readonly string[] {
  if (/\.bru$/i.test(file)) return ['bruno.json']
  return /\.ya?ml$/i.test(file) ? ['opencollection.yml', 'opencollection.yaml'] : []
}

/** A folder and those above it, the nearest first. */
function above(folder: string): readonly string[] {
  const outer = path.dirname(folder)
  return outer === folder ? [folder] : [folder, ...above(outer)]
}

/** Reads a whole collection in one file, or one request: with what its folders and the collection around it say for it. */
export async function importBrunoFile(text: string, options: BrunoOptions): Promise<Result<Imported>> {
  const { source, workingFolder } = options
  const file = path.resolve(workingFolder, source)
  const folder = source === '-' || isUrl(source) ? undefined : brunoFolder(file)
  if (folder !== undefined) return importBruno(filesAround(text, file, folder, options), folder, options)
  const { filesOfOne } = await import('../../formats/opencollection/files-of-one.ts')
  return importBruno(filesOfOne(text, source), path.dirname(source), options)
}

/** The files of a collection that count for one request in it, and that request. */
function filesAround(text: string, file: string, folder: string, { lookedFor }: BrunoOptions): FolderFiles {
  const name = path.relative(folder, file)
  const ending = path.extname(file)
  const folders = above(path.dirname(name)).filter(one => one !== '.')
  const environments = path.join(folder, 'environments')
  lookedFor?.(environments)
  const inside = existsSync(environments) ? readdirSync(environments) : []
  const names = [
    ...rootsFor(file),
    ...(ending === '.bru' ? ['collection.bru'] : []),
    ...folders.map(one => path.join(one, `folder${ending}`)),
    ...inside.filter(one => path.extname(one) === ending).map(one => path.join('environments', one)),
  ]
  const read = names.flatMap(one => {
    lookedFor?.(path.join(folder, one))
    const content = textWithin(folder, one)
    return content === undefined ? [] : [[one, content] as const]
  })
  const all = [...read, [name, text] as const].map(
    ([one, content]) => [one.replaceAll(path.sep, '/'), content] as const,
  )
  return new Map(all.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Makes a collection of the files of one of Bruno, in either of its languages. */
export async function importBruno(
  files: FolderFiles,
  folder: string,
  { source, workingFolder, directory }: BrunoOptions,
): Promise<Result<Imported>> {
  const { importOpenCollection } = await import('../../formats/opencollection/import-open-collection.ts')
  const { importPostman } = await import('../../formats/postman/import-postman.ts')
  const absolute = isUrl(source) || source === '-' ? workingFolder : path.resolve(workingFolder, folder)
  return importOpenCollection(files, {
    file: source,
    folder: absolute,
    directory,
    fromPostman: importPostman,
  })
}
