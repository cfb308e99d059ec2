import type { JsonValue } from '../../../../model/json.ts'
import { generateBuiltIn, isBuiltIn } from '../../../../template/built-ins/index.ts'
import { parseTemplate, type Placeholder } from '../../../../template/template.ts'
import { ExactNumber, plainNumber } from '../../../../util/exact-number.ts'
import { isList, isObject } from '../../../../util/is-json.ts'

/** A value of a suite as an expression of JavaScript; undefined where Postman has no equal for a placeholder in it. */
export function valueExpression(value: JsonValue): string | undefined {
  if (typeof value === 'string') return textExpression(value)
  if (isList(value)) {
    const items = value.map(valueExpression)
    return items.every(item => item !== undefined) ? `[${items.join(', ')}]` : undefined
  }
  if (value instanceof ExactNumber) {
    const plain = plainNumber(value)
    return typeof plain === 'number' ? String(plain) : undefined
  }
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => {
    const expression = valueExpression(member)
    return expression === undefined ? undefined : `${keyText(name)}: ${expression}`
  })
  if (members.includes(undefined)) return undefined
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function keyText(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function textExpression(text: string): string | undefined {
  const { parts, only } = parseTemplate(text)
  if (only !== undefined) return placeholderExpression(only)
  if (parts.every(part => typeof part === 'string')) return JSON.stringify(parts.join(''))
  const inner = parts.map(part => {
    if (typeof part === 'string') return part.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)
    const expression = placeholderExpression(part)
    return expression === undefined ? undefined : `\${${expression}}`
  })
  return inner.includes(undefined) ? undefined : `\`${inner.join('')}\``
}

/** The value of a placeholder. Built-ins keep their type. */
function placeholderExpression({ name }: Placeholder): string | undefined {
  if (name.startsWith('$')) return builtInExpression(name)
  const [, root = '', rest = ''] = /^([^.[\]]+)(.*)$/s.exec(name) ?? []
  if (root === '' || root === 'env') return undefined
  const members = memberExpressions(rest)
  return members === undefined ? undefined : `pm.variables.get(${JSON.stringify(root)})${members}`
}

/** `.email` as `?.email`, `[0].id` as `?.[0]?.id`. */
function memberExpressions(path: string): string | undefined {
  const segments = path.match(/\.[^.[\]]+|\[\d+\]/g) ?? []
  if (segments.join('') !== path) return undefined
  return segments
    .map(segment => (segment.startsWith('[') ? `?.${segment}` : optionalMember(segment.slice(1))))
    .join('')
}

/** `?.name`, or `?.["na-me"]`. */
export function optionalMember(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `?.${name}` : `?.[${JSON.stringify(name)}]`
}

function builtInExpression(name: string): string | undefined {
  if (!isBuiltIn(name)) return undefined
  const known = name === '$uuid' ? '$guid' : name
  const call = `pm.variables.replaceIn(${JSON.stringify(`{{${known}}}`)})`
  const type = typeof generateBuiltIn(known)
  if (type === 'string') return call
  return type === 'number' ? `Number(${call})` : undefined
}
