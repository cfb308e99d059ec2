import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '../../model/problem.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'

async function problemsOf(text: string): Promise<readonly Problem[]> {
  return checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
}

/** The problems of a suite, as `code message`; warnings left out. */
async function errorsOf(text: string): Promise<readonly string[]> {
  return (await problemsOf(text)).flatMap(({ severity, code, message }) =>
    severity === 'error' ? [`${code} ${message}`] : [],
  )
}

/** Keys below a request, by what is wrong with them. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'conditions that are never so': [
    ...[
      'status: { equals: 200, not-equals: 200 }',
      'status: { greater-than: 300, less-than: 200 }',
      'status: 404',
    ],
    ...['time: { less-than: 0 }', 'size: { less-than: 0 }', 'size: { equals: 5, less-than: 3 }'],
    ...['$.id: { less-than: abc }', '$.id: { less-than: "{{word}}" }', '$.id: { at-least: 5, at-most: 4 }'],
    ...[
      '$.id: { equals: 1, has-type: string }',
      '$.id: { one-of: [1, 2], greater-than: 2 }',
      '$.id: { exists: false, equals: 1 }',
      '$.id: { missing: true, equals: 1 }',
      '$.id: { missing: true, not-matches-regex: "^a" }',
      '$.id: { missing: true, matches: <any> }',
      '$.id: { missing: true }, "$[\'id\']": { exists: true }',
    ],
    ...[
      '$.name: { matches-regex: "[" }',
      '$.name: { matches-regex: "{{broken}}" }',
      '$.name: { equals: a, starts-with: b }',
      '$.name: { equals: shipped, matches-regex: "^paid$" }',
      '$.name: a, "$[\'name\']": b',
      '$.items: { has-length: 0, contains: a }',
      '$.name: { contains: ab, not-contains: a }',
    ],
    ...[
      '$.list: { has-length: { at-least: 3, at-most: 2 } }',
      '$.day: { later-than: 2026-02-01, earlier-than: 2026-01-01 }',
    ],
    ...[
      'variable plan: { equals: gold, not-equals: gold }',
      'header x-a: { equals: a, contains: b }',
      '"xpath //a": { equals: Ada, exists: false }',
      '"xpath //a": { contains: Ada, missing: true }',
    ],
  ].flatMap(condition => [
    `validations: [{ when: { ${condition} }, $.name: Bob }, { status: 200 }]`,
    `validations: [{ status: 200 }]\n    extracts: { a: { from: $.a, when: { ${condition.replace('status: 404', 'status: 999')} } } }`,
  ]),
  'conditions under unless that are always so': [
    'validations: [{ unless: { status: { at-least: 100 } }, $.name: Bob }, { $.id: 1 }]',
    'validations: [{ unless: { status: 200 }, $.name: Bob }, { status: 200 }]',
    'validations: [{ unless: { time: { greater-than: 0 } }, $.name: Bob }, { $.id: 1 }]',
    'validations: [{ when: { $.a: 1 }, unless: { $.a: 1 }, $.name: Bob }, { $.id: 1 }]',
  ],
  'conditions that no list meets': [
    '$.tags: { each: a, any: b }',
    '$.tags: { each: a, none: a }',
    '$.prices: { any: a, none: { has-type: string } }',
    '$.prices: { each: { has-type: integer }, any: { has-type: string } }',
    '$.tags: { has-length: 0, any: a }',
    '"$.items[*].state": { each: paid, any: failed }',
    '"$.items[*].state": { has-length: { greater-than: 3, less-than: 2 } }',
    '"$..id": { contains: 4, none: 4 }',
  ].map(condition => `validations: [{ when: { ${condition} }, $.name: Bob }, { status: 200 }]`),
  'conditions on a part that is not there': [
    'size: 0, $.id: { exists: true }',
    'text: { exists: false }, $.id: 5',
    '$.user: { exists: false }, $.user.id: 5',
    '$.user: { missing: true }, $.user.id: 5',
    '$.items: { has-length: 0 }, "$.items[0].id": 5',
    '$: { has-type: array }, $.name: Ada',
    'size: { at-most: 2 }, $.items: { has-length: 3 }',
    'size: { less-than: 20 }, $.state.code: abcdefghij',
    '$.jobs: { has-length: 0 }, "$.jobs[*].state": { any: done }',
    '$: { has-length: 1, has-type: object }, $.a: { exists: true }, $.b: { exists: true }',
    'status: 204, $.id: { exists: true }',
    'status: { one-of: [204, 304] }, $.id: 5',
  ].map(condition => `validations: [{ when: { ${condition} }, $.total: 1 }, { status: { less-than: 400 } }]`),
  'conditions on a body that never comes': [
    'validations: [{ status: 204 }, { when: { $.id: { exists: true } }, $.id: 4 }]',
    'validations: [{ status: 304 }, { when: { text: { contains: gone } }, header x-a: b }]',
    'request: HEAD http://x/\n    validations: [{ when: { $.id: { exists: true } }, $.id: 4 }]',
    'request: GET http://x/\n    validations: [{ when: { certificate subject: { exists: true } }, $.id: 4 }]',
  ],
  'steps that never run': [
    ...['when: { plan: Gold }', 'when: { plan: { less-than: 5 } }', 'when: { list: 1 }'],
    ...[
      'when: { plan: { equals: gold, not-equals: gold } }',
      'when: { plan: gold }\n    unless: { plan: gold }',
    ],
  ],
  'ends that never come': [
    'retry: { attempts: 2, stop-when: { $.id: "{{$uuid}}" } }',
    'retry: { attempts: 2, stop-when: { $.id: { less-than: abc } } }',
    'retry: { attempts: 2, stop-when: { $.state: { one-of: [a, b], not-one-of: [a, b] } } }',
    'retry: { attempts: 2, stop-when: [{ $.state: failed }, { $.state: gone }] }',
    `retry: { attempts: 2, stop-when: { header x-state: failed, header X-State: gone } }`,
    'repeat: { until: { $.id: { greater-than: 5, less-than: 2 } }, at-most: 3 }',
    'repeat: { until: { status: { at-least: 100 } }, at-most: 3 }',
    'repeat: { until: { $.state: done }, at-most: 3 }\n    validations: [{ $.state: done }]',
    'repeat: { until: { variable plan: gold }, at-most: 3 }',
    'repeat: { until: { $.state: done }, at-most: 9 }\n    validations: [{ $.state: running }]',
    'retry: { attempts: 2, stop-when: { status: { at-least: 100 } } }',
    'follow-redirects: true\n    validations: [{ status: 200 }, { url: { starts-with: http } }]',
    'extracts: { code: status }\n    validations: [{ status: 200 }, { when: { variable code: 404 }, $.a: 1 }]',
  ],
  'validations that every answer passes': [
    ...[
      'status: { at-least: 200 }',
      'status: { not-equals: 100 }',
      'time: { greater-than: 0 }',
      'size: { at-least: 0 }',
    ],
    ...[
      'text: { has-type: string }',
      '$.a: { has-length: { at-least: 0 } }',
      '$.a: { none: { equals: 1, not-equals: 1 } }',
    ],
    ...[
      '$.a: { none: { less-than: abc } }',
      'xpath count(//a): { at-least: 0 }',
      'xpath 1=1: true',
      "xpath 'a': a",
    ],
    ...[
      'xpath string-length(//a): { greater-than: -1 }',
      'xpath boolean(//a): { has-type: boolean }',
      'variable plan: gold',
    ],
    ...['certificate names: { has-type: array }'],
    ...[
      'certificate expires: { later-than: "{{$isoTimestamp}}" }',
      'certificate starts: { earlier-than: "{{$isoTimestamp}}" }',
      'time: { less-than: 1h }',
      'time: { not-equals: 123456 }',
      'time: { matches: <number> }',
      'size: { at-most: 100000000 }',
      'xpath count(//a): { matches-regex: "^\\\\d+$" }',
      '$.id: { not-equals: "{{$uuid}}" }',
      '$.ids: { none: "a-{{$guid}}" }',
    ],
  ].map(validation => `validations: [{ ${validation} }]`),
}

/** Conditions, and validations that say no more than these. */
const implied: readonly string[] = [
  'when: { $.state: shipped }, $.state: shipped',
  'when: { $.state: { one-of: [a, b] } }, $.state: { one-of: [a, b, c] }',
  'when: { $.total: { greater-than: 10 } }, $.total: { greater-than: 5 }',
  `when: { "$['id']": { exists: true } }, $.id: { exists: true }`,
  'unless: { text: { contains: error } }, text: { not-contains: error }',
  'when: { header X-A: b }, header x-a: { starts-with: b }',
  'when: { status: 200 }, status: 2xx',
  'unless: { status: 201 }, status: { not-equals: 201 }',
  'when: { time: { less-than: 500ms } }, time: { less-than: 1s }',
  'when: { $.a: { missing: false } }, $.a: { matches: <any> }',
  'when: { $.a: { missing: true } }, $.a: { exists: false }',
  'when: { $.a: { exists: true } }, $.a: { missing: false }',
  'when: { $.a.b: { exists: true } }, $.a: { has-type: object }',
  'when: { "$.a[1].b": 1 }, $.a: { has-type: array, has-length: { at-least: 2 } }',
  'when: [{ $.state: shipped }, { $.total: 1 }], $.state: { not-equals: gone }',
  'when: { $.tags: { each: { one-of: [a, b] } } }, $.tags: { each: { one-of: [a, b, c] } }',
  'when: { $.tags: { each: a } }, $.tags: { any: a }',
  'when: { $.tags: { each: a } }, $.tags: { none: x }',
  'when: { $.tags: { has-type: array, contains: a } }, $.tags: { any: a }',
  'when: { $.prices: { each: { greater-than: 5 } } }, $.prices: { each: { greater-than: 3 } }',
  'when: { $.prices: { each: { less-than: 5 } } }, $.prices: { none: { greater-than: 5 } }',
  'when: { $.flags: { has-type: array, has-length: { at-least: 1 }, each: { has-type: boolean } } }, $.flags: { each: { one-of: [true, false] } }',
  'when: { $.n: { at-least: 0, at-most: 100 } }, $.n: { equals: 5, within: 1000 }',
  'when: { $.n: { equals: 9.5, within: 1 } }, $.n: { greater-than: 8 }',
  'when: { $.at: { later-than: "2025-01-01T00:00:00Z", earlier-than: "2030-01-01T00:00:00Z" } }, $.at: { equals: "2026-01-01T00:00:00Z", within: 1000000h }',
  'when: { $.at: { later-than: "2025-01-01T00:00:00Z" } }, $.at: { not-equals: "2024-06-01T00:00:00Z" }',
  'when: { $.s: { has-type: string, starts-with: abcd } }, $.s: { has-length: { at-least: 4 } }',
  'when: { $.s: { has-type: string, has-length: 3 } }, $.s: { not-equals: "" }',
  'when: { $.s: { has-type: string, has-length: 3 } }, $.s: { not-one-of: [ABCD, WXYZ] }',
  'when: { $.id: 5 }, $: { matches: { id: 5 } }',
  'when: { $: { matches: { id: 5 } } }, $.id: 5',
  'when: { $: { matches: { id: <integer> } } }, $.id: { has-type: number }',
  ...[
    String.raw`matches-regex: '^AB\d{3}$' => matches-regex: '^AB'`,
    String.raw`matches-regex: '^\d+$' => not-matches-regex: '[a-z]'`,
    String.raw`matches-regex: '^\d{5}$', has-type: string => has-length: 5`,
    String.raw`ends-with: .pdf => matches-regex: '\.pdf$'`,
    String.raw`matches: <uuid> => contains: '-'`,
    String.raw`matches: <uuid> => matches: <string>`,
    String.raw`has-type: string, not-matches-regex: '[0-9]' => not-one-of: [A1, B2]`,
    String.raw`has-type: string, matches-regex: '^(paid|open)$' => one-of: [open, paid]`,
    String.raw`matches-regex: '^(?:\w+@)+example\.com$' => contains: '@example.com'`,
  ].map(one => `when: { $.s: { ${one.replace(' => ', ' } }, $.s: { ')} }`),
  String.raw`when: { header x-a: { exists: true } }, header x-a: { not-contains: "\n" }`,
  'when: { $: { has-type: object } }, schema: { type: object, minProperties: 0 }',
  'when: { $: { has-type: object } }, schema: { type: object, properties: { id: {} } }',
]

