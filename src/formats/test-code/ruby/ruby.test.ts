import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { exportTests } from '../export-tests.ts'
import { rubyFrameworks } from './frameworks.ts'
import { rubyPattern } from './ruby-pattern.ts'
import { flat } from '../layout.ts'
import { literal } from './ruby-text.ts'

const [rspec] = rubyFrameworks

async function written(suite: JsonObject): Promise<string> {
  assert.ok(rspec !== undefined)
  const collection = suitesToCollection([{ name: 'a.apitest.yaml', suite: { suite: 'A', ...suite } }], 'a')
  const { files } = await exportTests(collection, rspec, { readRows: () => [] })
  return files.map(({ text }) => text).join('')
}

/** The lines of a test with one validation that state its expectation. */
async function expected(validation: JsonValue): Promise<readonly string[]> {
  const validations = [{ status: 200 }, validation]
  const text = await written({ steps: [{ name: 'One', request: 'GET http://localhost/x', validations }] })
  const [, inside = ''] = /to eq\(200\)\n(.*?)\n {2}end\n/s.exec(text) ?? []
  const lines = inside.split('\n').map(line => line.trim())
  return lines.filter(line => line !== 'body = JSON.parse(response.body)')
}

const validations: readonly (readonly [JsonValue, readonly string[]])[] = [
  [{ '$.state': 'new' }, ["expect(body.fetch('state')).to eq('new')"]],
  [{ '$.user.name': 'Ada' }, ["expect(body.dig('user', 'name')).to eq('Ada')"]],
  [{ '$.count': 1 }, ["expect(body.fetch('count')).to eq(1)"]],
  [{ '$.isOpen': true }, ["expect(body.fetch('isOpen')).to be(true)"]],
  [{ '$.a.none': null }, ["expect(body.fetch('a').fetch('none')).to be_nil"]],
  [{ '$.code': '12' }, ["expect(text_of(body.fetch('code'))).to eq('12')"]],
  [{ '$.state': { 'one-of': ['a', 'b'] } }, ["expect(%w[a b]).to include(body.fetch('state'))"]],
  [{ '$.state': { exists: true } }, ["expect(body.fetch('state')).to be_filled"]],
  [{ '$.state': { exists: false } }, ["expect(body.fetch('state', nil)).to be_nil.or be_empty"]],
  [{ '$.total': { 'greater-than': 0 } }, ["expect(body.fetch('total')).to be > 0"]],
  [{ '$.tags[0]': { 'has-type': 'string' } }, ["expect(body.dig('tags', 0)).to be_a(String)"]],
  [
    { '$.mail': { 'matches-regex': '^[^@]+@x$' } },
    [String.raw`expect(body.fetch('mail')).to match(/\A[^@]+@x\z/)`],
  ],
  [{ 'header x-a': { contains: 'b' } }, ["expect(response['x-a']).to include('b')"]],
  [{ text: { 'not-contains': 'error' } }, ["expect(decoded(response)).not_to include('error')"]],
  [
    { '$.items[*].id': { each: { 'has-type': 'integer' } } },
    [
      "expect(values_at(body, 'items', :all, 'id')).not_to be_empty",
      "expect(values_at(body, 'items', :all, 'id')).to all(be_whole)",
    ],
  ],
  [
    { '$.users': { any: { matches: { id: 1 } } } },
    [
      "expect(body.fetch('users')).to be_an(Array)",
      "expect(body.fetch('users')).to include(satisfy { |user| find(user, 'id') == 1 })",
    ],
  ],
]

for (const [validation, lines] of validations)
  test(`RSpec expects ${JSON.stringify(validation)}`, async () => {
    assert.deepEqual(await expected(validation), lines)
  })

test('nothing of a suite leaves its text', () => {
  assert.equal(flat(literal('a"b')), `'a"b'`)
  assert.equal(flat(literal(`a"b'c`)), String.raw`"a\"b'c"`)
  assert.equal(flat(literal('a #{b}')), String.raw`"a \#{b}"`)
  assert.equal(flat(literal('\n\u2028\0\\')), String.raw`"\n\u2028\u0000\\"`)
  assert.equal(flat(literal({ a: [1e21, 12345, null, false] })), "{ 'a' => [1e21, 12_345, nil, false] }")
})

test('a secret is read from the environment', async () => {
  const text = await written({
    secrets: { password: 'hidden' },
    steps: [{ name: 'One', request: 'GET http://localhost/x', headers: { 'X-Key': '{{password}}' } }],
  })
  assert.match(text, /ENV\.fetch\('PASSWORD'\)/)
  assert.doesNotMatch(text, /hidden/)
})

test('what stands behind a group is one, too, as RSpec runs groups last', async () => {
  const collection = suitesToCollection([], 'a')
  const request = (name: string) =>
    ({ kind: 'request', step: { name, request: 'GET http://localhost/x' } }) as const
  const folder = { kind: 'folder', name: 'Two', data: [{ n: 1 }], items: [request('In it')] } as const
  assert.ok(rspec !== undefined)
  const { files } = await exportTests(
    {
      ...collection,
      items: [{ kind: 'folder', name: 'All', items: [request('One'), folder, request('Three')] }],
    },
    rspec,
    { readRows: () => [] },
  )
  assert.deepEqual(
    [...(files[0]?.text ?? '').matchAll(/(?:it|context) '(.*)' do/g)].map(([, name]) => name),
    ['One', 'Two', 'In it', 'and then', 'Three'],
  )
})

test('patterns of JavaScript mean the same in Ruby', () => {
  const patterns: readonly (readonly [string, string | undefined])[] = [
    ['^a$', String.raw`/\Aa\z/`],
    ['(?i)a', '/a/i'],
    [String.raw`[\s\-]`, String.raw`/[[:space:]\-]/`],
    ['a/b', '%r{a/b}'],
    [String.raw`\bx#{1}`, String.raw`/(?a:\b)x\#{1}/`],
    [String.raw`\p{L}`, undefined],
    ['(?<year>a)(b)', undefined],
  ]
  for (const [pattern, code] of patterns) assert.equal(rubyPattern(pattern), code)
})

test('the text of a value is its JSON', async () => {
  const text = await written({
    steps: [
      { name: 'One', request: 'GET http://localhost/x', extracts: { done: '$.done' } },
      { name: 'Two', request: 'GET http://localhost/x/{{done}}' },
    ],
  })
  assert.ok(text.includes('http://localhost/x/#{text_of(saved.fetch(:done))}'), text)
})

test('of several failures of a test the first is told', () => {
  const failure = 'message="RSpec::Expectations::MultipleExpectationsNotMetError"'
  const report = `<testsuite><testcase name="Users first"><failure ${failure}></failure></testcase></testsuite>`
  const output = `  1) Users first
     Got 2 failures:

     1.1) Failure/Error: expect(body.fetch('id')).to eq(2)

            expected: 2
                 got: 1

            (compared using ==)
          # ./users_spec.rb:24:in 'block'

     1.2) Failure/Error: expect(body.fetch('name')).to eq('Ada')
`
  assert.deepEqual(rspec?.runner.outcomes(report, output), [
    {
      name: 'Users first',
      outcome: 'failed',
      message: "expect(body.fetch('id')).to eq(2)\nexpected: 2\ngot: 1",
    },
  ])
})
