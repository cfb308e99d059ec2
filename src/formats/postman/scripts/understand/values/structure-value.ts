import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import type { Evaluator } from './evaluate.ts'
import { escapeValue } from '../checks/template-text.ts'
import type { Value } from '../checks/value.ts'

/** A list or an object in which variables stand beside literals. */
export function structureOf(node: AnyNode, evaluator: Evaluator): Value | undefined {
  if (node.type !== 'ArrayExpression' && node.type !== 'ObjectExpression') return undefined
  const value = partOf(node, evaluator)
  return value === undefined ? undefined : { kind: 'structure', value }
}

function partOf(node: AnyNode, evaluator: Evaluator): JsonValue | undefined {
  if (node.type === 'ArrayExpression') {
    const items = node.elements.map(element => (element === null ? undefined : partOf(element, evaluator)))
    return items.every(item => item !== undefined) ? items : undefined
  }
  if (node.type !== 'ObjectExpression') return placeholderOf(evaluator.evaluate(node))
  const members = node.properties.map(property => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return undefined
    const { key } = property
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
    const value = partOf(property.value, evaluator)
    const isPlain = name !== undefined && name !== '__proto__' && !name.includes('{{')
    return isPlain && value !== undefined ? ([name, value] as const) : undefined
  })
  return members.every(member => member !== undefined) ? Object.fromEntries(members) : undefined
}

/** A value as the suite language writes it where it is compared or set. */
export function placeholderOf(value: Value | undefined): JsonValue | undefined {
  switch (value?.kind) {
    case 'literal':
      return escapeValue(value.value)
    case 'variable':
      return `{{${value.name}}}`
    case 'template':
      return value.made ? undefined : value.text
    case 'structure':
      return value.value
    default:
      return undefined
  }
}
