import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'

/**
 * The keys and indexes in `user.email` or `items[0].id`, the variable's own name first; `undefined` when the name has
 * no members or is not written like this.
 */
export function memberPath(name: string): readonly [string, ...(string | number)[]] | undefined {
  const [, variable, members] = /^([^.[\]]+)((?:\.[^.[\]]+|\[\d+\])+)$/.exec(name) ?? []
  if (variable === undefined || members === undefined) return undefined
  const segments = members.match(/[^.[\]]+|\[\d+\]/g) ?? []
  return [
    variable,
    ...segments.map(segment => (segment.startsWith('[') ? Number(segment.slice(1, -1)) : segment)),
  ]
}

/** The member of a list or object; only own properties count. */
export function memberOf(value: JsonValue, key: string | number): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (isList(value)) return typeof key === 'number' ? value[key] : undefined
  return Object.hasOwn(value, key) ? value[key] : undefined
}
