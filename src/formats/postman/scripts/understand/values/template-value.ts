import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import { generateBuiltIn, isBuiltIn } from '../../../../../template/built-ins/index.ts'
import { escapeBraces, escapeValue } from '../checks/template-text.ts'
import type { Evaluate, ReadVariable, Value } from '../checks/value.ts'

type Template = Value & { kind: 'template' }

/** Text put together of literals and variables, by a template literal or with `+`. */
export function templateOf(node: AnyNode, evaluate: Evaluate): Template | undefined {
  const parts = partsOf(node, evaluate)
  if (parts === undefined || !parts.some(({ isText }) => isText)) return undefined
  return {
    kind: 'template',
    text: parts.map(({ text }) => text).join(''),
    made: parts.some(({ made }) => made),
    isText: true,
  }
}

interface Part {
  readonly text: string
  readonly made: boolean
  readonly isText: boolean
}

function partsOf(node: AnyNode, evaluate: Evaluate): readonly Part[] | undefined {
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.flatMap((quasi, index) => {
      const inner = node.expressions[index]
      const text: Part | undefined = literalPart(quasi.value.cooked ?? undefined)
      return inner === undefined ? [text] : [text, partOf(inner, evaluate)]
    })
    return parts.every(part => part !== undefined) ? parts : undefined
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+' || node.left.type === 'PrivateIdentifier')
    return undefined
  const left = partOf(node.left, evaluate)
  const right = partOf(node.right, evaluate)
  return left === undefined || right === undefined ? undefined : [left, right]
}

function partOf(node: AnyNode, evaluate: Evaluate): Part | undefined {
  const value = evaluate(node)
  switch (value?.kind) {
    case 'literal':
      if (typeof value.value === 'string') return literalPart(value.value)
      return typeof value.value === 'number'
        ? { text: String(value.value), made: false, isText: false }
        : undefined
    case 'variable':
      return { text: `{{${value.name}}}`, made: false, isText: value.isText }
    case 'template':
      return value
    default:
      return undefined
  }
}

function literalPart(text: string | undefined): Part | undefined {
  const escaped = text === undefined ? undefined : escapeBraces(text)
  return escaped === undefined ? undefined : { text: escaped, made: false, isText: true }
}

/** A list or an object in which variables stand beside literals. */
export function structureOf(node: AnyNode, evaluate: Evaluate): Value | undefined {
  if (node.type !== 'ArrayExpression' && node.type !== 'ObjectExpression') return undefined
  const value = structurePart(node, evaluate)
  return value === undefined ? undefined : { kind: 'structure', value }
}

function structurePart(node: AnyNode, evaluate: Evaluate): JsonValue | undefined {
  if (node.type === 'ArrayExpression') {
    const items = node.elements.map(element =>
      element === null ? undefined : structurePart(element, evaluate),
    )
    return items.every(item => item !== undefined) ? items : undefined
  }
  if (node.type !== 'ObjectExpression') return placeholderOf(evaluate(node))
  const members = node.properties.map(property => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return undefined
    const { key } = property
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
    const value = structurePart(property.value, evaluate)
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

/** Value of `pm.variables.replaceIn(text)`: text, so a lone built-in that is a number for us is left alone. */
export function templateOfText(text: string | undefined, readVariable: ReadVariable): Value | undefined {
  if (text === undefined) return undefined
  if (!text.includes('{{')) return { kind: 'literal', value: text }
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name)
  const rest = text.replaceAll(/\{\{[^{}]*\}\}/g, '')
  if (rest.includes('{{') || rest.includes('\\') || !names.every(name => isKnown(name, readVariable)))
    return undefined
  const isOne = names.length === 1 && rest === ''
  if (isOne && !names.every(name => isTextualBuiltIn(name))) return undefined
  return { kind: 'template', text, made: names.some(name => name.startsWith('$')), isText: true }
}

/** A built-in of Postman, or a variable that the script only reads. */
function isKnown(name: string, readVariable: ReadVariable): boolean {
  if (name.startsWith('$')) return isBuiltIn(name) && name !== '$uuid'
  return readVariable(name) !== undefined
}

function isTextualBuiltIn(name: string): boolean {
  return typeof generateBuiltIn(name) === 'string'
}

/** True where a text is one placeholder, of a built-in that is a number. */
export function isNumericBuiltIn(text: string): boolean {
  const [, name = ''] = /^\{\{(\$\w+)\}\}$/.exec(text) ?? []
  return typeof generateBuiltIn(name) === 'number'
}
