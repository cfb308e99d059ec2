import assert from 'node:assert/strict'
import { cp, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { startPlayground } from '../../playground/start-playground.ts'
import { type Mutant, mutantsOf } from '../formats/test-code/testing/mutants.ts'
import { readSuite } from '../formats/test-code/testing/read-suite.ts'
import { without } from '../testing/parts.ts'
import { pythonWith, withoutPackages } from '../testing/python-tools.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

const suiteNames =
  'catalogue users orders cart rows variables account bodies cascade table description graphql health travel'

const mutants = mutantsOf(Object.fromEntries(suiteNames.split(' ').map(name => [name, readSuite(name)])))

const packages = 'fixtures/test-code/python.txt'
const python = pythonWith(packages)

const skips: Readonly<Record<string, false | string>> = {
  'pytest-requests': withoutPackages(packages),
  'go-test': without('go'),
}

interface Ran {
  readonly case: string
  readonly there: string
  readonly verdict: string
}

/** Writes suites with a broken expectation each as tests, and runs them beside their steps. */
async function runMutants(framework: string): Promise<readonly Ran[]> {
  const playground = await startPlayground({ port: 0 })
  const files = Object.fromEntries(
    mutants.map(({ suite }, index) => [`suites/mutant-${index}.apitest.yaml`, JSON.stringify(suite)]),
  )
  try {
    return await withFolder({ ...files, 'go.mod': 'module shop\n\ngo 1.22\n' }, async folder => {
      for (const name of ['files', 'data', 'schemas', 'shared'])
        await cp(`suites/${name}`, path.join(folder, 'suites', name), { recursive: true })
      if (python !== undefined) await symlink(path.dirname(path.dirname(python)), path.join(folder, '.venv'))
      const args = ['generate', 'tests', 'suites', '-f', framework, '--run', '--json']
      const { output, errors } = await runLine(folder, [...args, '-v', `baseUrl=${playground.url}`])
      assert.ok(output.startsWith('{'), errors)
      return (JSON.parse(output) as { readonly run: { readonly cases: readonly Ran[] } }).run.cases
    })
  } finally {
    await playground.close()
  }
}

/** True where just the test of a step failed; those after it may, too, where it leaves them variables. */
function isFound({ step, leavesVariables }: Mutant, ran: readonly Ran[]): boolean {
  const failed = ran
    .filter(({ there }) => there === 'failed')
    .map(one =>
      one.case
        .split(' / ')
        .at(-1)
        ?.replace(/, row \d+$/, ''),
    )
  return failed[0] === step && (leavesVariables || failed.every(name => name === step))
}

describe('tests with a broken expectation', () => {
  for (const [framework, skip] of Object.entries(skips))
    it(`fail in that step and in no other, as the steps do, in ${framework}`, { skip }, async () => {
      assert.ok(mutants.length >= 30, String(mutants.length))
      const ran = await runMutants(framework)
      assert.deepEqual(
        ran.filter(({ verdict }) => verdict !== 'same').map(one => `${one.case}: ${one.verdict}`),
        [],
      )
      const wrong = mutants.flatMap((mutant, index) => {
        const own = ran.filter(one => one.case.split(' / ').includes(`Mutant ${index}`))
        return isFound(mutant, own) ? [] : [`${index}: ${mutant.what}`]
      })
      assert.deepEqual(wrong, [])
    })
})
