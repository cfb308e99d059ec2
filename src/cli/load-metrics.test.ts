import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answer, httpServer, type SeenRequest } from '../actions/http/testing/http-server.ts'
import type { LoadResult } from '../model/load-test.ts'
import { type Files, runLine, runProgram, withFolder } from '../testing/run-program.ts'

const files: Files = {
  'shop.apitest.yaml': `
suite: Shop
steps:
  - { name: Look, request: "GET {{base}}/look" }
  - { name: Order, request: "POST {{base}}/orders" }
`,
}

/** A point of any kind, as far as tests look at it. */
interface Point {
  readonly startTimeUnixNano?: string
  readonly timeUnixNano: string
  readonly asInt?: string
  readonly count?: string
  readonly zeroCount?: string
  readonly positive?: { readonly bucketCounts: readonly string[] }
  readonly attributes?: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

type Content = { readonly dataPoints: readonly Point[] } | undefined

interface Pushed {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue: string } }[] }
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string
        readonly sum?: Content
        readonly gauge?: Content
        readonly exponentialHistogram?: Content
      }[]
    }[]
  }[]
}

/** The points of a push by the names of their metrics, and the attributes of who pushed. */
function read({ body }: SeenRequest) {
  const pushed = JSON.parse(body.toString()) as Pushed
  const [first] = pushed.resourceMetrics
  assert.ok(first)
  const points = new Map(
    first.scopeMetrics.flatMap(({ metrics }) =>
      metrics.map(({ name, sum, gauge, exponentialHistogram }) => [
        name.replace(/^apitest\.load\./, ''),
        (sum ?? gauge ?? exponentialHistogram)?.dataPoints ?? [],
      ]),
    ),
  )
  const total = (name: string): number =>
    (points.get(name) ?? []).reduce((sum, { asInt, count }) => sum + Number(asInt ?? count), 0)
  const resource = new Map(first.resource.attributes.map(({ key, value }) => [key, value.stringValue]))
  return { points, total, resource }
}

