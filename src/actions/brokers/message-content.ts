import type { InputOf } from '../action.ts'
import { encodeText } from '../body/charset.ts'
import { readWholeFile } from '../body/read-whole-file.ts'
import { andThen, type Maybe } from '../../util/maybe.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { writeJson } from '../../util/exact-number.ts'
import { isCollection } from '../../util/is-json.ts'

/** The content of a message, ready to be sent. */
export interface MessageContent {
  readonly bytes: Buffer
  readonly contentType: string
  /** For reports; absent for a file. */
  readonly text?: string
}

/** Reads `json`, `text` or `file` of a step that publishes. Undefined when it has none of them. */
export async function readContent(
  input: Pick<InputOf<'kafka' | 'amqp'>, 'json' | 'text' | 'file'>,
  directory: string,
): Promise<Prepared<MessageContent | undefined>> {
  const { json, text, file } = input
  const given = (['json', 'text', 'file'] as const).filter(key => input[key] !== undefined)
  if (given.length > 1)
    return unfit(`the message has two contents, ${given.join(' and ')}`, 'Keep one of them.')
  if (file !== undefined) return readWholeFile(file, directory)
  if (json !== undefined) return prepared(contentOf(writeJson(json), 'application/json'))
  // No value, which only Kafka has: `json: null` is a message of four bytes.
  if (text === undefined || text === null) return prepared(undefined)
  if (isCollection(text)) return unfit('text must be text', 'A mapping or list can be sent as json.')
  return prepared(contentOf(String(text), 'text/plain'))
}

function contentOf(text: string, contentType: string): MessageContent {
  return { bytes: Buffer.from(text), contentType, text }
}

/** The content in the charset of the type that its message says it has. */
export function inCharsetOf(
  content: MessageContent | undefined,
  type: string | undefined,
): Maybe<Prepared<MessageContent | undefined>> {
  if (content?.text === undefined || type === undefined) return prepared(content)
  return andThen(encodeText(content.text, type), bytes =>
    bytes.ok ? prepared({ ...content, bytes: bytes.value }) : bytes,
  )
}
