import type { NegativeItemsOptions } from '../../contract/negative/negative-items.ts'
import { usualNegativeCases } from '../../contract/negative/negative-options.ts'
import { flag, type ObjectOf, optional, whole } from '../schema.ts'

/** The input keys of operations that write negative cases of a description. */
export const negativeKeys = {
  negative: optional(
    flag('Requests, too, that break one rule of an API description each, and expect that they are refused'),
  ),
  negativeCases: optional(
    whole(`Negative cases of an operation at most (${usualNegativeCases} by default)`, 1),
  ),
  seed: optional(
    whole('Chooses among more negative cases than that; the same seed chooses the same (1 by default)', 0),
  ),
  includeWrites: optional(flag('Negative cases of operations that may change data, too')),
} as const

/** The negative cases that are asked for; `rest` is everything else. */
export function splitNegative<Given extends ObjectOf<typeof negativeKeys>>(
  given: Given,
): { readonly negative?: NegativeItemsOptions; readonly rest: Omit<Given, keyof typeof negativeKeys> } {
  const { negative, negativeCases, seed, includeWrites, ...rest } = given
  if (negative !== true) return { rest }
  const most = negativeCases ?? usualNegativeCases
  return { negative: { most, seed: seed ?? 1, includeWrites: includeWrites ?? false }, rest }
}
