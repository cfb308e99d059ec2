import { httpServer } from '../../../actions/http/testing/http-server.ts'
import type { JsonObject } from '../../../model/json.ts'

/** Bodies with a list of items, or with anything that may stand in its place. */
const lists: readonly string[] = [
  ...[
    '{"list":[{"id":"a","tags":["x"]},{"id":"b","tags":["y"]}]}',
    '{"list":[]}',
    '{"list":"text"}',
    '{"list":{"id":"a"}}',
  ],
  ...[
    '{"list":null}',
    '{"list":[1,2]}',
    '{"list":[{"id":"a"},{"no":1}]}',
    '{"list":["ab",null]}',
    '{"list":[null]}',
  ],
  ...[
    '{"list":[{"id":"bad"},{"id":"b"}]}',
    '{"list":[{"id":null}]}',
    '{"list":[{"id":"a","tags":"xy"}]}',
    '{"list":7}',
  ],
  ...['{}', 'no JSON', `{"list":${JSON.stringify(Array.from({ length: 1001 }, () => ({ id: 'a' })))}}`],
]

/** The steps that run for each item of a list. */
const eachSteps: readonly JsonObject[] = [
  { request: 'GET {{baseUrl}}/ok/{{item.id}}' },
  { request: 'GET {{baseUrl}}/ok/{{item.id}}', when: { list: { exists: true } } },
  {
    request: 'POST {{baseUrl}}/echo',
    json: { item: '{{item}}', at: '{{$round}}' },
    validations: [{ '$.at': { 'at-least': 1 } }],
  },
  { request: 'GET {{baseUrl}}/ok/{{item.tags[0]}}?at={{$index | plus 1}}' },
  { request: 'GET {{baseUrl}}/ok/{{item.id | upper}}', variables: { last: '{{item.id | default none}}' } },
  { request: 'GET {{baseUrl}}/ok/{{item.id | default none}}', retry: { attempts: 2, interval: '1ms' } },
]

/** Pages by their number, of which the last one comes again and again. */
const pages: readonly (readonly string[])[] = [
  ['{"next":"c","items":[{"id":1}]}', '{"items":[{"id":2},{"id":3}]}'],
  ['{"items":[{"id":1}]}'],
  ['{"next":"c","items":[{"id":1}]}'],
  ['{"next":"c","items":[{"id":1}]}', 'no JSON', '{"items":[{"id":2}]}'],
  ['{"next":"c","items":[{"id":1}]}', '', '{"items":[{"id":2}]}'],
  ['{"next":"c","items":[]}', '{"items":[{"id":2}]}'],
  ['{"next":"c","items":[{"no":1}]}', '{"items":[{"id":2}]}'],
  ['{"next":"c"}', '{"items":[{"id":2}]}'],
  ['{"next":"","items":[{"id":1}]}'],
  ['{"next":null,"items":[{"id":1}]}'],
  ['[]', 'null', '7'],
  ['{"next":"c","items":"text"}', '{"items":[{"id":2}]}'],
]

const page = (index: number): JsonObject => ({
  request: `GET {{baseUrl}}/pages/${index}/{{$round}}`,
  query: { cursor: '{{cursor}}' },
})

const repeatSteps = (index: number): readonly JsonObject[] => [
  {
    ...page(index),
    repeat: { until: { '$.next': { exists: false } }, 'at-most': 3 },
    extracts: { cursor: { from: '$.next', default: null }, ids: { from: '$.items[*].id', append: true } },
  },
  { ...page(index), repeat: { times: 2, interval: '1ms' }, validations: [{ '$.items': { exists: true } }] },
  {
    ...page(index),
    repeat: { until: { '$.items[0].id': 2 }, 'at-most': 3 },
    extracts: {
      cursor: { from: '$.next', default: 'end' },
      ids: { from: '$.items[*].id', append: true, optional: true },
    },
  },
  {
    variables: { cursor: null, ids: [] },
    steps: [
      {
        name: 'Page',
        ...page(index),
        repeat: { until: [{ '$.next': { exists: false } }], 'at-most': 2 },
        extracts: { cursor: { from: '$.next', default: null }, ids: { from: '$.items', append: true } },
      },
      { name: 'All of them', request: 'POST {{baseUrl}}/echo', json: '{{ids}}', extracts: { many: '$[0]' } },
    ],
    validations: [{ '$.ids': { 'has-length': 2 } }, { '$.many': { exists: true } }],
  },
  {
    repeat: { until: { '$.id': 2 }, 'at-most': 2 },
    steps: [
      { name: 'Ask', ...page(index), extracts: { id: '$.items[0].id' } },
      { name: 'Tell', 'for-each': { one: ['x', '{{id}}'] }, request: 'GET {{baseUrl}}/ok/{{one}}?of={{id}}' },
    ],
  },
]

