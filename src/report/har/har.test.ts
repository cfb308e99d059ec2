import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { browserTest } from '../../testing/browser.ts'
import { withPracticeServer } from '../../testing/practice-server.ts'
import { runText } from '../../testing/run-text.ts'
import { jsonExchange, run, streamOf, SuiteEvents, textOf } from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { har } from './har.ts'

/** The required parts of a HAR (HAR 1.2), as far as requests have them. */
const text = { type: 'string' }
const number = { type: 'number', minimum: -1 }
const pairs = { type: 'array', items: record({ name: text, value: text }) }
const sides = { httpVersion: text, cookies: pairs, headers: pairs, headersSize: number, bodySize: number }
const valid = new Ajv().compile(
  record({
    log: record({
      version: { const: '1.2' },
      creator: record({ name: text, version: text }),
      entries: {
        type: 'array',
        items: record({
          startedDateTime: { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` },
          time: { type: 'number', minimum: 0 },
          request: record({ method: text, url: text, queryString: pairs, ...sides }),
          response: record({
            status: { type: 'integer' },
            statusText: text,
            redirectURL: text,
            content: record({ size: { type: 'number' }, mimeType: text }),
            ...sides,
          }),
          cache: { type: 'object' },
          timings: record({ send: number, wait: number, receive: number }),
        }),
      },
    }),
  }),
)

function record(properties: object): object {
  return { type: 'object', properties, required: Object.keys(properties) }
}

interface Entry {
  readonly _resourceType?: string
  readonly _webSocketMessages?: readonly { readonly type: string; readonly data: string }[]
  readonly time: number
  readonly timings: Readonly<Record<string, number>>
  readonly request: { readonly method: string; readonly url: string; readonly postData?: object }
  readonly response: {
    readonly _error?: string
    readonly status: number
    readonly redirectURL: string
    readonly content: { readonly text?: string; readonly encoding?: string; readonly comment?: string }
  }
  readonly comment: string
}

interface Log {
  readonly entries: readonly Entry[]
  readonly comment?: string
}

async function harOf(events: readonly RunEvent[]): Promise<Log> {
  const { log } = JSON.parse(await textOf(har(streamOf(events)))) as { log: Log }
  assert.ok(valid({ log }), JSON.stringify(valid.errors))
  for (const { time, timings } of log.entries) {
    const { ssl: _, ...parts } = timings
    const sum = Object.values(parts).reduce((whole, part) => whole + Math.max(0, part), 0)
    assert.ok(Math.abs(sum - time) < 0.001, 'the phases of a HAR sum up to its time')
  }
  return log
}

for (const [name, events] of Object.entries(runs))
  test(`the ${name} run is a HAR`, async () => {
    const { entries } = await harOf(events)
    const asked = events.filter(
      event => event.type === 'step-finished' && event.result.exchange?.request.url !== undefined,
    )
    assert.ok(entries.length >= asked.length)
  })

test('the last attempt is there, and what got no answer', async () => {
  await withPracticeServer(async url => {
    const suite = `suite: A
settings: { stop-on-failure: false }
steps:
  - { request: 'GET ${url}/ok?a=1&b=%20', name: Fine }
  - { request: 'GET ${url}/status/500', name: Broken, retry: { attempts: 2, interval: 1ms } }
  - request: GET http://127.0.0.1:1/
  - set: { a: 1 }
`
    const { entries } = await harOf((await runText(suite)).events)
    const seen = entries.map(({ request, response }) => [request.url.replace(url, ''), response.status])
    assert.deepEqual(seen, [
      ['/ok?a=1&b=%20', 200],
      ['/status/500', 500],
      ['http://127.0.0.1:1/', 0],
    ])
    assert.equal(entries.at(-2)?.comment, 'A › Broken, the last of 2 attempts')
    assert.match(entries.at(-1)?.response._error ?? '', /^Network Error: connect ECONNREFUSED/)
  })
})

test('long bodies and those that are not text are told, other protocols counted', async () => {
  const url = 'http://127.0.0.1/'
  const answer = (body: string, size: number, truncated: boolean) =>
    jsonExchange(url, '', { response: { status: 200, headers: [], body: { text: body, size, truncated } } })
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 4 })
    .step('Long', { exchange: answer('x', 20_000, true) })
    .step('Picture', { exchange: answer('\ufffdPNG\u0000\u0001\ufffd\ufffd', 8, false) })
    .step('gRPC', {
      exchange: { request: { summary: 'gRPC', url: 'grpc://127.0.0.1:1/a', headers: [] }, duration: 1 },
    })
    .step('Redirected', {
      exchange: {
        ...answer('{}', 2, false),
        redirects: [{ method: 'GET', url, status: 302, location: '/b', duration: 3 }],
      },
    })
  const { entries, comment } = await harOf(run(suite.end()))
  assert.equal(comment, '1 call by other protocols left out')
  assert.deepEqual(
    entries.map(({ response }) => [response.status, response.redirectURL, response.content]),
    [
      [200, '', { size: 20_000, mimeType: 'x-unknown', text: 'x', comment: 'cut here, 19.5 KiB in all' }],
      [200, '', { size: 8, mimeType: 'x-unknown', comment: '8 B that are not kept' }],
      [302, '/b', { size: 0, mimeType: 'x-unknown' }],
      [200, '', { size: 2, mimeType: 'x-unknown', text: '{}' }],
    ],
  )
})

test('bytes that are no text are in base64, as far as they are kept and hold no secret', async () => {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7) % 256))
  const bodies = [bytes.subarray(0, 300), bytes, Buffer.concat([bytes, Buffer.from('top-secret'), bytes])]
  const controls = Buffer.from([0, 1, 2, 3, 65])
  const all = [...bodies, Buffer.concat([bytes.subarray(0, 300), Buffer.from('top-secret')]), controls]
  await using server = await httpServer((request, response) => {
    response.setHeader('content-type', 'image/png').end(all[Number(request.url.slice(1))])
  })
  const request = (index: number, more: object = {}): object => ({
    request: `GET ${server.url}/${index}`,
    ...more,
  })
  const suite = {
    suite: 'A',
    secrets: { key: '{{env.KEY}}' },
    settings: { 'stop-on-failure': false },
    steps: [
      ...all.map((_, index) => request(index, { headers: { 'X-Key': '{{key}}' } })),
      request(1, { validations: [{ sha256: { 'not-equals': 'a'.repeat(64) } }, { text: { exists: true } }] }),
      { request: `POST ${server.url}/0`, file: 'cat.png' },
    ],
  }
  const { events, summary } = await runText(JSON.stringify(suite), {
    files: { 'cat.png': controls.toString() },
    input: { processEnvironment: { KEY: 'top-secret' } },
  })
  assert.deepEqual(summary.problems, [])
  const { entries } = await harOf(events)
  const kept = entries.map(({ response: { content } }) => {
    const { text = '', encoding, comment } = content
    const found = Buffer.from(text, 'base64')
    const whole = [bytes, controls].find(one => found.equals(one.subarray(0, found.length)))
    // Where there are secrets, one could begin at the end of what was kept.
    const isMost = found.length > 15_000 && found.length < 16_384
    return [isMost ? 'most' : found.length, whole === undefined ? 'other bytes' : encoding, comment]
  })
  assert.deepEqual(kept, [
    [300, 'base64', undefined],
    ['most', 'base64', 'cut here, 19.5 KiB in all'],
    ['most', 'base64', 'cut here, 39.1 KiB in all'],
    [0, undefined, '310 B that are not kept'],
    [5, 'base64', undefined],
    ['most', 'base64', 'cut here, 19.5 KiB in all'],
    [300, 'base64', undefined],
  ])
  assert.deepEqual(entries.at(-1)?.request.postData, {
    mimeType: 'image/png',
    params: [{ name: '', fileName: 'cat.png', comment: '5 B that are not kept' }],
  })
})

test('a WebSocket and a stream of events are as browsers have them', async () => {
  const entry = (direction: 'sent' | 'received', kind: string, said: string) =>
    ({ at: 5, direction, kind, text: said, size: said.length }) as const
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 2 })
    .step('Chat', {
      exchange: {
        request: { summary: 'websocket', url: 'ws://127.0.0.1/chat', headers: [] },
        response: { status: 101, headers: [], body: { text: '["hi"]', size: 6, truncated: false } },
        transcript: {
          entries: [
            entry('sent', 'text', 'hello'),
            entry('received', 'text', 'hi'),
            entry('received', 'close', ''),
          ],
          leftOut: 0,
        },
        duration: 9,
      },
    })
    .step('Prices', {
      exchange: {
        ...jsonExchange('http://127.0.0.1/prices', '[{"data":1}]'),
        transcript: { entries: [entry('received', 'event price id 7', '1\n2')], leftOut: 0 },
      },
    })
  const [chat, prices] = (await harOf(run(suite.end()))).entries
  assert.equal(chat?._resourceType, 'websocket')
  assert.deepEqual(
    chat._webSocketMessages?.map(({ type, data }) => [type, data]),
    [
      ['send', 'hello'],
      ['receive', 'hi'],
    ],
  )
  assert.equal(prices?._resourceType, 'eventsource')
  assert.equal(prices.response.content.text, 'id: 7\nevent: price\ndata: 1\ndata: 2\n\n')
})

browserTest('a browser answers from the HAR what the server answered', async browser => {
  const folder = await mkdtemp(path.join(tmpdir(), 'apitest-har-'))
  const page = await browser.newPage()
  try {
    await withPracticeServer(async url => {
      const { events } = await runText(`suite: A\nsteps: [{ request: GET ${url}/ok }]`)
      await writeFile(path.join(folder, 'run.har'), await textOf(har(streamOf(events))))
      await page.routeFromHAR(path.join(folder, 'run.har'), { notFound: 'abort' })
      const answer = await page.goto(`${url}/ok`)
      assert.deepEqual(await answer?.json(), await (await fetch(`${url}/ok`)).json())
      await assert.rejects(page.goto(`${url}/status/500`), 'what the HAR does not have is not asked for')
    })
  } finally {
    await page.close()
    await rm(folder, { recursive: true })
  }
})
