import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Collection, SavedRequest } from '../../model/collection.ts'
import { buildProgram } from './build-program.ts'
import type { ProgramTarget } from './program-scope.ts'
import type { Predicate, Statement, TestCase, TestProgram, Value } from './test-program.ts'

const url = 'https://shop.example/users'

/** The program of steps, with what else the collection says. */
function programOf(
  steps: readonly JsonObject[],
  more: Partial<Collection> = {},
  target: ProgramTarget = {},
): TestProgram {
  const collection = { name: 'Shop', environments: [], items: steps.map(saved), ...more }
  const { name, items, after = [], data } = collection
  const source = { name, items, after, ...(data === undefined ? {} : { data }) }
  return buildProgram(collection, source, () => [{ id: 1 }], target)
}

function saved(step: JsonObject): SavedRequest {
  return { kind: 'request', step }
}

function caseOf(program: TestProgram): TestCase {
  const [only] = program.root.items
  assert.equal(only?.kind, 'case')
  return only
}

/** The statements of a step alone. */
function statements(
  step: JsonObject,
  more?: Partial<Collection>,
  target?: ProgramTarget,
): readonly Statement[] {
  return caseOf(programOf([step], more, target)).statements
}

/** The request of a step alone. */
function requestOf(step: JsonObject, more?: Partial<Collection>): JsonObject {
  const [send] = statements({ validations: [{ status: 200 }], ...step }, more)
  assert.equal(send?.kind, 'send')
  return (send as unknown as { request: JsonObject }).request
}

/** The expectations beside that of the status. */
function expected(validation: JsonObject): readonly Predicate[] {
  const found = statements({ request: `GET ${url}`, validations: [{ status: 200 }, validation] })
  return found.slice(2).map(one => (one as unknown as { holds: Predicate }).holds)
}

const literal = (value: JsonValue): Value => ({ kind: 'literal', value })
const body = (...path: readonly (string | number)[]): Value => ({ kind: 'json', root: 'body', path })
const item: Value = { kind: 'json', root: 'item', path: [] }
const a = body('a')
const status: Value = { kind: 'status' }

