import type { CST } from 'yaml'
import { isScalar } from './scalar-text.ts'

/**
 * Moves comments to what they stand above. The parser leaves those behind the last entry of a collection with it, also the
 * ones that are indented as what comes next.
 */
export function settleComments(document: CST.Document): void {
  const { value } = document
  if (value?.type === 'flow-collection') settleFlow(value)
  if (!isBlock(value)) return
  const left = settle(value, -1)
  if (left.length > 0) document.end = [...left, ...(document.end ?? [])]
}

/** True where a token is a collection in block style. */
export function isBlock(token: CST.Token | null | undefined): token is CST.BlockMap | CST.BlockSequence {
  return token?.type === 'block-map' || token?.type === 'block-seq'
}

/** Settles what is within, and gives the comments that belong to what follows the collection. */
function settle(collection: CST.BlockMap | CST.BlockSequence, outside: number): CST.SourceToken[] {
  const { indent } = collection
  let left: CST.SourceToken[] = []
  for (const item of collection.items) {
    item.start.unshift(...left)
    if (collection.type === 'block-seq' && item.value?.type === 'block-map')
      item.value.items[0]?.start.unshift(...belowDash(item))
    if (item.value?.type === 'flow-collection') settleFlow(item.value)
    left = isBlock(item.value) ? settle(item.value, indent) : belowNothing(item, indent)
  }
  const last = collection.items.at(-1)
  if (last === undefined || !isTrivia(last)) return keepInside(left, collection, outside)
  collection.items.pop()
  return keepInside([...left, ...last.start], collection, outside)
}

/**
 * Leaves each comment with the item whose line it ends, or else above what follows. Those behind the opening bracket and above
 * the closing one are items of their own.
 */
function settleFlow({ items }: CST.FlowCollection): void {
  const opening: CST.CollectionItem = { start: [] }
  const last = items.at(-1)
  const closing = last !== undefined && isNothing(last) ? last : { start: [] }
  if (closing === last) items.pop()
  for (const [index, item] of [...items, closing].entries()) {
    const before = items[index - 1]
    const line = before === undefined ? opening.start : tailOf(before)
    const written = item.start.findIndex(token => !isBlank(token) && token.type !== 'comma')
    const lead = item.start.splice(0, written === -1 ? item.start.length : written)
    const tokens = [...line, ...lead].filter(({ type }) => type !== 'comma')
    const end = tokens.findIndex(({ type }) => type === 'newline') + 1
    item.start.unshift(...tokens.splice(end === 0 ? tokens.length : end))
    line.splice(0, line.length, ...tokens)
    if (item.value?.type === 'flow-collection') settleFlow(item.value)
  }
  if (closing.start.some(isComment)) items.push(closing)
  if (opening.start.some(isComment)) items.unshift(opening)
  else items[0]?.start.unshift(...opening.start)
}

/** The tokens of an item that may end its line. */
function tailOf(item: CST.CollectionItem): CST.SourceToken[] {
  return hasEnd(item.value) ? (item.value.end ??= []) : (item.sep ??= [])
}

/** The tokens that the parser found behind a value. */
export function endOf(value: CST.Token | undefined): CST.SourceToken[] {
  return hasEnd(value) ? (value.end ?? []) : []
}

function hasEnd(value: CST.Token | undefined): value is CST.FlowScalar | CST.FlowCollection {
  return value?.type === 'flow-collection' || (isScalar(value) && value.type !== 'block-scalar')
}

/** True where comments stand on lines of their own, not behind something. */
export function isAbove(tokens: readonly CST.SourceToken[]): boolean {
  const line = tokens.findIndex(({ type }) => type === 'newline')
  const comment = tokens.findIndex(({ type }) => type === 'comment')
  return comment !== -1 && line !== -1 && line < comment
}

/** Comments between a dash and the first key below it, which are those of the key. */
function belowDash({ start }: CST.CollectionItem): CST.SourceToken[] {
  return start.splice(lineAfter(start))
}

/** Comments below a key or a dash without a value, which are indented as that is. */
function belowNothing(item: CST.CollectionItem, indent: number): CST.SourceToken[] {
  if (item.value !== undefined || isTrivia(item)) return []
  const tokens = item.sep ?? item.start
  const line = lineAfter(tokens)
  const first = tokens.findIndex((token, at) => at >= line && isComment(token) && token.indent <= indent)
  const above = tokens.findLastIndex((token, at) => at < first && isComment(token))
  return first === -1 ? [] : tokens.splice(Math.max(line, above + 2))
}

/** Where the line after the last that is written begins. */
function lineAfter(tokens: readonly CST.SourceToken[]): number {
  const last = tokens.findLastIndex(token => !isBlank(token))
  const end = tokens.findIndex(({ type }, at) => at > last && type === 'newline')
  return end === -1 ? tokens.length : end + 1
}

/** Leaves comments in a collection as an item of their own, up to the first that stands outside of it; gives the others. */
function keepInside(
  tokens: CST.SourceToken[],
  { items, indent }: CST.BlockMap | CST.BlockSequence,
  outside: number,
): CST.SourceToken[] {
  // The items of a list may be indented as its key is.
  const first = tokens.findIndex(
    token => token.type === 'comment' && (token.indent < indent || token.indent <= outside),
  )
  const inside = first === -1 ? tokens : tokens.slice(0, first)
  if (!inside.some(({ type }) => type === 'comment')) return tokens
  items.push({ start: inside })
  return tokens.slice(inside.length)
}

/** True where an item has comments and blanks alone. */
export function isTrivia(item: CST.CollectionItem): boolean {
  return (
    item.key === undefined && item.sep === undefined && item.value === undefined && item.start.every(isBlank)
  )
}

/** True where there is nothing in an item but what may stand around it. */
export function isNothing(item: CST.CollectionItem): boolean {
  return isTrivia({ ...item, start: item.start.filter(({ type }) => type !== 'comma') })
}

export function isComment({ type }: CST.SourceToken): boolean {
  return type === 'comment'
}

function isBlank({ type }: CST.SourceToken): boolean {
  return type === 'space' || type === 'newline' || type === 'comment'
}
