import type { Slip } from '../slip.ts'

/** A suite whose mock has these routes, and whose steps call it at `{{shop}}`. */
const mocked = (
  title: string,
  routes: string,
  steps: string,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: `suite: A
variables: { shop: '{{mocks.shop.url}}' }
mocks:
  shop:
    routes:
      - ${routes}
steps:
  - ${steps}
`,
  exitCode,
  says,
  ...more,
})

/** A suite whose mock answers by a description. */
const described = (
  title: string,
  mock: string,
  steps: string,
  exitCode: 1 | 2,
  says: RegExp,
  at?: string,
): Slip => ({
  title,
  files: {
    'a.apitest.yaml': `suite: A\nvariables: { shop: '{{mocks.shop.url}}' }\nmocks:\n  shop:\n    ${mock}\nsteps:\n  - ${steps}\n`,
    'a.yaml': description,
  },
  exitCode,
  says,
  ...(at === undefined ? {} : { at }),
})

const description = `openapi: 3.1.0
info: { title: A, version: '1' }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
paths:
  /users/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: A user, content: { application/json: { example: { id: 1 } } } } }
  /keys:
    get:
      security: [{ token: [] }]
      responses: { '200': { description: Keys } }
`

const orders = 'route: GET /orders/{id}\n        answer: { json: { id: "{{path.id}}" } }'
const ask = 'request: GET {{shop}}/orders/7'

/** A suite whose mock remembers. */
const remembering = (
  title: string,
  state: string,
  steps: string,
  exitCode: 1 | 2,
  says: RegExp,
  at?: string,
): Slip => {
  const slip = described(title, `spec: a.yaml\n    state: ${state}`, steps, exitCode, says, at)
  const list = `{ type: array, items: ${note} }`
  const files = { ...(slip.files as Readonly<Record<string, string>>), 'a.yaml': notes(list) }
  return { ...slip, files }
}

const note =
  '{ type: object, required: [id, text], properties: { id: { type: integer, readOnly: true }, text: { type: string, maxLength: 5 } } }'
const notes = (list: string): string => `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /notes:
    get: { responses: { '200': { description: All, content: { application/json: { schema: ${list} } } } } }
    post:
      requestBody: { content: { application/json: {} } }
      responses: { '201': { description: Made, content: { application/json: { schema: ${note} } } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: One, content: { application/json: { schema: ${note} } } }, '404': { description: None } } }
    delete: { responses: { '204': { description: Gone }, '404': { description: None } } }
`

