import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { readText } from '../../util/read-text.ts'
import { statusOf } from '../../util/status-of.ts'

/** So many folders above a collection its workspace is looked for: collections lie in `postman/collections`. */
const mostAbove = 4

/** No environment that people keep in a file is larger. */
const largestText = 1024 * 1024

/** The folder of the workspace of Postman that a folder belongs to, from which names of files count; undefined for none. */
export function postmanWorkspace(folder: string): string | undefined {
  const above = Array.from({ length: mostAbove + 1 }, (_, levels) =>
    path.resolve(folder, ...Array<string>(levels).fill('..')),
  )
  const isFolder = (name: string): boolean => statusOf(name)?.isDirectory() === true
  // The folder of the collections may be about to be made.
  const lies = (one: string): boolean =>
    /^postman[/\\]collections(?:[/\\]|$)/.test(path.relative(one, folder))
  return above.find(
    one => lies(one) || [path.join(one, '.postman'), path.join(one, 'postman', 'collections')].some(isFolder),
  )
}

/**
 * The environments and globals of the workspace of a folder that lie outside the folder, by their absolute paths. `lookedFor` is
 * told of the folders of these.
 */
export function environmentsBeside(
  folder: string,
  lookedFor?: (place: string) => void,
): ReadonlyMap<string, string> {
  const workspace = postmanWorkspace(folder)
  const folders =
    workspace === undefined
      ? []
      : ['environments', 'globals'].map(name => path.join(workspace, 'postman', name))
  for (const one of folders) lookedFor?.(one)
  const files = folders.flatMap(filesIn)
  const outside = files.filter(file => path.relative(folder, file).startsWith('..'))
  return new Map(
    outside.flatMap(file => {
      const text = readText(file, largestText)
      return text instanceof Error ? [] : [[file, text] as const]
    }),
  )
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:environment|globals)\.ya?ml$/i.test(entry.name))
    .map(({ name }) => path.join(folder, name))
    .toSorted()
}
