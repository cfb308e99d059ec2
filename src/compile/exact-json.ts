import type { JsonValue } from '../model/json.ts'
import { isDeeplyNested } from '../util/is-deeply-nested.ts'

/**
 * The value of JSON text with which nothing is lost but spaces: no number that is too long for a computer's, no key that
 * comes twice, no escape that would be written another way. Undefined for other text.
 */
export function exactJson(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    if (isDeeplyNested(value, text)) return undefined
    return JSON.stringify(value) === withoutSpaces(text) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether text is JSON that as a value would become another text: a number that is too long for a computer's, such as
 * 9007199254740993, would arrive as another one.
 */
export function isInexactJson(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) !== withoutSpaces(text)
  } catch {
    return false
  }
}

/** JSON, or what will be JSON when its placeholders are filled in. */
export function looksLikeJson(text: string): boolean {
  try {
    return typeof JSON.parse(text.replace(/\{\{[^{}]*\}\}/g, '0')) === 'object'
  } catch {
    return false
  }
}

function withoutSpaces(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}
