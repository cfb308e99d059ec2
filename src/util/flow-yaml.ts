import type { JsonValue } from './json-value.ts'
import { isList, isObject } from './is-json.ts'
import { valueText } from './value-text.ts'

/** A value as it may be written on one line of a suite: `{ not-equals: failed }`. */
export function flowYaml(value: JsonValue): string {
  if (typeof value === 'string') return isPlainText(value) ? value : JSON.stringify(value)
  if (isList(value)) return `[${value.map(flowYaml).join(', ')}]`
  if (!isObject(value)) return valueText(value)
  const members = Object.entries(value).map(([key, member]) => `${flowYaml(key)}: ${flowYaml(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** True where every reader of YAML, of whichever version, reads a text without quotes as this text. */
export function isPlainText(text: string): boolean {
  return (
    /^(?:[A-Za-z_<][\w<>./@+-]*( [\w<>./@+-]+)*|\d+(?:ms|s|m|h|d)|[1-5]xx)$/.test(text) &&
    !/^(true|false|null|yes|no|on|off|y|n|<<)$/i.test(text)
  )
}
