import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../model/json.ts'

/** A value that is written out in a script, as JSON; undefined for anything else, and for numbers JSON would change. */
export function literalOf(
  node: AnyNode,
  lookUp: (node: AnyNode) => JsonValue | undefined,
): JsonValue | undefined {
  switch (node.type) {
    case 'Literal':
      return scalarOf(node.value)
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
    case 'UnaryExpression':
      return unaryOf(node, lookUp)
    case 'ArrayExpression':
      return listOf(node, lookUp)
    case 'ObjectExpression':
      return objectOf(node, lookUp)
    default:
      return lookUp(node)
  }
}

function scalarOf(value: unknown): JsonValue | undefined {
  if (typeof value === 'number') return isExact(value) ? value : undefined
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : undefined
}

/** An answer's whole numbers beyond 2^53 are texts to validations, and zero has a sign in JavaScript. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0)
}

function unaryOf(
  { operator, argument }: AnyNode & { type: 'UnaryExpression' },
  lookUp: (node: AnyNode) => JsonValue | undefined,
): JsonValue | undefined {
  if (operator !== '-') return undefined
  const value = literalOf(argument, lookUp)
  return typeof value === 'number' && value !== 0 ? -value : undefined
}

function listOf(
  { elements }: AnyNode & { type: 'ArrayExpression' },
  lookUp: (node: AnyNode) => JsonValue | undefined,
): JsonValue | undefined {
  const items: JsonValue[] = []
  for (const element of elements) {
    if (element === null || element.type === 'SpreadElement') return undefined
    const item = literalOf(element, lookUp)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function objectOf(
  { properties }: AnyNode & { type: 'ObjectExpression' },
  lookUp: (node: AnyNode) => JsonValue | undefined,
): JsonValue | undefined {
  const members: (readonly [string, JsonValue])[] = []
  for (const property of properties) {
    if (property.type !== 'Property' || property.kind !== 'init' || property.method || property.computed)
      return undefined
    const { key } = property
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
    const value = literalOf(property.value, lookUp)
    if (name === undefined || name === '__proto__' || value === undefined) return undefined
    members.push([name, value])
  }
  return Object.fromEntries(members)
}