/** Loads a shop of its own with a report to a collector that answers so. */
async function loadWith({
  answer,
  line = '--requests 8',
  environment = {},
  path = '',
}: {
  readonly answer?: Answer
  readonly line?: string
  readonly environment?: NodeJS.ProcessEnv
  readonly path?: string
}) {
  await using shop = await httpServer((_, response) => setTimeout(() => response.end('{}'), 5))
  await using collector = await httpServer(answer ?? ((_, response) => response.end('{"partialSuccess":{}}')))
  const finished = await withFolder(files, folder =>
    runLine(
      folder,
      [
        ...['load', 'shop.apitest.yaml', '--var', `base=${shop.url}`, '--json', ...line.split(' ')],
        ...['--reporter', `otlp=${collector.url}${path}`],
      ],
      { environment },
    ),
  )
  assert.match(finished.output, /^\{/, finished.errors)
  const result = JSON.parse(finished.output) as LoadResult
  assert.equal(shop.seen.length, result.all.requests)
  return { ...finished, result, pushes: collector.seen, url: collector.url }
}

/** True where a load test of nothing wrong ended as it may on a machine that other tests keep busy. */
function isJudged(exitCode: number | null): boolean {
  return exitCode === 0 || exitCode === 3
}

/** Once in a tell of how far it is, which are 250 ms apart. */
const often = { OTEL_METRIC_EXPORT_INTERVAL: '100' }

describe('metrics of a load test', () => {
  it('are pushed while it runs, and with its steps at the end', async () => {
    const { exitCode, errors, output, result, pushes } = await loadWith({
      line: '--callers 2 --for 1s',
      environment: {
        ...often,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20k3y-of-nobody,x-tenant=a=b',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=lab%201,service.name=other',
        OTEL_SERVICE_NAME: 'shop',
      },
    })
    assert.ok(isJudged(exitCode), errors)
    assert.doesNotMatch(output + errors, /k3y-of-nobody/)
    assert.ok(pushes.length >= 4, `${pushes.length} pushes`)
    for (const { method, url, headers } of pushes)
      assert.deepEqual(
        [method, url, headers['content-type'], headers.authorization, headers['x-tenant']],
        ['POST', '/v1/metrics', 'application/json', 'Bearer k3y-of-nobody', 'a=b'],
      )
    const all = pushes.map(read)
    const [first] = all
    const last = all.at(-1)
    assert.ok(first && last)
    for (const { points, resource } of all) {
      assert.deepEqual(
        [resource.get('service.name'), resource.get('deployment.environment.name')],
        ['shop', 'lab 1'],
      )
      assert.equal(resource.get('service.instance.id'), first.resource.get('service.instance.id'))
      const [since] = points.get('latency') ?? []
      assert.equal(since?.startTimeUnixNano, first.points.get('latency')?.[0]?.startTimeUnixNano)
      for (const { count, zeroCount, positive } of points.get('latency') ?? [])
        assert.equal(
          positive?.bucketCounts.reduce((sum, one) => sum + Number(one), Number(zeroCount)),
          Number(count),
        )
    }
    for (const [index, { total, points }] of all.slice(1).entries())
      for (const name of ['requests', 'errors', 'iterations', 'latency', 'service']) {
        assert.ok(total(name) >= (all[index]?.total(name) ?? NaN), name)
        const time = (one: typeof points) => BigInt(one.get('latency')?.[0]?.timeUnixNano ?? 0)
        assert.ok(time(points) > time(all[index]?.points ?? points))
      }
    assert.ok(first.total('requests') > 0 && first.total('requests') < last.total('requests'))
    assert.equal(first.points.has('step.requests'), false)
    assert.deepEqual(['requests', 'step.requests', 'latency', 'iterations'].map(last.total), [
      result.all.requests,
      result.all.requests,
      result.all.requests,
      result.iterations,
    ])
    assert.deepEqual(
      last.points
        .get('step.latency')
        ?.map(({ count, attributes }) => [
          ...(attributes ?? []).map(({ value }) => value.stringValue),
          Number(count),
        ]),
      result.steps.map(({ file, step, requests }) => [file, step, requests]),
    )
    assert.ok(last.points.has('lag.p99'))
  })

  it('go to a path as it is written', async () => {
    const { exitCode, pushes } = await loadWith({ path: '/otlp/metrics?tenant=a' })
    assert.ok(isJudged(exitCode))
    assert.deepEqual(
      pushes.map(({ url }) => url),
      ['/otlp/metrics?tenant=a'],
    )
    assert.equal(read(pushes[0] ?? assert.fail()).resource.get('service.name'), 'apitest')
  })

  it('are pushed at Ctrl-C, too', async () => {
    await using shop = await httpServer((_, response) => setTimeout(() => response.end('{}'), 5))
    await using collector = await httpServer((_, response) => response.end())
    const { exitCode, output, errors } = await withFolder(files, folder =>
      runProgram(
        folder,
        [
          ...['load', 'shop.apitest.yaml', '--var', `base=${shop.url}`, '--for', '1m', '--json'],
          ...['--reporter', `otlp=${collector.url}`],
        ],
        { onStart: kill => setTimeout(() => kill('SIGINT'), 1500) },
      ),
    )
    assert.equal(exitCode, 130, errors)
    const pushes = collector.seen.map(read)
    assert.equal(pushes.length, 1)
    assert.equal(pushes[0]?.total('step.requests'), (JSON.parse(output) as LoadResult).all.requests)
  })

  it('are pushed once more where the collector is busy for a moment', async () => {
    let asked = 0
    const started = Date.now()
    const { exitCode, errors, pushes } = await loadWith({
      answer: (_, response) => {
        response.statusCode = asked++ === 0 ? 503 : 200
        response.setHeader('retry-after', '1')
        response.end()
      },
    })
    assert.ok(isJudged(exitCode), errors)
    assert.equal(pushes.length, 2)
    assert.ok(Date.now() - started >= 1000)
  })

  const untaken: readonly (readonly [what: string, answer: Answer, message: RegExp])[] = [
    [
      'refuses them',
      ({ headers }, response) => {
        response.statusCode = 401
        response.end(JSON.stringify({ code: 16, message: `bad token ${headers['x-key']?.toString() ?? ''}` }))
      },
      /the last figures did not arrive: it answered 401 Unauthorized: bad token \*\*\*$/m,
    ],
    [
      'is busy for long',
      (_, response) => {
        response.statusCode = 429
        response.setHeader('retry-after', '60')
        response.end()
      },
      /the last figures did not arrive: it answered 429 Too Many Requests$/m,
    ],
    [
      'refuses some points',
      (_, response) =>
        response.end('{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"no histograms here"}}'),
      /did not arrive: it refused 3 points: no histograms here$/m,
    ],
    ['does not answer', () => undefined, /did not arrive: no answer within 300 ms \(timeout\)$/m],
    ['closes', (_, response) => response.destroy(), /did not arrive: the server closed the connection/],
    ['is a web page', (_, response) => response.end('<!doctype html>'), /it answered with a page/],
  ]
  for (const [what, answer, message] of untaken)
    it(`do not disturb it where the collector ${what}, which is told`, async () => {
      const { exitCode, errors, output, result } = await loadWith({
        answer,
        line: '--callers 2 --for 1s',
        environment: {
          ...often,
          OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'x-key=k3y-of-nobody',
          OTEL_EXPORTER_OTLP_TIMEOUT: '300',
        },
      })
      assert.equal(exitCode, 2)
      assert.ok(isJudged(result.exitCode), result.reasons.join())
      assert.equal(result.all.errors, 0)
      assert.match(errors, message)
      assert.equal(errors.match(/^warning .*the figures so far did not arrive/gm)?.length, 1, errors)
      assert.equal(errors.match(/did not arrive/g)?.length, 2, errors)
      assert.doesNotMatch(errors + output, /k3y-of-nobody/)
    })

  it('have a hint where nobody listens at the port of gRPC', async () => {
    await using shop = await httpServer((_, response) => response.end('{}'))
    const { exitCode, errors } = await withFolder(files, folder =>
      runLine(folder, [
        ...['load', 'shop.apitest.yaml', '--var', `base=${shop.url}`, '--requests', '2'],
        ...['-r', 'otlp=http://127.0.0.1:4317'],
      ]),
    )
    assert.equal(exitCode, 2)
    assert.match(errors, /the last figures did not arrive: .*127\.0\.0\.1:4317/)
    assert.match(errors, /hint: The port 4317 is that of gRPC/)
  })

  const refused: readonly (readonly [url: string, environment: NodeJS.ProcessEnv, message: RegExp])[] = [
    ['localhost:4318', {}, /otlp=localhost:4318 is no URL of a collector\n {2}hint: Write otlp=http/],
    ['', {}, /--reporter otlp= is no URL of a collector/],
    ['http://', {}, /is no URL of a collector/],
    ['http://ada:pw-of-nobody@127.0.0.1:1', {}, /has credentials in it\n {2}hint: Set OTEL_EXPORTER/],
    [
      'http://127.0.0.1:1',
      { OTEL_EXPORTER_OTLP_HEADERS: 'pw-of-nobody' },
      /a part of OTEL_EXPORTER_OTLP_HEADERS has no name and value/,
    ],
    [
      'http://127.0.0.1:1',
      { OTEL_EXPORTER_OTLP_HEADERS: 'a=pw-of-nobody%0d%0ab:c' },
      /a header of OTEL_EXPORTER_OTLP_HEADERS cannot be sent/,
    ],
    ['http://127.0.0.1:1', { OTEL_EXPORTER_OTLP_HEADERS: 'Host=pw-of-nobody' }, /cannot be sent/],
    [
      'http://127.0.0.1:1',
      { OTEL_METRIC_EXPORT_INTERVAL: '10s' },
      /OTEL_METRIC_EXPORT_INTERVAL is no number of milliseconds/,
    ],
  ]
  for (const [url, environment, message] of refused)
    it(`are refused before anything is sent: ${url} ${Object.keys(environment).join('')}`, async () => {
      await using shop = await httpServer()
      const { exitCode, errors, output } = await withFolder(files, folder =>
        runLine(folder, ['load', `${shop.url}/look`, '--requests', '1', '-r', `otlp=${url}`], {
          environment,
        }),
      )
      assert.equal(exitCode, 2)
      assert.match(errors, message)
      assert.doesNotMatch(errors + output, /pw-of-nobody/)
      assert.equal(shop.seen.length, 0)
    })

  it('of several machines are pushed together when their reports are joined', async () => {
    await using shop = await httpServer((_, response) => response.end('{}'))
    await using collector = await httpServer((_, response) => response.end())
    await withFolder(files, async folder => {
      for (const index of [1, 2]) {
        const { exitCode, output } = await runLine(folder, [
          ...['load', 'shop.apitest.yaml', '--var', `base=${shop.url}`, '--callers', '2', '--requests', '8'],
          ...['--shard', `${index}/2`, '-r', `json=${index}.json`],
        ])
        assert.equal(exitCode, 0, output)
      }
      const to = (url: string) =>
        runLine(folder, ['merge-reports', '1.json', '2.json', '--reporter', `otlp=${url}`])
      const { exitCode, errors } = await to(collector.url)
      assert.ok(isJudged(exitCode), errors)
      const pushes = collector.seen.map(read)
      assert.deepEqual(
        pushes.map(({ total }) => total('requests')),
        [8],
      )
      assert.equal((await to('http://127.0.0.1:1')).exitCode, 2)
    })
  })
})
