import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Result } from '../../model/problem.ts'
import { foreignFolder } from '../../parse/foreign/foreign-format.ts'
import { EncodingError } from '../../util/decode-text.ts'
import { filesBelow } from '../../util/files-below.ts'
import { isUrl } from '../../util/is-url.ts'
import { readMarked } from '../suites/marked-text.ts'
import { readSource, type SourceInput, unreadable } from './read-source.ts'

/** Texts of the files of a folder, by their names from there with forward slashes, in alphabetical order. */
export type FolderFiles = ReadonlyMap<string, string>

/** A folder of files, and those of them that were not read. */
export interface ForeignFolder {
  /** Absolute. */
  readonly folder: string
  readonly files: FolderFiles
  readonly unread: readonly { readonly name: string; readonly why: string }[]
}

/** A document, or the folder that one is kept in. */
export type ForeignSource = string | ForeignFolder

/** No collection that people keep in a folder has more files, or larger ones. */
const mostFiles = 5000
const largestText = 1024 * 1024

/** Files that collections in folders are made of, and those that their requests and scripts name as text. */
const isText = /\.(?:http|rest|hurl|bru|ya?ml|json|js|graphql|gql|md|user|har|jmx)$|(?:^|\/)\.env(?:\.\w+)?$/i

/** Reads a document, or all files of a folder; those behind links are left alone. */
export async function readForeignSource(input: SourceInput): Promise<Result<ForeignSource>> {
  const { source, workingFolder } = input
  const absolute = path.resolve(workingFolder, source)
  if (source === '-' || isUrl(source) || !isFolder(absolute)) return readSource(input)
  const files = new Map<string, string>()
  const unread: { name: string; why: string }[] = []
  const names = namesIn(absolute)
  if (names instanceof Error) return unreadable(`${source || '.'} cannot be looked through: ${names.message}`)
  for (const name of names) {
    if (files.size >= mostFiles)
      return unreadable(`${source} has more than ${mostFiles} files`, 'Name a folder below it.')
    const read = readPart(path.join(absolute, name))
    if (typeof read === 'string') files.set(name, read)
    else unread.push({ name, ...read })
  }
  return { ok: true, value: { folder: absolute, files, unread } }
}

/** The text of a file with its byte order mark, or why it is not read. */
function readPart(file: string): string | { readonly why: string } {
  const status = lstatSync(file)
  if (status.isSymbolicLink()) return { why: 'it is a link, and links are not followed' }
  if (!status.isFile()) return { why: 'it is no file' }
  if (status.size > largestText) return { why: 'it is larger than 1 MiB' }
  const read = readMarked(file)
  if (!(read instanceof Error)) return read.mark + read.text
  return { why: read instanceof EncodingError ? `it ${read.message}` : `it cannot be read: ${read.message}` }
}

/** True for a folder of a collection of another tool, in which there is no suite. */
export function isForeignFolder(folder: string): boolean {
  const names = namesIn(folder)
  if (names instanceof Error) return false
  return !names.some(name => /\.apitest\.ya?ml$/.test(name)) && foreignFolder(names) !== undefined
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The names of the texts in a folder and below it, or why it cannot be looked through. */
export function namesIn(folder: string): readonly string[] | Error {
  return filesBelow(folder, name => isText.test(name))
}
