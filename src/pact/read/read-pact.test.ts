import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Interaction, Pact } from '../pact.ts'
import { parseExactJson } from '../exact-json.ts'
import { readPact } from './read-pact.ts'
import { readRule, readRulesByPath } from './read-rule.ts'
import { parseRulePath } from './rule-path.ts'

const parties = { consumer: { name: 'web' }, provider: { name: 'shop' } }

function pactOf(version: JsonValue, interactions: readonly JsonValue[], more: JsonObject = {}): string {
  const metadata = { pactSpecification: { version } }
  return JSON.stringify({ ...parties, interactions, metadata, ...more })
}

function read(text: string): Pact {
  const pact = readPact(text, 'a.json')
  assert.ok(pact.ok, JSON.stringify(pact))
  return pact.value
}

/** Why a text is refused, and what to do about it. */
function refusal(text: string): readonly (string | undefined)[] {
  const pact = readPact(text, 'a.json')
  assert.ok(!pact.ok)
  const [problem] = pact.problems
  assert.equal(problem?.code, 'pact-unreadable')
  return [problem.message, problem.hint]
}

const get = { request: { method: 'get', path: '/users' }, response: { status: 200 } }

/** The only interaction of a pact of version 3 that has these members. */
function only(members: JsonObject, version = '3.0.0'): Interaction {
  const [interaction, ...others] = read(pactOf(version, [{ ...get, ...members }])).interactions
  assert.deepEqual(others, [])
  assert.ok(interaction !== undefined)
  return interaction
}

describe('a pact', () => {
  it('names its parties, and its version in every spelling that there was', () => {
    const { consumer, provider } = read(pactOf('4.0', [get]))
    assert.deepEqual([consumer, provider], ['web', 'shop'])
    const versions: readonly (readonly [JsonObject, number])[] = [
      [{ metadata: { pactSpecification: { version: '2.0.0' } } }, 2],
      [{ metadata: { pactSpecification: { version: 4 } } }, 4],
      [{ metadata: { 'pact-specification': { version: '1.1' } } }, 1],
      [{ metadata: { pactSpecificationVersion: '2' } }, 2],
      [{ metadata: {} }, 3],
      [{ metadata: null }, 3],
      [{}, 3],
    ]
    for (const [more, version] of versions)
      assert.equal(read(JSON.stringify({ ...parties, interactions: [get], ...more })).version, version)
  })

  it('is read with a byte order mark, and refused for what keeps it from being one', () => {
    assert.equal(read(`\uFEFF${pactOf('3.0.0', [get])}`).interactions.length, 1)
    const refused: readonly (readonly [string, string | undefined, string?])[] = [
      ['[]', 'a.json is not a pact: it is no JSON object'],
      [JSON.stringify({ interactions: [] }), 'a.json is not a pact: consumer and provider have no name'],
      [
        JSON.stringify({ consumer: 'web', provider: { name: 'shop' }, interactions: [] }),
        'a.json is not a pact: consumer and provider have no name',
      ],
      [JSON.stringify(parties), 'a.json is not a pact: it has no list of interactions'],
      [
        pactOf('5.0', [get]),
        'a.json is a pact of a version that is not known',
        'Versions 1 to 4 can be read.',
      ],
      [
        pactOf('3.0.0', [get, { request: {} }]),
        'a.json is not a pact: interaction 2 has no request or no response',
      ],
      [
        pactOf('4.0', [{ ...get, response: { status: 200, body: { id: 1 } } }]),
        'a.json is no pact of version 4: interaction 1 has a body without content',
        'A body of version 4 is { contentType, encoded, content }.',
      ],
      [
        pactOf('3.0.0', [{ ...get, description: 'all', request: { methd: 'GET' } }]),
        'a.json is no sound pact: the request of interaction 1 (all) has "methd", which pacts do not have',
        'Did you mean "method"?',
      ],
    ]
    for (const [text, message, hint] of refused) assert.deepEqual(refusal(text), [message, hint])
    assert.match(String(refusal('{')[0]), /^a\.json is not JSON: /)
    const twice = pactOf('3.0.0', [get]).replace('"consumer"', '"provider":{},"consumer"')
    assert.match(String(refusal(twice)[0]), /^a\.json is no pact that can be relied on: /)
  })

  it('has messages and other interactions as what is not checked, by why', () => {
    const reasons = (text: string): readonly JsonValue[] =>
      read(text).interactions.map(one => (one.kind === 'unsupported' ? one.reason : one.kind))
    assert.deepEqual(reasons(JSON.stringify({ ...parties, messages: [{ description: 'paid' }] })), [
      'messages are not supported',
    ])
    assert.deepEqual(
      reasons(
        pactOf('4.0', [
          { ...get, type: 'Synchronous/HTTP' },
          { ...get, type: 'Asynchronous/Messages' },
          { ...get, type: 'Synchronous/Else' },
          { ...get, transport: 'https' },
          { ...get, transport: 'grpc' },
        ]),
      ),
      [
        'http',
        'messages are not supported',
        'interactions of type Synchronous/Else are not supported',
        'http',
        'a transport other than HTTP is not supported',
      ],
    )
  })

  it('says which status is expected where a response says none', () => {
    const { warnings } = read(pactOf('3.0.0', [{ ...get, description: 'all', response: {} }]))
    assert.deepEqual(
      warnings.map(({ severity, message }) => [severity, message]),
      [['warning', 'a.json: the response of interaction 1 (all) has no status, so 200 is expected']],
    )
  })
})

