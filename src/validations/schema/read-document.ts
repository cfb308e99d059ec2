import path from 'node:path'
import type { JsonValue } from '../../model/json.ts'
import { firstLine } from '../../util/cut-text.ts'
import { readBytes } from '../../util/read-text.ts'
import { whyRepeated } from '../../util/repeated-key.ts'
import { reasonOf } from '../../util/reason-of.ts'

/** A JSON or YAML document, or why there is none. */
export type DocumentResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly kind: 'missing' | 'invalid'; readonly message: string }

/** Reads a file as JSON, or as YAML 1.2 when it is not called `.json`. The YAML reader is loaded only when needed. */
export async function readDocument(file: string): Promise<DocumentResult> {
  try {
    return await parseDocument(
      readBytes(file)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
      file,
    )
  } catch (error) {
    return missing(file, error)
  }
}

async function parseDocument(text: string, file: string): Promise<DocumentResult> {
  try {
    if (path.extname(file).toLowerCase() === '.json') {
      const value = JSON.parse(text) as JsonValue
      const repeated = whyRepeated(text)
      return repeated === undefined ? { ok: true, value } : invalid(file, repeated)
    }
    const { parseYaml } = await import('./parse-yaml.ts')
    return { ok: true, value: parseYaml(text) }
  } catch (error) {
    const reason = error instanceof Error ? firstLine(error.message).replace(/:$/, '') : String(error)
    return invalid(file, reason)
  }
}

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
