import { exactJson, looksLikeJson } from '../../compile/exact-json.ts'
import { namedValues } from '../../compile/named-values.ts'
import type { DataText } from '../../curl/read-data.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * The body of --data, in the words a suite has for it: JSON that is an object or a list is `json`, fields are `form`,
 * anything else is `text`. With a content-type header it is what the header says. Without one curl would call even JSON a
 * form; here JSON that is typed is called JSON.
 */
export function dataBody(
  { text, pairs = [], isPlain }: DataText,
  header: string | null | undefined,
): JsonObject {
  const type = header === undefined && !isPlain ? formType : header
  const isJson = type === undefined || /[/+]json\b/.test(type ?? '')
  const json = isJson ? jsonContent(text) : undefined
  if (json !== undefined) return { json }
  if ((type === undefined || type === formType) && isMapping(pairs)) return { form: namedValues(pairs) }
  if (header !== undefined) return { text }
  return { text, 'content-type': isPlain && looksLikeJson(text) ? 'application/json' : formType }
}

/** True where `type` needs no header beside this body. */
export function isUsualType(type: JsonValue | undefined, { json, form }: JsonObject): boolean {
  return (json !== undefined && type === 'application/json') || (form !== undefined && type === formType)
}

/** True for fields that a mapping keeps in their order. */
function isMapping(pairs: readonly (readonly [string, string])[]): boolean {
  const names = [...new Set(pairs.map(([name]) => name))]
  const grouped = names.flatMap(name => pairs.filter(([other]) => other === name))
  return pairs.length > 0 && grouped.every((pair, index) => pair === pairs[index])
}

/** Reads an object or a list; any other JSON is text to a suite, as curl sends it. */
function jsonContent(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? exactJson(text) : undefined
}
