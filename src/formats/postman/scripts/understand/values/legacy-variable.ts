import { isInheritedByAll } from '../../body-path.ts'
import type { Evaluator } from './evaluate.ts'
import type { Value } from '../checks/value.ts'
import { isVariableName } from '../checks/variable-name.ts'

const scopes = new Set(['environment', 'globals'])

/** `environment.token` and `globals.token`: what a variable held when the script began. */
export function legacyVariable(
  object: Value,
  name: string | number,
  evaluator: Evaluator,
): Value | undefined {
  if (object.kind !== 'object' || !scopes.has(object.name) || typeof name !== 'string') return undefined
  if (!isVariableName(name) || isInheritedByAll(name) || evaluator.isWritten(name)) return undefined
  return { kind: 'variable', name }
}
