import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { without } from '../../../testing/parts.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { judgedSuite } from '../go/testing/judged-answers.ts'
import { exportTests, type TestFile } from '../export-tests.ts'
import type { TestOutcome } from '../framework.ts'
import { hostileSuites } from '../rust/testing/hostile-suites.ts'
import { mutants } from '../rust/testing/mutants.ts'
import { readRows } from '../rust/testing/write-suites.ts'
import { judgeByFramework } from '../testing/judge-by-framework.ts'
import { readSuite } from '../testing/read-suite.ts'
import { withPlayground } from '../testing/with-playground.ts'
import { rubyFrameworks } from './frameworks.ts'

const [rspec] = rubyFrameworks
const skip = without('rspec') || without('rubocop')

const names =
  'catalogue users orders cart rows reset failures variables files bodies cascade table description graphql health travel'

type Suites = readonly { readonly name: string; readonly suite: JsonObject }[]

async function written(folder: string, suites: Suites): Promise<readonly TestFile[]> {
  assert.ok(rspec !== undefined)
  const { files } = await exportTests(suitesToCollection(suites, 'suites'), rspec, { readRows })
  await mkdir(path.join(folder, 'spec'), { recursive: true })
  await cp('suites/files', path.join(folder, 'spec', 'files'), { recursive: true })
  for (const { name, text } of files) await writeFile(path.join(folder, 'spec', name), text)
  return files
}

/** What a program prints, whatever it ends with. */
function run(program: string, args: readonly string[], folder: string, environment = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 1 << 28 }
  return new Promise(resolve => {
    execFile(program, [...args], options, (_error, output, errors) => {
      resolve(output + errors)
    })
  })
}

/** What became of the tests of each file, against a playground of their own, and what was printed. */
async function outcomes(
  folder: string,
  files: readonly TestFile[],
): Promise<{ readonly found: ReadonlyMap<string, readonly TestOutcome[]>; readonly printed: string }> {
  const command = rspec?.runner?.command(
    files.map(({ name }) => `spec/${name}`),
    'report.xml',
  )
  assert.ok(command !== undefined)
  const printed = await withPlayground(url =>
    run(command.command, command.args, folder, {
      BASE_URL: url,
      USERNAME_: 'demo',
      PASSWORD: 'demo-password',
    }),
  )
  const report = await readFile(path.join(folder, 'report.xml'), 'utf8').catch(() => printed)
  const all = rspec?.runner?.outcomes(report, '') ?? []
  assert.ok(all.length > 0, printed.slice(-2000))
  const found = new Map(files.map(({ name }) => [name, all.filter(({ file }) => file === `./spec/${name}`)]))
  return { found, printed }
}

/** What rubocop says of the files of a folder. The size of methods and blocks is a matter of taste. */
async function lintFindings(folder: string): Promise<string> {
  return run(
    'rubocop',
    ['--only', 'Layout,Style,Lint', '--format', 'emacs', '--cache', 'false', 'spec'],
    folder,
  )
}

test('the tests of the suites pass in RSpec, and rubocop says nothing', { skip }, async () => {
  await withFolder({}, async folder => {
    const suites = names.split(' ').map(name => ({ name: `${name}.apitest.yaml`, suite: readSuite(name) }))
    const files = await written(folder, suites)
    const { found } = await outcomes(folder, files)
    const all = [...found.values()].flat()
    assert.deepEqual(
      all.filter(({ outcome }) => outcome === 'failed'),
      [],
    )
    assert.equal(all.filter(({ outcome }) => outcome === 'skipped').length, 1)
    assert.equal(all.length, files.flatMap(({ runs }) => runs).length)
    assert.equal(await lintFindings(folder), '')
  })
})

test('each broken expectation fails in its step, in RSpec', { skip }, async () => {
  await withFolder({}, async folder => {
    const suites = mutants.map(({ suite, change }, index) => ({
      name: `${index}.apitest.yaml`,
      suite: { ...change(readSuite(suite)), suite: `Mutant ${index}` },
    }))
    const files = await written(folder, suites)
    const { found, printed } = await outcomes(folder, files)
    const wrong = files.flatMap(({ name, runs }, index) => {
      const failed = runs.filter((_, at) => found.get(name)?.[at]?.outcome === 'failed')
      const { step = '', what = '' } = mutants[index] ?? {}
      // RSpec tells of what cleans up beside the tests.
      const isTest = runs.some(where => where.endsWith(` / ${step}`))
      if (!isTest && failed.length === 0 && printed.includes('error occurred in an `after(:context)` hook'))
        return []
      const isFound = new Set(failed).size === 1 && failed[0]?.endsWith(` / ${step}`) === true
      return isFound ? [] : [`${what}: ${failed.join(', ')}`]
    })
    assert.deepEqual(wrong, [])
    assert.equal(files.length, mutants.length)
  })
})

test('RSpec judges answers as apitest does', { skip }, async () => {
  await withFolder({}, async folder => {
    assert.ok(rspec !== undefined)
    const { count, misjudged } = await judgeByFramework(rspec, folder, writeFile, 11)
    assert.deepEqual(misjudged, [])
    assert.ok(count > 300)
  })
})

test('rubocop says nothing of tests with every comparison and the worst of names', { skip }, async () => {
  await withFolder({}, async folder => {
    const judged = judgedSuite()
    const suite: JsonObject = { ...judged, data: [{ answer: 1 }] }
    const steps = judged['steps'] as readonly JsonObject[]
    const retried = steps.map(step => ({ ...step, retry: { attempts: 2 } }))
    await written(folder, [
      { name: 'judged.apitest.yaml', suite },
      { name: 'retried.apitest.yaml', suite: { ...suite, suite: 'Retried', steps: retried } },
      ...hostileSuites,
    ])
    assert.equal(await lintFindings(folder), '')
  })
})
