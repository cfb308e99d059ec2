import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'

/** Characters that nobody sees, or that no source of Go may have. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A text as a literal, raw where that spares it backslashes. */
export function goString(text: string): string {
  const sound = wellFormed(text)
  if (/["\\]/.test(sound) && !sound.includes('`') && sound.search(unseen) < 0) return `\`${sound}\``
  return quoted(sound)
}

function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(unseen, character => {
    const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
    const point = character.codePointAt(0) ?? 0
    if (known !== undefined) return known
    return point > 0xffff
      ? `\\U${point.toString(16).padStart(8, '0')}`
      : `\\u${point.toString(16).padStart(4, '0')}`
  })
  return `"${escaped}"`
}

/** A format that `Errorf` shows as this text. */
export function formatOf(text: string): string {
  return text.replaceAll('%', '%%')
}

/** A text as one line of a comment can have it. */
export function commentText(text: string): string {
  return wellFormed(text).replace(unseen, ' ').replace(/\s+/g, ' ').trim()
}

/** The type of a literal that is no list and no object. */
export function scalarType(value: JsonValue): 'string' | 'bool' | 'int' | 'float64' | 'any' {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value !== 'number') return 'any'
  return Number.isSafeInteger(value) ? 'int' : 'float64'
}

/** A value of JSON as a literal. Whole numbers are of type int, as those of answers are. */
export function goLiteral(value: JsonValue): string {
  if (isList(value)) return composite('[]any', value.map(goLiteral))
  if (isObject(value))
    return pairs(
      'map[string]any',
      Object.entries(value).map(([key, member]) => [goString(key), goLiteral(member)]),
    )
  if (typeof value === 'string') return goString(value)
  if (value === null) return 'nil'
  if (typeof value === 'number' && Object.is(value, -0)) return '0'
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return String(value)
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** Elements in braces, on one line where they are few. */
export function composite(type: string, elements: readonly string[], width = 70): string {
  if (fits(elements, width)) return `${type}{${elements.join(', ')}}`
  return `${type}{\n${elements.map(element => `${indented(element)},\n`).join('')}}`
}

/** Keys and values in braces, below each other as gofmt aligns them. */
export function pairs(type: string, entries: readonly (readonly [string, string])[], width = 70): string {
  const flat = entries.map(([key, value]) => `${key}: ${value}`)
  if (fits(flat, width)) return `${type}{${flat.join(', ')}}`
  const lines = sections(entries).flatMap(section => {
    const widest = Math.max(...section.map(([key]) => codePoints(key)))
    return section.map(([key, value]) => {
      const gap = section.length === 1 ? ' ' : ' '.repeat(widest - codePoints(key) + 1)
      return `${indented(`${key}:${gap}${value}`)},\n`
    })
  })
  return `${type}{\n${lines.join('')}}`
}

type Entry = readonly [key: string, value: string]

/** Neighbours that are aligned: what takes several lines is not, nor are keys of very different lengths (go/printer). */
function sections(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const found: Entry[][] = []
  let previous = 0
  let sum = 0
  let count = 0
  for (const entry of entries) {
    const size = entry[1].includes('\n') ? 0 : Buffer.byteLength(entry[0])
    const ratio = count === 0 ? 1 : size / Math.exp(sum / count)
    const isNear = count === 0 || (previous <= 40 && size <= 40) || (2.5 * ratio > 1 && ratio < 2.5)
    const section = previous > 0 && size > 0 && isNear ? found.at(-1) : undefined
    if (section === undefined) {
      found.push([entry])
      sum = 0
      count = 0
    } else section.push(entry)
    if (size > 0) {
      sum += Math.log(size)
      count += 1
    }
    previous = size
  }
  return found
}

function fits(elements: readonly string[], width: number): boolean {
  return elements.join(', ').length <= width && !elements.some(element => element.includes('\n'))
}

function codePoints(text: string): number {
  return Array.from(text).length
}

/** One tab further right. */
export function indented(code: string): string {
  return code.replace(/^(?=.)/gm, '\t')
}

/** Without halves of characters, which UTF-8 does not have. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
