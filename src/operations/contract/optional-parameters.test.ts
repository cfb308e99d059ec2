import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { checkTable } from '../../report/contract/check-table.ts'
import { palette } from '../../report/terminal/palette.ts'
import { checked, described, findingsOf, operationOf } from './testing/checked.ts'

const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const ok = { 200: { description: 'ok', content: { 'application/json': { schema: item } } } }
const parameter = (name: string, schema: object, more: object = {}) => ({
  name,
  in: 'query',
  schema,
  ...more,
})

const parameters = [
  parameter('limit', { type: 'integer', minimum: 2 }),
  parameter('expand', { type: 'string', enum: ['owner', 'all'] }),
  parameter('since', { type: 'string', format: 'date-time' }),
  parameter('deleted', { type: 'boolean' }),
  parameter('label', { type: 'string' }, { example: 'blue' }),
  parameter('state', { type: 'array', items: { type: 'string', enum: ['open'] } }),
  { name: 'X-Locale', in: 'header', schema: { type: 'string', default: 'de' } },
  { name: 'theme', in: 'cookie', schema: { type: 'string' }, examples: { one: { value: 'dark' } } },
  parameter('q', { type: 'string' }),
  parameter('cursor', { type: 'integer' }),
]
const items = described({ '/items': { get: { parameters, responses: ok } } })

type Answer = Readonly<{ status?: number; body?: string; headers?: Readonly<Record<string, string>> }>

/** Answers `{ "id": 1 }` unless `answer` says something else, and remembers what was asked. */
function answering(answer: (request: IncomingMessage) => Answer | undefined = () => undefined) {
  const seen: string[] = []
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    const { cookie, 'x-locale': locale } = request.headers
    seen.push([request.method ?? '', request.url ?? '', cookie ?? [], locale ?? []].flat().join(' '))
    const { status = 200, body = '{ "id": 1 }', headers = {} } = answer(request) ?? {}
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
  return Object.assign(handler, { seen })
}

const asks = ({ url = '' }: IncomingMessage, name: string): boolean => url.includes(`${name}=`)

