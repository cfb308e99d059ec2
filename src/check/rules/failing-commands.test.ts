import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const warning =
  '3:5 bad-value this command always ends with 0, and nothing else is looked at: the step passes whatever happens'

describe('a command that cannot fail', () => {
  for (const step of [
    'exec: npm test || true',
    "exec: 'make check; exit 0'",
    "exec: 'curl -fsS http://127.0.0.1/health || :'",
    'exec: [true]',
    'exec: [sh, -c, "npm test || true"]',
    'exec: npm test || echo failed',
    'exec: npm test | cat',
    'exec: npm test &',
    '{ exec: npm test || exit 0, validations: [{ status: 0 }] }',
  ])
    it(`is told: ${step}`, async () => {
      const column = step.startsWith('{') ? 13 : 11
      await expectProblems(`suite: A\nsteps:\n  - ${step}`, [warning.replace('5', String(column))])
    })

  for (const step of [
    'exec: npm test',
    'exec: npm test && echo done',
    "exec: 'true; npm test'",
    'exec: [grep, -q, "|| true", notes.txt]',
    'exec: npm test || exit 3',
    "exec: 'set -e; npm test; echo done'",
    'exec: docker rm -f shop || true',
    'exec: echo done',
    "exec: 'npm test; echo done > log.txt'",
    '{ exec: npm test || true, validations: [{ text: { contains: passed } }] }',
    '{ exec: npm run make || true, extracts: { id: text } }',
  ])
    it(`is not: ${step}`, () => expectProblems(`suite: A\nsteps:\n  - ${step}`, []))

  it('may clean up', () =>
    expectProblems('suite: A\nsteps:\n  - exec: npm test\nafter:\n  - exec: npm run tidy || true', []))
})
