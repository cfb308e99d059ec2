import { CST, Parser } from 'yaml'
import type { DocumentPath } from '../../model/span.ts'
import { isScalar, keyText, nameOf, scalarText } from './scalar-text.ts'
import { endOf, isAbove, isBlock, isComment, isNothing, isTrivia, settleComments } from './settle-comments.ts'

/** Rules of layout for some parts of a document. */
export interface Layout {
  /** The place of each of the keys of a mapping among them; undefined where they stay as they are. */
  rankKeys(path: DocumentPath, keys: readonly string[]): readonly number[] | undefined
  /** True where the items of a list are parted by empty lines, as soon as one takes several lines. */
  isSpaced(path: DocumentPath): boolean
  /** True where an empty line comes before an entry. */
  standsApart(path: DocumentPath): boolean
}

/** Characters up to which braces and brackets stay on one line. */
const lineWidth = 120

/** Writes a document that can be read in the one form, with all comments. Line ends are line feeds. */
export function printYaml(text: string, layout: Layout): string {
  return new Printer(text, layout).print()
}

type Item = CST.CollectionItem
type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection

class Printer {
  readonly #text: string
  readonly #tokens: CST.Token[]
  readonly #layout: Layout
  /** An alias must stay below its anchor. */
  readonly #mayMove: boolean
  readonly #lines: string[] = []
  /** True where a comment that comes now stands behind what was written last. */
  #isOpen = false
  /** True where what comes now stands on the line of the dash before it. */
  #joins = false
  /** Line ends since something was written. */
  #breaks = 0
  /** True where an empty line is to come. */
  #isApart = false
  /** True where there can be none: at the beginning of a collection, and where it would be part of a text. */
  #isTight = true
  /** Blanks in front of the comment that comes next. */
  #gap = ' '
  /** The column of the comment that stands behind what was written last, before and now. */
  #beside: { readonly was: number; readonly now: number } | undefined

  constructor(text: string, layout: Layout) {
    this.#text = text
    this.#tokens = [...new Parser().parse(text)]
    this.#layout = layout
    this.#mayMove = !/(?:^|[\s,[{])[&*]\S/.test(text)
    for (const [index, token] of this.#tokens.entries())
      if (token.type === 'document' && token.value?.type === 'block-map')
        token.value.items[0]?.start.unshift(...commentsAbove(token, this.#tokens, index))
  }

  print(): string {
    for (const token of this.#tokens)
      if (token.type === 'document') this.#document(token)
      else if (token.type === 'directive') this.#begin(token.source, 0)
      else if (token.type === 'doc-end') {
        this.#begin(token.source, 0)
        this.#trivia(token.end ?? [], 0)
      } else if (isSourceToken(token)) this.#trivia([token], 0)
    return `${this.#lines.join('\n')}\n`
  }

  #document(document: CST.Document): void {
    settleComments(document)
    for (const token of document.start)
      if (token.type === 'doc-start') this.#begin(token.source, 0)
      else this.#trivia([token], 0)
    const props = propsOf(document.start)
    if (props !== '') this.#begin(props, 0)
    const { value } = document
    if (CST.isCollection(value)) this.#collection(value, 0, [])
    else if (value !== undefined) {
      this.#begin('', 0)
      this.#scalar(value, { indent: -2, was: -1, path: [] })
    }
    this.#trivia(document.end ?? [], 0)
  }

  /** A collection in block style; its first line joins the dash before it, where there is one. */
  #collection(collection: Collection, indent: number, path: DocumentPath): void {
    const items = this.#ordered(collection, path)
    const isApart = isMap(collection)
      ? undefined
      : this.#layout.isSpaced(path) && this.#isTall(collection, path)
    for (const [index, item] of items.entries()) {
      // Only the comment of an opening bracket stands behind what came before.
      if (isBlock(collection) || !isTrivia(item)) this.#isOpen = false
      const name = isMap(collection) ? nameOf(item.key) : index
      const place = { indent, was: collection.indent, path: [...path, name] }
      if (isApart === true && index > 0 && !isTrivia(item)) this.#isApart = true
      if (isMap(collection) && this.#layout.standsApart(place.path)) this.#isApart = true
      if (isMap(collection)) this.#pair(item, place)
      else this.#item(item, place)
    }
    if (collection.type !== 'flow-collection') return
    // The line of the bracket is no empty one.
    this.#breaks = 0
    this.#isApart = false
    this.#trivia(collection.end, indent)
  }

  #pair({ start, key, sep = [], value }: Item, place: Place): void {
    this.#trivia(start, place.indent)
    if (key === undefined && sep.length === 0 && value === undefined) return
    this.#begin(joined(propsOf(start), `${keyText(key, false)}:`), place.indent)
    this.#behind(sep, value, place)
  }

  #item({ start, key, sep, value }: Item, place: Place): void {
    const dash = start.findIndex(({ type }) => type === 'seq-item-ind')
    this.#trivia(start.slice(0, dash === -1 ? start.length : dash), place.indent)
    if (dash === -1 && key === undefined && sep === undefined && value === undefined) return
    this.#begin('-', place.indent)
    if (sep === undefined) {
      this.#behind(dash === -1 ? propTokens(start) : start.slice(dash + 1), value, place)
    } else {
      // `[a: 1]` is a list of a mapping.
      this.#joins = true
      const pair = { start: propTokens(start), key: key ?? null, sep, ...(value && { value }) }
      this.#pair(pair, { ...place, indent: place.indent + 2 })
    }
  }

  /** Prints the value behind a colon or a dash. */
  #behind(tokens: CST.SourceToken[], value: CST.Token | undefined, place: Place): void {
    const props = propsOf(tokens)
    if (props !== '') this.#append(` ${props}`)
    const isBelow = tokens.some(isComment)
    const isDash = typeof place.path.at(-1) === 'number'
    this.#isTight = true
    if (value === undefined || isNothingWritten(value)) {
      this.#trivia([...tokens, ...endOf(value)], place.indent + 2)
      return
    }
    const head = this.#lines.length - 1
    const line = value.type === 'flow-collection' ? this.#oneLine(value, place.path) : undefined
    const isLine = line !== undefined && this.#fits(line, isBelow ? place.indent + 2 : undefined)
    this.#joins = isDash && props === ''
    if (isBelow) this.#trivia(tokens, place.indent + 2)
    if (isLine) {
      if (isBelow) this.#begin(line, place.indent + 2)
      else this.#append(` ${line}`)
      this.#trivia(endOf(value), place.indent + 2)
    } else if (value.type === 'flow-collection')
      this.#flow(value, { indent: place.indent + 2, path: place.path }, head)
    else if (isBlock(value)) this.#collection(value, place.indent + 2, place.path)
    else {
      if (isBelow) this.#begin('', place.indent + 2)
      else this.#append(' ')
      this.#scalar(value, place)
    }
  }

