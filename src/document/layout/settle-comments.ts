import type { CST } from 'yaml'

type Items = CST.BlockMap['items'] | CST.BlockSequence['items']

/**
 * Moves comments to what they stand above. The parser leaves those behind the last entry of a collection with it, also the
 * ones that are indented as what comes next.
 */
export function settleComments(document: CST.Document): void {
  const { value } = document
  if (!isBlock(value)) return
  const left = settle(value)
  if (left.length > 0) document.end = [...left, ...(document.end ?? [])]
}

/** Whether a token is a collection in block style. */
export function isBlock(token: CST.Token | null | undefined): token is CST.BlockMap | CST.BlockSequence {
  return token?.type === 'block-map' || token?.type === 'block-seq'
}

/** Settles what is within, and gives the comments that belong to what follows the collection. */
function settle(collection: CST.BlockMap | CST.BlockSequence): CST.SourceToken[] {
  let left: CST.SourceToken[] = []
  for (const item of collection.items) {
    item.start.unshift(...left)
    left = isBlock(item.value) ? settle(item.value) : behindKey(item, collection.indent)
  }
  const last = collection.items.at(-1)
  if (last === undefined || !isTrivia(last)) return keepInside(left, collection)
  collection.items.pop()
  return keepInside([...left, ...last.start], collection)
}

/** Comments below a key without a value, which are indented as the key is. */
function behindKey({ sep, value }: Items[number], indent: number): CST.SourceToken[] {
  if (sep === undefined || value !== undefined) return []
  const line = sep.findIndex(({ type }) => type === 'newline')
  const first = sep.findIndex((token, at) => at > line && token.type === 'comment' && token.indent <= indent)
  return line === -1 || first === -1 ? [] : sep.splice(line + 1)
}

/** Leaves comments in a collection as an item of their own, up to the first that stands outside of it; gives the others. */
function keepInside(
  tokens: CST.SourceToken[],
  { items, indent }: CST.BlockMap | CST.BlockSequence,
): CST.SourceToken[] {
  const first = tokens.findIndex(token => token.type === 'comment' && token.indent < indent)
  const inside = first === -1 ? tokens : tokens.slice(0, first)
  if (!inside.some(({ type }) => type === 'comment')) return tokens
  items.push({ start: inside })
  return tokens.slice(inside.length)
}

/** Whether an item has comments and blanks alone. */
export function isTrivia(item: CST.CollectionItem): boolean {
  return (
    item.key === undefined &&
    item.sep === undefined &&
    item.value === undefined &&
    item.start.every(({ type }) => type === 'space' || type === 'newline' || type === 'comment')
  )
}
