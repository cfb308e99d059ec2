import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '../../model/problem.ts'
import { applyEdits } from '../../document/index.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { expectOneVoice } from '../../testing/one-voice.ts'
import { checkSuite } from '../check-suite.ts'

/** Where the lines of a mistake stand, at the place of `@`. */
const places = {
  suite:
    'suite: A\nvariables: { baseUrl: http://127.0.0.1:1, plan: gold, token: t }\n@\nsteps:\n  - pause: 1ms\n',
  whole: '@\n',
  steps: 'suite: A\nvariables: { baseUrl: http://127.0.0.1:1, token: t }\n@\n',
  item: 'suite: A\nvariables: { baseUrl: http://127.0.0.1:1 }\nsteps:\n  @\n',
  request: 'suite: A\nvariables: { baseUrl: http://127.0.0.1:1, token: t }\nsteps:\n  - name: First\n    @\n',
  step: 'suite: A\nvariables: { baseUrl: http://127.0.0.1:1, plan: "{{token}}", token: t, password: p, apiKey: k, clientSecret: s, name: n }\nsteps:\n  - request: POST http://127.0.0.1:1/\n    @\n',
  validations: 'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n    validations:\n      @\n',
  extracts: 'suite: A\nsteps:\n  - request: GET http://127.0.0.1:1/\n    extracts:\n      @\n',
  expect: 'suite: A\nsteps:\n  - sse: http://127.0.0.1:1/\n    @\n',
  grpc: 'suite: A\nsteps:\n  - grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    @\n',
} as const

/** A mistake as it is written, and the lines that stand there in its place. */
type Mistake = readonly [place: keyof typeof places, written: string, instead: string]

