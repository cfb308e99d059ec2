import { valuesOf } from './answer-parts.ts'
import { casesIn } from './parts-of-group.ts'
import type { ProgramVariable, Statement, TestProgram } from './test-program.ts'

/** Variables that the environment alone gives, and that few requests need: without them the other tests still run. */
export function variablesInPlace({ root, variables }: TestProgram): ReadonlySet<string> {
  const used = casesIn(root)
    .filter(({ statements }) => statements.some(({ kind }) => kind === 'send' || kind === 'repeat'))
    .map(({ statements }) => new Set(statements.flatMap(namesIn)))
  const values = variables.flatMap(({ value }) =>
    value === undefined ? [] : namesIn({ kind: 'assign', variable: '', value }),
  )
  return new Set(
    variables
      .filter(variable => isOnlyGiven(variable) && !values.includes(variable.name))
      .filter(({ name }) => used.filter(names => names.has(name)).length * 2 < used.length)
      .map(({ name }) => name),
  )
}

function isOnlyGiven({ value, environment, changes }: ProgramVariable): boolean {
  return environment !== undefined && !changes && value === undefined
}

function namesIn(statement: Statement): readonly string[] {
  return valuesOf(statement).flatMap(value => (value.kind === 'variable' ? [value.name] : []))
}
