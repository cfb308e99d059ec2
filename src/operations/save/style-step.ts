import { type Document, isCollection, isMap, isScalar, type Node, type Pair } from 'yaml'
import type { JsonObject } from '../../model/json.ts'

/** Characters up to which a value stands on its key's line. */
const lineWidth = 80

/** Keys whose own members each have a line, as people write them. */
const blocks = new Set(['validations', 'extracts', 'headers'])

/** A step as a node of a document, laid out as people write one: short values on one line, long ones over several. */
export function styleStep(document: Document, step: JsonObject): Node {
  const node = document.createNode(step)
  if (isMap(node)) for (const pair of node.items) stylePair(pair, 8)
  return node
}

function stylePair({ key, value }: Pair, used: number): void {
  if (!isCollection(value)) return
  const name = isScalar(key) ? String(key.value) : ''
  if (blocks.has(name)) for (const item of value.items) styleInside(item, used + 2)
  else if (widthOf(value) + name.length + used <= lineWidth) value.flow = true
  else for (const item of value.items) styleInside(item, used + 2)
}

/** A member of a mapping, or an item of a list, whose only key stays beside the dash. */
function styleInside(item: unknown, used: number): void {
  if (isPair(item)) stylePair(item, used)
  else if (isMap(item) && item.items.length === 1) for (const pair of item.items) stylePair(pair, used)
  else if (isCollection(item)) item.flow = widthOf(item) + used <= lineWidth
}

function isPair(item: unknown): item is Pair {
  return typeof item === 'object' && item !== null && 'key' in item && 'value' in item
}

function widthOf(value: { toJSON(): unknown }): number {
  return JSON.stringify(value.toJSON()).length
}
