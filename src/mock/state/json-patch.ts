import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { unescapePointerPart } from '../../util/json-pointer.ts'
import { mapping, property, text } from '../../util/read-values.ts'

/** A value after the operations of a patch (RFC 6902), or why one of them cannot be. */
export function jsonPatch(
  target: JsonValue,
  patch: readonly JsonValue[],
): { readonly value: JsonValue } | string {
  let value = target
  for (const [index, written] of patch.entries()) {
    const next = applied(value, mapping(written))
    if (typeof next === 'string') return `operation ${index + 1} of the patch ${next}`
    ;({ value } = next)
  }
  return { value }
}

type Applied = { readonly value: JsonValue } | string

function applied(target: JsonValue, operation: JsonObject): Applied {
  const way = partsOf(property(operation, 'path'))
  const from = partsOf(property(operation, 'from'))
  const value = property(operation, 'value')
  if (way === undefined) return 'has no `path` that is a JSON Pointer'
  const there = found(target, way)
  switch (text(operation['op'])) {
    case 'add':
      return value === undefined ? 'has no `value`' : changed(target, way, value, true)
    case 'replace':
      if (there === undefined) return nothingAt(operation['path'])
      return value === undefined ? 'has no `value`' : changed(target, way, value, false)
    case 'remove':
      return there === undefined ? nothingAt(operation['path']) : changed(target, way, undefined, false)
    case 'test':
      return there !== undefined && value !== undefined && jsonEqual(there, value)
        ? { value: target }
        : 'finds another value than it tests for'
    case 'move':
    case 'copy': {
      const moved = from === undefined ? undefined : found(target, from)
      if (from === undefined || moved === undefined) return nothingAt(operation['from'])
      const left = operation['op'] === 'copy' ? { value: target } : changed(target, from, undefined, false)
      return typeof left === 'string' ? left : changed(left.value, way, moved, true)
    }
    default:
      return 'has no `op` that is known'
  }
}

function nothingAt(pointer: JsonValue | undefined): string {
  return `finds nothing at ${JSON.stringify(pointer ?? null)}`
}

function partsOf(pointer: JsonValue | undefined): readonly string[] | undefined {
  if (pointer === '') return []
  if (typeof pointer !== 'string' || !pointer.startsWith('/')) return undefined
  return pointer.slice(1).split('/').map(unescapePointerPart)
}

function found(target: JsonValue, way: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = target
  for (const part of way) {
    if (at === undefined) return undefined
    at = isList(at) ? at[indexOf(part)] : property(mapping(at), part)
  }
  return at
}

/** The index that a part of a pointer is: digits without a leading zero (RFC 6901, 4); -1 where it is none. */
function indexOf(part: string): number {
  return /^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : -1
}

/** A value with another one at a place, or without any; in a list `inserts` moves what stands there. */
function changed(
  target: JsonValue,
  [part, ...rest]: readonly string[],
  value: JsonValue | undefined,
  inserts: boolean,
): Applied {
  if (part === undefined) return { value: value ?? null }
  const inner = rest.length === 0 ? { value } : changed(found(target, [part]) ?? null, rest, value, inserts)
  if (typeof inner === 'string') return inner
  const { value: next } = inner
  if (isList(target)) {
    const index = part === '-' ? target.length : indexOf(part)
    if (index < 0 || index > target.length) return `finds no place ${JSON.stringify(part)} in a list`
    const replaced = inserts && rest.length === 0 ? 0 : 1
    return { value: target.toSpliced(index, replaced, ...(next === undefined ? [] : [next])) }
  }
  if (!isObject(target)) return `finds nothing at ${JSON.stringify(part)}`
  const { [part]: _, ...others } = target
  return { value: next === undefined ? others : { ...target, [part]: next } }
}
