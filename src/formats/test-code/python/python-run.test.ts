import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonValue } from '../../../model/json.ts'
import { Agreements, listedVersions } from '../../../testing/agreements.ts'
import { pythonWith, withoutPackages } from '../../../testing/python-tools.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { runText } from '../../../testing/run-text.ts'
import { exportTests, type TestFile } from '../export-tests.ts'
import type { Framework } from '../framework.ts'
import { pythonFrameworks } from './frameworks.ts'
import { looksAtDigits } from '../testing/digits.ts'
import { answering, bodies } from '../testing/judge-by-framework.ts'
import { validations } from '../testing/judged-answers.ts'

/** A part of all answers, so that the tests take seconds: each validation meets others of them. */
const steps = validations.flatMap((validation, index) =>
  bodies.flatMap((_, number) =>
    (index + number) % 9 === 0
      ? [
          {
            name: `Case ${index} ${number}`,
            request: `GET {{baseUrl}}/${number}`,
            validations: [validation],
          },
        ]
      : [],
  ),
)
/** Functions of placeholders: of the process, of an answer, and of what is made of one when the file is read. */
const calling = [
  {
    name: 'Number',
    request: `GET {{baseUrl}}/${bodies.indexOf('{"a":"12\\n"}')}`,
    extracts: { line: '$.a' },
  },
  {
    name: 'Called',
    request: 'GET {{baseUrl}}/{{line | trim}}',
    headers: {
      'X-Sign': '{{line | hmac-sha256 key base64}}',
      'X-Mark': '{{mark}}-{{key | upper | md5}}-{{line | url}}',
    },
    validations: [
      { $: { equals: JSON.parse(bodies[12] ?? '') as JsonValue } },
      { text: { 'not-contains': '{{line | base64url}}' } },
    ],
  },
]
const suite = {
  suite: 'Truths',
  secrets: { key: '{{env.KEY}}' },
  variables: { mark: '{{key | trim | sha256}}' },
  settings: { 'stop-on-failure': false },
  steps: [...calling, ...steps],
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

/** The tests of each framework. */
function exported(): Promise<readonly (readonly [framework: Framework, files: readonly TestFile[]])[]> {
  const collection = suitesToCollection([{ name: 'a.apitest.yaml', suite }], 'a')
  return Promise.all(
    pythonFrameworks.map(async framework => {
      const { files } = await exportTests(collection, framework, { readRows: () => [] })
      return [framework, files] as const
    }),
  )
}

async function writeTests(folder: string, files: readonly TestFile[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, text } of files) await writeFile(path.join(folder, name), text)
}

/** What `node scripts/test-code.mjs install` has put there. */
const packages = 'fixtures/test-code/python.txt'
const python = pythonWith(packages)
const tools = python === undefined ? '' : path.dirname(python)
const skip = withoutPackages(packages)
const agreements = new Agreements(import.meta.url, () => listedVersions(packages))

const quiet = ['--tb=no', '--assert=plain', '-p', 'no:cacheprovider']

test('tests for Python pass just where the steps of the suite do', { skip }, async () => {
  await using server = await answering()
  const input = { variables: { baseUrl: server.url }, processEnvironment: { KEY: ' some key' } }
  const ran = await runText(JSON.stringify(suite), { input })
  assert.equal(ran.steps[1]?.outcome, 'passed', JSON.stringify([ran.summary.problems, ran.messages]))
  const wanted = new Map(ran.steps.map(step => [step.name, step.outcome]))
  const written = await exported()
  const known = JSON.stringify([written.map(([, files]) => files), bodies, validations, [...wanted]])
  await agreements.reach('every answer', known, () =>
    withFolder({}, async folder => {
      for (const [framework, files] of written) {
        const place = path.join(folder, framework.name)
        await writeTests(place, files)
        const cases = files.flatMap(file => file.cases)
        const command = framework.runner.command(['test_truths.py'], 'report.xml')
        const more = framework.name === 'unittest' ? [] : quiet
        const output = await run(path.join(tools, 'python'), [...command.args, ...more], place, {
          BASE_URL: server.url,
          KEY: ' some key',
        })
        const report = await readFile(path.join(place, 'report.xml'), 'utf8').catch(() => '')
        const outcomes = framework.runner.outcomes(report, output)
        assert.equal(outcomes.length, cases.length, output.slice(-2000))
        const different = cases.flatMap(({ where }, index) => {
          const name = where.split(' / ').at(-1) ?? ''
          const [validation = -1, number = -1] = name.split(' ').slice(1).map(Number)
          if (looksAtDigits(bodies[number] ?? '', validations[validation] ?? {})) return []
          return outcomes[index]?.outcome === wanted.get(name) ? [] : [`${name}: ${String(wanted.get(name))}`]
        })
        assert.deepEqual(different, [], framework.name)
      }
    }),
  )
})

test('ruff and pyflakes have nothing to say of tests for Python', { skip }, async () => {
  const written = await exported()
  await agreements.reach('ruff and pyflakes', JSON.stringify(written.map(([, files]) => files)), () =>
    withFolder({}, async folder => {
      for (const [framework, files] of written) await writeTests(path.join(folder, framework.name), files)
      const said = (program: string, ...args: readonly string[]): Promise<string> =>
        run(path.join(tools, program), [...args, '.'], folder)
      assert.equal(await said('ruff', 'check', '--quiet', '--no-cache', '--select', 'E,F,W,I,B,UP,SIM'), '')
      assert.equal(await said('pyflakes'), '')
    }),
  )
})
