import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import { type AnswerForTest, exchangeWith } from '../../extracts/testing/exchange.ts'
import { type ContractRule, findingText } from '../../model/contract.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { checkExchange } from './check-exchange.ts'
import { OperationFinder } from '../../api-requests/matching/find-operation.ts'

const json = [['Content-Type', 'application/json']] as const

/** Returns the verdicts of the rules: `passed`, `skipped: why`, or their findings. */
async function verdicts(
  operation: object,
  answer: AnswerForTest,
  sent: Partial<RequestRecord> = {},
  template = '/things',
): Promise<Readonly<Partial<Record<ContractRule, string | readonly string[]>>>> {
  const method = sent.method ?? 'GET'
  const description = await describedBy({
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    servers: [{ url: 'https://api.example.org/v1' }],
    paths: { [template]: { [method.toLowerCase()]: operation } },
  })
  const request = { ...exchangeWith({}).request, method, url: 'http://127.0.0.1:4010/v1/things', ...sent }
  const found = new OperationFinder(description).find(method, request.url)
  assert.equal(found.kind, 'operation')
  const exchange = { ...exchangeWith(answer), request }
  const results = checkExchange(found, exchange, new SchemaReader(description))
  return Object.fromEntries(
    results.map(result => [
      result.rule,
      result.outcome === 'failed'
        ? result.findings.map(findingText)
        : result.outcome === 'skipped'
          ? `skipped: ${result.reason}`
          : 'passed',
    ]),
  )
}

const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const ok = {
  description: 'ok',
  content: { 'application/json': { schema: thing } },
}
const answer = { json: { id: 1 }, headers: json }

describe('an answer against its operation', () => {
  it('passes when all is as described', async () => {
    const passed = { status: 'passed', contentType: 'passed', body: 'passed', headers: 'passed' }
    assert.deepEqual(await verdicts({ responses: { 200: ok } }, answer), { ...passed, request: 'passed' })
  })

  const cases: readonly (readonly [
    what: string,
    responses: object,
    answer: AnswerForTest,
    expected: Readonly<Partial<Record<ContractRule, string | readonly string[]>>>,
  ])[] = [
    [
      'a status that nobody documented, told once',
      { 200: ok },
      { ...answer, status: 500 },
      {
        status: ['status 500 is not documented; it documents 200'],
        contentType: 'skipped: its status is not documented',
        body: 'skipped: its status is not documented',
        headers: 'skipped: its status is not documented',
      },
    ],
    [
      'the exact status before its range, that before default',
      { 200: ok, '4xx': { description: 'no' }, default: ok },
      { status: 404, text: 'x' },
      { status: 'passed', body: 'skipped: no content is documented for this status' },
    ],
    [
      'the schema of default',
      { default: ok },
      { status: 418, json: {}, headers: json },
      { body: ["/: must have required property 'id'"] },
    ],
    [
      'a charset',
      { 200: ok },
      { ...answer, headers: [['content-type', 'Application/JSON; charset=utf-8']] },
      { contentType: 'passed', body: 'passed' },
    ],
    [
      'another content type, told once',
      { 200: ok },
      { text: '<p>', headers: [['content-type', 'text/html']] },
      {
        contentType: [
          'content type text/html is not documented for status 200; it documents application/json',
        ],
        body: 'skipped: its content type is not documented',
      },
    ],
    [
      'no content type, and the body all the same',
      { 200: ok },
      { json: { id: 'x' } },
      { contentType: ['the answer names no content type'], body: ['/id: must be integer'] },
    ],
    [
      'plain text that stands for a number',
      { 200: { description: 'ok', content: { 'text/plain': { schema: { type: 'integer', maximum: 9 } } } } },
      { text: '12', headers: [['content-type', 'text/plain']] },
      { body: ['/: must be <= 9'] },
    ],
    [
      'no body where there must be one',
      { 200: ok },
      { text: '', headers: json },
      { body: ['/: expected JSON, got an empty body'] },
    ],
    [
      'an answer that cannot have a body',
      { 204: { ...ok } },
      { status: 204 },
      { contentType: 'skipped: such an answer has no body' },
    ],
    [
      'a required header that is not there',
      { 200: { ...ok, headers: { 'X-Total': { required: true, schema: { type: 'integer' } } } } },
      answer,
      { headers: ['header X-Total: is required, and the answer does not have it'] },
    ],
    [
      'a header as a number, whatever the case of its name',
      { 200: { ...ok, headers: { 'X-Total': { required: true, schema: { type: 'integer' } } } } },
      { ...answer, headers: [...json, ['x-total', '12']] },
      { headers: 'passed' },
    ],
    [
      'a header with a wrong value',
      { 200: { ...ok, headers: { 'X-Total': { schema: { type: 'integer' } } } } },
      { ...answer, headers: [...json, ['x-total', 'many']] },
      { headers: ['header X-Total: must be integer, and it is "many"'] },
    ],
    [
      'Content-Type among the headers, which means nothing',
      { 200: { ...ok, headers: { 'Content-Type': { required: true, schema: { enum: ['x/y'] } } } } },
      answer,
      { headers: 'passed' },
    ],
  ]
  for (const [what, responses, given, expected] of cases)
    it(what, async () => {
      const got = await verdicts({ responses }, given)
      const rules = Object.keys(expected) as readonly ContractRule[]
      assert.deepEqual(Object.fromEntries(rules.map(rule => [rule, got[rule]])), expected)
    })
})