const meanings: readonly (readonly [validation: JsonObject, ...means: readonly Predicate[]])[] = [
  [{ '$.a': 'Ada' }, { kind: 'equal', actual: a, expected: literal('Ada'), as: 'json' }],
  [{ '$.a': 10 }, { kind: 'equal', actual: a, expected: literal(10), as: 'json' }],
  [{ '$.a': true }, { kind: 'equal', actual: a, expected: literal(true), as: 'json' }],
  [{ '$.a': null }, { kind: 'equal', actual: a, expected: literal(null), as: 'json' }],
  // A text of digits may stand for a number that a double does not hold.
  [{ '$.a': '42' }, { kind: 'equal', actual: a, expected: literal('42'), as: 'loose' }],
  [{ '$.a': { 'greater-than': 3 } }, { kind: 'compare', actual: a, sign: '>', expected: literal(3) }],
  [{ '$.a': { 'less-than': 3 } }, { kind: 'compare', actual: a, sign: '<', expected: literal(3) }],
  [{ '$.a': { 'at-least': 3 } }, { kind: 'compare', actual: a, sign: '>=', expected: literal(3) }],
  [{ '$.a': { 'at-most': 3 } }, { kind: 'compare', actual: a, sign: '<=', expected: literal(3) }],
  [
    { '$.a': { 'at-least': 1, 'at-most': 3 } },
    { kind: 'compare', actual: a, sign: '>=', expected: literal(1) },
    { kind: 'compare', actual: a, sign: '<=', expected: literal(3) },
  ],
  [{ '$.a': { contains: 'x' } }, { kind: 'contains', actual: a, expected: literal('x'), as: 'json' }],
  [{ '$.a': { 'starts-with': 'x' } }, { kind: 'starts-with', text: a, part: literal('x') }],
  [{ '$.a': { 'ends-with': 'x' } }, { kind: 'ends-with', text: a, part: literal('x') }],
  [{ '$.a': { 'matches-regex': '^a' } }, { kind: 'matches-regex', text: a, pattern: literal('^a') }],
  [{ '$.a': { exists: true } }, { kind: 'exists', value: a }],
  [{ '$.a': { exists: false } }, { kind: 'absent', part: a as never }],
  [{ '$.a': { 'has-type': 'integer' } }, { kind: 'is', value: a, type: 'integer' }],
  [
    { '$.a': { 'has-length': 3 } },
    { kind: 'equal', actual: { kind: 'length', of: a }, expected: literal(3), as: 'number' },
  ],
  [
    { '$.a': { 'one-of': [1, 'b'] } },
    { kind: 'one-of', actual: a, expected: [literal(1), literal('b')], as: 'json' },
  ],
  [
    { '$.a': { any: { equals: 3 } } },
    { kind: 'any', list: a, holds: { kind: 'equal', actual: item, expected: literal(3), as: 'json' } },
  ],
  [
    { '$.items[*].id': { each: { 'at-least': 1 } } },
    {
      kind: 'each',
      list: { kind: 'json-list', root: 'body', path: ['items', { kind: 'items' }, 'id'] },
      holds: { kind: 'compare', actual: item, sign: '>=', expected: literal(1) },
    },
  ],
  [
    { '$.a': { matches: { id: '<uuid>', n: '<number>', s: 'Ada' } } },
    {
      kind: 'matches',
      actual: a,
      pattern: {
        kind: 'object',
        members: [
          { key: 'id', pattern: { kind: 'text', format: 'uuid' } },
          { key: 'n', pattern: { kind: 'type', type: 'number' } },
          { key: 's', pattern: { kind: 'value', expected: literal('Ada'), as: 'json' } },
        ],
      },
    },
  ],
  // `1.0` and the text `1` are the same number, however an answer writes it.
  [
    { '$.a': { 'not-equals': 1 } },
    {
      kind: 'all',
      of: [
        { kind: 'is-single', value: a },
        {
          kind: 'not',
          of: {
            kind: 'matches-regex',
            text: { kind: 'text-of', of: a },
            pattern: literal('^0*1(?:\\.0*)?$'),
          },
        },
      ],
    },
  ],
  [{ text: { contains: 'x' } }, { kind: 'includes', text: { kind: 'body-text' }, part: literal('x') }],
  [
    { 'header content-type': { contains: 'json' } },
    { kind: 'includes', text: { kind: 'header', name: 'content-type' }, part: literal('json') },
  ],
  [
    { time: { 'less-than': '2s' } },
    { kind: 'compare', actual: { kind: 'duration' }, sign: '<', expected: literal(2000) },
  ],
]

describe('a validation in the program of tests', () => {
  for (const [validation, ...means] of meanings)
    it(`means the same as ${JSON.stringify(validation)}`, () => {
      assert.deepEqual(expected(validation), means)
    })

  it('is a range of statuses for a class of them', () => {
    const [, expect] = statements({ request: `GET ${url}`, validations: [{ status: '4xx' }] })
    assert.deepEqual((expect as unknown as { holds: Predicate }).holds, {
      kind: 'all',
      of: [
        { kind: 'compare', actual: status, sign: '>=', expected: literal(400) },
        { kind: 'compare', actual: status, sign: '<', expected: literal(500) },
      ],
    })
  })

  it('has a status below 400 before it where the step names none', () => {
    const [, least, most] = statements({ request: `GET ${url}`, validations: [{ '$.a': 1 }] })
    assert.deepEqual(
      [least, most].map(one => (one as unknown as { holds: Predicate }).holds),
      [
        { kind: 'compare', actual: status, sign: '>=', expected: literal(200) },
        { kind: 'compare', actual: status, sign: '<', expected: literal(400) },
      ],
    )
  })

  it('counts only under its condition', () => {
    const when = { status: 200 }
    const [, , under] = statements({
      request: `GET ${url}`,
      validations: [{ status: 200 }, { '$.a': 1, when }],
    })
    assert.deepEqual((under as unknown as { when: Predicate }).when, {
      kind: 'equal',
      actual: status,
      expected: literal(200),
      as: 'number',
    })
  })
})

