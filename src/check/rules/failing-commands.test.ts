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
    'exec: npm test | tee -a log.txt',
    'exec: npm test | tail -n 3',
    'exec: if npm test; then echo passed; fi',
    '{ exec: npm test || exit 0, validations: [{ status: 0 }] }',
  ])
    it(`is told: ${step}`, async () => {
      const column = step.startsWith('{') ? 13 : 11
      await expectProblems(`suite: A\nsteps:\n  - ${step}`, [warning.replace('5', String(column))])
    })

  for (const command of [
    'curl -s http://127.0.0.1/health',
    'npm start && curl http://127.0.0.1/health',
    '[curl, -sS, -o, out.json, http://127.0.0.1/health]',
  ])
    it(`is told of curl, which takes an error page: ${command}`, () =>
      expectProblems(`suite: A\nsteps:\n  - exec: ${command}`, [
        '3:11 bad-value curl ends with 0 for an error page as well, and nothing else is looked at',
      ]))

  for (const step of [
    'exec: npm test',
    'exec: curl -fsS http://127.0.0.1/health',
    'exec: curl --fail-with-body http://127.0.0.1/health',
    "exec: curl -s -w '%{http_code}' http://127.0.0.1/health",
    'exec: if npm test; then echo passed; else exit 1; fi',
    'exec: if npm test; then ./deploy.sh; fi',
    'exec: npm test | grep -v skipped',
    '{ exec: curl -s http://127.0.0.1/health, validations: [{ text: { contains: ok } }] }',
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
