import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { JsonObject } from '../model/json.ts'
import { withKeysInOrder } from './suite-layout.ts'

/** Characters up to which a value stands on its key's line. */
const lineWidth = 80

/** Keys whose own members each have a line, as people write them. */
const blocks = new Set(['validations', 'extracts', 'headers', 'variables', 'secrets', 'settings', 'scripts'])

/** A step as a node of a document, laid out as people write one: short values on one line, long ones over several. */
export function styleStep(document: Document, step: JsonObject): Node {
  const node = document.createNode(withKeysInOrder(step, ['steps', 0]))
  if (isMap(node)) for (const pair of node.items) stylePair(pair, 8)
  return node
}

function stylePair({ key, value }: Pair, used: number): void {
  if (!isCollection(value)) return
  const name = isScalar(key) ? String(key.value) : ''
  if (blocks.has(name)) for (const item of value.items) styleInside(item, used + 2)
  else if (widthOf(value) + name.length + used <= lineWidth) putOnOneLine(value)
  else for (const item of value.items) styleInside(item, used + 2)
}

/** A member of a mapping, or an item of a list, whose only key stays beside the dash. */
function styleInside(item: unknown, used: number): void {
  if (isPair(item)) stylePair(item, used)
  else if (isMap(item) && item.items.length === 1) for (const pair of item.items) stylePair(pair, used)
  else if (isCollection(item) && widthOf(item) + used <= lineWidth) putOnOneLine(item)
}

/** `{ a: 1, b: [1, 2] }`: braces stand apart from what they hold, brackets do not. */
function putOnOneLine(value: YAMLMap | YAMLSeq): void {
  value.flow = true
  const isList = isSeq(value)
  const print = value.toString.bind(value) as (context?: object, ...rest: never[]) => string
  value.toString = (context?: object, ...rest: never[]) =>
    print(context && { ...context, flowCollectionPadding: isList ? '' : ' ' }, ...rest)
  for (const item of value.items) {
    const inner = isPair(item) ? item.value : item
    if (isCollection(inner)) putOnOneLine(inner)
  }
}

function isPair(item: unknown): item is Pair {
  return typeof item === 'object' && item !== null && 'key' in item && 'value' in item
}

/** Characters on one line; a text of several lines has no place there. */
function widthOf(value: { toJSON(): unknown }): number {
  const text = JSON.stringify(value.toJSON())
  return text.includes('\\n') ? Infinity : text.length
}
