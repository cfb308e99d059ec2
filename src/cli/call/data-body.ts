import type { JsonObject, JsonValue } from '../../model/json.ts'
import { exactJson, looksLikeJson } from '../../compile/exact-json.ts'
import { formPairs, namedValues } from '../../compile/named-values.ts'
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
  const json = header === undefined || /[/+]json\b/.test(type ?? '') ? jsonContent(text) : undefined
  if (json !== undefined) return part({ json }, given('json'))
  const form = header === undefined || type === formType ? formPairs(text) : undefined
  if (form !== undefined) return part({ form: namedValues(form) }, given('form'))
  if (header !== undefined) return part({ text }, given('text'))
  return part({ text, 'content-type': looksLikeJson(text) ? 'application/json' : formType }, given('text'))
}

/** True where `type` needs no header beside this body. */
export function isUsualType(type: JsonValue | undefined, { json, form }: JsonObject): boolean {
  return (json !== undefined && type === 'application/json') || (form !== undefined && type === formType)
}

/** Reads an object or a list; any other JSON is text to a suite, as curl sends it. */
function jsonContent(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? exactJson(text) : undefined
}
