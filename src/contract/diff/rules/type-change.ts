import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import { isDistinct } from '../values/formats.ts'
import type { SchemaFinding, ShapePair } from './rule.ts'

/** Compares the types and the formats of numbers: less is right, more is, or something else. */
export function typeChange(pair: ShapePair): 'same' | 'narrower' | 'wider' | 'changed' {
  const { before, after, isText } = pair
  const wider = contains(after, before, isText)
  const narrower = contains(before, after, isText)
  if (wider && narrower) return 'same'
  if (wider) return 'wider'
  return narrower ? 'narrower' : 'changed'
}

/** True where either schema is right for several types. */
export function hasList({ before, after }: ShapePair): boolean {
  return (before.types?.size ?? 0) > 1 || (after.types?.size ?? 0) > 1
}

/** A finding about the types, at the place where they are written. */
export function typeFinding(pair: ShapePair): SchemaFinding {
  const reason = `the type went from ${typeText(pair.before)} to ${typeText(pair.after)}`
  return findingAt(pair, ['type', 'format'], reason)
}

/** `string`, `integer (int32)`, `string or null`, `any`. */
export function typeText(shape: Shape): string {
  const format = shape.keywords.get('format')?.value
  const types = shape.types === undefined ? 'any' : [...shape.types].sort().join(' or ')
  return `${types}${typeof format === 'string' ? ` (${format})` : ''}`
}

function contains(outer: Shape, inner: Shape, isText: boolean): boolean {
  const isAnyText = outer.types === undefined || (outer.types.has('string') && !setsApart(outer, inner))
  if (isText && isAnyText && isScalar(inner)) return true
  if (outer.types === undefined || inner.isNever) return true
  if (inner.types === undefined) return false
  return [...inner.types].every(type => holds(outer, inner, type))
}

function holds(outer: Shape, inner: Shape, type: string): boolean {
  const { types } = outer
  if (types === undefined) return true
  // Whole numbers of any format are numbers.
  if (type === 'integer' && !types.has('integer')) return types.has('number')
  const isNumber = type === 'integer' || type === 'number'
  return types.has(type) && (!isNumber || width(outer) >= width(inner))
}

/** True where text has a format that no number and no boolean has; formats of text on both sides have rules of their own. */
function setsApart({ keywords }: Shape, { types }: Shape): boolean {
  const format = keywords.get('format')?.value
  return typeof format === 'string' && isDistinct(format) && types?.has('string') !== true
}

function isScalar({ types }: Shape): boolean {
  return types === undefined || [...types].every(type => type !== 'object' && type !== 'array')
}

/** Numbers of 32 bits are among those of 64, and these among those that no format limits. */
function width({ keywords }: Shape): number {
  const format = keywords.get('format')?.value
  if (format === 'int32' || format === 'float') return 32
  return format === 'int64' || format === 'double' ? 64 : Infinity
}
