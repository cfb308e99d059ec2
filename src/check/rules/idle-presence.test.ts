import { it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (validations: string): string =>
  `suite: A\nsteps:\n  - request: GET http://x\n    validations:\n${validations.replace(/^/gm, '      ')}\n`

it('an absence is said once', async () => {
  const twice = 'bad-value "exists: false" says nothing more beside "missing: true"'
  await expectProblems(suite('- $.a: { missing: true, exists: false }'), [`5:31 ${twice}`])
  await expectProblems(suite('- $.a: { exists: false }\n- $.a: { missing: true }'), [`5:16 ${twice}`])
  await expectProblems(suite('- $.a: { missing: false, exists: true }'), [
    '5:16 bad-value "missing: false" says nothing more beside "exists: true"',
  ])
  await expectProblems(suite('- $.a: { missing: false, exists: false }'), [])
  await expectProblems(suite('- $.a: { missing: true }\n- $.b: { exists: false }'), [])
  await expectProblems(
    suite('- { when: { $.b: 1 }, $.a: { missing: true } }\n- { unless: { $.b: 1 }, $.a: { exists: true } }'),
    [],
  )
})

it('no item of a list is missing', async () => {
  for (const each of ['each', 'any', 'none'])
    await expectProblems(suite(`- $.a: { ${each}: { missing: false } }`), [
      `5:${each.length + 20} bad-value "missing": what ${each} looks at is there in any case`,
    ])
})
