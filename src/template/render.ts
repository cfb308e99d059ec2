import type { JsonValue } from '../model/json.ts'
import { holdsBraces } from './holds-braces.ts'
import type { RenderResult } from './render-problem.ts'
import { Rendering } from './rendering.ts'
import type { Scope } from './scope.ts'
import { hasBraces } from './template.ts'

/** A text with every placeholder filled in; lists and objects become compact JSON, null becomes `null`. */
export function renderText(text: string, scope: Scope): RenderResult<string> {
  if (!hasBraces(text)) return unchanged(text)
  const rendering = new Rendering(scope)
  return outcome(rendering, rendering.text(text))
}

/**
 * A value with every placeholder in its texts and keys filled in. A text that is exactly one placeholder takes the
 * variable's type. Without any placeholder the same object comes back.
 */
export function renderValue(value: JsonValue, scope: Scope): RenderResult<JsonValue> {
  if (!holdsBraces(value)) return unchanged(value)
  const rendering = new Rendering(scope)
  return outcome(rendering, rendering.value(value))
}

/** The value of one variable, named as between the braces: `userId`, `user.email`, `env.TOKEN`, `$uuid`. */
export function renderVariable(name: string, scope: Scope): RenderResult<JsonValue> {
  const rendering = new Rendering(scope)
  return outcome(rendering, rendering.resolve({ name, offset: 0, end: name.length }))
}

function unchanged<Value>(value: Value): RenderResult<Value> {
  return { ok: true, value }
}

function outcome<Value>({ log }: Rendering, value: Value): RenderResult<Value> {
  return log.problems.length === 0 ? { ok: true, value } : { ok: false, problems: log.problems }
}
