import type { Shape } from '../shape/shape.ts'
import { findingAt, show } from './keyword-locations.ts'
import type { SchemaRule } from './rule.ts'

const keys = ['const', 'enum']

/** The one value that is right. */
export const constRules: readonly SchemaRule[] = [
  {
    id: '{place}-const-added',
    request: 'breaking',
    response: 'safe',
    description: 'Only one value is right where any was',
    find: pair =>
      pair.before.values === undefined && isConstant(pair.after)
        ? [findingAt(pair, keys, `only ${constant(pair.after)} is right now`)]
        : [],
  },
  {
    id: '{place}-const-removed',
    request: 'safe',
    response: 'breaking',
    description: 'Any value is right where only one was',
    find: pair =>
      pair.after.values === undefined && isConstant(pair.before)
        ? [findingAt(pair, keys, `not only ${constant(pair.before)} is right now`)]
        : [],
  },
  {
    id: '{place}-const-changed',
    request: 'breaking',
    response: 'breaking',
    description: 'Another value is the only one that is right',
    find: pair =>
      isConstant(pair.before) && isConstant(pair.after) && constant(pair.before) !== constant(pair.after)
        ? [findingAt(pair, keys, `${constant(pair.after)} is right in place of ${constant(pair.before)}`)]
        : [],
  },
]

/** True where one value alone is right, and that is said with `const`. */
export function isConstant({ values, valuesKeyword }: Shape): boolean {
  return values?.size === 1 && valuesKeyword?.key === 'const'
}

function constant({ values }: Shape): string {
  return show([...(values?.values() ?? [])][0] ?? null)
}
