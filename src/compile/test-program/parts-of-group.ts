import type { ProgramRequest, Statement, TestCase, TestGroup } from './test-program.ts'

/** All tests of a group, those after the last one too. */
export function casesIn({ items, cleanUp }: TestGroup): readonly TestCase[] {
  return [...items.flatMap(item => (item.kind === 'group' ? casesIn(item) : [item])), ...cleanUp]
}

/** All that a group does, what comes before its first test too. */
export function statementsIn({ setUp, items, cleanUp }: TestGroup): readonly Statement[] {
  return [
    ...setUp,
    ...[...items, ...cleanUp].flatMap(item => (item.kind === 'group' ? statementsIn(item) : item.statements)),
  ]
}

/** Every request of a group. */
export function requestsIn(group: TestGroup): readonly ProgramRequest[] {
  return statementsIn(group).flatMap(requestsOf)
}

/** The request that a statement sends, if it sends one. */
export function requestsOf(statement: Statement): readonly ProgramRequest[] {
  if (statement.kind === 'loop' || statement.kind === 'step') return statement.statements.flatMap(requestsOf)
  if (statement.kind === 'repeat') return [statement.send.request]
  return statement.kind === 'send' ? [statement.request] : []
}