/** Steps whose validations are of values that the suite itself has given. */
const own: readonly string[] = [
  '- { set: { level: 3 }, validations: [{ variable level: 3 }] }',
  '- { request: GET http://x/, variables: { level: 3 }, validations: [{ variable level: { at-least: 1 } }] }',
  '- { request: GET http://x/, extracts: { level: { value: 3 } }, validations: [{ variable level: 3 }] }',
  '- { request: GET http://x/, extracts: { code: status }, validations: [{ variable code: { less-than: 600 } }] }',
  '- { request: GET http://x/, extracts: { took: time }, validations: [{ variable took: { greater-than: 0 } }] }',
  String.raw`- { request: GET http://x/, extracts: { n: { from: text, regex: 'id=(\d+)' } }, validations: [{ variable n: { matches-regex: '^\d+$' } }] }`,
  String.raw`- { request: GET http://x/, extracts: { n: { from: text, regex: '\b\d{4}\b' } }, validations: [{ variable n: { has-length: 4 } }] }`,
  '- { steps: [{ set: { level: 3 } }, { request: GET http://x/ }], validations: [{ $.level: 3 }] }',
  '- { for-each: { id: [1, 2] }, request: GET http://x/, validations: [{ variable id: { one-of: [1, 2] } }] }',
]