describe('an interaction', () => {
  it('has a description that is a text, and none where it is anything else', () => {
    assert.equal(only({ description: 'all users' }).description, 'all users')
    for (const description of [7, null, ['a'], { a: 1 }]) assert.equal(only({ description }).description, '')
  })

  it('waits where it is pending, and only then', () => {
    assert.equal(only({ pending: true }, '4.0').pending, true)
    for (const pending of [false, 'true', 1, null]) assert.equal(only({ pending }, '4.0').pending, false)
  })

  it('has its states in every spelling', () => {
    const states: readonly (readonly [JsonObject, JsonValue])[] = [
      [{}, []],
      [{ providerState: 'a user' }, [{ name: 'a user', params: {} }]],
      [{ provider_state: 'a user' }, [{ name: 'a user', params: {} }]],
      [{ providerStates: 'a user' }, [{ name: 'a user', params: {} }]],
      [{ providerState: '' }, []],
      [
        {
          providerStates: [
            'one',
            { name: 'two', params: { id: 7 } },
            { params: {} },
            { name: 'three', params: 1 },
          ],
        },
        [
          { name: 'one', params: {} },
          { name: 'two', params: { id: 7 } },
          { name: 'three', params: {} },
        ],
      ],
    ]
    for (const [members, expected] of states) assert.deepEqual(only(members).states, expected)
  })

  it('asks by its method in capitals, and by GET and / where it says nothing', () => {
    const requestOf = (request: JsonObject): JsonValue => {
      const one = only({ request })
      assert.equal(one.kind, 'http')
      return [one.request.method, one.request.path]
    }
    assert.deepEqual(requestOf({ method: 'post', path: '/a' }), ['POST', '/a'])
    assert.deepEqual(requestOf({}), ['GET', '/'])
  })
})

