import { mayBeDeep } from './may-be-deep.ts'

/** How deep JSON may be nested that is looked through and written again; more would overflow the stack of calls. */
export const deepestJson = 1000

/** Whether lists and objects are nested too deeply in a value that was read from this JSON. */
export function isDeeplyNested(value: unknown, json: string): boolean {
  if (json.length < 2 * deepestJson || !mayBeDeep(json, deepestJson)) return false
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= deepestJson; depth++) level = level.flatMap(insideOf)
  return level.length > 0
}

function insideOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
