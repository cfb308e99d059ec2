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

/** Cuts a text into its parts; between `raw` and `endraw` all is text. */
export function piecesOf(text: string): readonly Piece[] {
  return text.split(parts).flatMap((written, index): readonly Piece[] => {
    if (index % 2 === 0) return written === '' ? [] : [{ written, kind: 'text' }]
    const raw = /^\{%-?\s*raw\s*-?%\}(.*)\{%-?\s*endraw\s*-?%\}$/s.exec(written)?.[1]
    if (raw !== undefined) return [{ written: raw, kind: 'text' }]
    return [
      { written, kind: written.startsWith('{{') ? 'value' : written.startsWith('{#') ? 'comment' : 'tag' },
    ]
  })
}

const parts = /(\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})/s

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
