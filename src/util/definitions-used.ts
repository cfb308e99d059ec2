import { isObject, isCollection } from './is-json.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/**
 * The definitions that a flat schema leads to (`#/$defs/0` and the like), by their names, also by way of others; each behind
 * those that it refers to, except where they refer to each other. Those whose names are in `known` are left out, and so is
 * what only they lead to.
 */
export function definitionsUsed(
  schema: JsonValue,
  definitions: JsonObject,
  known: Pick<ReadonlySet<string>, 'has'> = new Set<string>(),
): ReadonlyMap<string, JsonValue> {
  const used = new Map<string, JsonValue>()
  const entered = new Set<string>()
  // A list of its own in place of calls: thousands may refer to one another.
  const waiting = namesIn(schema).map(name => ({ name, isLeft: false }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, isLeft } = next
    const definition = definitions[name]
    if (definition === undefined) continue
    if (isLeft) used.set(name, definition)
    if (isLeft || entered.has(name) || known.has(name)) continue
    entered.add(name)
    waiting.push({ name, isLeft: true })
    waiting.push(...namesIn(definition).map(inner => ({ name: inner, isLeft: false })))
  }
  return used
}

/** The names of the definitions that a schema itself refers to, once for each reference. */
export function namesIn(schema: JsonValue): readonly string[] {
  const names: string[] = []
  const waiting: JsonValue[] = [schema]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!isCollection(part)) continue
    const name = isObject(part) ? nameIn(part) : undefined
    if (name !== undefined) names.push(name)
    for (const inner of Object.values<JsonValue>(part)) waiting.push(inner)
  }
  return names
}

/** The name of the definition that a schema refers to. */
export function nameIn({ $ref: reference }: JsonObject): string | undefined {
  return typeof reference === 'string' ? /^#\/\$defs\/(\d+)$/.exec(reference)?.[1] : undefined
}
