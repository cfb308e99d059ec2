import type { ShapePair } from '../rules/rule.ts'
import type { Conjunction } from '../shape/shape.ts'

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
    ...[...before.schemas].flatMap(([keyword, schemas]) =>
      uncomparable.has(keyword) ? [] : both(schemas, after.schemas.get(keyword), [keyword]),
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

/** What is forbidden altogether has no inside. */
function both(
  before: Conjunction,
  after: Conjunction | undefined,
  path: readonly string[],
): readonly ChildPair[] {
  const isClosed = [...before, ...(after ?? [])].some(({ value }) => value === false)
  return after === undefined || isClosed ? [] : [{ before, after, path }]
}
