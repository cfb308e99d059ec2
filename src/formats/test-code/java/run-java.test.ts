import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { folderContents, suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { Agreements, printedVersions } from '../../../testing/agreements.ts'
import { valueText } from '../../../util/value-text.ts'
import { exportTests, type TestFile } from '../export-tests.ts'
import { type Framework, usualStyle } from '../framework.ts'
import { answering, bodies, judgedByRun, judgedSuite } from '../testing/judge-by-framework.ts'
import { cookieLines, cookieValidations } from '../testing/judged-answers.ts'
import { type Mutant, mutantsOf } from '../testing/mutants.ts'
import { readRows, readSuite } from '../testing/read-suite.ts'
import { playgroundTexts, withPlayground } from '../testing/with-playground.ts'
import { javaFrameworks } from './frameworks.ts'
import { misformatted, runMaven, withoutJava, writeProject } from './testing/maven-project.ts'

const suites = Object.fromEntries(
  (
    'catalogue users orders cart rows reset failures variables files account bodies cascade table description graphql ' +
    'health travel'
  )
    .split(' ')
    .map(name => [name, readSuite(name)] as const),
)

async function filesOf(
  framework: Framework,
  inPackage: string,
  given: Parameters<typeof suitesToCollection>[0],
): Promise<readonly TestFile[]> {
  const { files } = await exportTests(suitesToCollection(given, 'suites'), framework, {
    style: { ...usualStyle, package: inPackage },
    readSuite: file =>
      folderContents({
        name: file,
        suite: parse(readFileSync(path.join('suites', file), 'utf8')) as JsonObject,
      }),
    readRows,
  })
  return files
}

const environment = {
  PASSWORD: 'demo-password',
  USERNAME_: 'demo',
  API_KEY: 'demo-key',
  CLIENT_SECRET: 'demo-secret',
}

/** A case of a file, and what must become of it: `either` where it may need what a broken one extracts. */
type ExpectedCase = readonly [where: string, fate: 'passes' | 'fails' | 'either']

/** Writes the tests of a framework into a project, and tells what must become of each, by their files. */
async function writeTests(
  folder: string,
  framework: Framework,
  inPackage: string,
  mutants: readonly Mutant[],
): Promise<ReadonlyMap<string, readonly ExpectedCase[]>> {
  const root = path.join(folder, 'src/test/java', ...inPackage.split('.'))
  await cp('suites/files', path.join(root, 'files'), { recursive: true })
  const whole = Object.entries(suites).map(([name, suite]) => ({ name: `${name}.apitest.yaml`, suite }))
  const changed = mutants.map(({ suite }, index) => ({ name: `mutant-${index}.apitest.yaml`, suite }))
  const files = await filesOf(framework, inPackage, [...whole, ...changed])
  const expected = new Map<string, readonly ExpectedCase[]>()
  for (const { name, text, cases } of files) {
    await writeFile(path.join(root, name), text)
    const mutant = mutants.find(
      ({ suite }) => name === `${valueText(suite['suite'] ?? '').replace(' ', '')}Test.java`,
    )
    const broken = cases.findIndex(({ where }) => where.endsWith(` / ${mutant?.step}`))
    const fate = (index: number): ExpectedCase[1] =>
      index === broken
        ? 'fails'
        : broken !== -1 && index > broken && mutant?.leavesVariables === true
          ? 'either'
          : 'passes'
    const all = cases.flatMap(({ where, times }, index) =>
      Array.from({ length: times }, (): ExpectedCase => [where, fate(index)]),
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
      own.map(({ outcome }, index) =>
        cases[index]?.[1] === 'either' ? 'either' : outcome === 'failed' ? 'fails' : 'passes',
      ),
      cases.map(([, fate]) => fate),
      `${file}: ${JSON.stringify(own, null, 1)}${own.length === 0 ? output.slice(0, 3000) : ''}`,
    )
  }
}

/** Tests of what cookies are expected, and what must become of each. */
async function writeJudged(
  folder: string,
  framework: Framework,
  inPackage: string,
  url: string,
): Promise<ReadonlyMap<string, readonly ExpectedCase[]>> {
  const tried = [url, cookieValidations, cookieLines.length] as const
  const ours = await judgedByRun(...tried)
  const [file = assert.fail()] = await filesOf(framework, inPackage, [
    { name: 'judged.apitest.yaml', suite: judgedSuite(...tried) },
  ])
  await writeFile(path.join(folder, 'src/test/java', ...inPackage.split('.'), file.name), file.text)
  const fates = file.cases.map(({ where }): ExpectedCase => {
    const step = ours.get(where.split(' / ').at(-1) ?? '') ?? assert.fail(where)
    return [where, step.outcome === 'passed' ? 'passes' : 'fails']
  })
  return new Map([[`${inPackage.replace('.', '/')}/${file.name}`, fates]])
}

/** The project that is written: every file. */
async function textsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  return Promise.all(files.sort().map(file => readFile(file, 'utf8')))
}

const agreements = new Agreements(import.meta.url, () => printedVersions('javac --version', 'mvn --version'))

test(
  'tests of Java pass where the suites do, and only broken ones fail',
  { skip: withoutJava() },
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-java-'))
    try {
      await writeProject(folder)
      const mutants = mutantsOf(suites)
      assert.ok(mutants.length >= 30, String(mutants.length))
      const [restAssured, httpClient] = javaFrameworks
      assert.ok(restAssured !== undefined && httpClient !== undefined)
      const isFourth = (index: number): boolean => index % 4 === 0
      await using judged = await answering()
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
        ...(await writeJudged(folder, restAssured, 'shop', judged.url)),
        ...(await writeJudged(folder, httpClient, 'shop.plain', judged.url)),
      ])
      const known = JSON.stringify([await textsIn(folder), [...expected], bodies, playgroundTexts()])
      await agreements.reach('the suites', known.replaceAll(judged.url, 'URL'), async () => {
        await withPlayground(url => runAll(folder, url, expected))
        // What broken expectations look like is nobody's concern.
        const found = await misformatted(path.join(folder, 'src'))
        assert.deepEqual(
          found.filter(file => !path.basename(file).startsWith('Mutant')),
          [],
        )
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
