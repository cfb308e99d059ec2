import type { JsonValue } from '../model/json.ts'
import { isList, isCollection } from '../util/is-json.ts'

/** A name read as a variable and the way into its value. */
export interface MemberPath {
  readonly variable: string
  /** Keys and indexes, outermost first; at least one. */
  readonly keys: readonly (string | number)[]
}

/**
 * The ways to read a name as a member of a variable, the longest variable name first, because names may have dots and
 * brackets: `a.b[0]` is `[0]` of `a.b`, or else `b[0]` of `a`. None when the name does not end like a member.
 */
export function memberPaths(name: string): readonly MemberPath[] {
  const paths: MemberPath[] = []
  let keys: readonly (string | number)[] = []
  let variable = name
  for (;;) {
    const [member, key, index] = lastMember.exec(variable) ?? []
    if (member === undefined || member.length === variable.length) return paths
    variable = variable.slice(0, -member.length)
    keys = [key ?? Number(index), ...keys]
    paths.push({ variable, keys })
  }
}

const lastMember = /\.([^.[\]]+)$|\[(\d+)\]$/

/** Every variable that a name may stand for, or for a member of, the likeliest first: the exact name wins. */
export function possibleVariables(name: string): readonly string[] {
  return [name, ...memberPaths(name).map(({ variable }) => variable)]
}

/** The member of a list or object; only own properties count. */
export function memberOf(value: JsonValue, key: string | number): JsonValue | undefined {
  if (!isCollection(value)) return undefined
  if (isList(value)) return typeof key === 'number' ? value[key] : undefined
  return Object.hasOwn(value, key) ? value[key] : undefined
}