/** Words of other tools, and values of another shape. */
const mistakes: readonly Mistake[] = [
  // A part of the body without its path, and other notations of one.
  ['validations', '- id: 1', '- $.id: 1'],
  ['validations', '- body.id: 1', '- $.id: 1'],
  ['validations', '- json.user.id: 1', '- $.user.id: 1'],
  ['validations', '- response.body.items[0].id: 1', '- $.items[0].id: 1'],
  ['validations', '- res.body.id: 1', '- $.id: 1'],
  ['validations', '- .data.id: 1', '- $.data.id: 1'],
  ['validations', '- /items/0/id: 1', '- $.items[0].id: 1'],
  ['validations', '- "$.items.[0].id": 1', '- $.items[0].id: 1'],
  ['validations', '- jsonpath $.id: 1', '- $.id: 1'],
  ['validations', '- jsonpath: { $.id: 1, $.name: Ada }', '- $.id: 1\n- $.name: Ada'],
  ['validations', '- json: { id: 1 }', '- $: { matches: { id: 1 } }'],
  ['validations', '- body: { id: 1, tags: [a] }', '- $: { matches: { id: 1, tags: [a] } }'],
  ['validations', '- body: { contains: Ada }', '- text: { contains: Ada }'],
  ['validations', '- items.length: 3', '- $.items: { has-length: 3 }'],
  ['validations', '- $.items.length(): 3', '- $.items: { has-length: 3 }'],
  // Other targets.
  ['step', 'expect: { snapshot: one }', 'validations:\n  - snapshot: one'],
  [
    'step',
    'validations: { snapshot: { name: one, mask: { $.at: <any> } } }',
    'validations:\n  - snapshot: { name: one, mask: { $.at: <any> } }',
  ],
  ['validations', '- { status: 200, snapshot: one }', '- status: 200\n- snapshot: one'],
  ['validations', '- statusCode: 200', '- status: 200'],
  ['validations', '- status_code: 200', '- status: 200'],
  ['validations', '- code: 200', '- status: 200'],
  ['validations', '- status: 200 OK', '- status: 200'],
  ['validations', '- status: [200, 201]', '- status: { one-of: [200, 201] }'],
  ['validations', '- header: { content-type: text/html }', '- header content-type: text/html'],
  [
    'validations',
    '- headers: { X-Id: "1", ETag: { exists: true } }',
    '- header X-Id: "1"\n- header ETag: { exists: true }',
  ],
  ['validations', '- headers.content-type: text/html', '- header content-type: text/html'],
  ['validations', '- content-type: text/html', '- header content-type: text/html'],
  ['validations', '- responseTime: { lt: 500 }', '- time: { less-than: 500 }'],
  ['validations', '- duration: { max: 500ms }', '- time: { at-most: 500ms }'],
  ['validations', '- time: < 500', '- time: { less-than: 500 }'],
  ['validations', '- time: <= 500ms', '- time: { at-most: 500ms }'],
  ['validations', '- status: < 300', '- status: { less-than: 300 }'],
  ['step', 'when: $.user.plan == gold', 'when: { plan: gold }'],
  ['step', 'auth: { bearer: { token: abc } }', 'auth: { bearer: "{{token}}" }'],
  ['step', 'only: true', 'tags: [this]'],
  ['step', 'disabled: true', 'skip: not implemented yet'],
  ['step', 'Skip: no server yet', 'skip: no server yet'],
  ['validations', '- cookies: { session: abc }', '- cookie session: abc'],
  // Operators.
  ['validations', '- $.id: { eq: 5 }', '- $.id: { equals: 5 }'],
  ['validations', '- $.id: { ne: 5 }', '- $.id: { not-equals: 5 }'],
  ['validations', '- $.id: { gt: 1, lt: 9 }', '- $.id: { greater-than: 1, less-than: 9 }'],
  ['validations', '- $.id: { gte: 1, lte: 9 }', '- $.id: { at-least: 1, at-most: 9 }'],
  ['validations', '- $.id: { min: 1, max: 9 }', '- $.id: { at-least: 1, at-most: 9 }'],
  ['validations', '- $.id: { between: [1, 9] }', '- $.id: { at-least: 1, at-most: 9 }'],
  ['validations', '- $.name: { contains_string: Ada }', '- $.name: { contains: Ada }'],
  ['validations', '- $.name: { not_contains: Ada }', '- $.name: { not-contains: Ada }'],
  ['validations', '- $.at: { isAfter: 2026-01-01 }', '- $.at: { later-than: 2026-01-01 }'],
  ['validations', '- $.at: { before: 2026-01-01 }', '- $.at: { earlier-than: 2026-01-01 }'],
  [
    'validations',
    '- $.ids: { isSorted: true, uniqueItems: true }',
    '- $.ids: { is-sorted: ascending, unique: true }',
  ],
  ['validations', '- $.name: { doesNotMatch: Ada }', '- $.name: { not-matches-regex: Ada }'],
  ['validations', '- $.total: { value: 9.5, delta: 0.01 }', '- $.total: { equals: 9.5, within: 0.01 }'],
  ['validations', '- $.name: { startsWith: A }', '- $.name: { starts-with: A }'],
  ['validations', '- $.name: { regex: ^A }', '- $.name: { matches-regex: ^A }'],
  ['validations', '- $.name: { match: /^A.*/ }', '- $.name: { matches-regex: /^A.*/ }'],
  ['validations', '- $.id: { isNumber: true }', '- $.id: { has-type: number }'],
  ['validations', '- $.id: { type: int }', '- $.id: { has-type: integer }'],
  ['validations', '- $.id: { isDefined: true }', '- $.id: { exists: true }'],
  ['validations', '- $.id: { absent: true }', '- $.id: { missing: true }'],
  ['validations', '- $.id: { undefined: true }', '- $.id: { missing: true }'],
  ['validations', '- $.id: { isUndefined: false }', '- $.id: { missing: false }'],
  ['validations', '- $.id: { not-exists: true }', '- $.id: { missing: true }'],
  ['validations', '- $.id: { notPresent: true }', '- $.id: { missing: true }'],
  ['validations', '- $.id not exists', '- $.id: { missing: true }'],
  ['validations', '- $.id: { isNull: true }', '- $.id: { equals: null }'],
  ['validations', '- $.id: { isEmpty: true }', '- $.id: { has-length: 0 }'],
  ['validations', '- $.id: { notEmpty: true }', '- $.id: { has-length: { at-least: 1 } }'],
  ['validations', '- $.name: { equalsIgnoreCase: a.b }', '- $.name: { matches-regex: (?i)^a\\.b$ }'],
  ['validations', '- $.name: { regexp: /^a/i }', '- $.name: { matches-regex: (?i)^a }'],
  ['validations', '- status: "!200"', '- status: { not-equals: 200 }'],
  ['step', 'validations:\nstatus: 200\n$.id: 1', 'validations:\n  - status: 200\n  - $.id: 1'],
  ['validations', '- $.items: { length: 3 }', '- $.items: { has-length: 3 }'],
  ['validations', '- $.items: { count: { gte: 3 } }', '- $.items: { has-length: { at-least: 3 } }'],
  ['validations', '- $.state: { in: [a, b] }', '- $.state: { one-of: [a, b] }'],
  ['validations', '- $.state: { oneOf: [a, b] }', '- $.state: { one-of: [a, b] }'],
  ['validations', '- $.user: { id: 1, name: Ada }', '- $.user: { matches: { id: 1, name: Ada } }'],
  ['validations', '- $.id: { exists: no }', '- $.id: { exists: false }'],
  ['validations', '- $.id: { isNull: false }', '- $.id: { not-equals: null }'],
  ['validations', '- $.id: { not: { exists: true } }', '- $.id: { exists: false }'],
  ['validations', '- $.id: { not: { contains: x } }', '- $.id: { not-contains: x }'],
  [
    'validations',
    '- $.name: { minLength: 3, maxLength: 5 }',
    '- $.name: { has-length: { at-least: 3, at-most: 5 } }',
  ],
  ['step', 'unless: { plan: { eq: gold } }', 'unless: { plan: { equals: gold } }'],
  // Validations of another shape.
  ['validations', '- status == 200', '- status: 200'],
  ['validations', '- status:200', '- status: 200'],
  ['validations', '- HTTP 200', '- status: 200'],
  ['validations', '- 200', '- status: 200'],
  ['validations', `- jsonpath "$.id" == 5`, '- $.id: 5'],
  ['validations', `- 'header "Content-Type" contains "json"'`, '- header Content-Type: { contains: json }'],
  ['validations', '- $.id > 3', '- $.id: { greater-than: 3 }'],
  ['validations', '- $.id is not 5', '- $.id: { not-equals: 5 }'],
  ['validations', '- result.statuscode ShouldEqual 200', '- status: 200'],
  ['validations', '- result.bodyjson.id ShouldBeGreaterThan 3', '- $.id: { greater-than: 3 }'],
  ['validations', '- current.res.status == 200', '- status: 200'],
  ['validations', '- current.res.body.id == 5', '- $.id: 5'],
  ['validations', '- match response.id == 5', '- $.id: 5'],
  ['validations', '- expect(res.status).to.equal(200)', '- status: 200'],
  ['validations', '- { jsonpath: $.id, equals: 5 }', '- $.id: 5'],
  ['validations', '- { path: $.id, value: 5 }', '- $.id: 5'],
  ['validations', '- { target: status, operator: eq, value: 200 }', '- status: 200'],
  ['validations', '- { expression: res.body.id, operator: gt, value: 3 }', '- $.id: { greater-than: 3 }'],
  [
    'validations',
    '- { title: Found, jsonpath: $.id, exists: true }',
    '- { name: Found, $.id: { exists: true } }',
  ],
  ['validations', '- { header: x-id, equals: "5" }', '- header x-id: "5"'],
  ['validations', '- eq: [status_code, 200]', '- status: 200'],
  ['validations', '- equals: [$.id, 5]', '- $.id: 5'],
  ['validations', '- { status: 200, $.id: 5 }', '- status: 200\n- $.id: 5'],
  ['validations', '- exists: $.token', '- $.token: { exists: true }'],
  ['step', 'validations: { status: 200, $.id: 5 }', 'validations:\n  - status: 200\n  - $.id: 5'],
  ['step', 'validations: status == 200', 'validations:\n  - status: 200'],
  // Keys that hold the validations elsewhere.
  ['step', 'assert: [{ status: 200 }]', 'validations:\n  - status: 200'],
  ['step', 'asserts:\n  - status == 200\n  - $.id == 5', 'validations:\n  - status: 200\n  - $.id: 5'],
  ['step', 'checks: { status: 200, jsonpath: { $.id: 5 } }', 'validations:\n  - status: 200\n  - $.id: 5'],
  ['step', 'check: { status: /2xx/, headers: { etag: a } }', ''],
  ['step', 'tests: [{ status: 200 }]', 'validations:\n  - status: 200'],
  ['step', 'test: current.res.status == 200', 'validations:\n  - status: 200'],
  ['step', 'expect: { status: 200 }', 'validations:\n  - status: 200'],
  ['step', 'expect.status: 200', 'validations:\n  - status: 200'],
  ['step', 'expect:\n  - statusCode: 200\n  - contentType: json', ''],
  [
    'step',
    'response: { status_code: 200, json: { id: 5 }, save: { json: { token: access_token } } }',
    'validations:\n  - status: 200\n  - $: { matches: { id: 5 } }\nextracts:\n  token: $.access_token',
  ],
  ['step', 'status: 201', 'validations:\n  - status: 201'],
  ['step', 'expectStatus: 201', 'validations:\n  - status: 201'],
  ['step', 'assertions:\n  - result.statuscode ShouldEqual 200', 'validations:\n  - status: 200'],
  [
    'step',
    `tests: |\n  pm.test("ok", () => pm.response.to.have.status(200))`,
    'scripts:\n  after: |\n    pm.test("ok", () => pm.response.to.have.status(200))',
  ],
  ['step', 'validate:\n  - eq: [status_code, 200]', 'validations:\n  - status: 200'],
  // Keys that keep values of an answer.
  ['step', 'capture: { token: $.token }', 'extracts:\n  token: $.token'],
  ['step', 'captures:\n  - token: jsonpath "$.token"', 'extracts:\n  token: $.token'],
  [
    'step',
    'captures: { id: { jsonpath: $.id }, etag: { header: etag } }',
    'extracts:\n  id: $.id\n  etag: header etag',
  ],
  ['step', 'capture: { json: $.id, as: id }', ''],
  ['step', 'extract: { token: res.body.token }', 'extracts:\n  token: $.token'],
  ['step', 'save: { json: { token: user.token } }', 'extracts:\n  token: $.user.token'],
  ['step', 'vars: { token: $.token }', ''],
  ['step', 'extracts: [{ name: token, path: $.token }]', 'extracts:\n  token: $.token'],
  ['extracts', 'token: body.token', 'token: $.token'],
  ['extracts', 'token: token', 'token: $.token'],
  ['extracts', 'etag: headers.etag', 'etag: header etag'],
  ['extracts', 'session: { cookie: session }', 'session: cookie session'],
  ['extracts', 'code: { regex: "id=(.+)" }', 'code: { from: text, regex: id=(.+) }'],
  // The request.
  ['request', 'url: http://127.0.0.1:1/users\nmethod: post', 'request: POST http://127.0.0.1:1/users'],
  ['request', 'url: /users', 'request: GET {{baseUrl}}/users'],
  ['request', 'request: { method: GET, url: http://127.0.0.1:1/ }', 'request: GET http://127.0.0.1:1/'],
  [
    'request',
    'request:\n  url: "{{baseUrl}}/login"\n  method: POST\n  headers: { Accept: text/html }\n  params: { page: 1 }\n  json: { name: Ada }',
    'request: POST {{baseUrl}}/login\nheaders:\n  Accept: text/html\nquery: { page: 1 }\njson: { name: Ada }',
  ],
  [
    'request',
    'http: { url: http://127.0.0.1:1/, method: GET, check: { status: 200 } }',
    'request: GET http://127.0.0.1:1/\nvalidations:\n  - status: 200',
  ],
  ['request', 'get: http://127.0.0.1:1/users', 'request: GET http://127.0.0.1:1/users'],
  [
    'request',
    'post: { url: /users, json: { name: Ada } }',
    'request: POST {{baseUrl}}/users\njson: { name: Ada }',
  ],
  ['request', 'request: GET\nurl: http://127.0.0.1:1/', 'request: GET http://127.0.0.1:1/'],
  ['item', '- GET http://127.0.0.1:1/', '- request: GET http://127.0.0.1:1/'],
  ['step', 'body: { name: Ada }', 'json: { name: Ada }'],
  ['step', `body: '{"name":"Ada"}'`, 'json: { name: Ada }'],
  ['step', 'body: hello', 'text: hello'],
  ['step', 'body: { type: json, data: { name: Ada } }', 'json: { name: Ada }'],
  ['step', 'body: { mode: urlencoded, urlencoded: [{ key: a, value: b }] }', 'form: { a: b }'],
  ['step', 'payload: { name: Ada }', 'json: { name: Ada }'],
  ['step', 'data: { name: Ada }', 'form: { name: Ada }'],
  ['step', 'formData: { name: Ada }', 'form: { name: Ada }'],
  ['step', 'form: name=Ada&page=2', 'form: { name: Ada, page: "2" }'],
  ['step', 'params: { page: 1 }', 'query: { page: 1 }'],
  ['step', 'qs: { page: 1 }', 'query: { page: 1 }'],
  ['step', 'query: page=1&sort=name', 'query: { page: "1", sort: name }'],
  ['step', 'query: [{ name: page, value: 1 }]', 'query: { page: 1 }'],
  ['step', 'headers: ["Accept: text/html", "X-Id: 1"]', 'headers:\n  Accept: text/html\n  X-Id: "1"'],
  ['step', 'headers: [{ name: Accept, value: text/html }]', 'headers:\n  Accept: text/html'],
  ['step', 'header: { Accept: text/html }', 'headers:\n  Accept: text/html'],
  ['step', 'cookies: { theme: dark }', 'headers:\n  Cookie: theme=dark'],
  ['step', 'graphql: "{ users { name } }"', 'graphql: { query: "{ users { name } }" }'],
  ['step', 'auth: { type: bearer, token: "{{token}}" }', 'auth: { bearer: "{{token}}" }'],
  [
    'step',
    'auth: { username: ada, password: "{{password}}" }',
    'auth: { basic: { username: ada, password: "{{password}}" } }',
  ],
  ['step', 'bearer: "{{token}}"', 'auth: { bearer: "{{token}}" }'],
  ['step', 'verify: false', 'tls: { verify: false }'],
  ['step', 'insecure: true', 'tls: { verify: false }'],
  ['step', 'followRedirects: true', 'follow-redirects: true'],
  // How often, when, how long.
  ['step', 'retry: 3', 'retry: { attempts: 3 }'],
  ['step', 'retry: { count: 3, delay: 500ms }', 'retry: { attempts: 3, interval: 500ms }'],
  ['step', 'retry.count: 3', 'retry: { attempts: 3 }'],
  ['step', 'max_retries: 3', 'retry: { attempts: 3 }'],
  ['step', 'retry: { times: 3, interval: 2 seconds }', 'retry: { attempts: 3, interval: 2s }'],
  ['step', 'timeout: 5000', ''],
  ['step', 'retry: { attempts: 3, interval: 50 }', ''],
  ['step', 'timeout: 5 seconds', 'timeout: 5s'],
  ['step', 'if: "{{plan}} == gold"', 'when: { plan: gold }'],
  ['step', 'when: plan != gold', 'when: { plan: { not-equals: gold } }'],
  ['step', 'condition: "{{token}}"', 'when: { token: { exists: true } }'],
  ['step', 'when: { plan: { eq: gold } }', 'when: { plan: { equals: gold } }'],
  ['step', 'skip: true', ''],
  ['step', 'delay_after: 2', ''],
  ['step', 'parametrize: { key: name, vals: [Ada, Bob] }', ''],
  ['step', 'examples: [{ name: Ada }, { name: Bob }]', 'data: [{ name: Ada }, { name: Bob }]'],
  ['step', 'data: { rows: [{ name: Ada }] }', 'data: [{ name: Ada }]'],
  ['step', 'tags: smoke, shop', 'tags: [smoke, shop]'],
  ['step', 'title: First', 'name: First'],
  ['step', 'desc: First', 'description: First'],
  ['grpc', 'body: { id: 1 }', 'message: { id: 1 }'],
  ['expect', 'expect: { state: shipped }', 'expect: { $.state: shipped }'],
  ['expect', 'expect: { body.total: { gte: 5 } }', 'expect: { $.total: { at-least: 5 } }'],
  // The suite.
  ['whole', 'name: A\nsteps:\n  - pause: 1ms', ''],
  ['request', 'sleep: 2 seconds', 'pause: 2s'],
  ['request', 'delay: 500ms', 'pause: 500ms'],
  ['request', 'sleep: 3', 'pause: 3s'],
  [
    'steps',
    'tests:\n  - name: First\n    request: { url: http://127.0.0.1:1/, method: GET }\n    response: { status_code: 200 }',
    'steps:\n  - name: First\n    request: GET http://127.0.0.1:1/\n    validations:\n      - status: 200',
  ],
  ['steps', 'stages:\n  - get: /users', 'steps:\n  - request: GET {{baseUrl}}/users'],
  [
    'steps',
    'tests:\n  login:\n    steps:\n      - name: First\n        http: { url: http://127.0.0.1:1/, method: GET }',
    'steps:\n  - name: First\n    request: GET http://127.0.0.1:1/',
  ],
  [
    'steps',
    'steps:\n  login: { req: { url: /login, method: POST } }',
    'steps:\n  - name: login\n    request: POST {{baseUrl}}/login',
  ],
  [
    'suite',
    'vars: { id: 1 }',
    'variables:\n  baseUrl: http://127.0.0.1:1\n  plan: gold\n  token: t\n  id: 1',
  ],
  ['suite', 'baseUrl: http://127.0.0.1:2', ''],
  ['suite', 'config: { target: http://127.0.0.1:2 }', ''],
  ['suite', 'headers: { Accept: text/html }', 'settings:\n  headers:\n    Accept: text/html'],
  ['suite', 'timeout: 5 seconds', 'settings:\n  timeout: 5s'],
  ['suite', 'teardown:\n  - delete: /users/1', 'after:\n  - request: DELETE {{baseUrl}}/users/1'],
  ['suite', 'tags: smoke', 'tags: [smoke]'],
  ['suite', 'version: "1.0"', ''],
  ['suite', 'env: { id: 1 }', ''],
  ['suite', 'inputs: { id: 1 }', 'inputs: [id]'],
  ['suite', 'secrets: [PASSWORD]', ''],
]

