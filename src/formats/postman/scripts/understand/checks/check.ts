import type { OperatorName } from '../../../../../model/expectation.ts'
import type { JsonObject, JsonValue } from '../../../../../model/json.ts'
import type { BodyPath } from '../../body-path.ts'

/** One comparison, as a validation would make it. */
export interface Check {
  /** The target's name: `status`, `header etag`, `$.id`. */
  readonly target: string
  /** The way to it, where it is in the body. */
  readonly path?: BodyPath
  readonly operator: OperatorName | 'schema'
  readonly expected: JsonValue
}

/** A place in the body that has to be there, or a script would stop with an error: its own validation where no other implies it. */
export interface Guard {
  readonly path: BodyPath
  /** True where null will do. Only of the root: the body has to be JSON. */
  readonly nullable: boolean
}

/** The validations that checks make: operators of one target together, where there is one of each. */
export function validationsOf(checks: readonly Check[]): readonly JsonObject[] {
  const groups: { target: string; operators: Map<string, JsonValue> }[] = []
  for (const { target, operator, expected } of checks) {
    const same = groups.filter(group => group.target === target)
    if (same.some(({ operators }) => isSaid(operators, operator, expected))) continue
    const open = same.find(({ operators }) => !operators.has(operator) && operator !== 'schema')
    if (open === undefined) groups.push({ target, operators: new Map([[operator, expected]]) })
    else open.operators.set(operator, expected)
  }
  return groups.map(({ target, operators }) => ({ [target]: expectationOf(operators) }))
}

function isSaid(operators: ReadonlyMap<string, JsonValue>, operator: string, expected: JsonValue): boolean {
  return operators.has(operator) && JSON.stringify(operators.get(operator)) === JSON.stringify(expected)
}

/** The short form where there is one: a bare value for `equals`. */
function expectationOf(operators: ReadonlyMap<string, JsonValue>): JsonValue {
  const [first] = operators
  if (first === undefined || operators.size > 1) return Object.fromEntries(operators)
  const [operator, expected] = first
  const isMapping = typeof expected === 'object' && expected !== null && !Array.isArray(expected)
  return operator === 'schema' || (operator === 'equals' && !isMapping) ? expected : { [operator]: expected }
}
