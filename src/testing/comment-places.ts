import { isMap, isScalar, isSeq, Lexer, type Node, parseDocument } from 'yaml'

/** The place of a comment, judged by lines and columns alone: the printer looks at the tokens of the parser instead. */
export interface CommentPlace {
  readonly comment: string
  /** `beside` what its line has before it, `above` what comes next, `below` an entry, or at the `end` of a collection. */
  readonly how: 'beside' | 'above' | 'below' | 'end'
  /** The paths of the entries; above the first of several, that of each. */
  readonly entries: readonly string[]
  /** True where it stands behind a closing bracket, which may not be written. */
  readonly isBehindBracket: boolean
}

/** The comments that belong to something else in the second text, or are not there. */
export function movedComments(before: string, after: string): readonly string[] {
  const left = [...commentPlaces(after)]
  return commentPlaces(before).flatMap(place => {
    const at = left.findIndex(other => isSamePlace(place, other))
    if (at !== -1) left.splice(at, 1)
    return at === -1 ? [`${place.comment}: ${place.how} ${place.entries.join(' or ')}`] : []
  })
}

function isSamePlace(one: CommentPlace, other: CommentPlace): boolean {
  if (one.comment !== other.comment) return false
  const hows = [one.how, other.how].toSorted().join(' ')
  // Where a bracket is not written, its comment stands above.
  if (one.isBehindBracket && hows === 'above beside')
    return other.entries.some(entry => one.entries.some(part => entry.startsWith(part)))
  return (
    (one.how === other.how || hows === 'below end') &&
    one.entries.some(entry => other.entries.includes(entry))
  )
}

interface Lexeme {
  readonly source: string
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** An entry of a mapping or a list, or the whole document. */
interface Entry {
  readonly path: string
  readonly depth: number
  readonly start: number
  readonly end: number
  /** Where its value begins, behind an anchor or a tag. */
  readonly value: number
  readonly isBlockText: boolean
  readonly isFlow: boolean
  /** The column of what is in it, where it is a collection with something in it. */
  readonly inner: number | undefined
}

export function commentPlaces(text: string): readonly CommentPlace[] {
  const lexemes = lexemesOf(text)
  const lines = text.split('\n')
  const finder = new Finder(lexemes.filter(isWritten), entriesOf(text))
  const places: CommentPlace[] = []
  let above: (Lexeme & { place: CommentPlace }) | undefined
  /** No comment is deeper in what was written than one above it. */
  let depth = Infinity
  for (const lexeme of lexemes) {
    if (isWritten(lexeme)) depth = Infinity
    if (!lexeme.source.startsWith('#')) continue
    const lead = lines[lexeme.line]?.slice(0, lexeme.column) ?? ''
    const isBeside = !/^[\s,]*$/.test(lead)
    const goesOn =
      !isBeside &&
      above?.place.how === 'beside' &&
      !above.place.isBehindBracket &&
      above.line === lexeme.line - 1 &&
      above.column === lexeme.column &&
      !/^[ -]*$/.test(lines[above.line]?.slice(0, above.column) ?? '')
    if (!isBeside && !goesOn) depth = Math.min(depth, /^ */.exec(lead)?.[0].length ?? 0)
    const found =
      goesOn && above !== undefined ? above.place : finder.place({ ...lexeme, column: depth }, isBeside)
    const place = { ...found, comment: lexeme.source.trimEnd() }
    places.push(place)
    above = { ...lexeme, place }
  }
  return places
}

class Finder {
  readonly #written: readonly Lexeme[]
  readonly #entries: readonly Entry[]

  constructor(written: readonly Lexeme[], entries: readonly Entry[]) {
    this.#written = written
    this.#entries = entries
  }