/** Steps whose values an answer, or a step before, may have given. */
const others: readonly string[] = [
  '- { request: GET http://x/, extracts: { code: status }, validations: [{ variable code: 200 }] }',
  String.raw`- { request: GET http://x/, extracts: { n: { from: text, regex: 'id=(\d+)' } }, validations: [{ variable n: { has-length: 4 } }] }`,
  String.raw`- { request: GET http://x/, extracts: { n: { from: text, regex: 'id=(\S+)' } }, validations: [{ variable n: { matches-regex: '^\d+$' } }] }`,
  '- { request: GET http://x/, extracts: { id: $.id }, validations: [{ variable id: { exists: true } }] }',
  '- { request: GET http://x/, extracts: { id: { from: $.id, optional: true } }, validations: [{ variable id: { exists: true } }] }',
  '- { request: GET http://x/, extracts: { id: { from: $.id, when: { status: 200 }, default: 1 } }, validations: [{ variable id: 1 }] }',
  '- { set: { level: 3 }, when: { plan: { one-of: [gold, silver] } } }\n  - { request: GET http://x/, extracts: { level: $.level }, validations: [{ variable level: 3 }] }',
  '- { steps: [{ request: GET http://x/, extracts: { id: $.id } }], validations: [{ $.id: 1 }] }',
]

/** Of streams and redirects. */
const ofTransport: readonly string[] = [
  '- { exec: npm test, validations: [{ when: { status: 1 }, text: { contains: failed } }] }',
  '- { exec: npm test, validations: [{ unless: { status: 0 }, text: { contains: failed } }] }',
  '- { grpc: a.B/C, target: 127.0.0.1:1, validations: [{ when: { status: NOT_FOUND }, $.id: 1 }] }',
  '- { websocket: ws://x/, validations: [{ unless: { status: 101 }, header x-error: a }] }',
  '- { sse: http://x/, validations: [{ unless: { status: 200 }, header x-error: a }] }',
  '- { sse: http://x/, expect: { event: { has-type: string } } }',
  '- { websocket: ws://x/, messages: [a], none: true, timeout: 1s, expect: [{ $.type: failed }, { $.type: gone }] }',
  '- { websocket: ws://x/, messages: [{ close: 1000 }], validations: [{ close-code: { at-least: 1000 } }] }',
  '- { websocket: ws://x/, messages: [{ close: 1000 }], validations: [{ close-code: { not-equals: 0 } }] }',
  '- { sse: http://x/, count: 3, validations: [{ $: { has-length: 3 } }] }',
  '- { websocket: ws://x/, messages: [a], count: 1, validations: [{ $: { has-type: array } }] }',
  '- { request: GET http://x/a, validations: [{ url: { contains: /a } }] }',
  '- { sse: http://x/, expect: { event: { exists: true } } }',
  '- { sse: http://x/, validations: [{ "$[0]": { matches: { event: <string> } } }] }',
  '- { sse: http://x/, count: 3, validations: [{ "$[2].event": { exists: true } }] }',
  '- { kafka: publish, brokers: "x:1", topic: a, json: {}, validations: [{ $.offset: { at-least: 0 } }] }',
  '- { kafka: publish, brokers: "x:1", topic: a, json: {}, validations: [{ $.topic: a }] }',
  '- { wait: http://x/, validations: [{ $.services: { has-length: 1 } }] }',
  '- { websocket: ws://x/, messages: [a], count: 2, validations: [{ "$[1]": { matches: <any> } }] }',
  '- { sse: http://x/, none: true, timeout: 2s, expect: [{ event: error }, { event: failure }] }',
  '- { sse: http://x/, validations: [{ "$[*].event": { each: { has-type: string } } }] }',
]

const soundTransport: readonly string[] = [
  '- { exec: npm test, validations: [{ status: { less-than: 2 } }, { when: { status: 1 }, text: { contains: failed } }] }',
  '- { sse: http://x/, expect: { event: { starts-with: order } } }',
  '- { sse: http://x/, expect: { event: { not-equals: ping } } }',
  '- { websocket: ws://x/, messages: [{ close: 1000 }], validations: [{ close-code: { less-than: 4000 } }] }',
  '- { websocket: ws://x/, messages: [a], count: 1, validations: [{ close-code: { at-least: 1000 } }] }',
  '- { request: GET http://x/a, validations: [{ url: { contains: /a } }, { $.a: 1 }] }',
  '- { sse: http://x/, count: 3, validations: [{ $: { has-length: 3 } }, { status: 200 }] }',
  '- { sse: http://x/, count: 2, validations: [{ $: { contains: a } }] }',
  '- { sse: http://x/, count: 2, expect: { $: { has-length: 2 } } }',
  '- { websocket: ws://x/, expect: { $: { has-type: array } } }',
  '- { sse: http://x/, validations: [{ "$[0].id": { has-type: string } }] }',
  '- { sse: http://x/, validations: [{ "$[0].data": { has-type: string } }] }',
  '- { kafka: publish, brokers: "x:1", topic: a, json: {}, validations: [{ $.offset: { at-least: 1 } }, { $.partition: 0 }] }',
  '- { wait: [http://x/, http://y/], validations: [{ $.services: { has-length: 1 } }] }',
  '- { request: GET http://x/a, follow-redirects: true, validations: [{ url: { contains: /a } }] }',
]

