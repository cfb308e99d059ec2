import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parseAllDocuments } from 'yaml'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import type { Collection, FolderContents } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import { exportK6 } from './export-k6.ts'
import { withoutK6 } from './testing/run-script.ts'

/** A suite with a load, as a folder of a collection. */
function suite(
  name: string,
  load: JsonObject,
  url = 'http://shop',
): FolderContents & { readonly kind: 'folder' } {
  const step = { name: `Step of ${name}`, request: `GET ${url}/${name}`, validations: [{ status: 200 }] }
  return { kind: 'folder', name, load, items: [{ kind: 'request', step }] }
}

/** One suite, as `compile` reads it. */
function alone(load: JsonObject, url?: string): Collection {
  return { ...suite('Shop', load, url), environments: [] }
}

async function scriptOf(collection: Collection): Promise<string> {
  const { files } = await exportK6(collection)
  return files[0]?.text ?? ''
}

/** The `options` of a script. */
function optionsOf(text: string): JsonObject {
  const [, code = ''] = /^export const options = (\{[^]*?^\})$/m.exec(text) ?? []
  return JSON.parse(runInNewContext(`JSON.stringify(${code})`) as string) as JsonObject
}

describe('the load of a suite as a script of k6', () => {
  const profiles: readonly (readonly [load: JsonObject, executor: JsonObject])[] = [
    [
      { callers: 50, for: '1m' },
      { executor: 'constant-vus', vus: 50, duration: '60s' },
    ],
    [{}, { executor: 'constant-vus', vus: 10, duration: '10s' }],
    [
      { callers: 50, for: '1m', 'ramp-up': '1500ms' },
      {
        executor: 'ramping-vus',
        startVUs: 0,
        stages: [
          { target: 50, duration: '1500ms' },
          { target: 50, duration: '58500ms' },
        ],
      },
    ],
    [
      { callers: 5, requests: 100 },
      { executor: 'shared-iterations', vus: 5, iterations: 100, maxDuration: '10m' },
    ],
    [
      { rate: '200/s', 'at-most': 80, for: '30s' },
      {
        ...{ executor: 'constant-arrival-rate', rate: 200, timeUnit: '1s' },
        ...{ preAllocatedVUs: 80, maxVUs: 80, duration: '30s' },
      },
    ],
    [
      { rate: 0.5, for: '30s' },
      {
        ...{ executor: 'constant-arrival-rate', rate: 5, timeUnit: '10s' },
        ...{ preAllocatedVUs: 200, maxVUs: 200, duration: '30s' },
      },
    ],
    [
      {
        stages: [
          { to: '10/s', over: '5s' },
          { to: '0/s', over: '5s' },
        ],
      },
      {
        ...{ executor: 'ramping-arrival-rate', startRate: 0, timeUnit: '1s' },
        ...{ preAllocatedVUs: 200, maxVUs: 200 },
        stages: [
          { target: 10, duration: '5s' },
          { target: 0, duration: '5s' },
        ],
      },
    ],
  ]
  for (const [load, executor] of profiles)
    it(`writes ${JSON.stringify(load)}`, async () => {
      assert.deepEqual(optionsOf(await scriptOf(alone(load)))['scenarios'], { shop: executor })
    })

  it('writes thresholds, and tells of those that k6 has no word for', async () => {
    const { files, report } = await exportK6(
      alone({
        thresholds: [
          { p95: { 'less-than': 300 } },
          { max: { 'at-most': '2s' } },
          { 'error-rate': { 'less-than': '1%' } },
          { throughput: { 'greater-than': 20 } },
          { 'step Step of Shop p99': { 'less-than': '1s' } },
          { errors: { 'at-most': 3 } },
          { 'step Step of Shop errors': { 'at-most': 1 } },
        ],
        'stop-when': [{ 'error-rate': { 'greater-than': 0.5, for: '5s' } }],
      }),
    )
    assert.deepEqual(optionsOf(files[0]?.text ?? '')['thresholds'], {
      http_req_duration: ['p(95)<300', 'max<=2000'],
      request_error_rate: ['rate<0.01', { threshold: 'rate<=0.5', abortOnFail: true, delayAbortEval: '5s' }],
      request_errors: ['count<=3'],
      http_reqs: ['rate>20'],
      'http_req_duration{name:Step of Shop}': ['p(99)<1000'],
    })
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['threshold step Step of Shop errors<=1'],
    )
    assert.deepEqual(
      report.notes.map(({ what, why }) => [what, why.slice(0, 8)]),
      [['stop-when error-rate>0.5 for 5 s', 'changed:']],
    )
  })

  it('counts requests that failed where thresholds are about them, and checks alone elsewhere', async () => {
    const counting = await scriptOf(alone({ thresholds: [{ errors: { 'at-most': 0 } }] }))
    assert.match(counting, /^import \{ Counter, Rate \} from 'k6\/metrics'$/m)
    assert.match(counting, /^ {4}judge\(response, \{$|^ {2}judge\(response, \{$/m)
    assert.match(counting, /^function judge\(response, checks\) \{$/m)
    assert.doesNotMatch(counting, /rate==1/)
    const plain = await scriptOf(alone({ thresholds: [{ 'step Step of Shop errors': { 'at-most': 1 } }] }))
    assert.deepEqual(optionsOf(plain)['thresholds'], { checks: ['rate==1'] })
    assert.doesNotMatch(plain, /judge|Counter/)
  })

  it('writes rates that are not whole, and tells of those that k6 cannot have', async () => {
    const stages = [
      { to: '0.4/s', over: '5s' },
      { to: '1.25/s', over: '5s' },
    ]
    const { files, report } = await exportK6(alone({ stages }))
    const { shop } = optionsOf(files[0]?.text ?? '')['scenarios'] as { readonly shop: JsonObject }
    assert.deepEqual([shop['startRate'], shop['timeUnit']], [0, '100s'])
    assert.deepEqual(shop['stages'], [
      { target: 40, duration: '5s' },
      { target: 125, duration: '5s' },
    ])
    assert.deepEqual(report.losses, [])
    assert.deepEqual(
      (await exportK6(alone({ rate: '0.1234567/s' }))).report.losses.map(({ what }) => what),
      ['rate 0.1234567/s'],
    )
  })

  it('names what is in a cluster as RFC 1123 has it, however long it is', async () => {
    const collection = { ...alone({ callers: 4 }), name: `${'a'.repeat(49)} shop` }
    const { files } = await exportK6(collection, { operator: 2 })
    assert.match(files[1]?.text ?? '', /^ {2}name: a{49}$/m)
  })

  it('tells of pods that each judge for themselves', async () => {
    const load = { thresholds: [{ errors: { 'at-most': 3 } }] }
    assert.deepEqual(
      (await exportK6(alone(load), { operator: 2 })).report.losses.map(({ what }) => what),
      ['thresholds of errors and throughput'],
    )
    assert.deepEqual((await exportK6(alone({ callers: 2 }), { operator: 2 })).report.losses, [])
  })

  it('writes suites side by side, each with a function and thresholds of its own', async () => {
    const text = await scriptOf({
      name: 'All',
      environments: [],
      items: [
        suite('Look around', { callers: 2, thresholds: [{ p95: { 'less-than': 100 } }] }),
        suite('Buy', { rate: 5 }),
      ],
    })
    const { scenarios, thresholds } = optionsOf(text) as Readonly<Record<string, JsonObject>>
    assert.deepEqual(scenarios?.['look-around'], {
      ...{ executor: 'constant-vus', vus: 2, duration: '10s', exec: 'runLookAround' },
    })
    assert.equal((scenarios['buy'] as JsonObject)['exec'], 'runBuy')
    assert.deepEqual(thresholds?.['http_req_duration{scenario:look-around}'], ['p(95)<100'])
    assert.deepEqual(thresholds['checks{scenario:buy}'], ['rate==1'])
    assert.match(text, /export function runLookAround\(\) \{[^]*Look around[^]*export function runBuy\(\)/)
    assert.doesNotMatch(text, /export default/)
  })

  it('writes suites side by side whose names differ in their signs alone', async () => {
    const names = ['A B', 'a-b', '店', '茶']
    const items = names.map((name, index) => suite(name, { callers: index + 1 }))
    const text = await scriptOf({ name: 'All', environments: [], items })
    const scenarios = Object.entries(optionsOf(text)['scenarios'] as Readonly<Record<string, JsonObject>>)
    assert.deepEqual(
      scenarios.map(([name, { vus = null, exec = null }]) => [name, vus, exec]),
      [
        ['a-b', 1, 'runAB'],
        ['a-b-2', 2, 'runAB2'],
        ['店', 3, 'run'],
        ['茶', 4, 'run_2'],
      ],
    )
    assert.equal(new Set(text.match(/^export function \w+/gm)).size, names.length)
  })

  it('writes a manifest for the k6 operator', async () => {
    const { files, report } = await exportK6(
      { ...alone({ callers: 4 }), name: 'Éclair & Shop' },
      { operator: 3, data: 'users.csv' },
    )
    const [script, manifest] = files
    const [config, run] = parseAllDocuments(manifest?.text ?? '').map(
      document => document.toJS() as JsonObject,
    )
    assert.ok(config)
    assert.deepEqual(config['data'], { 'script.js': script?.text })
    assert.equal((config['metadata'] as JsonObject)['name'], 'eclair-shop')
    assert.deepEqual(run, {
      apiVersion: 'k6.io/v1alpha1',
      kind: 'TestRun',
      metadata: { name: 'eclair-shop' },
      spec: { parallelism: 3, script: { configMap: { name: 'eclair-shop', file: 'script.js' } } },
    })
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['users.csv'],
    )
  })

  const verdicts: readonly (readonly [load: JsonObject, exitCode: number])[] = [
    [{ rate: 50, 'at-most': 10, for: '2s', thresholds: [{ p99: { 'less-than': '1s' } }] }, 0],
    [{ callers: 2, requests: 40, thresholds: [{ p95: { 'less-than': '5ms' } }] }, 99],
  ]
  for (const [load, exitCode] of verdicts)
    it(`comes to ${exitCode} in k6 itself for ${JSON.stringify(load)}`, { skip: withoutK6 }, async () => {
      await using server = await httpServer((_, response) => setTimeout(() => response.end('{}'), 20))
      await withFolder({ 'shop.js': await scriptOf(alone(load, server.url)) }, async folder => {
        const child = spawn('k6', ['run', '--quiet', 'shop.js'], { cwd: folder, stdio: 'ignore' })
        const code = await new Promise(resolve => child.on('exit', resolve))
        assert.equal(code, exitCode)
        const expected = load['rate'] === undefined ? 40 : 100
        assert.ok(Math.abs(server.seen.length - expected) <= 10, String(server.seen.length))
      })
    })
})
