import { exactJson, looksLikeJson } from '../../compile/exact-json.ts'
import { groupedPairs, namedValues } from '../../compile/named-values.ts'
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
  const isMapping = pairs.length > 0 && groupedPairs(pairs).every((pair, index) => pair === pairs[index])
  if ((type === undefined || type === formType) && isMapping) return { form: namedValues(pairs) }
  if (header !== undefined) return { text }
  return { text, 'content-type': isPlain && looksLikeJson(text) ? 'application/json' : formType }
}

/** True where `type` needs no header beside this body. */
export function isUsualType(type: JsonValue | undefined, { json, form }: JsonObject): boolean {
  return (json !== undefined && type === 'application/json') || (form !== undefined && type === formType)
}

/** Reads an object or a list; any other JSON is text to a suite, as curl sends it. */
function jsonContent(text: string): JsonValue | undefined {
  return /^\s*[[{]/.test(text) ? exactJson(text) : undefined
}