const sound: readonly string[] = [
  ...[
    String.raw`matches-regex: '^AB' => matches-regex: '^AB\d{3}$'`,
    String.raw`matches-regex: '^\d+$' => has-type: string`,
    String.raw`matches-regex: '\d+' => not-matches-regex: '[a-z]'`,
    String.raw`matches-regex: '^\w{2,8}$' => matches-regex: '^\w{2,7}$'`,
    String.raw`matches-regex: '^ORD-\d{1,12}$' => has-length: { at-most: 15 }`,
    String.raw`matches-regex: '^\d{1,20}$', has-type: string => has-length: { at-most: 15 }`,
    String.raw`matches-regex: '^.{1,20}$' => has-length: { at-least: 2 }`,
    String.raw`matches-regex: '^\S+$' => not-matches-regex: 'undefined|null'`,
    String.raw`matches-regex: '^[a-z-]{36}$' => not-contains: 'null'`,
    String.raw`matches-regex: '^\w+@\w+\.com$' => not-matches-regex: '^admin@'`,
    String.raw`matches-regex: '^https?://' => matches-regex: '^https?://[^/]+/api'`,
    String.raw`matches-regex: '^https?://' => starts-with: 'https://'`,
    String.raw`matches-regex: '^\d{4}-\d\d-\d\d' => matches: <date-time>`,
    String.raw`matches-regex: '^\d{4}-\d\d-\d\d' => later-than: 2020-01-01`,
    String.raw`matches: <uuid> => matches-regex: '^[0-9a-f-]+$'`,
    String.raw`matches: <uuid> => matches-regex: '^.{14}[1-5]'`,
    String.raw`matches: <uuid> => not-equals: 00000000-0000-0000-0000-000000000000`,
    String.raw`contains: error => matches-regex: 'error: .+'`,
    String.raw`matches-regex: '^[A-Z]+$' => matches-regex: '^[A-Y]+$'`,
    String.raw`matches-regex: '^[^<>]*$' => not-contains: '&lt;'`,
    String.raw`matches-regex: '^(\d{1,3}\.){3}\d{1,3}$' => matches-regex: '^(\d\d?|1\d\d|2\d\d)\.'`,
    String.raw`matches-regex: '^(?=.*\d)(?=.*[a-z]).{8,}$' => matches-regex: '\d'`,
    String.raw`matches-regex: '^\p{L}+$' => matches-regex: '^[a-zé]+$'`,
    String.raw`matches-regex: '(?i)^ok$' => equals: OK`,
    String.raw`not-matches-regex: 'error' => not-contains: 'Error'`,
  ].map(one => `validations: [{ when: { $.s: { ${one.replace(' => ', ' } }, $.s: { ')} } }]`),
  'validations: [{ when: { $.id: 5 }, $: { matches: { id: 5, name: <string> } } }]',
  'validations: [{ when: { $: { matches: { id: <number> } } }, $.id: { has-type: integer } }]',
  'validations: [{ when: { $: { matches: { user: { id: 5 } } } }, $.user: { has-length: 1 } }]',
  'validations: [{ when: { $.s: { has-type: string, starts-with: abcd } }, $.s: { has-length: { at-most: 20 } } }]',
  'validations: [{ when: { $.s: { contains: abcd } }, $.s: { has-length: { at-least: 4 } } }]',
  'validations: [{ when: { $.s: { starts-with: a, ends-with: b, has-length: 9 } }, $.total: 1 }]',
  'validations: [{ when: { $.s: { contains: abc, has-length: { at-least: 30 } } }, $.s: { ends-with: abc } }]',
  'validations: [{ when: { $.s: { has-type: string, has-length: 3 } }, $.s: { not-one-of: [ABC, WXYZ] } }]',
  'validations: [{ when: { $.s: { not-contains: x, starts-with: a, has-length: 7 } }, $.total: 1 }]',
  'validations: [{ when: { $.user: { exists: true }, $.user.id: 5 }, $.total: 1 }]',
  'validations: [{ when: { $.user: { exists: false }, $.user.id: { exists: false } }, $.total: 1 }]',
  'validations: [{ when: { $.items: { has-type: array }, "$.items[50].id": 5 }, $.total: 1 }]',
  'validations: [{ when: { $.items: { has-length: { at-least: 2 } }, "$.items[1].id": 5 }, $.total: 1 }]',
  'validations: [{ when: { size: { less-than: 100 }, $.id: 5 }, $.total: 1 }]',
  'validations: [{ when: { size: { at-most: 8 }, $.id: 5 }, $.total: 1 }]',
  'validations: [{ when: { size: { at-most: 33 }, $.state.code: abcdefghij }, $.total: 1 }]',
  'validations: [{ when: { $.jobs: { has-length: 0 }, "$.jobs[*].state": { has-length: 0 } }, $.total: 1 }]',
  'validations: [{ when: { $.jobs: { has-length: 1 }, "$.jobs[*].state": { any: done } }, $.total: 1 }]',
  'validations: [{ when: { $: { has-length: 2 }, $.a: { exists: true }, $.b: { exists: true } }, $.total: 1 }]',
  'validations: [{ when: { $: { has-length: 1 }, $.a: { exists: true }, $.b: { exists: false } }, $.total: 1 }]',
  'validations: [{ when: { $: { has-length: 1 }, $.a.b: 1, $.a.c: 2 }, $.total: 1 }]',
  'validations: [{ when: { $.n: { at-least: 0, at-most: 100 } }, $.n: { equals: 5, within: 50 } }]',
  'validations: [{ when: { $.at: { later-than: "2025-01-01T00:00:00Z" } }, $.at: { equals: "2026-01-01T00:00:00Z", within: 1000000h } }]',
  'validations: [{ when: { $.at: { later-than: "2025-01-01T00:00:00Z" } }, $.at: { not-equals: "2026-06-01T00:00:00Z" } }]',
  'validations: [{ when: { $.tags: { each: { one-of: [a, b] } } }, $.tags: { each: { one-of: [a, c] } } }]',
  'validations: [{ when: { $.tags: { any: a } }, $.tags: { each: a } }]',
  'validations: [{ when: { $.tags: { each: a } }, $.tags: { has-length: { at-most: 5 } } }]',
  'validations: [{ when: { $.tags: { none: a, any: b } }, $.total: 1 }]',
  'validations: [{ when: { $.tags: { has-length: { at-least: 9 }, each: a } }, $.total: 1 }]',
  'validations: [{ when: { $: { has-type: object } }, schema: { type: object, required: [id] } }]',
  `validations: [{ '$.items[?search(@.name, "@.y==007")].id': { exists: false } }]`,
  'validations: [{ "$[?@.id == 9007199254740993]": { has-length: 0 } }, { "$[?@.n == 1e400]": { has-length: 0 } }]',
  'validations: [{ "$[?@.price > 1234567890.12345678]": { has-length: 0 } }]',
  'validations: [{ when: { $.id: { greater-than: 9007199254740992, less-than: 9007199254740994 } }, $.a: 1 }]',
  'validations: [{ when: { $.a: { ends-with: paid } }, $.a: { starts-with: p } }]',
  'validations: [{ when: { $.a: { not-equals: paid, ends-with: paid } }, $.a: { starts-with: a } }]',
  'validations: [{ when: { $.a: { has-type: object } }, $.a: { not-contains: paid } }]',
  'validations: [{ when: { $.tags: { contains: new } }, $.tags: { not-contains: hidden } }]',
  'validations: [{ when: { $.at: { contains: { city: Berlin } } }, $.at: { not-contains: { country: AT } } }]',
  'validations: [{ when: { header vary: { contains: Accept } }, header vary: { not-contains: Cookie } }]',
  'validations: [{ when: { $.note: { starts-with: Order } }, $.note: { not-contains: cancelled } }]',
  'validations: [{ when: { $.note: { starts-with: a } }, $.note: { has-length: { at-most: 5 } } }]',
  'validations: [{ when: { $.tags: { unique: true } }, $.tags: { has-length: { at-most: 5 } } }]',
  'validations: [{ when: { "$.tags[0]": { exists: true } }, $.tags: { has-length: { at-most: 5 } } }]',
  'validations: [{ when: { $.at: { later-than: 2025-01-01 } }, $.at: { ends-with: Z } }]',
  'validations: [{ when: { $.at: { later-than: 2025-01-01 } }, $.at: { matches: <date-time> } }]',
  'validations: [{ when: { $.at: { matches: <date-time> } }, $.at: { ends-with: Z } }]',
  'validations: [{ when: { $.a: { starts-with: x, ends-with: y, not-contains: xy } }, $.b: 1 }]',
  'validations: [{ when: { $.a: { equals: shipped, matches-regex: "^s" } }, $.b: 1 }]',
  'validations: [{ when: { $.state: { one-of: [a, b] } }, $.state: a }]',
  'validations: [{ when: { $.a: { exists: true } }, $.a: { has-type: string } }]',
  'validations: [{ when: { $.a: { missing: false } }, $.a: { exists: true } }]',
  'validations: [{ when: { $.a: { exists: false } }, $.a: { missing: true } }]',
  'validations: [{ when: { "$.a[*]": { missing: true, has-length: 0 } }, $.b: 1 }]',
  'validations: [{ when: { $.a: { missing: false, exists: false } }, $.b: 1 }]',
  'validations: [{ when: { $.a: { starts-with: b } }, $.a: { matches-regex: "^[a-z]+$" } }]',
  'validations: [{ when: { $.a: { has-type: object } }, $.a.b: 1 }]',
  'validations: [{ when: { $.a.b: 1 }, $.a: { has-length: 1 } }]',
  'validations: [{ unless: { status: 404, $.a: 1 }, status: 200 }]',
  'validations: [{ when: { $.orders: { has-length: 12 } }, $.name: Bob }, { status: 200 }]',
  'validations: [{ $.tags: { none: { has-length: 4 } } }]',
  'validations: [{ $.kind: { has-type: string } }, { when: { $.kind: { has-length: 3 } }, $.name: Bob }]',
  'validations: [{ $.pet: { has-type: object } }, { when: { $.pet: { has-length: 2 } }, $.name: Bob }]',
  'validations: [{ $.state: { matches-regex: "^(active|blocked)$" } }, { unless: { $.state: active }, $.reason: { exists: true } }]',
  'validations: [{ $.uid: { matches: <uuid> } }, { unless: { $.uid: 00000000-0000-0000-0000-000000000000 }, $.name: Bob }]',
  'validations: [{ text: { has-length: { at-most: 50000 } } }]',
  'validations: [{ when: { text: { has-length: { greater-than: 20000 } } }, $.name: Bob }, { status: 200 }]',
  'validations: [{ when: { header expires: { later-than: "Thu, 01 Jan 2032 00:00:00 GMT" } }, $.name: Bob }, { status: 200 }]',
  'validations: [{ when: { status: 404 }, $.message: gone }, { unless: { status: 404 }, $.id: 1 }, { status: { one-of: [200, 404] } }]',
  'validations: [{ when: { status: 200, $.items: { exists: true } }, $.total: 1 }]',
  'validations: [{ when: { $.kind: a }, $.a: 1 }, { when: { $.kind: b }, $.b: 1 }]',
  'validations: [{ when: { $.a: { matches-regex: "^x+$", has-length: { at-least: 2 } } }, $.b: 1 }]',
  'validations: [{ when: { $.a: { contains: x, not-contains: y, starts-with: z } }, $.b: 1 }]',
  'validations: [{ when: { $.a: { at-least: 0.1, less-than: 0.2 } }, $.b: 1 }]',
  'validations: [{ when: { $.at: { later-than: 2026-01-01, earlier-than: 2026-01-03 } }, $.b: 1 }]',
  'validations: [{ when: { $.a: { one-of: ["1", "2"], less-than: 2 } }, $.b: 1 }]',
  'validations: [{ when: { $.a: "{{unknown}}" }, $.b: 1 }]\n    variables: { unknown: "{{$uuid}}" }',
  'validations: [{ when: { "$.items[*].id": { contains: 3 } }, $.b: 1 }]',
  'validations: [{ when: { header content-type: { contains: json, starts-with: application } }, $.b: 1 }]',
  'validations: [{ unless: { variable plan: free, status: 503 }, $.b: 1 }]',
  'validations: [{ when: { variable flag: true }, $.b: 1 }, { $.a: 1 }]',
  'validations: [{ $.a: { none: { equals: 1 } } }, { $.a: { none: { greater-than: 1, less-than: 5 } } }]',
  'validations: [{ $.a: { at-least: 0 } }, { $.a: { has-type: string } }, { $.a: { exists: true } }]',
  'validations: [{ status: { at-least: 100 } }, { time: { less-than: 30s } }, { size: { at-most: 100000 } }]',
  'validations: [{ xpath count(//a): 2 }, { xpath //a: { exists: false } }, { xpath sum(//a): { at-least: 0 } }]',
  'validations: [{ text: { not-contains: error } }, { text: { not-matches-regex: "[Ee]rror" } }]',
  'follow-redirects: true\n    validations: [{ url: { ends-with: /b } }, { url: { not-contains: sign-in } }]',
  'timeout: 2h\n    validations: [{ time: { less-than: 1h } }, { time: { matches-regex: "^\\\\d{1,4}$" } }]',
  'validations: [{ certificate expires: { later-than: 2032-01-01 } }, { certificate names: { contains: a.example } }]',
  'tls: { verify: false }\n    validations: [{ certificate expires: { later-than: "{{$isoTimestamp}}" } }]',
  'validations: [{ $.at: { earlier-than: "{{$isoTimestamp}}" } }, { $.n: { not-equals: "{{$randomInt}}" } }]',
  'validations: [{ $.city: { not-equals: "{{$randomCity}}" } }, { when: { $.at: { later-than: "{{$isoTimestamp}}" } }, $.b: 1 }]',
  'when: { flag: true }',
  'when: { nothing: { exists: true } }',
  'when: { plan: { one-of: [silver, gold] } }',
  'unless: { plan: free }',
  'retry: { attempts: 2, stop-when: { $.state: { one-of: [failed, gone] } } }',
  'retry: { attempts: 2, stop-when: [{ $.state: failed }, { $.final: true }] }',
  'retry: { attempts: 2, stop-when: [{ when: { status: 404 }, $.id: 1 }, { $.id: 2 }] }',
  'repeat: { until: { $.next: { exists: false } }, at-most: 3 }',
  'repeat: { until: { status: 200, $.state: done }, at-most: 3 }\n    validations: [{ status: 200 }]',
  'repeat: { until: { status: 200 }, at-most: 3 }\n    validations: [{ status: { one-of: [200, 202] } }]',
]