  place({ offset, column }: Lexeme, isBeside: boolean): Omit<CommentPlace, 'comment'> {
    const before = this.#written.findLast(lexeme => lexeme.offset < offset)
    const next = this.#written.findIndex(lexeme => lexeme.offset > offset)
    const isBehindBracket = isBeside && /^[{}[\]]$/.test(before?.source ?? '')
    const place = (how: CommentPlace['how'], entries: readonly string[]) => ({
      how,
      entries,
      isBehindBracket,
    })
    if (isBeside && before !== undefined) return place('beside', [this.#at(before)])
    const above = place('above', this.#beginning(next))
    const follower = this.#written[next]
    const innermost = this.#within(offset).at(-1)
    if (innermost?.isFlow === true) {
      const isLast = /^[}\]]$/.test(follower?.source ?? '') && innermost.inner !== undefined
      return isLast ? place('end', [innermost.path]) : above
    }
    const margin = follower === undefined ? 0 : this.#marginOf(follower)
    if (before === undefined || before.source === '...' || column <= margin) return above
    const around = this.#within(before.offset)
    const flow = around.findIndex(({ isFlow }) => isFlow)
    const entry = around.at(flow)
    const ended = around.filter(
      ({ inner, isFlow, end }) =>
        inner !== undefined && !isFlow && (follower === undefined || end <= follower.offset),
    )
    const deepest = ended.at(-1)
    const isBelow =
      entry !== undefined &&
      !entry.isBlockText &&
      column > (deepest?.inner ?? margin) &&
      (follower === undefined || entry.end <= follower.offset)
    if (isBelow) return place('below', [entry.path])
    const last = ended.findLast(({ inner = 0 }) => inner <= column)
    // A list may be indented as its key is.
    const outermost = ended.find(({ inner }) => inner === last?.inner)
    if (outermost === undefined || (follower === undefined && outermost.path === '/')) return above
    return place('end', [outermost.path])
  }

  /** The entries around a place, the outermost first. */
  #within(offset: number): readonly Entry[] {
    return this.#entries
      .filter(({ start, end }) => start <= offset && offset < end)
      .toSorted((one, other) => one.depth - other.depth)
  }

  /** The path of the entry that a lexeme is part of; a dash is part of the entry behind it. */
  #at(lexeme: Lexeme): string {
    if (lexeme.source === '---' || lexeme.source === '...') return lexeme.source
    const around = this.#within(lexeme.offset).at(-1)
    if (/^(?:[-?]$|[&!])/.test(lexeme.source) && (around?.value ?? 0) <= lexeme.offset) {
      const behind = this.#entries
        .filter(({ start }) => start > lexeme.offset)
        .toSorted((one, other) => one.start - other.start || one.depth - other.depth)[0]
      if (behind !== undefined) return behind.path
    }
    return around?.path ?? ''
  }

  /** The entries that begin with something written, or with what it opens. */
  #beginning(index: number): readonly string[] {
    const lexeme = this.#written[index]
    if (lexeme === undefined) return ['the end']
    const starting = this.#entries.filter(({ start }) => start === lexeme.offset).map(({ path }) => path)
    if (!/^(?:[-?[{]$|[&!])/.test(lexeme.source)) return starting.length > 0 ? starting : [this.#at(lexeme)]
    return [...starting, this.#at(lexeme), ...this.#beginning(index + 1)]
  }

  #marginOf({ line }: Lexeme): number {
    return this.#written.find(lexeme => lexeme.line === line)?.column ?? 0
  }
}

function lexemesOf(text: string): readonly Lexeme[] {
  let offset = 0
  let line = 0
  let column = 0
  return [...new Lexer().lex(text)].flatMap(source => {
    // The lexer's marks of structure are no part of the text.
    if (['\u0002', '\u0018', '\u001F'].includes(source)) return []
    const lexeme = { source, offset, line, column }
    offset += source.length
    const lines = source.split('\n')
    line += lines.length - 1
    column = lines.length === 1 ? column + source.length : (lines.at(-1)?.length ?? 0)
    return [lexeme]
  })
}

function isWritten({ source }: Lexeme): boolean {
  return source.trim() !== '' && source !== ',' && !source.startsWith('#')
}

function entriesOf(text: string): readonly Entry[] {
  const entries: Entry[] = []
  const columnOf = (offset: number): number =>
    text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/\? +$/, '').length
  const startOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[0]
  const endOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[1]
  const visit = (node: unknown, path: readonly string[], start: number, end: number): void => {
    const first = isMap(node) ? node.items[0]?.key : isSeq(node) ? node.items[0] : undefined
    const isFlow = (isMap(node) || isSeq(node)) && node.flow === true
    entries.push({
      path: `/${path.join('/')}`,
      depth: path.length,
      start,
      end,
      value: startOf(node) ?? end,
      isBlockText: isScalar(node) && (node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL'),
      isFlow,
      inner:
        first === undefined
          ? undefined
          : columnOf(isSeq(node) ? (startOf(node) ?? 0) : (startOf(first) ?? 0)),
    })
    if (isMap(node))
      for (const { key, value } of node.items) {
        const from = startOf(key) ?? 0
        visit(value, [...path, String(key)], from, Math.max((endOf(key) ?? 0) + 1, endOf(value) ?? 0))
      }
    if (isSeq(node))
      for (const [index, item] of node.items.entries())
        visit(item, [...path, String(index)], startOf(item) ?? 0, endOf(item) ?? 0)
  }
  visit(parseDocument(text, { merge: true, logLevel: 'silent' }).contents, [], 0, text.length + 1)
  return entries
}
