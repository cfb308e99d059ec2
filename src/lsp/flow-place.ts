import type { JsonObject, JsonValue } from '../model/json.ts'

/** A level on the way to a place: the key or index that leads on, and the keys beside it with what is behind them. */
export interface Level {
  readonly part: string | number | undefined
  readonly siblings: JsonObject
}

/** Where a text of braces, brackets and quotes has come to. */
interface FlowPlace {
  readonly kind: 'key' | 'value' | 'none'
  /** The text up to the end, without the quote that it stands in. */
  readonly typed: string
  readonly quote?: string
  readonly levels: readonly Level[]
  /** True where a brace or bracket is still open. */
  readonly isInside: boolean
}

interface Open {
  readonly isMapping: boolean
  readonly siblings: Record<string, JsonValue>
  key: string | undefined
  index: number
}

/** The next token of a text: a quoted or a plain piece, or a sign. In a plain piece a colon is followed by no space. */
const piece =
  /\s*(?:("(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)|([{}[\],])|(:)(?=\s|$|[,{}[\]])|((?:[^\s{}[\],:]|:(?!\s|$))(?:[^\n{}[\],:]|:(?!\s|$))*))/y

/** The place at the end of a text that begins with a brace, a bracket or a quote; `rest` is what follows on the line. */
export function flowAt(text: string, rest: string): FlowPlace {
  const open: Open[] = []
  let last: { readonly text: string; readonly isQuoted: boolean } | undefined
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text)
    if (found === null) break
    const [, quoted, sign, colon, plain] = found
    const top = open.at(-1)
    if (quoted !== undefined || plain !== undefined)
      last = { text: quoted ?? plain ?? '', isQuoted: quoted !== undefined }
    if (colon !== undefined && top?.isMapping === true) {
      top.key = bare(last?.text ?? '')
      last = undefined
    }
    if (sign === undefined) continue
    if (top?.isMapping === true && top.key !== undefined && sign !== '{' && sign !== '[')
      top.siblings[top.key] = roughValue(last?.text ?? '')
    last = undefined
    if (sign === '{' || sign === '[')
      open.push({ isMapping: sign === '{', siblings: {}, key: undefined, index: 0 })
    else if (sign === ',') next(top)
    else open.pop()
  }
  return placeOf(open, text, last, rest)
}

function next(top: Open | undefined): void {
  if (top === undefined) return
  top.key = undefined
  top.index++
}

function placeOf(
  open: readonly Open[],
  text: string,
  last: { readonly text: string; readonly isQuoted: boolean } | undefined,
  rest: string,
): FlowPlace {
  const top = open.at(-1)
  const isOpenQuote = last?.isQuoted === true && text.endsWith(last.text) && !isClosed(last.text)
  const quote = isOpenQuote ? { quote: last.text.slice(0, 1) } : {}
  const isTyped = last !== undefined && !last.isQuoted && text.endsWith(last.text)
  const typed = isOpenQuote ? last.text.slice(1) : isTyped ? last.text : ''
  const levels = open.map(({ isMapping, key, index, siblings }, depth): Level => {
    const isInnermost = depth === open.length - 1
    const later = isInnermost && isMapping ? { ...keysIn(rest), ...siblings } : siblings
    return { part: isMapping ? key : index, siblings: later }
  })
  const isKey = top?.isMapping === true && top.key === undefined
  if (top === undefined)
    return { levels, kind: isOpenQuote ? 'value' : 'none', typed, isInside: false, ...quote }
  return { levels, kind: isKey ? 'key' : 'value', typed, isInside: true, ...quote }
}

/** True where a quoted piece ends with its quote. */
function isClosed(text: string): boolean {
  return text.length > 1 && text.endsWith(text.slice(0, 1)) && !/(?:^|[^\\])(?:\\\\)*\\"$/.test(text)
}

function bare(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2').trim()
}

/** The keys behind a cursor, up to where the braces that it is in are closed. */
function keysIn(rest: string): Record<string, JsonValue> {
  const [own = ''] = /^(?:[^{}]|\{[^{}]*\})*/.exec(rest) ?? []
  const keys: Record<string, JsonValue> = {}
  for (const [, key = ''] of own
    .replaceAll(/\{[^{}]*\}/g, '')
    .matchAll(/(?<![^\s,:"'])([^\s,:"']+)\s*:(?:\s|$)/g))
    keys[key] = null
  return keys
}

/** A value of the kind that stands behind a key, as far as its line shows. */
export function roughValue(written: string): JsonValue {
  const text = written.replace(/(?<!\s)\s+#.*$/, '').trim()
  if (text.startsWith('{')) return {}
  if (text.startsWith('[')) return []
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return text === '' || text.startsWith('#') ? null : text.replace(/^(["'])(.*)\1$/, '$2')
}