  /** Braces or brackets that take more than a line; `head` is the line of the key or the dash. */
  #flow(flow: CST.FlowCollection, { indent, path }: Omit<Place, 'was'>, head: number): void {
    if (!flow.items.every(isNothing)) {
      this.#ending(flow, head)
      this.#collection(flow, indent, path)
      return
    }
    const inside = flow.items.flatMap(({ start }) => start)
    const comments = [...inside, ...flow.end].filter(isComment)
    if (!this.#isOpen || isAbove(inside) || comments.length > 1) {
      this.#trivia(inside, indent)
      this.#begin(emptyText(flow), indent)
      this.#trivia(flow.end, indent)
    } else {
      this.#append(` ${emptyText(flow)}`)
      this.#trivia([...inside, ...flow.end], indent)
    }
  }

  /** Puts the comment behind a bracket that is not written beside what it closes; above that where another stands there. */
  #ending({ items, end }: CST.FlowCollection, head: number): void {
    const at = end.findIndex(({ type }) => type === 'comment')
    if (at === -1 || isAbove(end)) return
    const ending = end.splice(0, at + 1)
    const first = items[0]
    const isTaken = first !== undefined && isTrivia(first) && !isAbove(first.start)
    if (this.#isOpen && !isTaken) {
      this.#trivia(ending, 0)
      this.#beside = undefined
    } else this.#above(ending.at(-1)?.source.trimEnd() ?? '', head)
  }

  /** Puts a comment above a line. */
  #above(comment: string, line: number): void {
    const margin = /^ */.exec(this.#lines[line] ?? '')?.[0] ?? ''
    this.#lines.splice(line, 0, margin + comment)
  }

  #scalar(value: CST.Token, { indent, was }: Place): void {
    if (value.type === 'block-scalar') this.#blockScalar(value, indent, was)
    else if ('source' in value && value.type !== 'error') {
      const scalar = value as CST.FlowScalar
      const [first = '', ...more] = scalar.source.includes('\n')
        ? scalar.source.split('\n')
        : [scalarText(scalar, false)]
      this.#append(first)
      for (const line of more)
        this.#lines.push(line.trim() === '' ? '' : ' '.repeat(indent + 2) + line.trimStart())
      this.#trivia(scalar.end ?? [], indent + 2)
    }
  }

  #blockScalar({ props, source }: CST.BlockScalar, indent: number, was: number): void {
    const header = props.find(({ type }) => type === 'block-scalar-header')
    const written = header !== undefined && 'source' in header ? header.source : '|'
    this.#append(written)
    this.#trivia(props.filter(isSourceToken), indent)
    const lines = source.split('\n')
    if (lines.at(-1) === '') lines.pop()
    const given = /[1-9]/.exec(written)?.[0]
    const before =
      given === undefined ? /^ */.exec(lines.find(line => line.trim() !== '') ?? '')?.[0].length : undefined
    const cut = before ?? Math.max(was, 0) + Number(given)
    const isBlank = lines.every(line => line.trim() === '')
    const content = lines.map(line => (isBlank ? '' : line.slice(cut)))
    const keeps = written.includes('+')
    this.#breaks = 1
    this.#isApart = false
    while (!keeps && content.at(-1) === '') {
      content.pop()
      this.#isApart = true
    }
    const margin = ' '.repeat(given === undefined ? indent + 2 : Math.max(indent, 0) + Number(given))
    for (const line of content) this.#lines.push(line === '' ? '' : margin + line)
    this.#isOpen = false
    this.#beside = undefined
    this.#isTight = keeps
  }

  /**
   * Comments, each at the end of its line or on its own, and empty lines, of several one. One that stood right below another
   * goes on with it.
   */
  #trivia(tokens: readonly CST.SourceToken[], indent: number): void {
    for (const { type, source, offset } of tokens)
      if (type === 'space') this.#gap = source.replaceAll('\t', ' ')
      else if (type === 'newline') {
        this.#isOpen = false
        this.#breaks++
        if (this.#breaks > 1) this.#isApart = true
      } else if (type === 'comment') {
        const comment = source.trimEnd()
        const column = offset - this.#text.lastIndexOf('\n', offset) - 1
        const goesOn = this.#beside?.was === column && this.#breaks === 1
        if (this.#isOpen) {
          const line = `${this.#lines.pop() ?? ''}${this.#gap}`
          this.#lines.push(line + comment)
          this.#beside = { was: column, now: line.length }
          this.#joins = false
        } else {
          if (!goesOn) this.#beside = undefined
          this.#begin(comment, this.#beside?.now ?? indent)
        }
        this.#isOpen = false
        this.#breaks = 0
      }
  }

  #begin(text: string, indent: number): void {
    if (this.#joins && text.startsWith('#')) {
      // A comment of the first key stands above the dash.
      this.#above(text, this.#lines.length - 1)
      return
    }
    if (this.#joins) {
      this.#append(` ${text}`)
      return
    }
    if (this.#isApart && !this.#isTight) this.#lines.push('')
    this.#lines.push(' '.repeat(Math.max(indent, 0)))
    this.#append(text)
  }

  #append(text: string): void {
    this.#lines.push((this.#lines.pop() ?? '') + text)
    this.#isOpen = true
    this.#joins = this.#isApart = this.#isTight = false
    this.#breaks = 0
    this.#gap = ' '
    if (!text.startsWith('#')) this.#beside = undefined
  }

  /** True where there is room behind what was written last, or on a line of its own. */
  #fits(text: string, indent = (this.#lines.at(-1) ?? '').length + 1): boolean {
    return indent + text.length <= lineWidth
  }

  /** The contents of braces or brackets on one line; undefined where a comment or a text takes more. */
  #oneLine(token: CST.Token | undefined, path: DocumentPath): string | undefined {
    if (token === undefined) return ''
    if (token.type !== 'flow-collection') return oneLineScalar(token)
    const isMapping = isMap(token)
    const texts = this.#ordered(token, path).flatMap((item, index) => {
      if (isNothing(item)) return item.start.some(isComment) ? [undefined] : []
      return [this.#oneLineItem(item, [...path, isMapping ? nameOf(item.key) : index])]
    })
    if (texts.includes(undefined)) return undefined
    if (texts.length === 0) return emptyText(token)
    return isMapping ? `{ ${texts.join(', ')} }` : `[${texts.join(', ')}]`
  }

  #oneLineItem({ start, key, sep, value }: Item, path: DocumentPath): string | undefined {
    if ([...start, ...(sep ?? []), ...endOf(value)].some(isComment)) return undefined
    const text = this.#oneLine(value, path)
    if (text === undefined) return undefined
    if (key === undefined && sep === undefined) return joined(propsOf(start), text)
    const isAlone = sep === undefined || !sep.some(({ type }) => type === 'map-value-ind')
    const name = joined(propsOf(start), keyText(key, true))
    if (key != null && oneLineScalar(key) === undefined) return undefined
    return isAlone ? name : joined(joined(`${name}:`, propsOf(sep)), text)
  }

  /** True where one of the items takes more than a line. */
  #isTall(collection: Collection, path: DocumentPath): boolean {
    return collection.items.some(({ value }, index) => {
      if (value?.type === 'block-map') return value.items.filter(item => !isTrivia(item)).length > 1
      if (value?.type !== 'flow-collection') return false
      const line = this.#oneLine(value, [...path, index])
      return line === undefined || line.length + 2 * path.length + 2 > lineWidth
    })
  }

  #ordered({ items }: Collection, path: DocumentPath): readonly Item[] {
    const named = (items as readonly Item[]).filter(item => !isTrivia(item))
    const ranks = this.#mayMove
      ? this.#layout.rankKeys(
          path,
          named.map(({ key }) => nameOf(key)),
        )
      : undefined
    if (ranks === undefined) return items
    const moved = named
      .map((item, index) => ({ item, rank: ranks[index] ?? 0 }))
      .toSorted((left, right) => left.rank - right.rank)
    const [first, ...others] = items as readonly Item[]
    const opening = first !== undefined && isTrivia(first) ? [first] : []
    const trivia = (opening.length === 0 ? (items as readonly Item[]) : others).filter(isTrivia)
    return [...opening, ...moved.map(({ item }) => item), ...trivia]
  }
}

