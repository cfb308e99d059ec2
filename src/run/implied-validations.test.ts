import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runText } from '../testing/run-text.ts'

const refused = { data: null, errors: [{ message: 'Cannot query "nmae"' }, { message: 'No such field' }] }
const answers: Readonly<Record<string, string>> = {
  '/refused': JSON.stringify(refused),
  '/none': JSON.stringify({ data: { name: 'Ada' }, errors: [] }),
  '/null': JSON.stringify({ data: { name: 'Ada' }, errors: null }),
  '/text': JSON.stringify({ errors: 'none' }),
  '/list': JSON.stringify([{ errors: [1] }]),
  '/html': '<h1>errors</h1>',
  '/bare': JSON.stringify({ errors: ['one', 2, { code: 3 }, 4, 5] }),
  '/400': JSON.stringify(refused),
  '/big': JSON.stringify({ data: 'x'.repeat(100_000), errors: [{ message: 'late' }] }),
}

/** The keys below the request, its path, and the outcome of the step. */
const cases: readonly (readonly [keys: string, path: string, outcome: 'passed' | 'failed'])[] = [
  ['', 'refused', 'failed'],
  ['', 'none', 'passed'],
  ['', 'null', 'passed'],
  ['', 'text', 'failed'],
  ['', 'bare', 'failed'],
  ['', 'big', 'failed'],
  ['validations: [{ status: 200 }]', 'refused', 'failed'],
  ['validations: [{ status: 400 }]', '400', 'passed'],
  ['validations: [{ $.data: null }]', 'refused', 'failed'],
  ['validations: [{ $.error: { exists: false } }]', 'refused', 'failed'],
  ['validations: [{ $.errorsCount: { exists: false } }]', 'refused', 'failed'],
  ['validations: [{ "$.data[0].errors": { exists: false } }]', 'refused', 'failed'],
  ['validations: [{ $.errors: { exists: true } }]', 'refused', 'passed'],
  ['validations: [{ "$[\'errors\'][1].message": No such field }]', 'refused', 'passed'],
  ['validations: [{ "$..message": { has-length: 2 } }]', 'refused', 'passed'],
  ['validations: [{ $: { matches: { data: null } } }]', 'refused', 'passed'],
  ['validations: [{ text: { contains: nmae } }]', 'refused', 'passed'],
  ['validations: [{ schema: { type: object } }]', 'refused', 'passed'],
  ['extracts: { why: "$.errors[0].message" }', 'refused', 'passed'],
  ['extracts: { why: { from: $.errors, optional: true } }', 'refused', 'passed'],
  ['extracts: { why: { from: $.errors, when: { status: 201 } } }', 'refused', 'failed'],
  ['validations: [{ when: { status: 201 }, $.errors: { exists: false } }]', 'refused', 'failed'],
  [
    'validations: [{ when: { $.errors: { exists: true } }, "$.errors[0].message": { contains: nmae } }]',
    'refused',
    'passed',
  ],
  [
    'variables: { where: errors }\n    validations: [{ "$.{{where}}": { exists: true } }]',
    'refused',
    'passed',
  ],
  ['variables: { where: data }\n    validations: [{ "$.{{where}}": null }]', 'refused', 'failed'],
]

const bodies = new Map(Object.entries(answers))

describe('an answer to GraphQL', () => {
  for (const [path, keys, isFine] of [
    ['html', '', false],
    ['html', 'validations: [{ status: 200 }, { header content-type: { exists: true } }]', false],
    ['html', 'validations: [{ text: { contains: h1 } }]', false],
    ['list', '', false],
    ['empty', '', false],
    ['empty', 'validations: [{ $.errors: { exists: false } }]', false],
    ['moved', '', false],
    ['moved', 'validations: [{ status: 302 }]', true],
    ['parts', '', true],
    ['none', '', true],
  ] as const)
    it(`B: /${path} ${keys}: ${isFine ? 'is one' : 'is none'}`, async () => {
      await using server = await httpServer((request, response) => {
        const type = request.url === '/parts' ? 'multipart/mixed; boundary=-' : 'text/html'
        response.writeHead(request.url === '/moved' ? 302 : 200, { 'content-type': type, location: '/html' })
        response.end(bodies.get(request.url) ?? '{}')
      })
      const suite = `suite: A\nsteps:\n  - request: POST ${server.url}/${path}\n    graphql: { query: "{ a }" }\n    ${keys}\n`
      for (const text of [suite, suite.replace('" }', '", allow-errors: true }')]) {
        const { outcomes, messages } = await runText(text)
        assert.equal(outcomes, isFine ? 'passed' : 'failed', messages.join('\n'))
        if (!isFine)
          assert.match(messages.join('\n'), /^graphql: Expected an answer with data or errors, got /m)
      }
    })
})

describe('errors that a GraphQL answer lists', () => {
  for (const [keys, path, outcome] of cases)
    it(`B: ${path}: ${outcome}: ${keys}`, async () => {
      await using server = await httpServer((request, response) => {
        response.writeHead(request.url === '/400' ? 400 : 200, { 'content-type': 'application/json' })
        response.end(answers[request.url])
      })
      const suite = `suite: A\nsteps:\n  - request: POST ${server.url}/${path}\n    graphql: { query: "{ nmae }" }\n    ${keys}\n`
      const { outcomes, messages, summary } = await runText(suite)
      assert.deepEqual([outcomes, summary.problems], [outcome, []], messages.join('\n'))
      if (outcome === 'failed')
        assert.match(
          messages.join('\n'),
          /^body-json-path \$\.errors: Expected exists false, got .*allow-errors: true/m,
        )
      const allowed = await runText(suite.replace('" }', '", allow-errors: true }'))
      assert.equal(allowed.outcomes, 'passed')
    })

  it('B: are told one by one, the first few, at the request', async () => {
    await using server = await httpServer((_, response) => {
      response.end(answers['/bare'])
    })
    const { messages, steps } = await runText(
      `suite: A\nsteps:\n  - request: POST ${server.url}/bare\n    graphql: { query: "{ a }" }\n`,
    )
    assert.deepEqual(messages, [
      'body-json-path $.errors: Expected exists false, got 5 errors: one; 2; {"code":3}; … (write what $.errors is to be, or allow-errors: true below graphql)',
    ])
    assert.equal(steps[0]?.failures[0]?.span.start.line, 3)
  })
})