describe('optional parameters', () => {
  it('E10: are sent once each, where the description gives a value, beside the plain request', async () => {
    const handler = answering()
    const result = await checked(items, handler)
    assert.deepEqual(handler.seen, [
      'GET /items',
      'GET /items?limit=10',
      'GET /items?expand=owner',
      'GET /items?since=2025-01-15T09:30:00Z',
      'GET /items?deleted=true',
      'GET /items?label=blue',
      'GET /items?state=open',
      'GET /items de',
      'GET /items theme=dark',
    ])
    const { parameters: tried = [], outcome } = operationOf(result, 'GET /items')
    assert.deepEqual([outcome, result.exitCode, result.check.summary.requests], ['passed', 0, 9])
    assert.deepEqual(
      tried.map(({ name, from, status, reason }) => [name, from ?? reason, status ?? '']),
      [
        ['limit', 'guessed', 200],
        ['expand', 'documented', 200],
        ['since', 'guessed', 200],
        ['deleted', 'guessed', 200],
        ['label', 'documented', 200],
        ['state', 'guessed', 200],
        ['X-Locale', 'documented', 200],
        ['theme', 'documented', 200],
        ['q', 'the description gives no value', ''],
        ['cursor', 'the description gives no value', ''],
      ],
    )
  })

  const defects: readonly (readonly [
    what: string,
    answer: (request: IncomingMessage) => Answer | undefined,
    finding: string,
  ])[] = [
    [
      'a server error',
      request => (asks(request, 'since') ? { status: 500, body: '' } : undefined),
      'status status 500 is not documented; it documents 200 (with query since)',
    ],
    [
      'a body that breaks its schema',
      request => (asks(request, 'expand') ? { body: '{ "id": "1" }' } : undefined),
      'body /id: must be integer (with query expand)',
    ],
    [
      'a status that is not documented',
      request => (request.headers['x-locale'] === undefined ? undefined : { status: 202 }),
      'status status 202 is not documented; it documents 200 (with header X-Locale)',
    ],
    [
      'another content type',
      request =>
        request.headers.cookie === undefined ? undefined : { headers: { 'content-type': 'text/html' } },
      'contentType content type text/html is not documented for status 200; it documents application/json (with cookie theme)',
    ],
    [
      'the same with several',
      request => (asks(request, 'limit') || asks(request, 'label') ? { body: '{}' } : undefined),
      "body /: must have required property 'id' (with query limit, query label)",
    ],
    [
      'only what is wrong without them, too',
      () => ({ body: '{}' }),
      "body /: must have required property 'id'",
    ],
  ]
  for (const [what, answer, finding] of defects)
    it(`E10: bring out ${what}, which names them`, async () => {
      const result = await checked(items, answering(answer))
      const { exitCode, check, events } = result
      assert.deepEqual(findingsOf(operationOf(result, 'GET /items')), [finding])
      assert.equal(exitCode, 1)
      const step = events.find(event => event.type === 'step-finished')?.result
      const told = finding.replace(/^\w+ /, '')
      assert.deepEqual(
        step?.failures.map(({ message }) => message.replace(/^contract [a-z ]+: /, '')),
        [told],
      )
      const named = /\(with \w+ ([^,)]+)/.exec(finding)?.[1]?.toLowerCase()
      const table = checkTable(check, palette(false))
      assert.ok(table.includes(told), table)
      const lines = table.split('\n').filter(line => line.startsWith('  $ curl'))
      assert.equal(lines.length, 1)
      assert.ok(lines[0]?.toLowerCase().includes(named ?? '/items'), table)
      assert.equal(
        JSON.stringify(step.exchange?.request)
          .toLowerCase()
          .includes(named ?? '/items'),
        true,
      )
    })

  it('E10: without an answer are an error, and the last of their operation', async () => {
    const handler = answering(request => {
      if (asks(request, 'expand')) request.destroy()
      return undefined
    })
    const result = await checked(items, handler)
    const { outcome, reason = '', parameters: tried = [] } = operationOf(result, 'GET /items')
    assert.deepEqual([outcome, result.exitCode], ['errored', 3])
    assert.match(reason, /^Network Error: .*\(with query expand\)$/)
    assert.deepEqual(
      tried.slice(0, 3).map(one => one.outcome),
      ['passed', 'errored', 'skipped'],
    )
    assert.equal(handler.seen.at(-1), 'GET /items?expand=owner')
  })

  const left: readonly (readonly [
    status: number,
    answer: (request: IncomingMessage) => boolean,
    reason: string,
  ])[] = [
    [404, () => true, 'the request without it is answered with 404'],
    [401, () => true, 'the request without it is answered with 401'],
    [429, request => asks(request, 'limit'), 'the API answered 429, too many requests'],
  ]
  for (const [status, answers, reason] of left)
    it(`E10: are left alone where ${reason}`, async () => {
      const documented = { ...ok, [status]: { description: 'no', content: ok[200].content } }
      const spec = described({ '/items': { get: { parameters, responses: documented } } })
      const handler = answering(request => (answers(request) ? { status } : undefined))
      const result = await checked(spec, handler)
      const { parameters: tried = [], outcome } = operationOf(result, 'GET /items')
      assert.equal(outcome, 'passed')
      assert.equal(handler.seen.length, status === 429 ? 2 : 1)
      assert.deepEqual(
        new Set(tried.map(one => one.reason)),
        new Set([reason, 'the description gives no value']),
      )
    })

  it('E10: are tried up to a number, the first of each operation first, and not for writes', async () => {
    const spec = described({
      '/a': { get: { parameters: parameters.slice(0, 3), responses: ok } },
      '/b': {
        get: { parameters: parameters.slice(0, 2), responses: ok },
        post: { parameters: parameters.slice(0, 2), responses: ok },
      },
    })
    const handler = answering()
    const result = await checked(spec, handler, { choice: { includeWrites: true, maxParameters: 3 } })
    assert.deepEqual([...handler.seen].sort(), [
      'GET /a',
      'GET /a?expand=owner',
      'GET /a?limit=10',
      'GET /b',
      'GET /b?limit=10',
      'POST /b',
    ])
    assert.equal(
      operationOf(result, 'GET /b').parameters?.[1]?.reason,
      '3 optional parameters are tried at most',
    )
    assert.equal(operationOf(result, 'POST /b').parameters, undefined)
    assert.match(checkTable(result.check, palette(false)), /^- not tried: 2 optional parameters, 3 optional/m)
    const none = answering()
    await checked(spec, none, { choice: { maxParameters: 0 } })
    assert.deepEqual([...none.seen].sort(), ['GET /a', 'GET /b'])
  })

  it('E10: are part of the plain request when they are given, and left to the settings', async () => {
    const handler = answering()
    const values = [{ name: 'limit', value: '5' }]
    const settings = { headers: { 'x-locale': 'fr' } }
    await checked(items, handler, { values, settings })
    assert.deepEqual(handler.seen.slice(0, 2), [
      'GET /items?limit=5 fr',
      'GET /items?limit=5&expand=owner fr',
    ])
    assert.equal(handler.seen.length, 7)
  })
})