/** Steps that a run only takes where it gives the variable another value. */
const switched: readonly string[] = [
  'when: { plan: silver }',
  'when: { plan: { starts-with: s } }',
  'unless: { plan: gold }',
  'when: { plan: gold, word: cba }',
  'validations: [{ when: { variable plan: silver }, $.a: 1 }, { $.b: 1 }]',
  'extracts: { a: { from: $.a, when: { variable plan: silver } } }',
  'validations: [{ unless: { variable plan: gold }, $.name: Bob }, { $.id: 1 }]',
]

const suite = (part: string): string =>
  `suite: A\nvariables: { plan: gold, word: abc, broken: "[", list: [1, 2], flag: false, nothing: null }\nsteps:\n  - ${/^(?:request|grpc):/.test(part) ? '' : 'request: GET https://x/\n    '}${part}\n`

for (const [title, parts] of Object.entries(refused))
  describe(title, () => {
    for (const part of parts)
      it(`are refused: ${part}`, async () => {
        assert.match((await errorsOf(suite(part))).join('\n'), /^(?:bad-value|bad-regular-expression) /)
      })
  })

describe('a validation that says no more than its condition', () => {
  for (const part of implied)
    it(`is refused: ${part}`, async () => {
      const status = part.includes('status') ? '' : ', { status: 200 }'
      const errors = await errorsOf(suite(`validations: [{ ${part} }${status}]`))
      assert.match(errors.join('\n'), /says no more than its own condition/)
    })
})

