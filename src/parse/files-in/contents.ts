import path from 'node:path'
import { lookup } from 'mrmime'
import type { UnreadFile } from '../../document/index.ts'
import { jsonErrorOffset, jsonErrorWords, repeatedKey } from '../../document/json-text.ts'
import type { JsonValue } from '../../model/json.ts'
import { parseJson } from '../../util/parse-json.ts'
import { largestWritten, readText } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { lineAt, lineOf } from '../data-rows/place.ts'
import type { Instead, Readers } from './with-files.ts'

/** The contents of a file: data where its name says that it is JSON, else text. */
export interface Contents {
  readonly value: JsonValue
  readonly text: string
  readonly isJson: boolean
  /** The content type that its name tells. */
  readonly type: string | undefined
}

/** Why a file is not read in. */
export type Unread = Pick<UnreadFile, 'reason' | 'words' | 'inFile'>

/** Reads a file that stands for a value, named from a folder. */
export function contentsOf(name: string, folder: string): Contents | Unread {
  if (name.includes('{{'))
    return {
      reason: 'placeholders',
      words: `the name "${name}" has placeholders, and the file is read before the run`,
    }
  const file = path.resolve(folder, name)
  const text = readText(file, largestWritten)
  if (text instanceof Error)
    return 'code' in text && text.code === 'ENOENT'
      ? { reason: 'missing', words: `there is no file ${name} (File Error)` }
      : { reason: 'no-text', words: `${name} cannot be read: ${text.message}` }
  const type = lookup(path.basename(file))
  if (type === undefined || !/[/+]json$/.test(type)) return { value: text, text, type, isJson: false }
  const repeated = repeatedKey(text)
  if (repeated !== undefined)
    return {
      reason: 'no-json',
      words: `the key "${repeated.key}" stands twice in one object, so its first value is lost`,
      inFile: lineOf(file, text, lineAt(text, repeated.offset)),
    }
  try {
    return { value: parseJson(text), text, type, isJson: true }
  } catch (error) {
    const message = reasonOf(error)
    const place = lineOf(file, text, lineAt(text, jsonErrorOffset(text, message)))
    const reason = /[:,[{]\s*\{\{/.test(text) ? 'bare-braces' : 'no-json'
    return { reason, words: `this is not JSON: ${jsonErrorWords(message)}`, inFile: place }
  }
}

/** The keys of a step that send what a file holds: with a request goes the type that the name of the file tells. */
export function bodyKeys({ value, isJson, type = 'text/plain' }: Contents, isRequest: boolean): Instead {
  const tells = isRequest && type !== (isJson ? 'application/json' : 'text/plain')
  return [[isJson ? 'json' : 'text', value], ...(tells ? [['content-type', type] as const] : [])]
}

/** Reads files from a folder; those that cannot be read stay as they are written. */
export function readersFrom(folder: string): Readers {
  const read = (name: string): Contents | undefined => {
    const contents = contentsOf(name, folder)
    return 'reason' in contents ? undefined : contents
  }
  return {
    body({ name }, isRequest) {
      const contents = read(name)
      return contents && bodyKeys(contents, isRequest)
    },
    expected({ name }, operator) {
      const contents = read(name)
      return contents && [[operator, contents.value]]
    },
  }
}
