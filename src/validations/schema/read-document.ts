import path from 'node:path'
import type { JsonValue } from '../../model/json.ts'
import { readBytes } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'

/** A JSON or YAML document, or why there is none. */
export type DocumentResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly kind: 'missing' | 'invalid'; readonly message: string }

/** Reads a file as JSON, or as YAML 1.2 when it is not called `.json`. The readers are loaded only then. */
export async function readDocument(file: string): Promise<DocumentResult> {
  try {
    const onlyJson = path.extname(file).toLowerCase() === '.json'
    const { readValue } = await import('../../document/index.ts')
    const text = readBytes(file).toString('utf8')
    if (/^\s*<[?!\w]/.test(text)) return invalid(file, xmlSchemas)
    const read = await readValue(text, { onlyJson })
    return read.ok ? read : invalid(file, read.problems)
  } catch (error) {
    return missing(file, error)
  }
}

/** Nobody who keeps XML Schemas should have to guess. */
const xmlSchemas =
  'it is XML, and XML Schema validation is unavailable: XML is judged by xpath, or by text with contains or matches-regex'

function invalid(file: string, reason: string): DocumentResult {
  return { ok: false, kind: 'invalid', message: `${file} cannot be read: ${reason}` }
}

function missing(file: string, error: unknown): DocumentResult {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return { ok: false, kind: 'missing', message: `the file ${file} does not exist` }
  const reason = reasonOf(error)
  return { ok: false, kind: 'invalid', message: `the file ${file} cannot be read: ${reason}` }
}
