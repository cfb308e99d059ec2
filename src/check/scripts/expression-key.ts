import { isFunction, isNode, type Node } from './syntax-tree.ts'

/** The same text for expressions that say the same, whatever names of the script they say it by. */
export function expressionKey(part: unknown, meaning: (name: string) => Node | undefined, depth = 0): string {
  const keyOf = (one: unknown, away = 0): string => expressionKey(one, meaning, depth + away)
  if (Array.isArray(part)) return `[${part.map(one => keyOf(one)).join()}]`
  if (!isNode(part)) return typeof part === 'string' ? JSON.stringify(part) : String(part)
  const meant = part.type === 'Identifier' && depth < 5 ? meaning(String(part['name'])) : undefined
  if (meant !== undefined && !isFunction(meant)) return keyOf(meant, 1)
  const { start: _, end: __, loc: ___, raw: ____, ...parts } = part
  const members = Object.entries(parts).map(([key, value]) => `${key}:${keyOf(value)}`)
  return `{${members.join()}}`
}
