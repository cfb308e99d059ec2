import { valueText } from '../../../util/value-text.ts'
import { readSuite } from '../testing/read-suite.ts'
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { withPlayground } from '../testing/with-playground.ts'
import { folderContents, suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { mapping } from '../../../util/read-values.ts'
import { exportTests, type TestFile } from '../export-tests.ts'
import { type Framework, usualStyle } from '../framework.ts'
import { javaFrameworks } from './frameworks.ts'
import { misformatted, runMaven, withoutJava, writeProject } from './testing/maven-project.ts'

const suites = (
  'catalogue users orders cart rows reset failures variables files account bodies cascade table description graphql health ' +
  'travel'
).split(' ')

/** Suites that only read, of which each expectation is broken once. */
const mutated = ['users', 'catalogue', 'bodies', 'description', 'graphql']

interface NamedSuite {
  readonly name: string
  readonly suite: JsonObject
}

/** A suite in which one expectation can never hold, and the step that it belongs to. */
interface Mutant extends NamedSuite {
  readonly broken: string
}

/** What never holds, in place of what an operator expects. */
const impossible: Readonly<Record<string, JsonValue>> = {
  'has-type': 'null',
  'has-length': 4321,
  'greater-than': 1e12,
  'at-least': 1e12,
  'less-than': -1e12,
  'at-most': -1e12,
  'matches-regex': '^never$',
  'one-of': ['never', 'ever'],
  matches: { never: '<any>' },
  each: { equals: 'never' },
  any: { equals: 'never' },
}

function broken(expected: JsonValue): JsonValue {
  if (typeof expected === 'number') return expected + 1
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return 'never'
  const [[operator, operand] = ['', null], ...others] = Object.entries(expected)
  if (operator === 'exists') return { exists: operand === false }
  if (/^not-|^none$|-than$/.test(operator) && impossible[operator] === undefined) return { equals: 'never' }
  if (others.some(([name]) => name === 'within')) return { equals: 'never' }
  return { ...Object.fromEntries(others), [operator]: impossible[operator] ?? 'never' }
}

/** Copies of a suite with one broken expectation each, in steps that hand nothing on. */
function mutantsOf(name: string): readonly Mutant[] {
  const suite = readSuite(name)
  const steps = suite['steps'] as readonly JsonObject[]
  return steps.flatMap((step, at) => {
    const checks = (step['validations'] ?? []) as readonly JsonObject[]
    if (step['extracts'] !== undefined) return []
    return checks.flatMap((check, index): readonly Mutant[] => {
      const [target, expected] =
        Object.entries(check).find(([key]) => /^(status|text|time|header|\$)/.test(key)) ?? []
      if (target === undefined || expected === undefined || target.startsWith('$..')) return []
      const changed = checks.map((one, other) =>
        other === index ? { ...one, [target]: broken(expected) } : one,
      )
      const title = `Mutant ${name} ${at} ${index}`
      const own = {
        ...suite,
        suite: title,
        steps: steps.map((one, other) => (other === at ? { ...one, validations: changed } : one)),
      }
      return [
        {
          name: `${title.replaceAll(' ', '-')}.apitest.yaml`,
          suite: own,
          broken: valueText(step['name'] ?? ''),
        },
      ]
    })
  })
}

async function filesOf(
  framework: Framework,
  inPackage: string,
  given: readonly NamedSuite[],
): Promise<readonly TestFile[]> {
  const { files } = await exportTests(suitesToCollection(given, 'suites'), framework, {
    style: { ...usualStyle, package: inPackage },
    readSuite: file =>
      folderContents({
        name: file,
        suite: parse(readFileSync(path.join('suites', file), 'utf8')) as JsonObject,
      }),
    readRows: rowsOf,
  })
  return files
}

function rowsOf(file: string): readonly JsonObject[] {
  const text = readFileSync(path.join('suites', file), 'utf8')
  if (file.endsWith('.json'))
    return (mapping(JSON.parse(text) as unknown)['rows'] ?? JSON.parse(text)) as readonly JsonObject[]
  const [head = '', ...lines] = text.trim().split('\n')
  return lines.map(line =>
    Object.fromEntries(head.split(',').map((key, at) => [key, line.split(',')[at] ?? ''])),
  )
}

const environment = {
  PASSWORD: 'demo-password',
  USERNAME_: 'demo',
  API_KEY: 'demo-key',
  CLIENT_SECRET: 'demo-secret',
}

/** A case of a file, and whether it must fail. */
type ExpectedCase = readonly [where: string, fails: boolean]

/** Writes the tests of a framework into a project, and tells what must become of each, by their files. */
async function writeTests(
  folder: string,
  framework: Framework,
  inPackage: string,
  mutants: readonly Mutant[],
): Promise<ReadonlyMap<string, readonly ExpectedCase[]>> {
  const root = path.join(folder, 'src/test/java', ...inPackage.split('.'))
  await cp('suites/files', path.join(root, 'files'), { recursive: true })
  const whole = suites.map(name => ({ name: `${name}.apitest.yaml`, suite: readSuite(name) }))
  const files = await filesOf(framework, inPackage, [...whole, ...mutants])
  const expected = new Map<string, readonly ExpectedCase[]>()
  for (const { name, text, cases } of files) {
    await writeFile(path.join(root, name), text)
    const mutant = mutants.find(one => fileOf(one) === name)
    const fails = (where: string): boolean => mutant !== undefined && where.endsWith(` / ${mutant.broken}`)
    const all = cases.flatMap(({ where, times }) =>
      Array.from({ length: times }, (): ExpectedCase => [where, fails(where)]),
    )
    expected.set(`${inPackage.replace('.', '/')}/${name}`, all)
  }
  return expected
}

/** Runs all tests of a project, and compares what became of each with what must. */
async function runAll(
  folder: string,
  url: string,
  expected: ReadonlyMap<string, readonly ExpectedCase[]>,
): Promise<void> {
  const runner = javaFrameworks[0]?.runner
  const args = runner?.command([], '').args.filter(one => !one.startsWith('-Dtest=')) ?? []
  const output = await runMaven(folder, args, { ...environment, BASE_URL: url })
  const outcomes = runner?.outcomes('', output) ?? []
  for (const [file, cases] of expected) {
    const own = outcomes.filter(one => one.file === file)
    assert.deepEqual(
      own.map(({ outcome }) => outcome === 'failed'),
      cases.map(([, fails]) => fails),
      `${file}: ${JSON.stringify(own, null, 1)}${own.length === 0 ? output.slice(0, 3000) : ''}`,
    )
  }
}

test(
  'tests of Java pass where the suites do, and only broken ones fail',
  { skip: withoutJava() },
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-java-'))
    try {
      await writeProject(folder)
      const mutants = mutated.flatMap(mutantsOf)
      assert.ok(mutants.length >= 30, String(mutants.length))
      const [restAssured, httpClient] = javaFrameworks
      assert.ok(restAssured !== undefined && httpClient !== undefined)
      const isFourth = (index: number): boolean => index % 4 === 0
      const expected = new Map([
        ...(await writeTests(
          folder,
          restAssured,
          'shop',
          mutants.filter((_, index) => isFourth(index)),
        )),
        ...(await writeTests(
          folder,
          httpClient,
          'shop.plain',
          mutants.filter((_, index) => !isFourth(index)),
        )),
      ])
      await withPlayground(url => runAll(folder, url, expected))
      assert.deepEqual(await misformatted(path.join(folder, 'src')), [])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

/** The file of a mutant: its name is `Mutant users 1 2`. */
function fileOf({ suite }: Mutant): string {
  return `${valueText(suite['suite'] ?? '')
    .replaceAll(' ', '')
    .replace(/^Mutant./, found => found.slice(0, -1) + found.slice(-1).toUpperCase())}Test.java`
}