/** Lines that YAML does not read, or reads as something else, and each as it is to be written. */
const unreadable: readonly Mistake[] = [
  ['step', 'name: Check: the user', 'name: "Check: the user"'],
  ['step', 'name: @first', 'name: "@first"'],
  ['step', 'name: `first`', 'name: "`first`"'],
  ['step', 'name: %first', 'name: "%first"'],
  ['step', 'name: *first', 'name: "*first"'],
  ['step', 'name: !first one', 'name: "!first one"'],
  ['step', 'name: > first', 'name: "> first"'],
  ['step', 'name: "first" one', `name: '"first" one'`],
  ['step', "name: 'it's'", `name: "it's"`],
  ['step', 'name: "first', 'name: "first"'],
  ['step', "name: 'first", "name: 'first'"],
  ['step', 'name: "\\d+"', "name: '\\d+'"],
  ['step', 'name: [x] one', 'name: "[x] one"'],
  ['step', 'tags: [a, b', 'tags: [a, b]'],
  ['step', 'validations: [{ status: 200 ]', 'validations: [{ status: 200 }]'],
  ['step', 'json: { a: { b: 1 }', 'json: { a: { b: 1 } }'],
  ['step', 'json: { a: Check: it }', 'json: { a: "Check: it" }'],
  ['step', 'tags: - a', 'tags: [a]'],
  ['step', 'timeout:5s', 'timeout: 5s'],
  ['validations', '- text: { matches-regex: "^\\w+$" }', "- text: { matches-regex: '^\\w+$' }"],
  ['validations', '- $.name: Check: it', '- $.name: "Check: it"'],
  ['validations', '- status: !200', '- status: { not-equals: 200 }'],
  ['validations', '- status: !4xx', '- status: { not-equals: 4xx }'],
  ['validations', '- $.name: !null', '- $.name: { not-equals: null }'],
  ['validations', '- { "$.a": !=7 }', '- { "$.a": { not-equals: 7 } }'],
  ['step', 'json: { id: !5, name: a }', 'json: { id: "!5", name: a }'],
  ['validations', '- $.name: !ada', '- $.name: "!ada"'],
  ['validations', '- $.name: @ada', '- $.name: "@ada"'],
]

