import type { ShapePair } from '../rules/rule.ts'
import { openness } from '../rules/additional-properties.ts'
import type { Conjunction, Shape, ShapeProperty } from '../shape/shape.ts'

/** Schemas inside two schemas that belong together. */
export interface ChildPair {
  readonly before: Conjunction
  readonly after: Conjunction
  readonly path: readonly string[]
}

/** The schemas inside two schemas that both have, but for the members of unions. */
export function childPairs(pair: ShapePair): readonly ChildPair[] {
  const { before, after, beforeProperties, afterProperties } = pair
  return [
    ...[...beforeProperties].flatMap(([name, { schemas }]) =>
      both(schemas, afterProperties.get(name)?.schemas, [name]),
    ),
    ...undescribed(before, afterProperties).flatMap(([name, { schemas }]) =>
      both(others(before), schemas, [name]),
    ),
    ...undescribed(after, beforeProperties).flatMap(([name, { schemas }]) =>
      both(schemas, others(after), [name]),
    ),
    ...[...before.schemas].flatMap(([keyword, schemas]) =>
      uncomparable.has(keyword) || isClosed(keyword, schemas, after)
        ? []
        : both(schemas, after.schemas.get(keyword), [keyword]),
    ),
    ...[...before.named].flatMap(([keyword, members]) =>
      [...members].flatMap(([name, schemas]) =>
        both(schemas, after.named.get(keyword)?.get(name), [keyword, name]),
      ),
    ),
    ...before.prefixItems.flatMap((schemas, index) =>
      both(schemas, after.prefixItems[index], ['prefixItems', String(index)]),
    ),
  ]
}

/** Where these accept more, the whole may accept less. */
const uncomparable = new Set(['not', 'if'])

/** Properties of one schema that the other takes for others (additionalProperties), and has a schema for. */
function undescribed(
  shape: Shape,
  properties: ShapePair['beforeProperties'],
): readonly (readonly [string, ShapeProperty])[] {
  const isDescribed = openness(shape.schemas.get('additionalProperties')) === 'described'
  if (!isDescribed || shape.named.has('patternProperties')) return []
  return [...properties].filter(([name]) => !shape.properties.has(name))
}

function others({ schemas }: Shape): Conjunction | undefined {
  return schemas.get('additionalProperties')
}

/** Other properties that are not allowed have rules of their own. */
function isClosed(keyword: string, schemas: Conjunction, after: Shape): boolean {
  if (keyword !== 'additionalProperties') return false
  return [...schemas, ...(after.schemas.get(keyword) ?? [])].some(({ value }) => value === false)
}

function both(
  before: Conjunction | undefined,
  after: Conjunction | undefined,
  path: readonly string[],
): readonly ChildPair[] {
  return before === undefined || after === undefined ? [] : [{ before, after, path }]
}
