import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { Agreements, printedVersions } from '../../../testing/agreements.ts'
import { without } from '../../../testing/parts.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { runText } from '../../../testing/run-text.ts'
import type { ExportedTests } from '../export-tests.ts'
import { type Framework, usualStyle } from '../framework.ts'
import { mutantsOf } from '../testing/mutants.ts'
import { hostileSuites } from '../testing/hostile-suites.ts'
import { mustJudgeAlike } from '../testing/judge-by-framework.ts'
import { answeringRows, answers, judgedSuite } from '../testing/judged-suite.ts'
import { readSuite } from '../testing/read-suite.ts'
import { type RanTest, runProject, writtenFor } from '../testing/run-project.ts'
import { playgroundTexts, withPlayground } from '../testing/with-playground.ts'
import { phpFrameworks } from './frameworks.ts'

const [phpunit] = phpFrameworks as readonly [Framework]
const skip = without('phpunit')
const agreements = new Agreements(import.meta.url, () =>
  printedVersions('php --version', 'phpunit --version', 'phpcs --version'),
)

const suites = Object.fromEntries(
  (
    'catalogue users orders cart rows reset failures variables files account bodies cascade table description graphql ' +
    'health travel'
  )
    .split(' ')
    .map(name => [name, readSuite(name)] as const),
)

function written(named: Readonly<Record<string, JsonObject>>): Promise<ExportedTests> {
  return writtenFor(named, phpunit, usualStyle.javascript)
}

/** Runs tests in a folder; the steps of each file with what became of them. */
async function run(
  folder: string,
  { files }: ExportedTests,
  environment: Readonly<Record<string, string>>,
): Promise<readonly RanTest[]> {
  for (const { name, text } of files) await writeFile(path.join(folder, name), text)
  await cp('suites/files', path.join(folder, 'files'), { recursive: true })
  return runProject(folder, files, phpunit, environment)
}

/** What a program prints, whatever it ends with. */
function said(program: string, args: readonly string[], folder: string): Promise<string> {
  return new Promise(resolve => {
    execFile(program, args, { cwd: folder, maxBuffer: 1 << 28 }, (_error, output, errors) => {
      resolve(output + errors)
    })
  })
}

/** What the suites need to know of the playground. */
async function secretsOf(url: string): Promise<Readonly<Record<string, string>>> {
  const signed = await fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'demo-password' }),
  })
  const { access_token: token = '' } = (await signed.json()) as { access_token?: string }
  const secrets = { PASSWORD: 'demo-password', API_KEY: 'demo-key', CLIENT_SECRET: 'demo-secret' }
  return { BASE_URL: url, TOKEN: token, USERNAME_: 'demo', ...secrets }
}

test('PHPUnit judges every answer as a run does', { skip, timeout: 120_000 }, () =>
  mustJudgeAlike(phpunit, { agreements }),
)

/** A part of all answers, so that the test takes seconds. Of 1e400 PHP keeps no digits. */
const some = answers.flatMap((answer, index) =>
  index % 4 === 1 && !answer.includes('1e400') ? [{ answer: index }] : [],
)

test('PHPUnit judges answers row by row as a run does', { skip, timeout: 120_000 }, async () => {
  const suite: JsonObject = { ...judgedSuite(), data: some }
  await using server = await answeringRows()
  const baseUrl = server.url
  const ran = await runText(JSON.stringify(suite), { input: { variables: { baseUrl } } })
  const tests = await written({ judged: suite })
  const ours = ran.steps.map(({ outcome }) => outcome)
  await agreements.reach('row by row', JSON.stringify([tests.files, answers, ours]), async () => {
    const outcomes = await withFolder({}, folder => run(folder, tests, { BASE_URL: baseUrl }))
    assert.equal(outcomes.length, ran.steps.length)
    const steps = suite['steps'] as readonly JsonObject[]
    const differing = outcomes.flatMap(({ outcome, message = '' }, index) => {
      const step = ran.steps[index]
      if (step !== undefined && (step.outcome === 'passed') === (outcome === 'passed')) return []
      const of = steps[index % steps.length]
      const asked = JSON.stringify([of?.['validations'], of?.['extracts']])
      const ours = step?.failures[0]?.message ?? 'passed'
      return [
        `${answers[some[Math.floor(index / steps.length)]?.answer ?? 0]} | ${asked} | apitest: ${ours} | ${outcome} ${message}`,
      ]
    })
    assert.deepEqual(differing, [])
  })
})

test('PHP and its linter have nothing to say of what is written', { skip: without('phpcs') }, async () => {
  const own = await written(suites)
  const hostile = await written(Object.fromEntries(hostileSuites.map(({ name, suite }) => [name, suite])))
  const files = [...own.files, ...hostile.files]
  await agreements.reach('the linter', JSON.stringify(files), () =>
    withFolder({}, async place => {
      for (const { name, text } of files) await writeFile(path.join(place, name), text)
      assert.equal(await said('phpcs', ['--standard=PSR12', '--report=emacs', '.'], place), '')
      for (const { name } of files) assert.match(await said('php', ['-l', name], place), /^No syntax errors/)
    }),
  )
})

test(
  'tests of the suites pass, and fail where an expectation is broken',
  { skip, timeout: 240_000 },
  async () => {
    const mutants = mutantsOf(suites)
    assert.ok(mutants.length > 20, String(mutants.length))
    const named = mutants.map(({ suite }, index) => [`mutant-${index}`, suite] as const)
    const [own, changed] = [await written(suites), await written(Object.fromEntries(named))]
    const given = JSON.stringify([own.files, changed.files, playgroundTexts()])
    await agreements.reach('the suites', given, () =>
      withPlayground(url =>
        withFolder({}, async folder => {
          const environment = await secretsOf(url)
          const whole = await run(folder, own, environment)
          assert.ok(whole.length > 90, String(whole.length))
          assert.deepEqual(
            whole.filter(
              ({ outcome, step }) =>
                outcome === 'failed' || (outcome === 'skipped' && !/Only on|Pay back/.test(step)),
            ),
            [],
          )
          const broken = await run(folder, changed, environment)
          for (const [index, mutant] of mutants.entries()) {
            const own = broken.filter(({ step }) => step.startsWith(`Own suites / Mutant ${index} / `))
            const failed = own
              .filter(({ outcome }) => outcome === 'failed')
              .map(({ step }) => step.split(' / ').at(-1))
            assert.deepEqual([...new Set(failed)], [mutant.step], mutant.what)
          }
        }),
      ),
    )
  },
)