describe('a reference that leads nowhere', () => {
  it('fails the answer that it should describe', async () => {
    const responses = { 200: { $ref: '#/components/responses/gone' } }
    const { body } = await verdicts({ responses }, answer)
    assert.match(String(body), /^the reference #\/components\/responses\/gone leads nowhere: /)
  })

  it('fails the request', async () => {
    const operation = { parameters: [{ $ref: '#/gone' }], responses: { 200: ok } }
    const { body, request } = await verdicts(operation, answer)
    assert.equal(body, 'passed')
    assert.match(String(request), /^the reference #\/gone leads nowhere: /)
  })
})

describe('a request against its operation', () => {
  const parameter = (name: string, place: string, schema: object, more: object = {}) => ({
    name,
    in: place,
    schema,
    ...more,
  })
  const integer = { type: 'integer', minimum: 1 }
  const list = { type: 'array', items: integer }
  const color = {
    type: 'object',
    properties: { r: integer, tags: { type: 'array', items: { type: 'string' } } },
  }

  const cases: readonly (readonly [
    what: string,
    parameter: object,
    url: string,
    expected: readonly string[],
  ])[] = [
    ['a number in a query', parameter('n', 'query', integer), '/things?n=12', []],
    [
      'a number that is none',
      parameter('n', 'query', integer),
      '/things?n=x',
      ['query n: must be integer, and it is "x"'],
    ],
    [
      'a number out of bounds',
      parameter('n', 'query', integer),
      '/things?n=0',
      ['query n: must be >= 1, and it is 0'],
    ],
    [
      'a required parameter',
      parameter('n', 'query', integer, { required: true }),
      '/things',
      ['query n: is required, and was not sent'],
    ],
    ['a text that looks like a number', parameter('n', 'query', { type: 'string' }), '/things?n=12', []],
    [
      'one of several types',
      parameter('n', 'query', { oneOf: [{ type: 'string', pattern: '^1' }, { type: 'boolean' }] }),
      '/things?n=12',
      [],
    ],
    ['a value without a type', parameter('n', 'query', { enum: [1, 2] }), '/things?n=2', []],
    ['a list, exploded', parameter('n', 'query', list), '/things?n=1&n=0', ['query n /1: must be >= 1']],
    ['a list with commas', parameter('n', 'query', list, { explode: false }), '/things?n=1,2', []],
    [
      'a list with pipes',
      parameter('n', 'query', list, { style: 'pipeDelimited', explode: false }),
      '/things?n=1%7C0',
      ['query n /1: must be >= 1'],
    ],
    [
      'a deep object',
      parameter('c', 'query', color, { style: 'deepObject' }),
      '/things?c[r]=0&c[tags]=a',
      ['query c /r: must be >= 1'],
    ],
    [
      'an exploded object',
      parameter('c', 'query', color),
      '/things?r=0&other=1',
      ['query c /r: must be >= 1'],
    ],
    [
      'an object with commas',
      parameter('c', 'query', color, { explode: false }),
      '/things?c=r,0',
      ['query c /r: must be >= 1'],
    ],
    [
      'JSON in a query',
      { name: 'c', in: 'query', content: { 'application/json': { schema: color } } },
      '/things?c=%7B%22r%22:0%7D',
      ['query c /r: must be >= 1'],
    ],
    ['a plus in a query', parameter('t', 'query', { const: 'a b' }), '/things?t=a+b', []],
    [
      'a value that may be empty',
      parameter('n', 'query', integer, { allowEmptyValue: true }),
      '/things?n=',
      [],
    ],
    [
      'a name alone that may be',
      parameter('n', 'query', integer, { allowEmptyValue: true }),
      '/things?n',
      [],
    ],
    [
      'a value that may be empty, and is wrong',
      parameter('n', 'query', integer, { allowEmptyValue: true }),
      '/things?n=x',
      ['query n: must be integer, and it is "x"'],
    ],
    [
      'a required one that may be empty, and is not there',
      parameter('n', 'query', integer, { allowEmptyValue: true, required: true }),
      '/things',
      ['query n: is required, and was not sent'],
    ],
    ['a parameter that nobody described', parameter('n', 'query', integer), '/things?m=x', []],
  ]
  for (const [what, described, url, expected] of cases)
    it(what, async () => {
      const { request } = await verdicts({ parameters: [described], responses: { 200: ok } }, answer, {
        url: `http://127.0.0.1:4010/v1${url}`,
      })
      assert.deepEqual(request, expected.length === 0 ? 'passed' : expected)
    })

  const paths: typeof cases = [
    [
      'a number in a path',
      parameter('id', 'path', integer),
      '/things/0',
      ['path id: must be >= 1, and it is 0'],
    ],
    [
      'a label',
      parameter('id', 'path', list, { style: 'label', explode: true }),
      '/things/.1.0',
      ['path id /1: must be >= 1'],
    ],
    [
      'a matrix',
      parameter('id', 'path', integer, { style: 'matrix' }),
      '/things/;id=0',
      ['path id: must be >= 1, and it is 0'],
    ],
    [
      'a label without its dot',
      parameter('id', 'path', list, { style: 'label' }),
      '/things/1,2',
      ['path id: must begin with ".", as its style asks for'],
    ],
    ['a text as a label', parameter('id', 'path', { type: 'string' }, { style: 'label' }), '/things/.a', []],
    [
      'a matrix without its semicolon',
      parameter('id', 'path', integer, { style: 'matrix' }),
      '/things/5',
      ['path id: must begin with ";", as its style asks for'],
    ],
    ['percent-encoded text', parameter('id', 'path', { const: 'a/b' }), '/things/a%2Fb', []],
  ]
  for (const [what, described, url, expected] of paths)
    it(what, async () => {
      const sent = { url: `http://127.0.0.1:4010/v1${url}` }
      const operation = { parameters: [described], responses: { 200: ok } }
      const { request } = await verdicts(operation, answer, sent, '/things/{id}')
      assert.deepEqual(request, expected.length === 0 ? 'passed' : expected)
    })

  const preview = (text: string) => ({ body: { text, size: text.length, truncated: false } })
  const typed = (type: string) => ({ headers: [['content-type', type]] as const })
  const bodies: readonly (readonly [string, Partial<RequestRecord>, readonly string[]])[] = [
    ['a body as described', { ...preview('{"id":1}'), ...typed('application/json') }, []],
    [
      'a wrong body',
      { ...preview('{"id":"x"}'), ...typed('application/json') },
      ['body /id: must be integer'],
    ],
    [
      'broken JSON',
      { ...preview('{'), ...typed('application/json') },
      ['body: expected JSON, and it cannot be read as that'],
    ],
    ['no body', {}, ['body: is required, and was not sent']],
    [
      'another content type',
      { ...preview('x'), ...typed('text/csv') },
      [
        'body: content type text/csv is not documented; it documents application/json, application/x-www-form-urlencoded and multipart/form-data',
      ],
    ],
    ['a form', { ...preview('id=12'), ...typed('application/x-www-form-urlencoded') }, []],
    [
      'a wrong form',
      { ...preview('name=12'), ...typed('application/x-www-form-urlencoded') },
      ["body: must have required property 'id'"],
    ],
    [
      'parts',
      {
        ...typed('multipart/form-data; boundary=x'),
        bodySource: { kind: 'multipart', parts: [{ name: 'id', text: 'x' }] },
      },
      ['body /id: must be integer'],
    ],
  ]
  for (const [what, sent, expected] of bodies)
    it(what, async () => {
      const content = { schema: thing }
      const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
      const requestBody = { required: true, content: Object.fromEntries(types.map(type => [type, content])) }
      const { request } = await verdicts({ requestBody, responses: { 200: ok } }, answer, {
        method: 'POST',
        ...sent,
      })
      assert.deepEqual(request, expected.length === 0 ? 'passed' : expected)
    })
})

describe('B8: a body of which no content is documented', () => {
  const html = [['Content-Type', 'text/html']] as const
  const cases: readonly (readonly [status: string, answer: AnswerForTest, told: string])[] = [
    [
      '200',
      { text: '<p>', headers: html },
      'the answer has a body of text/html, and no content is documented for status 200',
    ],
    ['2XX', { status: 201, json: {} }, 'the answer has a body, and no content is documented for status 2XX'],
    ['200', { text: '' }, 'skipped: no content is documented for this status'],
    ['404', { status: 404, text: '<p>', headers: html }, 'skipped: no content is documented for this status'],
    ['default', { text: '<p>', headers: html }, 'skipped: no content is documented for this status'],
  ]
  for (const [status, answer, told] of cases)
    it(`${status}: ${told}`, async () => {
      const { contentType } = await verdicts({ responses: { [status]: { description: 'x' } } }, answer)
      assert.deepEqual([contentType].flat(), [told])
    })
})
