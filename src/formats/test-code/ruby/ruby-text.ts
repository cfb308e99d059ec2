import type { JsonValue } from '../../../model/json.ts'
import { isList } from '../../../util/is-json.ts'
import { type Doc, flat, group, hardline, indent, join, line, printLayout, softline } from '../layout.ts'
import { isNumber, type Numeric, writeJson } from '../../../util/exact-number.ts'

/** How rubocop wants lines. */
const layout = { width: 120, indentation: 2 }

/** A file of these statements. */
export function printed(doc: Doc): string {
  return printLayout(doc, layout)
}

/** A call with its arguments, each on a line of its own where they need more than one. */
export function call(name: Doc, args: readonly Doc[]): Doc {
  if (args.length === 0) return name
  return [name, group(['(', indent([softline, join([',', line], [...args])]), softline, ')'])]
}

/** Statements between `do` and `end`, or the like. */
export function block(head: Doc, statements: readonly Doc[]): Doc {
  return [head, indent([hardline, join(hardline, [...statements])]), hardline, 'end']
}

/** Several things between brackets; words need no quotes. */
export function listOf(items: readonly Doc[]): Doc {
  if (items.length === 0) return '[]'
  const words = items.map(item => /^'([\p{L}\p{N}_]+(-[\p{L}\p{N}_]+)?)'$/u.exec(flat(item))?.[1])
  return words.length > 1 && words.every(word => word !== undefined)
    ? group(['%w[', indent([softline, join(line, words)]), softline, ']'])
    : group(['[', indent([softline, join([',', line], [...items])]), softline, ']'])
}

/** Members between braces. */
export function hashOf(members: readonly Doc[]): Doc {
  return members.length === 0
    ? '{}'
    : group(['{', indent([line, join([',', line], [...members])]), line, '}'])
}

/** A member of a hash. */
export function member(key: string, value: Doc, keys: 'strings' | 'symbols'): Doc {
  return keys === 'symbols' ? [key, ': ', value] : [text(key), ' => ', value]
}

/** True where texts can be keys without quotes. */
export function areWords(keys: readonly string[]): boolean {
  return keys.every(key => /^[a-z_]\w*$/i.test(key))
}

/** A JSON value. Members are called by texts, or by symbols where it only becomes JSON again. */
export function literal(value: JsonValue, keys: 'strings' | 'symbols' = 'strings'): Doc {
  if (value === null) return 'nil'
  if (typeof value === 'string') return text(value)
  if (isNumber(value)) return number(value)
  if (typeof value === 'boolean') return String(value)
  if (isList(value)) return listOf(value.map(item => literal(item, keys)))
  const kind = areWords(Object.keys(value)) ? keys : 'strings'
  return hashOf(Object.entries(value).map(([key, inner]) => member(key, literal(inner, keys), kind)))
}

/** A number, with underscores where it has many digits. */
function number(value: Numeric): string {
  const [, whole = '', rest = ''] = /^(-?\d+)(.*)$/.exec(writeJson(value)) ?? []
  const grouped = whole.replace('-', '').length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, '_')
  return grouped + rest.replace('e+', 'e')
}

/** More characters than this are more than one line. */
const longest = 72

/** A text, in pieces where it is long. */
export function text(value: string): Doc {
  return template([value])
}

/** A text that is put together of texts and expressions. */
export function template(parts: readonly (string | { readonly code: Doc })[]): Doc {
  const units = parts.flatMap((part): readonly Unit[] =>
    typeof part === 'string' ? Array.from(part) : [{ code: flat(part.code) }],
  )
  const width = (unit: Unit): number =>
    typeof unit === 'string' ? (unit === '\\' ? 2 : 1) : unit.code.length + 3
  const pieces: Unit[][] = [[]]
  let used = 0
  const total = units.reduce((sum, unit) => sum + width(unit), 0)
  for (const unit of units) {
    const last = pieces.at(-1) ?? []
    const isEnd = last.at(-1) === ' ' && used > longest - 15
    if (total > longest && last.length > 0 && (isEnd || used + width(unit) > longest)) {
      pieces.push([unit])
      used = width(unit)
      continue
    }
    last.push(unit)
    used += width(unit)
  }
  return pieces.length === 1 ? piece(units) : indent(join([' \\', hardline], pieces.map(piece)))
}

type Unit = string | { readonly code: string }

/** Single quotes, unless something has to be escaped or put in. */
function piece(units: readonly Unit[]): string {
  const plain = units.filter(unit => typeof unit === 'string').join('')
  const isSingle =
    units.every(unit => typeof unit === 'string') && !/['\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]|#[{$@]/u.test(plain)
  if (isSingle) return `'${plain.replaceAll('\\', '\\\\')}'`
  const written = units.map((unit, index) => {
    if (typeof unit !== 'string') return `#{${unit.code}}`
    if (unit === '#') return /^[{$@]/.test(textAfter(units, index)) ? '\\#' : '#'
    return escapedIn(unit)
  })
  return `"${written.join('')}"`
}

function textAfter(units: readonly Unit[], index: number): string {
  const next = units[index + 1]
  return typeof next === 'string' ? next : ''
}

const named: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' },
}

function escapedIn(character: string): string {
  if (named[character] !== undefined) return named[character]
  if (!/^([\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ])$/u.test(character)) return character
  const digits = (character.codePointAt(0) ?? 0).toString(16)
  return digits.length <= 4 ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`
}