describe('a request in the program of tests', () => {
  it('has its query and form as text, with variables by their types', () => {
    const { query } = requestOf(
      { request: `GET ${url}`, query: { term: '{{term}}', page: 2 } },
      { variables: { term: 'a b' } },
    )
    assert.deepEqual(query, [
      { name: 'term', value: { kind: 'variable', name: 'term', path: [], type: 'text' } },
      { name: 'page', value: literal('2') },
    ])
    assert.deepEqual(requestOf({ request: `POST ${url}`, form: { a: 1 } })['body'], {
      kind: 'form',
      fields: [{ name: 'a', value: literal('1') }],
    })
  })

  it('has a JSON body in which a placeholder alone keeps its type', () => {
    const json = { age: '{{age}}', tag: 'x-{{age}}' }
    const age = { kind: 'variable', name: 'age', path: [], type: 'number' }
    assert.deepEqual(requestOf({ request: `POST ${url}`, json }, { variables: { age: 36 } })['body'], {
      kind: 'json',
      value: {
        kind: 'object',
        members: [
          { key: literal('age'), value: age },
          { key: literal('tag'), value: { kind: 'template', parts: ['x-', age] } },
        ],
      },
    })
  })

  it('has the headers of the settings, but those that it names itself in whatever case', () => {
    const settings = { headers: { 'X-A': '1', Accept: 'application/json' }, 'follow-redirects': 3 }
    const request = requestOf(
      { request: `GET ${url}`, timeout: '3s', headers: { accept: 'text/plain' } },
      { settings },
    )
    assert.deepEqual(request['headers'], [
      { name: 'X-A', value: literal('1') },
      { name: 'accept', value: literal('text/plain') },
    ])
    assert.deepEqual([request['redirects'], request['timeout']], [3, 3000])
  })

  it('has credentials as a header, or as what the client makes one of', () => {
    const bearer = requestOf(
      { request: `GET ${url}`, auth: { bearer: '{{token}}' } },
      { secrets: { token: '{{env.TOKEN}}' } },
    )
    assert.deepEqual(bearer['headers'], [
      {
        name: 'Authorization',
        value: {
          kind: 'template',
          parts: ['Bearer ', { kind: 'variable', name: 'token', path: [], type: 'text' }],
        },
      },
    ])
    const basic = requestOf({ request: `GET ${url}`, auth: { basic: { username: 'a', password: 'b' } } })
    assert.deepEqual(basic['basic'], { username: literal('a'), password: literal('b') })
  })
})

describe('a step in the program of tests', () => {
  it('runs once for each of its rows, whose status it expects', () => {
    const data = [
      { id: 1, expected_status: 200 },
      { id: 2, expected_status: 404 },
    ]
    const validations = [{ status: '{{expected_status}}' }]
    const step = caseOf(programOf([{ request: `GET ${url}/{{id}}`, validations, data }]))
    assert.deepEqual(step.rows?.rows, data)
    assert.deepEqual(step.rows.columns, [
      { name: 'id', type: 'number' },
      { name: 'expected_status', type: 'number' },
    ])
    assert.deepEqual((step.statements[1] as unknown as { holds: Predicate }).holds, {
      kind: 'equal',
      actual: status,
      expected: { kind: 'column', row: 'row', name: 'expected_status', type: 'number' },
      as: 'number',
    })
  })

  it('sends until everything that it expects is so', () => {
    const retry = { attempts: 5, interval: '2s', backoff: 2 }
    const [repeat] = statements({
      request: `GET ${url}`,
      retry,
      validations: [{ status: 200 }, { '$.a': 'x' }],
    })
    const { kind, attempts, interval, backoff, longest, until } = repeat as unknown as JsonObject
    assert.deepEqual(
      { kind, attempts, interval, backoff, longest },
      { kind: 'repeat', attempts: 5, interval: 2000, backoff: 2, longest: 30_000 },
    )
    assert.deepEqual(until, {
      kind: 'all',
      of: [
        { kind: 'equal', actual: status, expected: literal(200), as: 'number' },
        { kind: 'equal', actual: a, expected: literal('x'), as: 'json' },
      ],
    })
  })

  it('leaves what it extracts, from the body, a header, or by a pattern', () => {
    const extracts = { a: '$.a', to: 'header location', id: { from: 'text', regex: 'id=(\\d+)' } }
    const found = statements({ request: `GET ${url}`, validations: [{ status: 200 }], extracts }).slice(2)
    assert.deepEqual(
      found.map(one => [
        (one as JsonObject & Statement)['variable'],
        (one as unknown as { value: Value }).value,
      ]),
      [
        ['a', a],
        ['to', { kind: 'header', name: 'location' }],
        ['id', { kind: 'found', text: { kind: 'body-text' }, pattern: 'id=(\\d+)', group: 1 }],
      ],
    )
  })

  it('sets variables in their order, each by those above it', () => {
    assert.deepEqual(statements({ set: { a: '1', b: '{{a}}2' } }), [
      { kind: 'assign', variable: 'a', value: literal('1') },
      {
        kind: 'assign',
        variable: 'b',
        value: { kind: 'template', parts: [{ kind: 'variable', name: 'a', path: [], type: 'text' }, '2'] },
      },
    ])
  })

  it('is skipped for the reason that somebody wrote down', () => {
    const [skip] = statements({ request: `GET ${url}`, skip: 'later', validations: [{ status: 200 }] })
    assert.deepEqual(skip, { kind: 'skip-unless', holds: { kind: 'some', of: [] }, reason: 'later' })
  })

  it('loops where the target can', () => {
    const step = { request: `GET ${url}`, repeat: { times: 3 }, validations: [{ status: 200 }] }
    const [loop] = statements(step, {}, { loops: true })
    const { over, interval } = loop as unknown as JsonObject
    assert.deepEqual({ over, interval }, { over: { kind: 'count', most: 3, isOpen: false }, interval: 0 })
  })

  it('cleans up after the last test', () => {
    const after = [saved({ request: `DELETE ${url}/{{id}}`, validations: [{ status: 204 }] })]
    const create = { request: `POST ${url}`, validations: [{ status: 201 }], extracts: { id: '$.id' } }
    const { cleanUp } = programOf([create], { after }).root
    assert.deepEqual(
      cleanUp.map(({ title }) => title),
      [literal(`DELETE ${url}/{id}`)],
    )
  })
})

