import type { Content } from '../../api-description/api-description.ts'
import { bareType, contentFor, isJsonType } from '../../api-description/find-response.ts'
import { readJson } from '../../extracts/prepare-target.ts'
import type { Body, Exchange } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'

/** A body as a schema sees it. */
export type JudgedBody =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'wrong'; readonly instead: string }
  /** Bytes, XML and the like, which no schema can look at. */
  | { readonly kind: 'none' }

/** Returns the value that a schema looks at in a body of this media type. */
export function bodyAs(type: string, body: Body): JudgedBody {
  if (bareType(type) === 'text/plain') return { kind: 'value', value: body.text() }
  if (!isJsonType(type)) return { kind: 'none' }
  const document = readJson(body)
  if (!document.found) return { kind: 'wrong', instead: document.instead }
  return { kind: 'value', value: document.value }
}

/** The media type that an answer names. */
export function typeOfAnswer({ response }: Pick<Exchange, 'response'>): string | undefined {
  return response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
}

/** The content that an answer is: the one its media type belongs to; without a media type the likeliest. */
export function contentOfAnswer(contents: readonly Content[], type: string | undefined): Content | undefined {
  if (type !== undefined) return contentFor(contents, type)
  return contents.find(content => isJsonType(content.type)) ?? contents[0]
}

/** True where an answer has no body because it cannot have one (RFC 9110: HEAD, 204, 205, 304). */
export function isRightlyEmpty({ request, response }: Exchange): boolean {
  const mayBeEmpty = request.method === 'HEAD' || [204, 205, 304].some(status => status === response.status)
  return mayBeEmpty && response.body.size === 0
}
