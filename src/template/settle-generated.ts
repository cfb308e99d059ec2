import type { JsonObject, JsonValue } from '../model/json.ts'
import { holdsBraces } from './holds-braces.ts'
import { Misuse } from './functions/misuse.ts'
import { pipelineOf } from './functions/pipeline.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { renderVariable } from './render.ts'
import { createScope, type Scope } from './scope.ts'
import { countBackslashes, hasBraces, parseTemplate } from './template.ts'
import { valueText } from '../util/value-text.ts'

/**
 * Variables with their built-in placeholders filled in once and all others kept as written, so that
 * `orderId: "{{$uuid}}"` is one id in every step that uses it.
 */
export function settleGenerated(variables: JsonObject, random: () => number = Math.random): JsonObject {
  return settleObject(
    variables,
    random === Math.random ? builtInsOnly : createScope([], {}, undefined, { random }),
  )
}

function settle(value: JsonValue, scope: Scope): JsonValue {
  if (!holdsBraces(value)) return value
  if (typeof value === 'string') return settleText(value, scope)
  if (!isCollection(value)) return value
  return isList(value) ? value.map(item => settle(item, scope)) : settleObject(value, scope)
}

function settleObject(object: JsonObject, scope: Scope): JsonObject {
  if (!holdsBraces(object)) return object
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, settle(value, scope)]))
}

function settleText(text: string, scope: Scope): JsonValue {
  if (!hasBraces(text)) return text
  const placeholders = parseTemplate(text).parts.filter(part => typeof part !== 'string')
  // From the end, so that the offsets before it stay right.
  let settled = text
  for (const { name, offset, end } of placeholders.toReversed()) {
    const value = generate(name, scope)
    if (value === undefined) {
      const picked = withPicked(name, scope)
      if (picked !== undefined) settled = settled.slice(0, offset) + picked + settled.slice(end)
      continue
    }
    if (offset === 0 && end === text.length) return value
    // Backslashes before a placeholder are written twice; without the placeholder once is right.
    const before = settled.slice(0, offset - countBackslashes(settled, 0, offset) / 2)
    settled = before + valueText(value) + settled.slice(end)
  }
  return settled
}

const builtInsOnly = createScope([])

/** A placeholder that picks one of a list by chance, with a place that is chosen once. */
function withPicked(name: string, { random = Math.random }: Scope): string | undefined {
  const pipeline = pipelineOf(name)
  if (pipeline === undefined || pipeline instanceof Misuse) return undefined
  const picks = pipeline.calls.some(call => call.name === 'pick' && call.arguments.length === 0)
  return picks ? `{{${name.replace(/\|\s+pick(?=\s*(?:\||$))/g, all => `${all} ${random()}`)}}}` : undefined
}

/** The value of a placeholder that is nothing but a built-in; faults of others are told where they are used. */
function generate(name: string, scope: Scope): JsonValue | undefined {
  if (!name.startsWith('$')) return undefined
  const rendered = renderVariable(name, scope)
  return rendered.ok ? rendered.value : undefined
}
