import { bareType, isJsonType } from '../../api-description/find-response.ts'
import { xmlText } from '../../formats/openapi/xml-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'

/** A value as a media type writes it: JSON, XML by its schema, a form, or text; a text that is no JSON stays as it is. */
export function writeExample(value: JsonValue, schema: JsonObject, mediaType: string): string {
  const type = bareType(mediaType)
  if (isJsonType(type)) return JSON.stringify(value)
  if (typeof value === 'string') return value
  if (/[/+]xml$/.test(type)) return xmlText(value, schema, 'xml')
  if (type === 'application/x-www-form-urlencoded' && isObject(value)) return formText(value)
  return valueText(value)
}

function formText(value: JsonObject): string {
  return new URLSearchParams(
    Object.entries(value).map(([name, one]): [string, string] => [name, valueText(one)]),
  ).toString()
}
