import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { JsonObject } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import { Agreements, packageVersion } from '../../testing/agreements.ts'
import { corpusDocuments } from '../../testing/corpus.ts'
import { runText } from '../../testing/run-text.ts'
import { importPostman } from './import-postman.ts'
import { runNewman } from './testing/run-newman.ts'
import { type Redirected, towardsServer } from './testing/towards-server.ts'

/** What became of the named checks of one request: of several with one name all must hold. */
interface Verdicts {
  readonly name: string
  readonly checks: ReadonlyMap<string, string>
  /** Whether the request or its step came to nothing: no answer, or a script in front of it that stopped with an error. */
  readonly isErrored: boolean
  /** Whether its checks are not all there: it is errored, or a script stopped with an error. */
  readonly isBroken: boolean
}

/** The collections with most scripts. */
const scripted = new Set([
  'books.postman_collection.json',
  'checks.postman_collection.json',
  'flow.postman_collection.json',
  'tea-shop.postman_collection.json',
  'AishwaryaKandavel--Library.postman_collection.json',
  'Brightspace--Notification-Settings.postman_collection.json',
  'DKasatik--GraphQL.postman_collection.json',
  'JoaoBrlt--collection.json',
  'LeonardoTester--Collection---ServeRest.postman_collection.json',
  'PrzemekKozakQA--Users_tests.json',
  'Trittton--EnergiDataService.postman_collection.json',
  'daniel-grabczewski--Stripe-QA-Pack-1.postman_collection.json',
  'gothinkster--Conduit.postman_collection.json',
  'microcks--ecommerce-api-postman.json',
  'postmanlabs--echo-v2.postman_collection.json',
  'postmanlabs--inherited-entities.postman_collection.json',
  'transferwise--Cards-API.postman_collection.json',
])
const collections = [
  'fixtures/postman/scripts-v2.0.postman_collection.json',
  ...corpusDocuments('imports/postman').filter(file => scripted.has(path.basename(file))),
]

/**
 * Where a verdict differs, as docs/postman-scripts.md says: a value that is missing makes a variable undefined in Postman,
 * and leaves it as it was here.
 */
const different = new Set(['The array of all users does not contain the id of the deleted user'])

/** Bodies as APIs give them, so that some of the checks hold and some do not. */
const bodies: readonly (readonly [name: string, body: object])[] = [
  [
    'a list',
    {
      id: 1,
      _id: 'a1',
      token: 'abc',
      authorization: 'Bearer abc',
      message: 'ok',
      data: [{ id: 1, name: 'Ada' }],
      total: 1,
    },
  ],
  ['an error', { error: { type: 'invalid_request_error', message: 'Not found' }, message: 'Not found' }],
]

const agreements = new Agreements(import.meta.url, () => packageVersion('newman'))

describe('the verdicts of scripts', () => {
  for (const file of collections)
    for (const [answer, body] of bodies)
      it(`${path.basename(file)}: are those of Postman's runner for ${answer}`, async () => {
        const source = readFileSync(file, 'utf8')
        const status = usualStatus(source)
        await using server = await httpServer((_: SeenRequest, response) => {
          response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-test': '1' })
          response.end(JSON.stringify(body))
        })
        const redirected = towardsServer(server.url, source)
        const ours = await ownVerdicts(redirected)
        const written = ours.map(({ checks, ...rest }) => ({ ...rest, checks: [...checks] }))
        const given = JSON.stringify({ redirected, status, body, written })
        const general = given.replaceAll(server.url, 'URL').replaceAll(new URL(server.url).port, 'PORT')
        await agreements.reach(`${path.basename(file)}, ${answer}`, general, async () => {
          const theirs = await newmanVerdicts(redirected)
          assert.deepEqual(ours.length, theirs.length)
          for (const [index, their] of theirs.entries()) compare(ours[index], their)
        })
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
 * What Postman's runner judged is judged the same. It judges less where a script stopped, and where a check stands behind
 * a status that is checked itself; then the request fails on both sides. A check in which nothing was asked passes there,
 * or is never reached, and is skipped here.
 */
function compare(ours: Verdicts | undefined, theirs: Verdicts): void {
  const { name, checks, isErrored, isBroken } = theirs
  assert.equal(ours?.name, name)
  if (isErrored) assert.ok(ours.isErrored, `${name}: errored`)
  else
    for (const [check, verdict] of checks)
      if (!different.has(check)) compareCheck(`${name}: ${check}`, ours.checks.get(check), verdict)
  const more = [...ours.checks].filter(([check, verdict]) => !checks.has(check) && verdict !== 'skipped')
  if (more.length > 0)
    assert.ok(isBroken || [...checks.values()].includes('failed'), `${name}: ${more.join(', ')}`)
}

function compareCheck(name: string, ours: string | undefined, theirs: string): void {
  assert.equal(ours === 'skipped' && theirs === 'passed' ? theirs : ours, theirs, name)
}

async function newmanVerdicts({ text, variables }: Redirected): Promise<readonly Verdicts[]> {
  const { run, thrown } = await runNewman(JSON.parse(text) as JsonObject, variables)
  const unanswered = new Set(
    run.failures.map(({ at, source }) => (at === 'request' ? source?.id : undefined)),
  )
  // What a script sends is an execution, too: that of its request once more.
  return [...new Set(run.executions)].map(execution => {
    const { item, cursor, assertions = [], prerequestScript = [], testScript = [] } = execution
    const isErrored = unanswered.has(item.id) || prerequestScript.some(({ error }) => error !== undefined)
    return verdictsOf(
      item.name,
      assertions.map(({ assertion, error, skipped }) => [
        assertion,
        skipped === true ? 'skipped' : error === undefined ? 'passed' : 'failed',
      ]),
      {
        isErrored,
        isBroken: isErrored || thrown.has(cursor.ref) || testScript.some(({ error }) => error !== undefined),
      },
    )
  })
}

async function ownVerdicts({ text, variables }: Redirected): Promise<readonly Verdicts[]> {
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
    // A script may lead past steps.
    verdicts.push(...steps.filter(({ outcome }) => outcome !== 'skipped').map(stepVerdicts))
  }
  return verdicts
}

function stepVerdicts({ name, validations, outcome }: StepResult): Verdicts {
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
    { isErrored: outcome === 'errored', isBroken: outcome !== 'passed' },
  )
}

/** One for each name; of several the worst. */
function verdictsOf(
  name: string,
  checks: readonly (readonly [string, string])[],
  rest: Pick<Verdicts, 'isErrored' | 'isBroken'>,
): Verdicts {
  const worst = new Map<string, string>()
  for (const [check, verdict] of checks)
    if (worst.get(check) !== 'failed' && (verdict !== 'skipped' || !worst.has(check)))
      worst.set(check, verdict)
  return { name: name.split(' / ').at(-1) ?? '', checks: worst, ...rest }
}
