import type { AnyNode } from 'acorn'
import type { Evaluator } from '../values/evaluate.ts'
import type { Value } from '../checks/value.ts'

/** What the first of some arguments stands for. */
export function argumentOf(nodes: readonly AnyNode[] | undefined, evaluator: Evaluator): Value | undefined {
  const [first] = nodes ?? []
  return first === undefined ? undefined : evaluator.evaluate(first)
}
