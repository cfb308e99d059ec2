import type { JsonValue } from '../../../model/json.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'
import type { Keyword, Shape } from '../shape/shape.ts'
import type { SchemaFinding, ShapePair, SourceLocation } from './rule.ts'

/** Where a schema is written, or a keyword of it. */
export function locationOf(shape: Shape, key?: string): SourceLocation | undefined {
  const part =
    shape.parts.find(({ value }) => key !== undefined && Object.hasOwn(value, key)) ?? shape.parts[0]
  if (part === undefined) return undefined
  return key !== undefined && Object.hasOwn(part.value, key) ? { ...part, keys: [key] } : part
}

/** Where a keyword is written. */
export function locationOfKeyword({ part, key }: Keyword): SourceLocation {
  return key === '' ? part : { ...part, keys: [key] }
}

/** A finding about a keyword that either schema may have under one of these keys. */
export function findingAt(pair: ShapePair, keys: readonly string[], reason: string): SchemaFinding {
  return { reason, before: locationAt(pair.before, keys), after: locationAt(pair.after, keys) }
}

function locationAt(shape: Shape, keys: readonly string[]): SourceLocation | undefined {
  const key = keys.find(name => shape.parts.some(({ value }) => Object.hasOwn(value, name)))
  return locationOf(shape, key)
}

/** A value as a reader sees it in a line: long ones are cut. */
export function show(value: JsonValue): string {
  const text = canonicalJson(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
