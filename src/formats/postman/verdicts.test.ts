import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { JsonObject } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import { runText } from '../../testing/run-text.ts'
import { importPostman } from './import-postman.ts'
import { runNewman } from './testing/run-newman.ts'

/** What became of the named checks of one request: of several with one name all must hold. */
interface Verdicts {
  readonly name: string
  readonly checks: ReadonlyMap<string, string>
  /** Whether something else failed, such as a script as a whole. */
  readonly isBroken: boolean
}

const corpus = path.resolve('../shared/corpus/imports/postman')

/** The collections with most scripts, and one of ours. */
const collections: readonly (readonly [name: string, file: string])[] = [
  ['scripts of version 2.0', 'fixtures/postman/scripts-v2.0.postman_collection.json'],
  ...[
    'gothinkster--Conduit.postman_collection.json',
    'daniel-grabczewski--Stripe-QA-Pack-1.postman_collection.json',
    'Brightspace--Notification-Settings.postman_collection.json',
    'AishwaryaKandavel--Library.postman_collection.json',
  ].map(name => [name, path.join(corpus, name)] as const),
]

/** Bodies as APIs give them, so that some of the checks hold and some do not. */
const bodies: readonly (readonly [name: string, body: object])[] = [
  ['a list', { id: 1, _id: 'a1', token: 'abc', message: 'ok', data: [{ id: 1, name: 'Ada' }], total: 1 }],
  ['an error', { error: { type: 'invalid_request_error', message: 'Not found' }, message: 'Not found' }],
]

describe('the verdicts of scripts', () => {
  for (const [name, file] of collections)
    for (const [answer, body] of bodies)
      it(`${name}: are those of Postman's runner for ${answer}`, { skip: missing(file) }, async () => {
        const source = readFileSync(file, 'utf8')
        const status = usualStatus(source)
        await using server = await httpServer((_: SeenRequest, response) => {
          response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-test': '1' })
          response.end(JSON.stringify(body))
        })
        const { text, variables } = towards(server.url, source)
        const theirs = await newmanVerdicts(text, variables)
        const ours = await ownVerdicts(text, variables)
        assert.deepEqual(ours.length, theirs.length)
        for (const [index, their] of theirs.entries()) compare(ours[index], their)
      })
})

/** The status that most scripts ask for. */
function usualStatus(source: string): number {
  const counts = new Map<number, number>()
  for (const [, status = ''] of source.matchAll(/have\.status\((\d{3})\)/g))
    counts.set(Number(status), (counts.get(Number(status)) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 200
}

/**
 * What Postman's runner judged is judged the same. It judges less where a check stands behind a status that is checked
 * itself, and then the request fails on both sides.
 */
function compare(ours: Verdicts | undefined, theirs: Verdicts): void {
  const { name, checks, isBroken } = theirs
  assert.equal(ours?.name, name)
  for (const [check, verdict] of checks) assert.equal(ours.checks.get(check), verdict, `${name}: ${check}`)
  const more = [...ours.checks].filter(([check]) => !checks.has(check))
  if (more.length > 0)
    assert.ok(isBroken || [...checks.values()].includes('failed'), `${name}: ${more.join(', ')}`)
}

function missing(file: string): string | false {
  return existsSync(file) ? false : `${file} is not there`
}

/** The collection with its URLs leading to the server, and a value for every variable it uses. */
function towards(url: string, source: string): { text: string; variables: Record<string, string> } {
  const text = source.replace(/https?:\/\/[\w.-]+(?::\d+)?/g, url)
  const names = [...text.matchAll(/\{\{([^{}$][^{}]*)\}\}|\.get\(\\?["']([\w ]+)\\?["']\)/g)].map(
    ([, used, read]) => (used ?? read ?? '').trim(),
  )
  const isAddress = (name: string): boolean =>
    new RegExp(`"(?:raw|url)": *"\\{\\{${name.replace(/[^\w]/g, '\\$&')}\\}\\}`).test(text)
  return {
    text,
    variables: Object.fromEntries(
      [...new Set(names)].map(name => [name, isAddress(name) ? url : `v-${name.replace(/\W/g, '-')}`]),
    ),
  }
}

async function newmanVerdicts(text: string, variables: JsonObject): Promise<readonly Verdicts[]> {
  const { run } = await runNewman(JSON.parse(text) as JsonObject, variables)
  return run.executions.map(({ item, requestError, assertions = [], testScript = [] }) =>
    verdictsOf(
      item.name,
      // Postman runs the tests of a request that got no answer, too; here it is an error, and there is nothing to test.
      (requestError === undefined ? assertions : []).map(({ assertion, error, skipped }) => [
        assertion,
        skipped === true ? 'skipped' : error === undefined ? 'passed' : 'failed',
      ]),
      requestError !== undefined || testScript.some(script => script.error !== undefined),
    ),
  )
}

async function ownVerdicts(
  text: string,
  variables: Readonly<Record<string, string>>,
): Promise<readonly Verdicts[]> {
  const imported = importPostman(text, { file: 'a.json' })
  assert.ok(imported.ok)
  const { collection } = imported.value
  assert.ok(collection)
  const verdicts: Verdicts[] = []
  for (const suite of suitesToRun(collection, [])) {
    const environment = { a: { variables } }
    const { steps, summary } = await runText(JSON.stringify(suite), {
      files: { 'apitest.config.yaml': JSON.stringify({ environments: environment }) },
      input: { environment: 'a' },
    })
    assert.deepEqual(summary.problems, [])
    verdicts.push(...steps.map(stepVerdicts))
  }
  return verdicts
}

function stepVerdicts({ name, validations }: StepResult): Verdicts {
  return verdictsOf(
    name,
    validations.flatMap(validation =>
      validation.name === undefined
        ? []
        : [
            [
              // A check that is called after its request has the names of the folders in front, as that has.
              validation.name === name ? (name.split(' / ').at(-1) ?? '') : validation.name,
              validation.skipped === true ? 'skipped' : validation.passed ? 'passed' : 'failed',
            ],
          ],
    ),
  )
}

/** One for each name; of several the worst. */
function verdictsOf(
  name: string,
  checks: readonly (readonly [string, string])[],
  isBroken = false,
): Verdicts {
  const worst = new Map<string, string>()
  for (const [check, verdict] of checks) if (worst.get(check) !== 'failed') worst.set(check, verdict)
  return { name: name.split(' / ').at(-1) ?? '', checks: worst, isBroken }
}
