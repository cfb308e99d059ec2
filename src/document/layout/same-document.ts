import { type Document, isAlias, isMap, isScalar, isSeq, Lexer, type Node, parseDocument } from 'yaml'
import type { DocumentPath } from '../../model/span.ts'
import type { Layout } from './print-yaml.ts'

/**
 * True where two texts are the same document: the same values down to the digits of numbers, with the same anchors, tags and
 * comments. Only keys that have an order may stand elsewhere. It reads both texts by another way than they are written.
 */
export function isSameDocument(before: string, after: string, layout: Layout): boolean {
  const [left, right] = [before, after].map(text => parseDocument(text, { merge: true, logLevel: 'error' }))
  if (left === undefined || right === undefined || right.errors.length > 0) return false
  return isSameNode(left, right, layout) && sortedComments(before) === sortedComments(after)
}

function isSameNode(left: Document, right: Document, layout: Layout): boolean {
  const isSame = (one: unknown, other: unknown, path: DocumentPath): boolean => {
    if (isEmpty(one) && isEmpty(other)) return true
    if (!isAlike(one as Node | null, other as Node | null)) return false
    if (isAlias(one)) return one.source === (isAlias(other) && other.source)
    if (isScalar(one)) {
      // The key `<<` is a new symbol each time.
      const value = typeof one.value === 'symbol' ? String(one.value) : one.value
      const same = isScalar(other) ? other : undefined
      const isEqual = value === (typeof same?.value === 'symbol' ? String(same.value) : same?.value)
      return isEqual && (typeof value === 'string' || one.source === same?.source)
    }
    if (isSeq(one) && isSeq(other))
      return (
        one.items.length === other.items.length &&
        one.items.every((item, index) => isSame(item, other.items[index], [...path, index]))
      )
    if (!isMap(one) || !isMap(other)) return one === other
    const keys = one.items.map(({ key }) => String(key))
    const hasOrder = layout.rankKeys(path, keys) !== undefined
    return (
      one.items.length === other.items.length &&
      one.items.every((pair, index) => {
        const same = hasOrder
          ? other.items.find(({ key }) => String(key) === keys[index])
          : other.items[index]
        return (
          same !== undefined &&
          isSame(pair.key, same.key, path) &&
          isSame(pair.value, same.value, [...path, keys[index] ?? ''])
        )
      })
    )
  }
  return isSame(left.contents, right.contents, [])
}

/** A key without a value has an empty one, or none. */
function isEmpty(node: unknown): boolean {
  return (
    node === null ||
    (isScalar(node) && node.source === '' && node.anchor === undefined && node.tag === undefined)
  )
}

function isAlike(one: Node | null, other: Node | null): boolean {
  if (one === null || other === null) return one === other
  if (isAlias(one) || isAlias(other)) return isAlias(one) && isAlias(other)
  return one.constructor === other.constructor && one.anchor === other.anchor && one.tag === other.tag
}

function sortedComments(text: string): string {
  const comments = [...new Lexer().lex(text)].filter(lexeme => lexeme.startsWith('#'))
  return comments
    .map(comment => comment.trimEnd())
    .toSorted()
    .join('\n')
}
