import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { call, type Code, jsonObject, list } from './rust-syntax.ts'

/** Characters that cannot be seen, or that change the order in which others are shown. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|[^\P{Zs} ]/gu

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }

/** A text between quotes. */
export function quoted(text: string): string {
  return `"${escaped(text)}"`
}

function escaped(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/["\\]/g, '\\$&')
    .replace(unseen, found => escapes[found] ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)
}

/** A text as a part of what `format!` fills in. */
export function formatText(text: string): string {
  return escaped(text).replace(/\\u\{[\da-f]+\}|[{}]/g, found => (found.length === 1 ? found + found : found))
}

/** A pattern, in a raw text where that spares escapes. */
export function rawText(text: string): string {
  const plain = quoted(text)
  if (
    plain
      .slice(1, -1)
      .replaceAll(/\\["\\]/g, '')
      .includes('\\') ||
    !text.includes('\\')
  )
    return plain
  const marks = /"#*/g
  const longest = Math.max(0, ...[...text.matchAll(marks)].map(([found]) => found.length))
  return `r${'#'.repeat(longest)}"${text}"${'#'.repeat(longest)}`
}

/** A number that is the same in Rust: whole ones without a point. */
export function numberLiteral(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) {
    const digits = BigInt(value).toString()
    return Math.abs(value) < 2 ** 31 ? digits : `${digits}_i64`
  }
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** A number with a point, as a comparison with `f64` needs it. */
export function floatLiteral(value: number): string {
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** The code inside of `json!` for a value. */
export function jsonInner(value: JsonValue): Code {
  if (isList(value)) return list(value.map(jsonInner))
  if (isObject(value))
    return jsonObject(Object.entries(value).map(([key, inner]) => [quoted(key), jsonInner(inner)]))
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'number' ? numberLiteral(value) : String(value)
}

/** A value as JSON. */
export function jsonLiteral(value: JsonValue): Code {
  return value === null ? 'Value::Null' : call('json!', jsonInner(value))
}
