import type { AnyNode } from 'acorn'
import type { Guard } from './checks/check.ts'
import { truthOf } from './values/condition.ts'
import type { Evaluator } from './values/evaluate.ts'
import type { Facts } from './checks/facts.ts'

/**
 * Whether the condition of an `if` is asserted anyway, so that in every answer that passes it is true; then what stands
 * inside needs no condition. Gives what has to hold so that it does not throw.
 */
export function conditionHolds(
  test: AnyNode,
  evaluator: Evaluator,
  facts: Facts,
): { readonly guards: readonly Guard[] } | undefined {
  const condition = truthOf(test, evaluator, facts)
  if (condition === undefined || !condition.checks.every(check => facts.includes(check))) return undefined
  return { guards: condition.guards }
}
