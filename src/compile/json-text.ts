import type { JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'

/**
 * JSON as people write it, for a tool that fills in placeholders as text: one that may hold something else than text, as
 * `isText` says of its name, stands without quotes. `placeholders` gives a text the tool's own.
 */
export function jsonText(
  value: JsonValue,
  isText: (name: string) => boolean,
  placeholders: (text: string) => string,
): string {
  const bare: string[] = []
  const marked = (inside: JsonValue): JsonValue => {
    if (isList(inside)) return inside.map(marked)
    if (isObject(inside))
      return Object.fromEntries(
        Object.entries(inside).map(([key, member]) => [placeholders(key), marked(member)]),
      )
    if (typeof inside !== 'string') return inside
    const [, name] = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(inside) ?? []
    if (name === undefined || isText(name)) return placeholders(inside)
    bare.push(placeholders(inside))
    return `\ue000${bare.length - 1}\ue001`
  }
  return JSON.stringify(marked(value), null, 2).replace(
    /"\ue000(\d+)\ue001"/g,
    (_, index: string) => bare[Number(index)] ?? '',
  )
}