describe('what the suite itself has given a value', () => {
  const of = (steps: string): string => `suite: A\nvariables: { plan: gold }\nsteps:\n  ${steps}\n`
  for (const steps of own)
    it(`proves nothing: ${steps}`, async () => {
      const [problem] = await problemsOf(of(steps))
      assert.match(problem?.message ?? '', /this holds for all that/)
      // Whoever sets a value may try what is made of it.
      assert.equal(problem?.severity, /status|time|regex/.test(steps) ? 'error' : 'warning')
    })
  for (const steps of others)
    it(`may be told from what was answered: ${steps}`, async () => {
      assert.deepEqual(await errorsOf(of(steps)), [])
    })
})

/** Of streams that say once more what they have waited for. */
const awaited: readonly string[] = [
  '- { websocket: ws://x/, expect: { $.type: subscribed }, validations: [{ "$[0].type": subscribed }] }',
  '- { websocket: ws://x/, count: 3, expect: { $.state: done }, validations: [{ "$[*].state": { each: done } }] }',
  '- { sse: http://x/, expect: { $.n: { greater-than: 5 } }, validations: [{ "$[0].data.n": { greater-than: 1 } }] }',
  '- { sse: http://x/, expect: { event: paid }, validations: [{ "$[0].event": paid }] }',
  '- { collect: orders, expect: { $.state: paid }, validations: [{ "$[0].value.state": paid }] }',
]

