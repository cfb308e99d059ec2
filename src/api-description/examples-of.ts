import type { JsonValue } from '../model/json.ts'
import { property } from '../util/read-values.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { inside, type Reading } from './reading.ts'

/** The examples beside a schema: `example`, then the values of `examples`, each of which may be referred to. */
export function examplesOf(holder: LocatedObject, reading: Reading): readonly JsonValue[] {
  const own = ['example', 'x-example']
    .map(key => property(holder.value, key))
    .filter(value => value !== undefined)
  return [...own, ...namedExamplesOf(holder, reading).values()]
}

/** The values of `examples` by their names. */
export function namedExamplesOf(holder: LocatedObject, reading: Reading): ReadonlyMap<string, JsonValue> {
  if (Array.isArray(property(holder.value, 'examples'))) return new Map()
  const unjudged = reading.of(undefined)
  return new Map(
    unjudged.members(inside(holder, 'examples'), 'examples').flatMap(([name, located]) => {
      const example = unjudged.object(located, `example ${name}`)
      const value = example === undefined ? undefined : valueOf(example, name, unjudged)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** The value of an example, which may stand in a file of its own. */
function valueOf(example: LocatedObject, name: string, reading: Reading): JsonValue | undefined {
  const own = property(example.value, 'value')
  const external = property(example.value, 'externalValue')
  if (own !== undefined || typeof external !== 'string') return own
  const found = reading.documents.follow(external, example.document)
  if (found.ok) return found.value.value
  const place = `externalValue of example ${name}`
  // The same part is read for its examples, and once more for their names.
  if (!reading.unresolved.some(one => one.reference === external && one.place === place))
    reading.unresolved.push({ reference: external, place, reason: found.problems })
  return undefined
}
