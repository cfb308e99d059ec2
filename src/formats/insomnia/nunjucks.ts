/** A part of a text: as it is sent, or what is worked out first. */
export interface Piece {
  readonly written: string
  readonly kind: 'text' | 'value' | 'tag' | 'comment'
}

/** A value as an expression names it. */
export type Value = { readonly text: string } | { readonly path: string }

/** A word with its arguments: a filter, or a tag such as `{% uuid 'v4' %}`. */
export interface Call {
  readonly name: string
  readonly given: readonly Value[]
}

/** `value | filter(argument)`. */
interface Expression {
  readonly value: Value
  readonly filters: readonly Call[]
}

/** Cuts a text into its parts; between `raw` and `endraw` all is text. Goes over the text once, whatever is in it. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  const lacking = new Set<string>()
  let at = 0
  for (const { index } of text.matchAll(/\{[{%#]/g)) {
    const sign = text.charAt(index + 1)
    if (index < at || lacking.has(sign)) continue
    const [end] = endOf(text, index, ends[sign] ?? /$/g)
    if (end === undefined) lacking.add(sign)
    if (end === undefined) continue
    if (index > at) pieces.push({ written: text.slice(at, index), kind: 'text' })
    const written = text.slice(index, end)
    const isRaw = /^\{%-?\s*raw\b/.test(written) && !lacking.has('raw')
    const [after, before] = isRaw ? endOf(text, end, /\{%-?\s*endraw\s*-?%\}/g) : []
    if (isRaw && after === undefined) lacking.add('raw')
    at = after ?? end
    if (after === undefined) pieces.push({ written, kind: kinds[sign] ?? 'text' })
    else pieces.push({ written: text.slice(end, before), kind: 'text' })
  }
  return at < text.length ? [...pieces, { written: text.slice(at), kind: 'text' }] : pieces
}

const ends: Readonly<Record<string, RegExp>> = { '{': /\}\}/g, '%': /%\}/g, '#': /#\}/g }
const kinds: Readonly<Record<string, Piece['kind']>> = { '{': 'value', '%': 'tag', '#': 'comment' }

/** The place behind an end, and that in front of it. */
function endOf(text: string, from: number, end: RegExp): [after?: number, before?: number] {
  end.lastIndex = from
  const match = end.exec(text)
  return match === null ? [] : [match.index + match[0].length, match.index]
}

const quoted = String.raw`'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"`
const value = String.raw`(?:${quoted}|[\w$.-]+(?:\[(?:\d+|${quoted})\][\w$.-]*)*)`
const values = String.raw`(?:${value}(?:\s*,\s*${value})*)?`
const filter = String.raw`\s*\|\s*(?<name>\w+)(?:\(\s*(?<given>${values})\s*\))?`
const wholeExpression = new RegExp(`^(${value})((?:${filter.replaceAll(/\?<\w+>/g, '?:')})*)$`, 's')
const wholeTag = new RegExp(String.raw`^(\w+)\s*(${values})$`, 's')

/** Reads `{{ _.name | upper }}`; undefined for what needs more of the language. */
export function expressionIn(written: string): Expression | undefined {
  const [, first = '', rest = ''] = wholeExpression.exec(inside(written)) ?? []
  const [read] = valuesIn(first)
  const filters = [...rest.matchAll(new RegExp(filter, 'gs'))].map(([, name = '', given = '']) =>
    callOf(name, given),
  )
  return read === undefined || filters.includes(undefined)
    ? undefined
    : { value: read, filters: filters.filter(one => one !== undefined) }
}

/** Reads `{% uuid 'v4' %}`; undefined for what is no such tag. */
export function tagIn(written: string): Call | undefined {
  const [, name, given = ''] = wholeTag.exec(inside(written)) ?? []
  return name === undefined ? undefined : callOf(name, given)
}

/** The text between the braces, without the dashes that take white space away. */
function inside(written: string): string {
  return written.slice(2, -2).replace(/^-|-$/g, '').trim()
}

function callOf(name: string, written: string): Call | undefined {
  const given = valuesIn(written)
  return given.includes(undefined) ? undefined : { name, given: given.filter(one => one !== undefined) }
}

function valuesIn(written: string): readonly (Value | undefined)[] {
  return (written.match(new RegExp(value, 'gs')) ?? []).map(valueOf)
}

/** `_.a['b'][0]` is the path `a.b[0]`. */
function valueOf(written: string): Value | undefined {
  if (/^['"]/.test(written)) return { text: unquoted(written) }
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null|none)$/.test(written)) return { text: written }
  const path = written
    .replace(new RegExp(String.raw`\[(${quoted})\]`, 'gs'), (_, key: string) => `.${unquoted(key)}`)
    .replace(/^_\./, '')
  return /^[A-Za-z_$]/.test(path) && path !== '_' ? { path } : undefined
}

function unquoted(written: string): string {
  return written.slice(1, -1).replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}
