import type { JsonValue } from '../../../model/json.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { encodeText } from '../../body/charset.ts'
import { scalarTexts } from '../../scalars.ts'
import { headerProblem } from '../header-lines.ts'
import { findFile, type FileSource, typeByName } from './file-source.ts'
import { isObject } from '../../../util/is-json.ts'

/** One part of a multipart body. */
export interface Part {
  readonly name: string
  readonly filename?: string
  readonly contentType?: string
  readonly content: Buffer | FileSource
  /** What the bytes say, where they do not come from a file. */
  readonly text?: string
}

/**
 * Reads `multipart`: field names with text, `{ text, filename, content-type }`, `{ file, filename, content-type }`, or a
 * list of those.
 */
export async function readParts(value: JsonValue, directory: string): Promise<Prepared<readonly Part[]>> {
  if (!isObject(value)) return failed('Request Error', 'multipart must be a mapping of field names')
  const parts: Part[] = []
  for (const [name, given] of Object.entries(value))
    for (const item of Array.isArray(given) ? (given as readonly JsonValue[]) : [given]) {
      const part = await readPart(name, item, directory)
      if (!part.ok) return part
      if (part.value !== undefined) parts.push(part.value)
    }
  return prepared(parts)
}

async function readPart(
  name: string,
  item: JsonValue,
  directory: string,
): Promise<Prepared<Part | undefined>> {
  if (item === null) return prepared(undefined)
  const contentType = isObject(item) ? textOf(item['content-type']) : undefined
  const problem = contentType === undefined ? undefined : headerProblem('content-type', contentType)
  if (problem !== undefined) return problem
  if (isObject(item) && item['file'] !== undefined) return readFilePart(name, item, contentType, directory)
  const text = textOf(isObject(item) ? item['text'] : item)
  if (text === undefined)
    return failed('Request Error', `multipart "${name}" must be text, or a mapping with text or file`)
  const filename = isObject(item) ? textOf(item['filename']) : undefined
  if (filename !== undefined)
    return writtenPart(text, { name, filename, contentType: contentType ?? typeByName(filename) })
  if (contentType !== undefined) return writtenPart(text, { name, contentType })
  const written = withNetworkLineBreaks(text)
  return prepared({ name, content: Buffer.from(written), text: written })
}

async function readFilePart(
  name: string,
  item: Readonly<Record<string, JsonValue>>,
  contentType: string | undefined,
  directory: string,
): Promise<Prepared<Part>> {
  const file = await findFile(item['file'], directory)
  if (!file.ok) return file
  return prepared({
    name,
    filename: textOf(item['filename']) ?? file.value.name,
    contentType: contentType ?? file.value.contentType,
    content: file.value,
  })
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
