import path from 'node:path'
import { readImportedJson } from '../../compile/read-imported-json.ts'
import type { Result } from '../../model/problem.ts'
import { foreignFormat } from '../../parse/foreign/foreign-format.ts'
import { isUrl } from '../../util/is-url.ts'
import type { FolderFiles } from './foreign-source.ts'
import { unreadable } from './read-source.ts'

/** A source as a message names it. */
export function nameOf(source: string): string {
  return source === '-' ? 'the standard input' : isUrl(source) ? source : path.basename(source)
}

/** The hint for a folder that is none of a format. */
export const oneByOne = 'Name the files in it one by one.'

/** Refuses a folder whose files tell of no format. */
export function unknownFolder(files: FolderFiles, source: string): Result<never> {
  const known = Array.from(files).find(([name, text]) => foreignFormat(text, name) !== undefined)
  const hint = known === undefined ? undefined : oneByOne
  return unreadable(`${source} is a folder of no collection that is known by its files`, hint)
}

/** Refuses a text of no format that is known. */
export function unknownFormat(text: string, source: string): Result<never> {
  const name = nameOf(source)
  if (/^[\s\uFEFF]*[{[]/.test(text)) {
    // A text that is cut off or mistyped is of no format: where it is wrong says more.
    const json = readImportedJson(text, source)
    if (!json.ok) return json
  }
  const message =
    text.trim() === ''
      ? `${name} is empty`
      : `${name} is neither an API description, nor a Postman collection or environment, nor a HAR file, nor a .http file, nor a Hurl file, nor a collection of Bruno or Insomnia, nor an Arazzo document, nor a curl command`
  return unreadable(message, 'Say what it is with --format, to be told why it cannot be read.')
}
