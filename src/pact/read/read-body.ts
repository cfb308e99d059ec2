import { contentTypeLines } from '../content-type-lines.ts'
import { type ExactObject, type ExactValue, exactText, isExactObject, parseExactJson } from '../exact-json.ts'
import { contentTypeOf, isBinaryType, isJsonType, parseContentType } from '../matching/content-type.ts'
import { noRules } from '../matching-rule.ts'
import type { PactBody, PactPart, PactVersion } from '../pact.ts'
import { defined } from '../../util/defined.ts'

type Headers = PactPart['headers']

/** Reads the body of a request or response, as the reference implementation does for each version. */
export function readBody(json: ExactObject, headers: Headers, version: PactVersion): PactBody {
  const body = json.get('body')
  if (body === undefined) return { kind: 'missing' }
  if (body === null) return { kind: 'null' }
  if (version >= 4) return isExactObject(body) ? readContent(body, headers) : { kind: 'missing' }
  return typeof body === 'string'
    ? readText(body, headers)
    : { kind: 'present', bytes: Buffer.from(exactText(body)), ...jsonUnlessNamed(headers) }
}

/** Until version 3 a body that is no text is JSON; a header may call it otherwise. */
function jsonUnlessNamed(headers: Headers): { readonly contentType?: string } {
  return contentTypeLines(headers)?.[0] === undefined ? { contentType: 'application/json' } : {}
}

/** A text is what it is, JSON, or base64 where the type is a binary one. */
function readText(text: string, headers: Headers): PactBody {
  if (text === '') return { kind: 'empty' }
  const bytes = Buffer.from(text)
  const type = contentTypeOf({ headers, body: { kind: 'present', bytes }, rules: noRules, generators: [] })
  if (type !== undefined && isJsonType(type) && !parseExactJson(text).ok)
    return { kind: 'present', bytes: Buffer.from(JSON.stringify(text)) }
  const isEncoded = type !== undefined && isBinaryType(type) && isBase64(text)
  return { kind: 'present', bytes: isEncoded ? Buffer.from(text, 'base64') : bytes }
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]+={0,2}$/.test(text)
}

/** Version 4: `{ contentType, encoded, content }`. */
function readContent(body: ExactObject, headers: Headers): PactBody {
  const content = body.get('content')
  if (content === undefined) return { kind: 'missing' }
  if (content === null) return { kind: 'null' }
  const given = body.get('contentType')
  const contentType = typeof given === 'string' ? given : contentTypeLines(headers)?.[0]
  const bytes = contentBytes(content, body.get('encoded') ?? false, contentType)
  if (bytes.length === 0) return { kind: 'empty' }
  return defined({ kind: 'present', bytes, contentType })
}

function contentBytes(content: ExactValue, encoded: ExactValue, contentType = ''): Uint8Array {
  const text = typeof content === 'string' ? content : exactText(content)
  if (encoded === true) return Buffer.from(text, isBase64(text) ? 'base64' : 'utf8')
  if (typeof encoded === 'string')
    return Buffer.from(text, encoded.toLowerCase() === 'base64' ? 'base64' : 'utf8')
  const type = parseContentType(contentType)
  const isJson = type !== undefined && isJsonType(type)
  return Buffer.from(isJson && text !== '' ? exactText(content) : text)
}
