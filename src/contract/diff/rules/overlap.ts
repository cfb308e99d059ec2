import type { Conjunction, Shape } from '../shape/shape.ts'
import { isDistinct } from '../values/formats.ts'
import { openness } from './additional-properties.ts'

/** The format of text where it sets it apart from numbers, booleans and the text of other such formats. */
export function distinctFormat({ keywords }: Shape): string | undefined {
  const format = keywords.get('format')?.value
  return typeof format === 'string' && isDistinct(format) ? format : undefined
}

/** Whether some value may be right by both schemas: true unless they are surely apart. */
export function mayOverlap(
  one: Shape,
  other: Shape,
  shapeOf: (schemas: Conjunction) => Shape,
  depth = 3,
): boolean {
  if (one.isNever || other.isNever || !shareType(one, other)) return false
  if (one.values !== undefined && other.values !== undefined)
    return [...one.values.keys()].some(value => other.values?.has(value))
  if (isOnly(one, 'string') && isOnly(other, 'string')) {
    const [left, right] = [distinctFormat(one), distinctFormat(other)]
    return left === undefined || right === undefined || left === right
  }
  if (!isOnly(one, 'object') || !isOnly(other, 'object')) return true
  if (lacks(one, other) || lacks(other, one)) return false
  return [...one.required.keys()].every(name => {
    const [left, right] = [one.properties.get(name), other.properties.get(name)]
    if (depth === 0 || left === undefined || right === undefined || !other.required.has(name)) return true
    return mayOverlap(shapeOf(left.schemas), shapeOf(right.schemas), shapeOf, depth - 1)
  })
}

function shareType({ types: left }: Shape, { types: right }: Shape): boolean {
  if (left === undefined || right === undefined) return true
  const isThere = (type: string, types: ReadonlySet<string>): boolean =>
    types.has(type) || (type === 'integer' && types.has('number'))
  return [...left].some(type => isThere(type, right)) || [...right].some(type => isThere(type, left))
}

function isOnly({ types }: Shape, type: string): boolean {
  return types?.size === 1 && types.has(type)
}

/** Whether one object needs a property that the other does not let in. */
function lacks(one: Shape, other: Shape): boolean {
  if (
    openness(other.schemas.get('additionalProperties')) !== 'closed' ||
    other.named.has('patternProperties')
  )
    return false
  return [...one.required.keys()].some(name => !other.properties.has(name))
}