/** Lines that stand too far in or out, or behind tabs. */
const misplaced: readonly (readonly [written: string, instead: string])[] = [
  ['\ttimeout: 5s', '    timeout: 5s'],
  ['  timeout: 5s', '    timeout: 5s'],
  ['     timeout: 5s', '    timeout: 5s'],
  ['      timeout: 5s', '    timeout: 5s'],
]

function at(place: keyof typeof places, lines: string): string {
  const [before = '', after = ''] = places[place].split('@')
  const column = before.length - before.lastIndexOf('\n') - 1
  return before + lines.replaceAll('\n', `\n${' '.repeat(column)}`) + after
}

async function problemsOf(text: string): Promise<readonly Problem[]> {
  return checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
}

/** The lines that the hint of the only problem writes, below a sentence. */
async function linesFor(text: string): Promise<string> {
  const problems = await problemsOf(text)
  expectOneVoice(problems)
  assert.equal(problems.length, 1, problems.map(({ message }) => message).join('\n'))
  return (problems[0]?.hint ?? '').split('\n').slice(1).join('\n')
}

async function passes(text: string): Promise<void> {
  const errors = (await problemsOf(text)).filter(({ severity }) => severity === 'error')
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
    text,
  )
}

describe('F7: the usual mistakes are told with the lines to write', () => {
  for (const [place, written, instead] of mistakes)
    it(`F7: ${written.replaceAll(/\s+/g, ' ')}`, async () => {
      const text = at(place, written)
      if (instead === '') {
        const [problem] = await problemsOf(text)
        assert.match(problem?.hint ?? '', /`|\n/)
        return
      }
      const lines = await linesFor(text)
      assert.equal(lines, instead)
      const [{ fix = [] } = {}] = await problemsOf(text)
      if (fix.length > 0) await passes(applyEdits(text, fix))
      return passes(
        place === 'suite' && lines.startsWith('variables:')
          ? text.replace(/^variables: .*$/m, lines).replace(/^vars.*\n/m, '')
          : at(place, lines),
      )
    })

  for (const [place, written, instead] of unreadable)
    it(`F7: YAML: ${written}`, async () => {
      const text = at(place, written)
      const lines = await linesFor(text)
      assert.equal(lines.trim(), instead)
      return passes(at(place, lines.trim()))
    })

  for (const [written, instead] of misplaced)
    it(`F7: indentation: ${JSON.stringify(written)}`, async () => {
      const text = (line: string): string =>
        `suite: A\nsteps:\n  - name: First\n    request: GET http://127.0.0.1:1/\n${line}\n    tags: [a]\n`
      assert.equal((await linesFor(text(written))).split('\n').at(-1), instead)
      return passes(text(instead))
    })
})

describe('F7: what follows from a mistake', () => {
  it('F7: tells no variable as unknown that the lines would set', async () => {
    const text = at('step', 'capture: { id: $.id }') + '  - request: GET http://127.0.0.1:1/{{id}}\n'
    assert.equal(await linesFor(text), 'extracts:\n  id: $.id')
  })

  it('F7: tells every mistake of a YAML text', async () => {
    const problems = await problemsOf(
      'suite: A: b\nsteps:\n  - request: GET http://x/\n    name: @x\n    id: %y\n',
    )
    assert.deepEqual(
      problems.map(({ span }) => span?.start.line),
      [1, 4, 5],
    )
  })

  it('F7: shows no secret in the lines', async () => {
    for (const text of [
      at('step', 'auth: { type: bearer, token: s3cr3t-t0ken }'),
      at('step', 'auth: bearer s3cr3t-t0ken'),
      at('step', 'password: "s3cr3t-t0ken" x'),
      'suite: A\nsecrets:\n  password: s3cr3t-t0ken: x\nsteps:\n  - pause: 1s\n',
      'suite: A\nsecrets: { password: s3cr3t-t0ken }\nsteps:\n  - request: GET http://x/\n    body: { a: s3cr3t-t0ken }\n',
    ])
      assert.doesNotMatch(
        JSON.stringify((await problemsOf(text)).map(({ hint, message }) => [hint, message])),
        /s3cr3t-t0ken/,
        text,
      )
  })
})