const notAwaited: readonly string[] = [
  '- { websocket: ws://x/, expect: { $.type: subscribed }, validations: [{ "$[0].topic": subscribed }] }',
  '- { websocket: ws://x/, expect: { $.type: { one-of: [a, b] } }, validations: [{ "$[0].type": a }] }',
  '- { sse: http://x/, expect: { $.n: { greater-than: 5 } }, validations: [{ "$[0].data.n": { greater-than: 9 } }] }',
]

describe('what a step has waited for', () => {
  const of = (steps: string): string => `suite: A\nsteps:\n  ${steps}\n`
  for (const steps of awaited)
    it(`is told: ${steps}`, async () => {
      const told = (await problemsOf(of(steps))).filter(({ message }) => message.startsWith('"expect" asks'))
      assert.deepEqual(
        told.map(({ severity }) => severity),
        ['warning'],
      )
    })
  for (const steps of notAwaited)
    it(`is not this: ${steps}`, async () => {
      const told = (await problemsOf(of(steps))).filter(({ code }) => code === 'bad-value')
      assert.deepEqual(told, [])
    })
})

describe('what a stream and a request are like in any case', () => {
  const of = (steps: string): string => `suite: A\nsteps:\n  ${steps}\n`
  for (const steps of ofTransport)
    it(`proves nothing: ${steps}`, async () => {
      assert.equal((await errorsOf(of(steps))).length, 1)
    })
  for (const steps of soundTransport)
    it(`is not all there is: ${steps}`, async () => {
      assert.deepEqual(await errorsOf(of(steps)), [])
    })
})

/** Validations of the calls of a mock that no number of them fails, and others. */
const ofCalls: Readonly<Record<string, boolean>> = {
  '$.count: { at-least: 0 }': false,
  '$.count: { not-equals: -1 }': false,
  '$.calls: { has-type: array }': false,
  '$: { matches: { count: <integer> } }': false,
  'text: { contains: count }': false,
  'schema: { type: object, required: [count] }': false,
  '$.count: { at-most: 3 }': true,
  '$.calls: { none: { matches: { method: POST } } }': true,
  'text: { not-contains: secret }': true,
  'schema: { properties: { calls: { minItems: 1 } } }': true,
}

describe('what is said of calls', () => {
  for (const [validation, isSound] of Object.entries(ofCalls))
    it(`proves ${isSound ? 'something' : 'nothing'}: ${validation}`, async () => {
      const mocks = 'mocks: { shop: { routes: [{ route: POST /a, answer: 201 }] } }'
      const errors = await errorsOf(
        `suite: A\n${mocks}\nsteps:\n  - { request: GET http://x/ }\n  - { calls: shop, validations: [{ ${validation} }] }\n`,
      )
      assert.deepEqual(
        errors.map(one => one.slice(0, 26)),
        isSound ? [] : ['bad-value this holds for e'],
      )
    })
})

/** Conditions of a route, or of a reply, and if a request can meet them. */
const ofRoutes: readonly (readonly [route: string, isSound: boolean])[] = [
  ['{ route: GET /a, when: { query kind: { equals: a, not-equals: a } }, answer: 200 }', false],
  ['{ route: POST /a, when: { $.n: { greater-than: 5, less-than: 2 } }, answer: 200 }', false],
  ['{ route: POST /a, unless: { text: { has-type: string } }, answer: 200 }', false],
  ['{ route: POST /a, when: { $.n: 5, $.m: { starts-with: a } }, answer: 200 }', true],
  ['{ route: POST /a, when: { header accept: { contains: json } }, answer: 200 }', true],
]

describe('a route of a mock that waits for', () => {
  for (const [route, isSound] of ofRoutes)
    it(`${isSound ? 'some requests' : 'none'}: ${route}`, async () => {
      const request = '{ request: "GET {{mocks.shop.url}}/b" }'
      const errors = await errorsOf(
        `suite: A\nmocks: { shop: { routes: [${route}, { route: GET /b, answer: 200 }] } }\nsteps:\n  - ${request}\n`,
      )
      assert.match(errors.join('\n'), isSound ? /^$/ : /what depends on it never counts/)
    })
})

