import type { HeaderList } from '../../../model/exchange.ts'
import type { JsonValue } from '../../../model/json.ts'
import { prepared, type Prepared, unfit } from '../../failure.ts'
import { encodeText } from '../../body/charset.ts'
import { scalarTexts } from '../../scalars.ts'
import { headerProblem, readHeaders } from '../header-lines.ts'
import { findFile, type FileSource, typeByName } from './file-source.ts'
import { isObject } from '../../../util/is-json.ts'

/** One part of a multipart body. */
export interface Part {
  readonly name: string
  readonly filename?: string
  readonly contentType?: string
  /** Its own header lines, which take the place of those that are made for it. */
  readonly headers?: HeaderList
  readonly content: Buffer | FileSource
  /** The text of the bytes, where they do not come from a file. */
  readonly text?: string
}

/**
 * Reads `multipart`: field names with text, `{ text, filename, content-type, headers }`, `{ file, filename, content-type,
 * headers }`, or a list of those. In other kinds of multipart than a form texts are sent to the byte, and files need no names.
 */
export async function readParts(
  value: JsonValue,
  directory: string,
  isForm = true,
): Promise<Prepared<readonly Part[]>> {
  if (!isObject(value)) return unfit('multipart must be a mapping of field names')
  const parts: Part[] = []
  for (const [name, given] of Object.entries(value))
    for (const item of Array.isArray(given) ? (given as readonly JsonValue[]) : [given]) {
      const headers = readHeaders(isObject(item) ? item['headers'] : undefined)
      if (!headers.ok) return headers
      const part = await readPart(name, item, directory, isForm)
      if (!part.ok) return part
      const { lines } = headers.value
      if (part.value !== undefined)
        parts.push(lines.length === 0 ? part.value : { ...part.value, headers: lines })
    }
  return prepared(parts)
}

async function readPart(
  name: string,
  item: JsonValue,
  directory: string,
  isForm: boolean,
): Promise<Prepared<Part | undefined>> {
  if (item === null) return prepared(undefined)
  const contentType = isObject(item) ? textOf(item['content-type']) : undefined
  const problem = contentType === undefined ? undefined : headerProblem('content-type', contentType)
  if (problem !== undefined) return problem
  if (isObject(item) && item['file'] !== undefined)
    return readFilePart(name, item, contentType, directory, isForm)
  const text = textOf(isObject(item) ? item['text'] : item)
  if (text === undefined) return unfit(`multipart "${name}" must be text, or a mapping with text or file`)
  const filename = isObject(item) ? textOf(item['filename']) : undefined
  if (filename !== undefined)
    return writtenPart(text, { name, filename, contentType: contentType ?? typeByName(filename) })
  if (contentType !== undefined) return writtenPart(text, { name, contentType })
  const written = isForm ? withNetworkLineBreaks(text) : text
  return prepared({ name, content: Buffer.from(written), text: written })
}

async function readFilePart(
  name: string,
  item: Readonly<Record<string, JsonValue>>,
  contentType: string | undefined,
  directory: string,
  isForm: boolean,
): Promise<Prepared<Part>> {
  const file = await findFile(item['file'], directory)
  if (!file.ok) return file
  const filename = textOf(item['filename']) ?? (isForm ? file.value.name : undefined)
  const part = { name, contentType: contentType ?? file.value.contentType, content: file.value }
  return prepared(filename === undefined ? part : { ...part, filename })
}

/** A part whose content stands in the suite, in the charset of its type; sent to the byte, as files are. */
async function writtenPart(
  text: string,
  part: Omit<Part, 'content' | 'text'> & { readonly contentType: string },
): Promise<Prepared<Part>> {
  const bytes = await encodeText(text, part.contentType)
  return bytes.ok ? prepared({ ...part, content: bytes.value, text }) : bytes
}

/** Every line break of a form's text becomes CR LF (HTML standard, constructing an entry list). */
export function withNetworkLineBreaks(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : scalarTexts(value)?.[0]
}
