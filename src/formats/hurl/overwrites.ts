import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'

/** Steps that say which of their extracts replace a variable that was captured before them, as Hurl has it without a word. */
export function withOverwrites(
  steps: readonly JsonObject[],
  before: ReadonlySet<string> = new Set(),
): readonly JsonObject[] {
  const captured = new Set<string>()
  return steps.map(step => {
    const names = capturedBy(step)
    const again = names.filter(name => captured.has(name) || before.has(name))
    for (const name of names) captured.add(name)
    if (again.length === 0) return step
    const extracts = mapping(step['extracts'])
    const replacing = again.map(
      name => [name, { ...asObject(extracts[name] ?? null), overwrite: true }] as const,
    )
    return { ...step, extracts: { ...extracts, ...Object.fromEntries(replacing) } }
  })
}

/** The variables that a step takes out of its answer. */
export function capturedBy({ extracts }: JsonObject): readonly string[] {
  return Object.entries(mapping(extracts)).flatMap(([name, from]) =>
    'value' in asObject(from) ? [] : [name],
  )
}

function asObject(from: JsonValue): JsonObject {
  return isObject(from) ? from : { from }
}
