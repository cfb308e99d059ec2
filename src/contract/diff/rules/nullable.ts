import type { Shape } from '../shape/shape.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaRule } from './rule.ts'

const keys = ['nullable', 'x-nullable', 'type', 'oneOf', 'anyOf', 'enum']

/** Changes of whether null is right. */
export const nullableRules: readonly SchemaRule[] = [
  {
    id: '{place}-became-nullable',
    about: 'types',
    request: 'safe',
    response: 'breaking',
    description: 'Null is right now',
    find: pair =>
      pair.after.isNullable && !pair.before.isNullable && !isAnything(pair.before)
        ? [findingAt(pair, keys, 'null is right now')]
        : [],
  },
  {
    id: '{place}-became-not-nullable',
    about: 'types',
    request: 'breaking',
    response: 'safe',
    description: 'Null is no longer right',
    find: pair =>
      pair.before.isNullable && !pair.after.isNullable && !isAnything(pair.after)
        ? [findingAt(pair, keys, 'null is no longer right')]
        : [],
  },
]

/** True where a schema has no constraint on values: then null is right, too. */
function isAnything({ types, values, unions }: Shape): boolean {
  return types === undefined && values === undefined && unions.length === 0
}