/**
 * Takes the comments that stand above the first key without an empty line, which are its own: those below the `---` of the
 * document, or before the document where it has none.
 */
function commentsAbove({ start }: CST.Document, tokens: CST.Token[], index: number): CST.SourceToken[] {
  const mark = start.findIndex(({ type }) => type === 'doc-start')
  const within: CST.Token[] = mark === -1 ? tokens : start
  const top = mark === -1 ? 0 : start.findIndex(({ type }, at) => at > mark && type === 'newline') + 1
  const end = mark === -1 ? index : start.length
  let first = end
  for (let at = end - 1; at >= top; at--) {
    const token = within[at]
    const isEnd = token?.type === 'newline' && within[at - 1]?.type !== 'comment'
    if (
      token === undefined ||
      !isSourceToken(token) ||
      isEnd ||
      /^# *yaml-language-server/.test(token.source)
    )
      break
    if (token.type === 'comment') first = at
  }
  return within.splice(first, end - first).filter(isSourceToken)
}

/** Where an entry of a collection stands, and where the collection stood before. */
interface Place {
  readonly indent: number
  readonly was: number
  readonly path: DocumentPath
}

function emptyText(token: Collection): string {
  return isMap(token) ? '{}' : '[]'
}

function isMap(collection: Collection): boolean {
  return (
    collection.type === 'block-map' ||
    (collection.type === 'flow-collection' && collection.start.type === 'flow-map-start')
  )
}

function isSourceToken(token: CST.Token): token is CST.SourceToken {
  return token.type === 'space' || token.type === 'newline' || token.type === 'comment'
}

/** The empty text that the parser finds between a colon and a comma. */
function isNothingWritten(token: CST.Token): boolean {
  return token.type === 'scalar' && token.source === ''
}

/** A scalar within braces, with what the parser found behind it. */
function oneLineScalar(token: CST.Token): string | undefined {
  if (!isScalar(token) || token.type === 'block-scalar' || token.source.includes('\n')) return undefined
  return scalarText(token, true)
}

/** The anchor and the tag of what follows. */
function propsOf(tokens: readonly CST.SourceToken[]): string {
  return propTokens(tokens)
    .map(({ source }) => source)
    .join(' ')
}

function propTokens(tokens: readonly CST.SourceToken[]): CST.SourceToken[] {
  return tokens.filter(({ type }) => type === 'anchor' || type === 'tag')
}

function joined(before: string, text: string): string {
  return before === '' || text === '' ? before + text : `${before} ${text}`
}
