import type { JsonValue } from '../../../model/json.ts'
import { isList } from '../../../util/is-json.ts'
import { isNumber, writeJson } from '../../../util/exact-number.ts'

/** A JSON value as an expression of Python. */
export function literal(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return text(value)
  if (isNumber(value)) return writeJson(value).replace('e+', 'e')
  if (isList(value)) return `[${value.map(literal).join(', ')}]`
  const members = Object.entries(value).map(([key, inner]) => `${text(key)}: ${literal(inner)}`)
  return `{${members.join(', ')}}`
}

/** A text in double quotes, or in single ones where that needs fewer backslashes. */
export function text(value: string): string {
  const quote = betterQuote(value)
  return `${quote}${escaped(value, quote)}${quote}`
}

type Quote = '"' | "'"

function betterQuote(value: string): Quote {
  return value.split('"').length > value.split("'").length ? "'" : '"'
}

/** A character that would end the text or could not be seen is escaped. */
function escaped(value: string, quote: Quote): string {
  return value.replace(/[\\"']|[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/gu, one => {
    if (one === '"' || one === "'") return one === quote ? `\\${one}` : one
    return named[one] ?? codePoint(one.codePointAt(0) ?? 0)
  })
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function codePoint(code: number): string {
  const digits = code.toString(16)
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}

/**
 * A text that is put together. What stands in braces is written with the quotes that the text has not, as Python before 3.12
 * needs it.
 */
export function formatted(parts: readonly (string | ((quote: Quote) => string))[]): string {
  const quote = betterQuote(parts.filter(part => typeof part === 'string').join(''))
  const inner = quote === '"' ? "'" : '"'
  const written = parts.map(part =>
    typeof part === 'string' ? escaped(part, quote).replace(/[{}]/g, one => one + one) : `{${part(inner)}}`,
  )
  return `f${quote}${written.join('')}${quote}`
}

/** An expression with its texts in other quotes, if it can have them. */
export function requoted(code: string, quote: Quote): string | undefined {
  const other = quote === '"' ? "'" : '"'
  if (!code.includes(other)) return code
  const changed = code.replaceAll(new RegExp(`${other}([^"'\\\\]*)${other}`, 'g'), `${quote}$1${quote}`)
  return changed.includes(other) || changed.includes('\\') ? undefined : changed
}

/**
 * A text in pieces of a length at most, which Python joins again: its lines, cut behind spaces where they are too long, and
 * never within braces or escapes.
 */
export function stringParts(code: string, length: number): readonly string[] {
  const [, prefix = '', quote = '"'] = /^([rbf]*)(["'])/.exec(code) ?? []
  const body = code.slice(prefix.length + 1, -1)
  const units = body.match(
    prefix.includes('f')
      ? /\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}|\\(?:x..|u....|U........|.)|./gsu
      : prefix.includes('r')
        ? /\\?./gsu
        : /\\(?:x..|u....|U........|.)|./gsu,
  )
  const pieces: string[] = []
  let piece = ''
  for (const unit of units ?? []) {
    const isEnd = piece.endsWith('\\n') || (piece.endsWith(' ') && piece.length > length - 15)
    if (piece !== '' && (isEnd || piece.length + unit.length > length - prefix.length - 2)) {
      pieces.push(piece)
      piece = ''
    }
    piece += unit
  }
  return [...pieces, piece].map(one => {
    const isPlain = prefix === 'f' && !/\{(?!\{)/.test(one.replaceAll('{{', ''))
    const unbraced = isPlain ? one.replaceAll('{{', '{').replaceAll('}}', '}') : one
    return inBetterQuotes(unbraced, isPlain ? '' : prefix, quote)
  })
}

/** A piece in the quotes that it needs by itself. */
function inBetterQuotes(body: string, prefix: string, quote: string): string {
  const other = quote === '"' ? "'" : '"'
  const own = body.split(`\\${quote}`).length - 1
  const others = body.split(other).length - 1
  const isBetter = quote === "'" ? others === 0 : own > others
  if (prefix !== '' || !isBetter) return `${prefix}${quote}${body}${quote}`
  return `${other}${body.replaceAll(`\\${quote}`, quote).replaceAll(other, `\\${other}`)}${other}`
}
