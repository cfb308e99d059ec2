import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { holdsBraces } from './holds-braces.ts'
import { renderText, renderValue } from './render.ts'
import type { RenderResult } from './render-problem.ts'
import type { Scope } from './scope.ts'
import { hasBraces, parseTemplate, type Placeholder, type Template } from './template.ts'

/** Fills in the placeholders of a value that is known already. */
export type Fill<Value> = (scope: Scope) => RenderResult<Value>

/** As `renderValue`, for a value that is filled in more than once: it is taken apart only here. Undefined where it is constant. */
export function prepareValue(value: JsonValue): Fill<JsonValue> | undefined {
  if (typeof value === 'string') return hasBraces(value) ? prepareTyped(value) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  return isList(value) ? prepareList(value) : prepareObject(value)
}

/** As `renderText`, for a text that is filled in more than once. Undefined where it is constant. */
export function prepareText(text: string): Fill<string> | undefined {
  return hasBraces(text) ? prepareBraces(text, parseTemplate(text)) : undefined
}

function prepareBraces(text: string, { parts, problems }: Template): Fill<string> {
  if (problems.length > 0) return scope => renderText(text, scope)
  return scope => {
    let joined = ''
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as string | Placeholder
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
  const template = parseTemplate(text)
  const { only } = template
  if (only === undefined) return prepareBraces(text, template)
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

function prepareList(list: readonly JsonValue[]): Fill<JsonValue> | undefined {
  const fills = list.map(prepareValue)
  if (fills.every(fill => fill === undefined)) return undefined
  return scope => {
    const filled: JsonValue[] = []
    for (const [index, item] of list.entries()) {
      const result = fills[index]?.(scope)
      // The problems are found once more, with their places in the whole.
      if (result?.ok === false) return renderValue(list, scope)
      filled.push(result === undefined ? item : result.value)
    }
    return { ok: true, value: filled }
  }
}

function prepareObject(object: JsonObject): Fill<JsonValue> | undefined {
  if (!holdsBraces(object)) return undefined
  const keys = Object.keys(object)
  if (keys.some(hasBraces)) return scope => renderValue(object, scope)
  const fills = keys.map(key => prepareValue(object[key] ?? null))
  // What is assigned under this name is no member.
  if (Object.hasOwn(object, '__proto__')) return scope => renderValue(object, scope)
  return scope => {
    const filled: Record<string, JsonValue> = {}
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string
      const result = fills[index]?.(scope)
      if (result?.ok === false) return renderValue(object, scope)
      filled[key] = result === undefined ? (object[key] ?? null) : result.value
    }
    return { ok: true, value: filled }
  }
}
