import { bareType, isJsonType } from '../../api-description/find-response.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'

/** A value as a media type writes it: JSON, XML, a form, or text; a text that is no JSON stays as it is. */
export function writeExample(value: JsonValue, mediaType: string): string {
  const type = bareType(mediaType)
  if (isJsonType(type) || type.includes('*')) return JSON.stringify(value)
  if (typeof value === 'string') return value
  if (/[/+]xml$/.test(type)) return element('xml', value)
  if (type === 'application/x-www-form-urlencoded' && isObject(value))
    return new URLSearchParams(
      Object.entries(value).map(([name, one]): [string, string] => [name, valueText(one)]),
    ).toString()
  return valueText(value)
}

/** An element for each member, and one for each item of a list. */
function element(name: string, value: JsonValue): string {
  if (isList(value)) return value.map(item => element(name, item)).join('')
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'item'
  const inner = isObject(value)
    ? Object.entries(value)
        .map(([key, one]) => element(key, one))
        .join('')
    : escaped(value === null ? '' : valueText(value))
  return `<${tag}>${inner}</${tag}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, character => entities[character] ?? character)
}
