import type { Program } from 'acorn'
import type { SharedVariables } from '../../context.ts'
import { readScopes, type Scopes } from '../javascript/read-scopes.ts'
import { isVariableName } from './checks/template-text.ts'
import type { Evaluate, ReadVariable } from './checks/value.ts'
import { postman } from './postman-host.ts'
import { createEvaluate } from './values/evaluate.ts'
import { concerns, variableAccesses, type Access } from './variable-accesses.ts'

/** Facts known beside a script itself. */
export interface ScriptOptions {
  /** The time it runs: before the request or after the answer. */
  readonly phase: 'before' | 'after'
  /** Variables that only ever hold text. */
  readonly texts: ReadonlySet<string>
  /** Variables that scripts around it write. */
  readonly shared: SharedVariables
}

/** A script whose names are known, and what its expressions mean. */
export interface Script {
  readonly phase: 'before' | 'after'
  readonly scopes: Scopes
  readonly accesses: readonly Access[]
  /** True where it sets or reads `tests[…]` anywhere. */
  readonly usesLegacyTests: boolean
  readonly evaluate: Evaluate
  /** True where a script around it may write a variable. */
  isShared(variable: string): boolean
}

/** Reads the names and the accesses to variables of a script. */
export function readScript(
  source: string,
  program: Program,
  { phase, texts, shared }: ScriptOptions,
): Script {
  const scopes = readScopes(program, postman)
  const accesses = variableAccesses(scopes)
  const isShared = (variable: string): boolean => shared.mayBeAny || shared.names.has(variable)
  // A variable that may be written has one value before and another one after, and a validation only knows the last.
  const isWritten = (variable: string): boolean =>
    accesses.some(access => access.kind === 'write' && concerns(access, variable))
  const readVariable: ReadVariable = name =>
    name === undefined || !isVariableName(name) || isShared(name) || isWritten(name)
      ? undefined
      : { kind: 'variable', name, isText: texts.has(name) }
  const evaluate = createEvaluate(source, scopes, readVariable)
  return { phase, scopes, accesses, usesLegacyTests: source.includes('tests'), evaluate, isShared }
}
