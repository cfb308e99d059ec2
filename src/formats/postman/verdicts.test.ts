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

/** What became of a named check: of several with one name all must hold. */
type Verdicts = readonly (readonly [request: string, check: string, verdict: string])[]

const corpus = path.resolve('../shared/corpus/imports/postman')

/** The collections with most scripts, and one of ours. */
const collections: readonly (readonly [name: string, file: string])[] = [
  ['scripts of version 2.0', 'fixtures/postman/scripts-v2.0.postman_collection.json'],
  ...[
    'PrzemekKozakQA--Users_tests.json',
    'sthefanyricardo--serve_rest_adm.postman_collection.json',
    'gothinkster--Conduit.postman_collection.json',
    'daniel-grabczewski--Stripe-QA-Pack-1.postman_collection.json',
    'LeonardoTester--Collection---ServeRest.postman_collection.json',
    'JoaoBrlt--collection.json',
    'Brightspace--Notification-Settings.postman_collection.json',
    'AishwaryaKandavel--Library.postman_collection.json',
  ].map(name => [name, path.join(corpus, name)] as const),
]

/** Answers as APIs give them, so that some of the checks hold and some do not. */
const answers: readonly (readonly [status: number, body: object])[] = [
  [
    200,
    {
      id: 1,
      _id: 'a1',
      token: 'abc',
      message: 'ok',
      status: 'success',
      data: [{ id: 1, name: 'Ada' }],
      total: 1,
    },
  ],
  [
    201,
    {
      id: 2,
      user: { id: 2, token: 'abc', email: 'a@example.org', username: 'ada' },
      articles: [],
      errors: null,
    },
  ],
  [404, { error: { type: 'invalid_request_error', message: 'Not found' }, message: 'Not found', id: null }],
]

describe('the verdicts of scripts', () => {
  for (const [name, file] of collections)
    for (const [status, body] of answers)
      it(
        `${name}: are those of Postman's runner when it is answered ${status}`,
        { skip: missing(file) },
        async () => {
          await using server = await httpServer((_: SeenRequest, response) => {
            response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-test': '1' })
            response.end(JSON.stringify(body))
          })
          const { text, variables } = towards(server.url, readFileSync(file, 'utf8'))
          const theirs = await newmanVerdicts(text, variables)
          const ours = await ownVerdicts(text, variables)
          assert.deepEqual(ours, theirs)
        },
      )
})

function missing(file: string): string | false {
  return existsSync(file) ? false : `${file} is not there`
}

/** The collection with its URLs leading to the server, and a value for every variable it uses. */
function towards(url: string, source: string): { text: string; variables: Record<string, string> } {
  const text = source.replace(/https?:\/\/[\w.-]+(?::\d+)?/g, url)
  const names = [...text.matchAll(/\{\{([^{}$][^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
  const isAddress = (name: string): boolean =>
    new RegExp(`"(?:raw|url)": *"\\{\\{${name.replace(/[^\w]/g, '\\$&')}\\}\\}`).test(text)
  return {
    text,
    variables: Object.fromEntries(
      [...new Set(names)].map(name => [name, isAddress(name) ? url : `v-${name.replace(/\W/g, '-')}`]),
    ),
  }
}

async function newmanVerdicts(text: string, variables: JsonObject): Promise<Verdicts> {
  const { run } = await runNewman(JSON.parse(text) as JsonObject, variables)
  return run.executions
    .map(({ item, assertions = [] }) =>
      verdictsOf(
        item.name,
        assertions.map(({ assertion, error, skipped }) => [
          assertion,
          skipped === true ? 'skipped' : error === undefined || error === null ? 'passed' : 'failed',
        ]),
      ),
    )
    .flat()
}

async function ownVerdicts(text: string, variables: Readonly<Record<string, string>>): Promise<Verdicts> {
  const imported = importPostman(text, { file: 'a.json' })
  assert.ok(imported.ok)
  const { collection } = imported.value
  assert.ok(collection)
  const verdicts: Verdicts[number][] = []
  for (const suite of suitesToRun(collection, [])) {
    const environment = { a: { variables } }
    const { steps, summary } = await runText(JSON.stringify(suite), {
      files: { 'apitest.config.yaml': JSON.stringify({ environments: environment }) },
      input: { environment: 'a' },
    })
    assert.deepEqual(summary.problems, [])
    verdicts.push(...steps.flatMap(stepVerdicts))
  }
  return verdicts
}

function stepVerdicts({ name, validations }: StepResult): Verdicts {
  return verdictsOf(
    name.split(' / ').at(-1) ?? '',
    validations.flatMap(validation =>
      validation.name === undefined
        ? []
        : [
            [
              validation.name,
              validation.skipped === true ? 'skipped' : validation.passed ? 'passed' : 'failed',
            ],
          ],
    ),
  )
}

/** One for each name, in a fixed order; of several the worst. */
function verdictsOf(request: string, checks: readonly (readonly [string, string])[]): Verdicts {
  const worst = new Map<string, string>()
  for (const [check, verdict] of checks) {
    const before = worst.get(check)
    worst.set(check, before === 'failed' || before === undefined ? (before ?? verdict) : verdict)
  }
  return [...worst]
    .map(([check, verdict]) => [request.split(' / ').at(-1) ?? '', check, verdict] as const)
    .sort()
}