const after: JsonObject = { name: 'After', request: 'POST {{baseUrl}}/echo', json: { ids: '{{ids}}' } }

/** Suites whose rounds go well, or in one of the many ways in which they do not; each by a name of its own. */
export const roundsScenarios: ReadonlyMap<string, JsonObject> = new Map([
  ...lists.flatMap((_, index) => {
    const first = { name: 'List', request: `GET {{baseUrl}}/lists/${index}`, extracts: { list: '$.list' } }
    const steps = eachSteps.map((step, at) => ({
      name: `Each ${at}`,
      'for-each': { item: '{{list}}' },
      ...step,
    }))
    return [named(`List ${index}`, [first, ...steps])]
  }),
  ...pages.flatMap((_, index) =>
    repeatSteps(index)
      .map((step, at) => named(`Pages ${index} ${at}`, [{ name: 'Pages', ...step }, after]))
      .filter((_, at) => (index + at) % 2 === 0),
  ),
  ...[
    { 'ends-with': '/ok/a?x=1' },
    { equals: '{{baseUrl}}/ok/a?x=1' },
    { contains: '?x=2' },
    { exists: false },
    { 'matches-regex': '^http://[\\w.:]+/ok/' },
  ].map((expected, index) =>
    named(`Place ${index}`, [
      {
        name: 'Place',
        request: 'GET {{baseUrl}}/ok/a?x=1',
        'follow-redirects': true,
        validations: [{ url: expected }],
      },
    ]),
  ),
  named('Words', [
    { name: 'Split', 'for-each': { word: '{{words | split ,}}' }, request: 'GET {{baseUrl}}/ok/{{word}}' },
    {
      name: 'Listed',
      'for-each': { word: ['{{words}}', 'c'] },
      request: 'GET {{baseUrl}}/ok/{{word}}{{$round}}',
    },
    { name: 'Text', request: 'POST {{baseUrl}}/echo', json: ['x', 'y'], extracts: { text: '$[0]' } },
    { name: 'Each of a text', 'for-each': { word: '{{text}}' }, request: 'GET {{baseUrl}}/ok/{{word}}' },
    { name: 'Misuse', repeat: { times: 2 }, request: 'GET {{baseUrl}}/ok/{{text | sum}}' },
    {
      name: 'Broken',
      'for-each': { word: ['1', 'x'] },
      request: 'GET {{baseUrl}}/ok/{{word | plus 1}}{{$index}}',
    },
    {
      name: 'No list',
      request: 'POST {{baseUrl}}/echo',
      json: [1],
      extracts: { text: { from: '$[0]', append: true } },
    },
  ]),
])

function named(name: string, steps: readonly JsonObject[]): readonly [string, JsonObject] {
  const variables = { cursor: null, ids: [], words: 'a,b' }
  return [name, { suite: name, settings: { 'stop-on-failure': false, cookies: false }, variables, steps }]
}

/** The server that the scenarios ask. */
export function answeringRounds(): ReturnType<typeof httpServer> {
  return httpServer(({ url, body }, response) => {
    const [, kind, index = '', round = ''] = /^\/(\w+)(?:\/([^/?]*))?(?:\/(\d+))?/.exec(url) ?? []
    const all = pages[Number(index)] ?? []
    response.statusCode = url.includes('bad') ? 500 : 200
    response.setHeader('content-type', 'application/json')
    if (kind === 'lists') response.end(lists[Number(index)])
    else if (kind === 'pages') response.end(all[Number(round) - 1] ?? all.at(-1))
    else response.end(kind === 'echo' ? body : '{"ok":true}')
  })
}