/** Validations that seem to prove nothing, or that only say what is there: at most warned of. */
const doubtful: Readonly<Record<string, readonly string[]>> = {
  warning: [
    'validations: [{ status: 200 }, { $.a: { greater-than: 10, less-than: 5 } }]',
    'validations: [{ status: 200 }, { status: { at-least: 300 } }]',
    'validations: [{ status: 200 }, { $.items: { has-length: 2 } }, { "$.items[5].id": 3 }]',
    'request: HEAD http://x/\n    validations: [{ status: 200 }, { $.id: 1 }]',
    'validations: [{ status: 204 }, { $.error: { exists: false } }]',
    'request: HEAD http://x/\n    extracts: { name: $.name }\n    validations: [{ status: 200 }]',
    'extracts: { id: $.id, reason: { from: $.reason, when: { status: 500 }, optional: true } }\n    validations: [{ status: 200 }]',
    "validations: [{ status: 200 }, { \"$.jobs[?@.state == 'failed' && @.state == 'error']\": { has-length: 0 } }]",
    'validations: [{ status: 204 }, { text: { not-contains: error } }]',
    'validations: [{ status: { one-of: [200, 404, 500] } }]',
    'validations: [{ status: { at-least: 200, less-than: 504 } }]',
    'validations: [{ status: { one-of: [2xx, 5xx] } }]\n    extracts: { a: { from: $.a, optional: true } }',
    'grpc: a.B/C\n    target: 127.0.0.1:1\n    validations: [{ status: { one-of: [OK, INTERNAL] } }]',
    'validations: [{ status: 200 }, { variable nope: { exists: false } }]',
    'validations: [{ status: 200 }, { variable nope: { missing: true } }]',
    'validations: [{ status: 204 }, { size: { less-than: 1000 } }]',
    'validations: [{ when: { "$.items[?@.price > 10].price": { any: { less-than: 5 } } }, $.a: 1 }]',
    'validations: [{ when: { "$.items[?@.a > 5 && @.a < 3]": { exists: true } }, $.a: 1 }]',
  ],
  '': [
    'validations: [{ status: 200 }, { $.a: { equals: 100, matches-regex: "^1e2$" } }]',
    'validations: [{ status: 200 }, { $.a: { has-type: integer, contains: "." } }]',
    'validations: [{ status: 200 }, { $.a: { starts-with: aba, ends-with: bab, has-length: 4 } }]',
    'validations: [{ status: 200 }, { "$.shops[?@.orders[?@.total > 100]].name": { contains: Berlin } }]',
    'validations: [{ when: { $.tags: { has-type: array, contains: new, has-length: 7 } }, $.a: 1 }]',
    'validations: [{ status: { one-of: [200, 404] } }]',
    'validations: [{ status: { one-of: [500, 503] } }]',
    'validations: [{ status: { not-equals: 404 } }]',
    'validations: [{ status: { at-least: 100 } }]',
    'validations: [{ status: { one-of: [200, 500] } }, { $.a: 1 }]',
    'validations: [{ status: { one-of: [200, 500] } }, { when: { status: 200 }, $.a: 1 }]',
    'extracts: { a: $.a }\n    validations: [{ status: { one-of: [200, 500] } }]',
    'repeat: { until: { $.a: 1 }, at-most: 3 }\n    validations: [{ status: { one-of: [200, 503] } }]',
    'validations: [{ status: 204 }, { text: "" }]',
    'extracts: { nope: { from: $.nope, optional: true } }\n    validations: [{ status: 200 }, { variable nope: { exists: false } }]',
    'validations: [{ status: 204 }, { size: 0 }]',
    'validations: [{ when: { "$.items[?@.price > 10].price": { any: { less-than: 50 } } }, $.a: 1 }]',
    'validations: [{ status: { one-of: [200, 204] } }, { when: { status: 200 }, $.id: 4 }]',
  ],
}

describe('what may be meant', () => {
  for (const [severity, parts] of Object.entries(doubtful))
    for (const part of parts)
      it(`is told with ${severity === '' ? 'nothing' : `a ${severity}`}: ${part}`, async () => {
        const problems = await problemsOf(suite(part))
        assert.deepEqual(problems.map(one => one.severity).join(' '), severity)
      })
})

describe('a step that the value of a variable of the suite leaves out', () => {
  for (const part of switched)
    it(`is told, and taken: ${part}`, async () => {
      const problems = await problemsOf(suite(part))
      assert.deepEqual(
        problems.map(({ severity, code }) => `${severity} ${code}`),
        ['warning bad-value'],
      )
    })
})

/** A first step with its validations and extracts, and the condition of a second; true where it may run. */
const behind: readonly (readonly [first: string, second: string, isSound: boolean])[] = [
  [
    'extracts: { n: $.n }, validations: [{ $.n: { greater-than: 5 } }]',
    'when: { n: { less-than: 3 } }',
    false,
  ],
  [
    'extracts: { n: $.n }, validations: [{ $.n: { one-of: [a, b] } }]',
    'unless: { n: { one-of: [a, c, b] } }',
    false,
  ],
  ['extracts: { n: status }', 'when: { n: 404 }', false],
  [
    'extracts: { n: $.n }, validations: [{ $.n: true }]',
    'validations: [{ when: { variable n: false }, $.a: 1 }]',
    false,
  ],
  [
    'extracts: { n: $.n }, validations: [{ $.n: { greater-than: 5 } }]',
    'when: { n: { less-than: 7 } }',
    true,
  ],
  [
    'extracts: { n: $.n }, validations: [{ $.n: { has-type: string } }]',
    'when: { n: { less-than: 7 } }',
    true,
  ],
  ['extracts: { n: status }, validations: [{ status: { less-than: 500 } }]', 'when: { n: 404 }', true],
  [
    'extracts: { n: { from: $.n, optional: true } }, validations: [{ $.m: 1 }, { $.n: { not-equals: 1 } }]',
    'when: { n: { exists: false } }',
    true,
  ],
  ['extracts: { n: $.n }, validations: [{ when: { $.m: 1 }, $.n: 5 }]', 'when: { n: 6 }', true],
]

describe('a condition on what a step before has extracted', () => {
  const of = (first: string, second: string, phase = '- ', settings = ''): string =>
    `suite: A\n${settings}steps:\n  - { request: GET http://x/, ${first} }\n${phase}{ request: GET http://y/, ${second} }\n`
  for (const [first, second, isSound] of behind)
    it(`${isSound ? 'may be met' : 'is never met'}: ${second} behind ${first}`, async () => {
      const errors = await errorsOf(of(first, second, '  - '))
      assert.match(errors.join('\n'), isSound ? /^$/ : /so where the step has passed that extracts it/)
    })
  const [first, second] = behind[0] ?? ['', '']
  it('may be met where steps run behind one that fails', async () => {
    assert.deepEqual(await errorsOf(of(first, second, 'after:\n  - ')), [])
    assert.deepEqual(await errorsOf(of(first, second, '  - ', 'settings: { stop-on-failure: false }\n')), [])
  })
})

describe('what may hold, and may not', () => {
  for (const part of sound)
    it(`is taken: ${part}`, async () => {
      assert.deepEqual(await errorsOf(suite(part)), [])
    })
})

describe('a bound of a size or a time that is no number', () => {
  for (const keys of [
    'validations: [{ size: { less-than: 1kB } }]',
    'validations: [{ time: { less-than: 1 sec } }]',
    'validations: [{ size: { at-least: 1, at-most: 1kB } }]',
    'validations: [{ when: { size: { at-most: 1kB } }, $.a: 1 }]',
    'retry: { attempts: 3, stop-when: [{ size: { at-most: 1kB } }] }',
  ])
    it(`is told once: ${keys}`, async () => {
      const problems = await problemsOf(`suite: A\nsteps:\n  - request: GET http://x/\n    ${keys}\n`)
      assert.deepEqual(
        problems.map(({ severity, message }) => [severity, /^a (?:size|time) is /.test(message)]),
        [['error', true]],
      )
    })
})