/** Mocks that answer something else than is believed, or were never asked. */
export const mocks: readonly Slip[] = [
  mocked(
    'a call that was never made',
    orders,
    `${ask}\n  - calls: shop «DELETE⇒GET» /orders/{id}`,
    2,
    /has no route/,
  ),
  mocked(
    'a route that nobody called',
    `${orders}\n      - route: DELETE /orders/{id}`,
    `${ask}\n  - calls: shop «DELETE⇒GET» /orders/{id}`,
    1,
    /at least one call, got none/,
  ),
  ...(
    [
      [
        'a server that is not there',
        'http://127.0.0.1:1',
        1,
        /nothing came by the proxy: .*nothing listens/,
        502,
      ],
      ['a server that is the mock itself', '{{mocks.shop.url}}', 1, /it leads back to this mock/, 508],
      ['an address that is none', 'ftp://127.0.0.1', 2, /must be a URL with http or https/, 200],
      ['an address with credentials', 'http://me:pw@127.0.0.1', 2, /must have no credentials/, 200],
      ['an address of another mock', '{{mocks.othr.url}}', 2, /mocks\.othr\.url/, 200],
    ] as const
  ).map(([what, wrong, exitCode, says, status]) =>
    described(
      `a proxy to ${what}`,
      `proxy: '«${wrong}⇒{{mocks.other.url}}»'\n  other: { routes: [{ route: GET /users/1 }] }`,
      `request: GET {{shop}}/users/1\n    validations: [status: «${status}⇒200»]`,
      exitCode,
      says,
      exitCode === 1 ? 'a.apitest.yaml:4' : undefined,
    ),
  ),
  mocked('a mock of another name', orders, `${ask}\n  - calls: «shp⇒shop»`, 2, /there is no mock "shp"/),
  mocked(
    'an address of another mock',
    orders,
    'request: GET {{mocks.«shopp⇒shop».url}}/orders/7',
    2,
    /mocks\.shopp\.url/,
  ),
  mocked(
    'one call less than there were',
    orders,
    `${ask}\n  - calls: shop\n    validations: [$.count: «2⇒1»]`,
    1,
    /equals 2, got 1/,
  ),
  mocked(
    'a misspelt member in what is said of no calls',
    orders,
    `${ask}\n  - calls: shop\n    validations: [{ "$.calls[?@.«rute⇒route» == 'GET /none']": { has-length: 0 } }]`,
    2,
    /"rute" is no member of a call[^]*"route"/,
  ),
  mocked(
    'a misspelt member of a call',
    orders,
    `${ask}\n  - calls: shop\n    validations: [{ "$.calls[0].«pth⇒path»": /orders/7 }]`,
    2,
    /"pth" is no member of a call[^]*"path"/,
  ),
  mocked(
    'a call that no route answers, although its status is expected',
    orders,
    'request: GET {{shop}}/«order⇒orders»/7\n    validations: [status: «404⇒200»]',
    1,
    /no route answers GET \/order\/7/,
    { at: 'a.apitest.yaml:6' },
  ),
  mocked(
    'a call with another method',
    orders,
    'request: «PUT⇒GET» {{shop}}/orders/7\n    validations: [status: «405⇒200»]',
    1,
    /no route answers PUT/,
    { at: 'a.apitest.yaml:6' },
  ),
  mocked(
    'a condition that no call meets',
    'route: GET /orders/{id}\n        when: { query page: «2⇒1» }',
    `${ask}?page=1\n    validations: [status: «404⇒200»]`,
    1,
    /query page: Expected equals 2, got 1/,
    { at: 'a.apitest.yaml:6' },
  ),
  mocked(
    'a template of something the request lacks',
    'route: GET /orders/{id}\n        answer: { json: "{{query.«pgae⇒page»}}" }',
    `${ask}?page=1\n    validations: [status: «500⇒200»]`,
    1,
    /query\.pgae/,
    { at: 'a.apitest.yaml:6' },
  ),
  mocked(
    'a template of another parameter of the path',
    'route: GET /orders/{id}\n        answer: { json: "{{path.«no⇒id»}}" }',
    ask,
    2,
    /path\.no/,
  ),
  mocked(
    'a route behind one that takes everything',
    `${orders}\n      - route: «GET⇒PUT» /orders/{number}`,
    ask,
    2,
    /hidden-route/,
  ),
  mocked(
    'a misspelt condition',
    'route: GET /orders/{id}\n        when: { «qery⇒query» id: { exists: false } }',
    ask,
    2,
    /qery/,
  ),
  mocked(
    'a status as a target of a request',
    'route: GET /orders/{id}\n        when: { «status⇒header host»: { exists: true } }',
    ask,
    2,
    /status/,
  ),
  mocked(
    'an answer and answers',
    'route: GET /orders/{id}\n        answer: 200\n        «answers: [404]⇒»',
    ask,
    2,
    /answer/,
  ),
  described(
    'a description that is not there',
    'spec: «b⇒a».yaml',
    'request: GET {{shop}}/users/1',
    2,
    /b\.yaml/,
  ),
  described(
    'a call that breaks the description',
    'spec: a.yaml',
    'request: GET {{shop}}/users/«x⇒1»\n    validations: [status: «422⇒200»]',
    1,
    /path id must be/,
    'a.apitest.yaml:4',
  ),
  described(
    'a call without the credentials of the description',
    'spec: a.yaml',
    'request: GET {{shop}}/keys\n    auth: «none⇒{ bearer: t }»\n    validations: [status: «401⇒200»]',
    1,
    /asks for credentials/,
    'a.apitest.yaml:4',
  ),
  described(
    'a route that the description lacks',
    'spec: a.yaml',
    'request: GET {{shop}}/users/1\n  - calls: shop GET /«usr⇒users»/{id}',
    2,
    /has no route/,
  ),
  remembering(
    'a collection of another name',
    '[/«note⇒notes»]',
    'request: GET {{shop}}/notes',
    2,
    /has no collection \/note/,
  ),
  remembering(
    'a key of another name',
    '{ /notes: { key: «nr⇒id» } }',
    'request: GET {{shop}}/notes',
    2,
    /no member "nr"/,
  ),
  remembering(
    'two items of one key',
    '{ /notes: { items: [{ id: 1, text: a }, { id: «1⇒2», text: b }] } }',
    'request: GET {{shop}}/notes',
    2,
    /two items have the id 1/,
  ),
  remembering(
    'an item that was never made',
    '[/notes]',
    'request: POST {{shop}}/notes\n    json: { text: a }\n  - request: GET {{shop}}/notes/«2⇒1»',
    1,
    /404/,
  ),
  remembering(
    'an item that was removed',
    '{ /notes: { items: [{ id: 1, text: a }] } }',
    'request: DELETE {{shop}}/notes/1\n  - request: GET {{shop}}/notes/1\n    validations: [status: «200⇒404»]',
    1,
    /404/,
  ),
  remembering(
    'an item that is refused, although that is expected',
    '[/notes]',
    'request: POST {{shop}}/notes\n    json: { text: «too long⇒short» }\n    validations: [status: «422⇒201»]',
    1,
    /\/text must NOT have more than 5 characters/,
    'a.apitest.yaml:4',
  ),
  mocked(
    'a reset of a mock of another name',
    orders,
    `${ask}\n  - reset: «shp⇒shop»`,
    2,
    /there is no mock "shp"/,
  ),
  mocked(
    'calls that were forgotten',
    orders,
    `${ask}\n  - reset: shop\n  - calls: shop\n    validations: [$.count: «1⇒0»]`,
    1,
    /equals 1, got 0/,
  ),
  mocked(
    'a call that nothing answers, before a reset',
    orders,
    'request: GET {{shop}}/«order⇒orders»/7\n    validations: [status: «404⇒200»]\n  - reset: shop',
    1,
    /no route answers GET \/order\/7/,
    { at: 'a.apitest.yaml:6' },
  ),
  ...(
    [
      ['an expectation of a callback', 'validations: [status: «201⇒200»]', 1, /equals 201, got 200/],
      ['a misspelt key of a callback', '«validatons⇒validations»: [status: 200]', 2, /validatons/],
      ['a name that a callback does not know', "json: '{{path.«no⇒id»}}'", 2, /path\.no/],
    ] as const
  ).map(([title, more, exitCode, says]) =>
    mocked(
      title,
      `route: GET /orders/{id}\n        answer:\n          then:\n            - request: POST {{shop}}/told\n              ${more}\n      - route: POST /told`,
      ask,
      exitCode,
      says,
    ),
  ),
  mocked(
    'a callback to a route that there is not',
    'route: GET /orders/{id}\n        answer:\n          then:\n            - request: POST {{shop}}/«tld⇒told»\n              validations: [status: «404⇒200»]\n      - route: POST /told',
    ask,
    1,
    /no route answers POST \/tld/,
    { at: 'a.apitest.yaml:11' },
  ),
  mocked(
    'a file that is not there',
    'route: GET /orders/{id}\n        answer: { file: «b⇒a».apitest.yaml }',
    ask,
    2,
    /b\.apitest\.yaml/,
  ),
]
