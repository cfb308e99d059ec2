import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Result } from '../../model/problem.ts'
import { foreignFolder } from '../../parse/foreign/foreign-format.ts'
import { isUrl } from '../../util/is-url.ts'
import { readText } from '../../util/read-text.ts'
import { readMarked } from '../suites/marked-text.ts'
import { readSource, type SourceInput, unreadable } from './read-source.ts'

/** Texts of the files of a folder, by their names from there with forward slashes, in alphabetical order. */
export type FolderFiles = ReadonlyMap<string, string>

/** A document, or the folder that one is kept in. */
export type ForeignSource = string | FolderFiles

/** No collection that people keep in a folder has more files, or larger ones. */
const mostFiles = 5000
const largestText = 1024 * 1024

/** Folders that hold nothing of a collection's own. */
const passedOver = new Set(['node_modules', '.git', '.tool'])

/** Files that collections in folders are made of, and those that their requests and scripts name as text. */
const isText = /\.(?:http|rest|hurl|bru|ya?ml|json|js|graphql|gql|md|user)$|(?:^|\/)\.env(?:\.\w+)?$/i

/** Reads a document, or all files of a folder; a file that cannot be read is left out, as are those behind links. */
export async function readForeignSource(input: SourceInput): Promise<Result<ForeignSource>> {
  const { source, workingFolder } = input
  const absolute = path.resolve(workingFolder, source)
  if (source === '-' || isUrl(source) || !isFolder(absolute)) return readSource(input)
  const files = new Map<string, string>()
  for (const name of namesIn(absolute)) {
    if (files.size >= mostFiles)
      return unreadable(`${source} has more than ${mostFiles} files`, 'Name a folder below it.')
    const file = path.join(absolute, name)
    if (lstatSync(file).size > largestText) continue
    const read = readMarked(file)
    if (!(read instanceof Error)) files.set(name, read.mark + read.text)
  }
  return { ok: true, value: files }
}

/** The text of a file in a folder or below it, links followed; undefined for any other. */
export function textWithin(folder: string, name: string): string | undefined {
  try {
    const root = realpathSync(folder)
    const file = realpathSync(path.resolve(root, name))
    if (!file.startsWith(root + path.sep)) return undefined
    const content = readText(file, largestText)
    return content instanceof Error ? undefined : content
  } catch {
    return undefined
  }
}

/** True for a folder of a collection of another tool, in which there is no suite. */
export function isForeignFolder(folder: string): boolean {
  const names = namesIn(folder)
  return !names.some(name => /\.apitest\.ya?ml$/.test(name)) && foreignFolder(names) !== undefined
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The names of the texts in a folder and below it. */
export function namesIn(folder: string, below = ''): readonly string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return passedOver.has(entry.name) ? [] : namesIn(folder, name)
      return entry.isFile() && isText.test(name) ? [name] : []
    })
}
