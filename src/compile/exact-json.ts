import type { JsonValue } from '../model/json.ts'
import { isDeeplyNested } from '../document/json-text.ts'

/**
 * The value of JSON text with which nothing is lost but spaces and the spelling of characters: no number that is too long
 * for a computer's or has digits it would not keep (1.0), no key that comes twice. Undefined for other text.
 */
export function exactJson(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue
    if (isDeeplyNested(value, text)) return undefined
    return isLaidOut(value, text) || JSON.stringify(value) === inPlainSpelling(text) ? value : undefined
  } catch {
    return undefined
  }
}

/** True where text is what JSON.stringify writes with the indentation of its second line, as most JSON is that people see. */
function isLaidOut(value: JsonValue, text: string): boolean {
  const [, indentation = ''] = /^[[{]\n([ \t]{0,10})/.exec(text) ?? []
  return JSON.stringify(value, null, indentation) === text
}

/**
 * True where text is JSON that as a value would become another text: a number that is too long for a computer's, such as
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

/** Valid JSON without spaces, and with the escapes that `JSON.stringify` writes. */
function inPlainSpelling(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, part =>
    part.startsWith('"') ? (part.includes('\\') ? JSON.stringify(JSON.parse(part)) : part) : '',
  )
}
