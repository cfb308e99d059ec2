import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { holdsBraces } from './holds-braces.ts'
import { renderText, renderValue } from './render.ts'
import type { RenderResult } from './render-problem.ts'
import type { Scope } from './scope.ts'
import { hasBraces, parseTemplate, type Placeholder } from './template.ts'

/** Fills in the placeholders of a value that is known already. What is constant comes back as the same object each time. */
export type Fill<Value> = (scope: Scope) => RenderResult<Value>

/** As `renderValue`, for a value that is filled in more than once: it is taken apart only here. */
export function prepareValue(value: JsonValue): Fill<JsonValue> {
  if (typeof value === 'string') return prepareTyped(value)
  if (!holdsBraces(value) || typeof value !== 'object' || value === null) return constant(value)
  return isList(value) ? prepareList(value) : prepareObject(value)
}

/** As `renderText`, for a text that is filled in more than once. */
export function prepareText(text: string): Fill<string> {
  if (!hasBraces(text)) return constant(text)
  const { parts, problems } = parseTemplate(text)
  if (problems.length > 0) return scope => renderText(text, scope)
  return scope => {
    let joined = ''
    for (const part of parts) {
      const value = typeof part === 'string' ? part : plainValue(part, scope)
      // Whatever takes more than a look into a variable, or is wrong with it, is said by the one that does all of it.
      if (value === undefined || joined.length > longest) return renderText(text, scope)
      joined += typeof value === 'string' ? value : valueText(value)
    }
    return { ok: true, value: joined }
  }
}

/** Longer texts count against the limit of what variables may add up to. */
const longest = 1_000_000

/** What is the same whatever the variables are. */
export function constant<Value>(value: Value): Fill<Value> {
  const result = { ok: true, value } as const
  return () => result
}

/** A text that is exactly one placeholder takes the variable's type. */
function prepareTyped(text: string): Fill<JsonValue> {
  const only = hasBraces(text) ? parseTemplate(text).only : undefined
  if (only === undefined) return prepareText(text)
  return scope => {
    const value = plainValue(only, scope)
    return value === undefined ? renderValue(text, scope) : { ok: true, value }
  }
}

/** The value of a variable that has no placeholders of its own and is no secret; undefined where there is more to do. */
function plainValue({ name }: Placeholder, scope: Scope): JsonValue | undefined {
  const variable = scope.find(name)
  if (variable === undefined || variable.secret) return undefined
  return variable.literal || !holdsBraces(variable.value) ? variable.value : undefined
}

function prepareList(list: readonly JsonValue[]): Fill<JsonValue> {
  const items = list.map(prepareValue)
  return scope => {
    const filled: JsonValue[] = []
    for (const item of items) {
      const result = item(scope)
      // The problems are found once more, with their places in the whole.
      if (!result.ok) return renderValue(list, scope)
      filled.push(result.value)
    }
    return { ok: true, value: filled }
  }
}

function prepareObject(object: JsonObject): Fill<JsonValue> {
  const entries = Object.entries(object)
  if (entries.some(([key]) => hasBraces(key) || key === '__proto__'))
    return scope => renderValue(object, scope)
  const members = entries.map(([key, value]) => ({ key, fill: prepareValue(value) }))
  return scope => {
    const filled: Record<string, JsonValue> = {}
    for (const { key, fill } of members) {
      const result = fill(scope)
      if (!result.ok) return renderValue(object, scope)
      filled[key] = result.value
    }
    return { ok: true, value: filled }
  }
}
