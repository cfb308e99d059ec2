import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { holdsBraces } from './holds-braces.ts'
import type { RenderResult } from './render-problem.ts'
import { Rendering } from './rendering.ts'
import type { Scope } from './scope.ts'
import { hasBraces, parseTemplate, type Placeholder } from './template.ts'

/** A text with every placeholder filled in; lists and objects become compact JSON, null becomes `null`. */
export function renderText(text: string, scope: Scope): RenderResult<string> {
  if (!hasBraces(text)) return { ok: true, value: text }
  const { parts, problems } = parseTemplate(text)
  const plain = problems.length === 0 ? plainlyJoined(parts, scope) : undefined
  if (plain !== undefined) return { ok: true, value: plain }
  const rendering = new Rendering(scope)
  return outcome(rendering, rendering.text(text))
}

/**
 * A value with every placeholder in its texts and keys filled in. A text that is exactly one placeholder takes the
 * variable's type. Without any placeholder the same object comes back.
 */
export function renderValue(value: JsonValue, scope: Scope): RenderResult<JsonValue> {
  const plain = plainlyFilled(value, scope)
  if (plain !== undefined) return { ok: true, value: plain }
  const rendering = new Rendering(scope)
  return outcome(rendering, rendering.value(value))
}

/** The value of one variable, named as between the braces: `userId`, `user.email`, `env.TOKEN`, `$uuid`. */
export function renderVariable(name: string, scope: Scope): RenderResult<JsonValue> {
  const rendering = new Rendering(scope)
  return outcome(rendering, rendering.resolve({ name, offset: 0, end: name.length }))
}

function outcome<Value>({ log }: Rendering, value: Value): RenderResult<Value> {
  return log.problems.length === 0 ? { ok: true, value } : { ok: false, problems: log.problems }
}

/**
 * The value filled in where that takes no more than a look into variables, as for most requests of a run; undefined where
 * there is more to do, or anything wrong.
 */
function plainlyFilled(value: JsonValue, scope: Scope): JsonValue | undefined {
  if (typeof value === 'string') {
    if (!hasBraces(value)) return value
    const { only, parts, problems } = parseTemplate(value)
    if (only !== undefined) return plainValue(only, scope)
    return problems.length === 0 ? plainlyJoined(parts, scope) : undefined
  }
  if (!isCollection(value)) return value
  return isList(value) ? plainList(value, scope) : plainObject(value, scope)
}

function plainList(list: readonly JsonValue[], scope: Scope): JsonValue | undefined {
  const filled: JsonValue[] = []
  let isChanged = false
  for (const item of list) {
    const value = plainMember(item, scope)
    if (value === undefined) return undefined
    isChanged ||= value !== item
    filled.push(value)
  }
  return isChanged ? filled : list
}

function plainObject(object: JsonObject, scope: Scope): JsonObject | undefined {
  const filled: Record<string, JsonValue> = {}
  let isChanged = false
  for (const key in object) {
    // A value assigned under this name is no member.
    if (hasBraces(key) || key === '__proto__') return undefined
    const member = object[key] ?? null
    const value = plainMember(member, scope)
    if (value === undefined) return undefined
    isChanged ||= value !== member
    filled[key] = value
  }
  return isChanged ? filled : object
}

/** A body may be large and have no placeholders, which is remembered; the object around it is seldom worth that. */
function plainMember(member: JsonValue, scope: Scope): JsonValue | undefined {
  return isCollection(member) && !holdsBraces(member) ? member : plainlyFilled(member, scope)
}

/** Longer texts count against the limit of what variables may add up to. */
const longest = 1_000_000

function plainlyJoined(parts: readonly (string | Placeholder)[], scope: Scope): string | undefined {
  let joined = ''
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as string | Placeholder
    const value = typeof part === 'string' ? part : plainValue(part, scope)
    if (value === undefined || joined.length > longest) return undefined
    joined += typeof value === 'string' ? value : valueText(value)
  }
  return joined
}

/** The value of a variable that has no placeholders of its own and is no secret; undefined where there is more to do. */
function plainValue({ name }: Placeholder, scope: Scope): JsonValue | undefined {
  const variable = scope.find(name)
  if (variable === undefined || variable.secret) return undefined
  return variable.literal || !holdsBraces(variable.value) ? variable.value : undefined
}
