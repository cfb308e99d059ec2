import type { JsonObject, JsonValue } from '../model/json.ts'
import { holdsBraces } from './holds-braces.ts'
import { isBuiltIn } from './built-ins/index.ts'
import { isList } from '../util/is-json.ts'
import { renderVariable } from './render.ts'
import { createScope } from './scope.ts'
import { countBackslashes, hasBraces, parseTemplate } from './template.ts'
import { valueText } from '../util/value-text.ts'

/**
 * Variables with their built-in placeholders filled in once and all others kept as written, so that
 * `orderId: "{{$uuid}}"` is one id in every step that uses it.
 */
export function settleGenerated(variables: JsonObject): JsonObject {
  return settleObject(variables)
}

function settle(value: JsonValue): JsonValue {
  if (!holdsBraces(value)) return value
  if (typeof value === 'string') return settleText(value)
  if (typeof value !== 'object' || value === null) return value
  return isList(value) ? value.map(settle) : settleObject(value)
}

function settleObject(object: JsonObject): JsonObject {
  if (!holdsBraces(object)) return object
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, settle(value)]))
}

function settleText(text: string): JsonValue {
  if (!hasBraces(text)) return text
  const placeholders = parseTemplate(text).parts.filter(part => typeof part !== 'string')
  const generated = placeholders.filter(placeholder => isBuiltIn(placeholder.name))
  const [only] = generated
  if (only?.offset === 0 && only.end === text.length) return generate(only.name)
  // From the end, so that the offsets before it stay right.
  return generated.reduceRight((settled, { name, offset, end }) => {
    // Backslashes before a placeholder are written twice; without the placeholder once is right.
    const before = settled.slice(0, offset - countBackslashes(settled, 0, offset) / 2)
    return before + valueText(generate(name)) + settled.slice(end)
  }, text)
}

const builtInsOnly = createScope([])

function generate(name: string): JsonValue {
  const rendered = renderVariable(name, builtInsOnly)
  return rendered.ok ? rendered.value : ''
}
