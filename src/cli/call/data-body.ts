import type { JsonObject, JsonValue } from '../../model/json.ts'
import { formPairs, namedValues } from './named-values.ts'
import { argument, part, type Part } from './part.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * The body of --data, in the words a suite has for it: what is a JSON object or list is `json`, what is fields is `form`,
 * anything else is `text`. With a content-type header it is what the header says. Without one curl would call even JSON a
 * form; here JSON is called JSON.
 */
export function dataBody(text: string, headers: JsonObject): Part {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const type = typeof header === 'string' ? header : undefined
  const given = (key: string) => argument('--data', text, key)
  const json = header === undefined || /[/+]json\b/.test(type ?? '') ? jsonValue(text) : undefined
  if (json !== undefined) return part({ json }, given('json'))
  const form = header === undefined || type === formType ? formPairs(text) : undefined
  if (form !== undefined) return part({ form: namedValues(form) }, given('form'))
  if (header !== undefined) return part({ text }, given('text'))
  return part({ text, 'content-type': looksLikeJson(text) ? 'application/json' : formType }, given('text'))
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

/** Whether `type` needs no header beside this body. */
export function isUsualType(type: JsonValue | undefined, { json, form }: JsonObject): boolean {
  return (json !== undefined && type === 'application/json') || (form !== undefined && type === formType)
}

/** The value of JSON text with which nothing is lost but spaces; undefined for other text. */
function jsonValue(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return JSON.stringify(value) === withoutSpaces(text) ? value : undefined
  } catch {
    return undefined
  }
}

function withoutSpaces(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}

/** JSON, or what will be JSON when its placeholders are filled in. */
function looksLikeJson(text: string): boolean {
  try {
    return typeof JSON.parse(text.replace(/\{\{[^{}]*\}\}/g, '0')) === 'object'
  } catch {
    return false
  }
}
