import type { AnyNode } from 'acorn'
import { unwrap } from '../javascript/syntax.ts'
import { canBeDenied, type Branch } from './branch.ts'
import type { Guard } from './checks/check.ts'
import { Facts } from './checks/facts.ts'
import type { Evaluate } from './checks/value.ts'
import { truthOf } from './values/condition.ts'

/** A condition, and what must hold so that asking for it does not throw. */
export interface Asked {
  readonly branch: Branch
  readonly guards: readonly Guard[]
}

/**
 * The conditions, one asked after the other, under which an expression counts as true, or as false where `holds` is
 * false; undefined when validations cannot say when that is.
 */
export function branchesOf(
  node: AnyNode,
  holds: boolean,
  evaluate: Evaluate,
  facts: Facts,
): readonly Asked[] | undefined {
  const expression = unwrap(node)
  if (expression.type === 'UnaryExpression' && expression.operator === '!')
    return branchesOf(expression.argument, !holds, evaluate, facts)
  if (expression.type === 'LogicalExpression')
    return logical(expression, holds, evaluate, facts) ?? denied(expression, holds, evaluate, facts)
  const own = plain(expression, holds, evaluate, facts)
  if (own !== undefined || expression.type !== 'BinaryExpression') return own
  const operator = opposites.get(expression.operator)
  return operator === undefined ? undefined : plain({ ...expression, operator }, !holds, evaluate, facts)
}

type BinaryOperator = (AnyNode & { type: 'BinaryExpression' })['operator']

const opposites = new Map<string, BinaryOperator>([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
])

function plain(
  expression: AnyNode,
  holds: boolean,
  evaluate: Evaluate,
  facts: Facts,
): readonly Asked[] | undefined {
  const condition = truthOf(expression, evaluate, facts)
  if (condition === undefined || (!holds && !canBeDenied(condition.checks))) return undefined
  return [{ branch: { holds, checks: condition.checks }, guards: condition.guards }]
}

/** `a && b` where it is true, `a || b` where it is false: both are so. */
function logical(
  { left, right, operator }: AnyNode & { type: 'LogicalExpression' },
  holds: boolean,
  evaluate: Evaluate,
  facts: Facts,
): readonly Asked[] | undefined {
  if (operator !== (holds ? '&&' : '||')) return oneOfStatus(left, right, operator, holds, evaluate)
  const first = branchesOf(left, holds, evaluate, facts)
  if (first === undefined) return undefined
  const known = first.flatMap(({ branch }) => (branch.holds ? branch.checks : []))
  const second = branchesOf(right, holds, evaluate, facts.and(known))
  return second === undefined ? undefined : [...first, ...second]
}

/** `code === 200 || code === 201`. */
function oneOfStatus(
  left: AnyNode,
  right: AnyNode,
  operator: string,
  holds: boolean,
  evaluate: Evaluate,
): readonly Asked[] | undefined {
  if (operator !== '||' || !holds) return undefined
  const statuses = [left, right].map(side => statusesOf(branchesOf(side, true, evaluate, new Facts())))
  if (!statuses.every(list => list !== undefined)) return undefined
  const check = { target: 'status', operator: 'one-of', expected: statuses.flat() } as const
  return [{ branch: { holds, checks: [check] }, guards: [] }]
}

function statusesOf(asked: readonly Asked[] | undefined): readonly number[] | undefined {
  const [only, ...others] = asked ?? []
  const [check, ...more] = only?.branch.checks ?? []
  if (only?.branch.holds !== true || check?.target !== 'status' || others.length + more.length > 0)
    return undefined
  const values =
    check.operator === 'equals' ? [check.expected] : check.operator === 'one-of' ? check.expected : []
  return Array.isArray(values) && values.length > 0 && values.every(value => typeof value === 'number')
    ? values
    : undefined
}

/** The opposite of conditions that together are one: not all of them hold. */
function denied(
  expression: AnyNode & { type: 'LogicalExpression' },
  holds: boolean,
  evaluate: Evaluate,
  facts: Facts,
): readonly Asked[] | undefined {
  if (holds || expression.operator !== '&&') return undefined
  const asked = branchesOf(expression, true, evaluate, facts)
  if (asked?.every(({ branch }) => branch.holds) !== true) return undefined
  const checks = asked.flatMap(({ branch }) => branch.checks)
  const [first, ...others] = asked
  const isSafe = others.every(({ guards }, index) => {
    const before = new Facts(asked.slice(0, index + 1).flatMap(({ branch }) => branch.checks))
    return guards.every(guard => before.implies(guard))
  })
  if (first === undefined || !isSafe || !canBeDenied(checks)) return undefined
  return [{ branch: { holds, checks }, guards: first.guards }]
}