const named: readonly (readonly [rule: JsonValue, read: JsonObject])[] = [
  [{ match: 'equality' }, { match: 'equality' }],
  [{ match: 'real' }, { match: 'decimal' }],
  [{ match: 'not-empty' }, { match: 'notEmpty' }],
  [{ match: 'type' }, { match: 'type' }],
  [
    { match: 'type', min: 2 },
    { match: 'type', min: 2 },
  ],
  [
    { match: 'min-type', min: '2' },
    { match: 'type', min: 2 },
  ],
  [
    { match: 'max', max: 3 },
    { match: 'type', max: 3 },
  ],
  [{ match: 'type', min: -1, max: 1.5 }, { match: 'type' }],
  [
    { match: 'regex', regex: '^a' },
    { match: 'regex', regex: '^a' },
  ],
  [
    { match: 'date', format: 'yyyy' },
    { match: 'date', format: 'yyyy' },
  ],
  [
    { match: 'time', time: 'HH' },
    { match: 'time', format: 'HH' },
  ],
  [
    { match: 'timestamp', timestamp: 'yyyy' },
    { match: 'datetime', format: 'yyyy' },
  ],
  [
    { match: 'include', value: 7 },
    { match: 'include', value: '7' },
  ],
  [
    { match: 'content-type', value: 'text/plain' },
    { match: 'contentType', value: 'text/plain' },
  ],
  [{ match: 'statusCode' }, { match: 'statusCode', status: 'success' }],
  [
    { match: 'status-code', status: 'clientError' },
    { match: 'statusCode', status: 'clientError' },
  ],
  [
    { match: 'statusCode', status: [200, '404'] },
    { match: 'statusCode', status: [200, 404] },
  ],
  [
    { match: 'eachKey', rules: [{ match: 'type' }] },
    { match: 'eachKey', rules: [{ match: 'type' }] },
  ],
  [{ match: 'each-value' }, { match: 'eachValue', rules: [] }],
  [
    {
      match: 'arrayContains',
      variants: [{ index: 1, rules: { '$.id': { matchers: [{ match: 'type' }] } } }, 1],
    },
    {
      match: 'arrayContains',
      variants: [
        {
          index: 1,
          rules: [
            {
              path: [{ kind: 'root' }, { kind: 'name', name: 'id' }],
              rules: [{ match: 'type' }],
              combine: 'AND',
            },
          ],
        },
      ],
    },
  ],
  [{ regex: '^a' }, { match: 'regex', regex: '^a' }],
  [{ min: 1 }, { match: 'type', min: 1 }],
  [{ max: 1 }, { match: 'type', max: 1 }],
  [{ timestamp: 'yyyy' }, { match: 'datetime', format: 'yyyy' }],
  [{ date: 'yyyy' }, { match: 'date', format: 'yyyy' }],
]

const unknown: readonly (readonly [rule: JsonValue, reason: string])[] = [
  ['type', 'a matching rule that is no object'],
  [{ other: 1 }, 'the matching rule {"other":1}, which has no name'],
  [{ match: 'regex' }, 'a regex rule without its regex'],
  [{ match: 'include' }, 'an include rule without its value'],
  [{ match: 'contentType' }, 'a contentType rule without its value'],
  [{ match: 'statusCode', status: 'fine' }, 'the status "fine" of a statusCode rule'],
  [{ match: 'csv' }, 'the matching rule csv, which would need a plugin'],
]

function exact(json: JsonValue): Parameters<typeof readRule>[0] {
  const parsed = parseExactJson(JSON.stringify(json))
  assert.ok(parsed.ok)
  return parsed.value
}

describe('a matching rule', () => {
  for (const [rule, expected] of named)
    it(`is read from ${JSON.stringify(rule)}`, () => {
      assert.deepEqual(readRule(exact(rule)), expected)
    })

  for (const [rule, reason] of unknown)
    it(`is unknown as ${JSON.stringify(rule)}, and says why`, () => {
      assert.deepEqual(readRule(exact(rule)), { match: 'unknown', reason })
    })

  it('stands at a path, with others that all hold or of which one does', () => {
    const rules = exact({
      '$.a': { combine: 'or', matchers: [{ match: 'type' }, { match: 'regex', regex: 'x' }] },
      a: { matchers: [] },
    })
    assert.ok(rules instanceof Map)
    assert.deepEqual(readRulesByPath(rules), [
      {
        path: [{ kind: 'root' }, { kind: 'name', name: 'a' }],
        rules: [{ match: 'type' }, { match: 'regex', regex: 'x' }],
        combine: 'OR',
      },
      { path: [], rules: [{ match: 'unknown', reason: 'the path a of a matching rule' }], combine: 'AND' },
    ])
  })

  it('has a path of names, indexes and stars in their two spellings', () => {
    assert.deepEqual(parseRulePath(`$.items[*].*[2]['unit price']["it's \\"new\\""]`), [
      { kind: 'root' },
      { kind: 'name', name: 'items' },
      { kind: 'any-index' },
      { kind: 'any' },
      { kind: 'index', index: 2 },
      { kind: 'name', name: 'unit price' },
      { kind: 'name', name: `it's "new"` },
    ])
    for (const path of ['items', '$items', '$.', '$.a[', '$.a[b]', '$.a..b'])
      assert.equal(parseRulePath(path), undefined, path)
  })
})