describe('a program of tests', () => {
  it('declares the variables that it uses, with their types and where else they come from', () => {
    const step = {
      request: `GET ${url}/{{id}}`,
      auth: { bearer: '{{token}}' },
      validations: [{ status: 200 }],
    }
    const { variables } = programOf([{ ...step, extracts: { name: '$.name' } }], {
      variables: { id: 7 },
      secrets: { token: '{{env.TOKEN}}' },
    })
    assert.deepEqual(
      variables.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      [
        { name: 'id', type: 'number', value: literal(7), changes: false },
        { name: 'name', type: 'json', changes: true },
        { name: 'token', type: 'text', environment: 'TOKEN', changes: false },
      ],
    )
  })

  it('lists what no test can carry out', () => {
    const { losses } = programOf([
      { grpc: 'a.B/C', server: 'x:1', validations: [{ status: 0 }] },
      { request: `GET ${url}`, validations: [{ size: { 'at-most': 3 } }, { schema: { type: 'object' } }] },
    ])
    assert.deepEqual(
      losses.map(({ where, what }) => [where, what]),
      [
        ['Shop / grpc a.B/C', 'grpc'],
        [`Shop / GET ${url}`, 'validation size at-most 3'],
        [`Shop / GET ${url}`, 'validation schema'],
      ],
    )
  })
})

describe('a token of OAuth2', () => {
  const step = (oauth2: JsonObject): JsonObject => ({
    request: `GET ${url}`,
    auth: { oauth2: { 'token-url': 'https://shop.example/token', ...oauth2 } },
  })
  const formOf = (oauth2: JsonObject): string => JSON.stringify(programOf([step(oauth2)]).root.items[0])

  it('is fetched by a form', () => {
    assert.match(formOf({ 'client-id': 'c', 'client-secret': 's' }), /client_credentials.*client_secret/)
    const person = formOf({ grant: 'password', username: 'ada', password: 'p' })
    assert.match(person, /"grant_type".*"password".*"username".*"ada"/)
    assert.ok(!person.includes('client_secret'))
    assert.match(formOf({ grant: 'refresh-token', 'refresh-token': 'r' }), /"refresh_token"/)
  })

  it('that needs more is lost', () => {
    for (const oauth2 of [
      { grant: 'jwt-bearer', assertion: 'a' },
      { grant: 'token-exchange', 'subject-token': 't' },
      { 'client-id': 'c', 'client-assertion': 'a' },
      { 'client-id': 'c', credentials: 'tls' },
    ])
      assert.deepEqual(
        programOf([step(oauth2)]).losses.map(({ what }) => what),
        ['auth oauth2'],
      )
  })
})
