import { httpServer } from '../../../actions/http/testing/http-server.ts'
import type { JsonObject } from '../../../model/json.ts'
import { cookiesOfAnswer, cookieValidations } from './judged-answers.ts'

/** Bodies of every kind, as they are sent. The first gives the variables their values. */
export const answers: readonly string[] = [
  '{"a": 5, "b": "5", "n": null, "t": true, "l": [1, "x"], "o": {"k": 1}, "s": "abc", "f": 1.5, "e": ""}',
  '{"a": 5}',
  '{"a": 5.0}',
  '{"a": "5"}',
  '{"a": 6}',
  '{"a": "6"}',
  '{"a": 0}',
  '{"a": -1.5}',
  '{"a": 1.5}',
  '{"a": 1e3}',
  '{"a": 9007199254740993}',
  '{"a": 9007199254740992}',
  '{"a": 1e400}',
  '{"a": true}',
  '{"a": false}',
  '{"a": "true"}',
  '{"a": null}',
  '{"a": "null"}',
  '{"a": ""}',
  '{"a": []}',
  '{"a": {}}',
  '{}',
  '{"a": "abc"}',
  '{"a": "xabcx"}',
  '{"a": "abc\\u00a0d"}',
  '{"a": "a\\nb"}',
  '{"a": "\\ud83d\\ude00\\ud83d\\ude00"}',
  '{"a": "<b>&"}',
  '{"a": [5]}',
  '{"a": ["5"]}',
  '{"a": [1, "x"]}',
  '{"a": ["x", 1]}',
  '{"a": [null]}',
  '{"a": [""]}',
  '{"a": ["abc", "abd"]}',
  '{"a": [[5]]}',
  '{"a": ["<b>"]}',
  '{"a": [{"k": 1}, {"k": 2}]}',
  '{"a": [{"k": 1}, {"j": 2}]}',
  '{"a": [{"k": "1"}, {}]}',
  '{"a": [{"k": null}]}',
  '{"a": [{"k": 1, "j": [1, 2]}, {"k": 2, "j": [3]}]}',
  '{"a": {"k": 1}}',
  '{"a": {"k": 1, "j": 2}}',
  '{"a": {"k": "1"}}',
  '{"a": {"k": null}}',
  '{"a": {"k": ""}}',
  '{"a": {"k": {"m": 1}}}',
  '{"a": "0f8fad5b-d9cb-469f-a165-70867728950e"}',
  '{"a": "2024-01-02T03:04:05Z"}',
  '[]',
  '[1, 2]',
  'null',
  '5',
  '"abc"',
  '""',
  '',
  'not JSON',
  '{"a": 5} and more',
  '{"a": 18014398509481984}',
]

/**
 * The expectations of them, each as a validation of a step. Those that the typed form leaves open are not among them:
 * whether a variable of any type is compared as text, and values that differ from an expected one only by their type.
 */
export const expectations: readonly JsonObject[] = [
  ...[5, 5.5, 0, '5', 'abc', '', true, false, null, '9007199254740993', 2 ** 54].map(value => ({
    '$.a': { equals: value },
  })),
  ...([[5], [], {}, { k: 1 }, [1, 'x'], [{ k: 1 }, { k: 2 }]] as const).map(value => ({
    '$.a': { equals: value },
  })),
  ...[5, '5', 'abc', true, null].map(value => ({ '$.a': { 'not-equals': value } })),
  { '$.a': { 'same-as': '5' } },
  { '$.a': { 'same-as': '{{five}}' } },
  ...['{{five}}', '{{nothing}}', '{{list}}', '{{object}}', '{{text}}', 'x{{text}}', '{{yes}}'].map(value => ({
    '$.a': { equals: value },
  })),
  ...[5, '5', 'abc', 'x', 'a', { k: 1 }, '<b>', true].map(value => ({ '$.a': { contains: value } })),
  ...['5', 'abc', 'x', '<b>'].map(value => ({ '$.a': { 'not-contains': value } })),
  ...['{{text}}', '{{fiveText}}', '{{five}}', '{{empty}}'].map(value => ({ '$.a': { contains: value } })),
  { '$.a': { 'not-contains': '{{text}}' } },
  { '$.a': { 'greater-than': 1.5 } },
  { '$.a': { 'less-than': 5 } },
  { '$.a': { 'at-least': 5 } },
  { '$.a': { 'at-most': '{{five}}' } },
  { '$.a': { 'greater-than': '{{fraction}}' } },
  { '$.a': { exists: true } },
  { '$.a': { exists: false } },
  { '$.a.k': { exists: false } },
  { '$.a[0]': { exists: false } },
  { '$.a[-1]': { exists: true } },
  { '$.a[*].k': { exists: false } },
  { '$.a[*]': { exists: true } },
  ...[
    '$',
    '$.a',
    '$.a.k',
    '$.a[0]',
    '$.a[-1].k',
    '$.a[*]',
    '$.a[*].k',
    'header x-a',
    'header x-none',
  ].flatMap(target => [true, false].map(missing => ({ [target]: { missing } }))),
  { $: { exists: true } },
  { $: { exists: false } },
  ...['^5', 'abc$', '\\d', '\\s', '(?i)ABC', '^.$', '[^a]b', '^\\S+$', '^$'].map(value => ({
    '$.a': { 'matches-regex': value },
  })),
  { '$.a': { 'matches-regex': '{{text}}' } },
  { '$.a': { 'matches-regex': '^{{five}}' } },
  ...['5', 'a', '[', '{', 'n', 't'].map(value => ({ '$.a': { 'starts-with': value } })),
  ...['5', 'c', ']', '}', 'e'].map(value => ({ '$.a': { 'ends-with': value } })),
  { '$.a': { 'starts-with': '{{text}}' } },
  { '$.a': { 'one-of': [5, 'abc', null] } },
  { '$.a': { 'one-of': ['5', '6'] } },
  { '$.a': { 'one-of': [[5], { k: 1 }] } },
  { '$.a': { 'not-one-of': [5, 'abc'] } },
  ...['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'].map(value => ({
    '$.a': { 'has-type': value },
  })),
  ...[0, 1, 2, 3].map(value => ({ '$.a': { 'has-length': value } })),
  { '$.a': { 'has-length': { 'at-least': 1, 'at-most': 2 } } },
  { '$.a': { 'has-length': { 'less-than': 2 } } },
  { '$.a[*].k': { 'has-length': { 'at-most': 1 } } },
  { 'header x-a': { 'has-length': { 'at-most': 2 } } },
  { '$.a': { 'at-most': 0 } },
  { '$.a': { each: { 'one-of': [5, 'abc', 1] } } },
  { '$.a': { any: null } },
  { '$.a[*].k': { any: null } },
  { '$.*': { contains: 5 } },
  { '$.a[*].k': { 'has-length': { 'at-least': 0, 'at-most': 1 } } },
  { '$.a[*].k': { 'has-length': 0 } },
  { '$.a[?@.k > 5]': { 'has-length': 0 } },
  { '$.a[?@.k == 1].k': { equals: [1] } },
  { '$.a[*].k': { equals: [1, 2] } },
  { '$.a[*].k': { equals: [] } },
  { '$.a[*].j[*]': { equals: [1, 2, 3] } },
  { '$.a[*].k': { contains: 1 } },
  { '$.a[*]': { contains: 'abc' } },
  { '$.a': { matches: { k: 1 } } },
  { '$.a': { matches: { k: '<any>' } } },
  { '$.a': { matches: { k: '<integer>' } } },
  { '$.a': { matches: { k: null } } },
  { '$.a': { matches: [{ k: 1 }] } },
  { '$.a': { matches: [5] } },
  { '$.a': { matches: '<uuid>' } },
  { '$.a': { matches: '<date-time>' } },
  { '$.a': { matches: '<regex:^a.c$>' } },
  { '$.a': { each: { 'has-type': 'string' } } },
  { '$.a': { each: { matches: { k: '<any>' } } } },
  { '$.a': { any: 5 } },
  { '$.a': { any: { contains: 'b' } } },
  { '$.a': { none: 5 } },
  { '$.a': { none: { 'matches-regex': '^a' } } },
  { '$.a': { none: { contains: 'b' } } },
  { '$.a': { none: { 'greater-than': 4 } } },
  { '$.a[*].k': { each: { 'greater-than': 0 } } },
  { '$.a[*].k': { any: { 'at-least': 2 } } },
  { $: { equals: { a: 5 } } },
  { $: { 'has-type': 'array' } },
  { '$[0]': 1 },
  { text: { contains: 'abc' } },
  { text: { 'not-contains': 'abc' } },
  { text: { exists: false } },
  { text: '5' },
  { text: { 'has-length': 5 } },
  { text: { 'matches-regex': '^5?$' } },
  { 'header x-a': { exists: true } },
  { 'header x-a': { exists: false } },
  { 'header x-a': '5' },
  { 'header x-a': { 'not-equals': '5' } },
  { 'header x-a': { 'greater-than': 4 } },
  { 'header x-a': { contains: '5' } },
  { 'header x-a': { 'matches-regex': '^5*$' } },
  { 'header x-a': { 'one-of': ['5', '6'] } },
  { 'header x-a': '{{fiveText}}' },
  { status: { 'one-of': ['2xx', 404] } },
  { status: { 'greater-than': 200 } },
  ...cookieValidations,
]

/** Extracts that may find nothing. */
export const extracts: readonly JsonObject[] = [
  { part: '$.a' },
  { member: '$.a.k' },
  { item: '$.a[0]' },
  { all: '$.a[*].k' },
  { head: 'header x-a' },
  { cookie: 'cookie sid' },
  { age: { from: 'cookie sid max-age', regex: '(\\d)' } },
  { whole: 'text' },
  { group: { from: '$.a', regex: 'a(b)?' } },
  { digits: { from: 'text', regex: '"a": (\\d+)' } },
]

/** Variables of the first answer. */
export const variables: JsonObject = {
  five: '$.a',
  fiveText: '$.b',
  nothing: '$.n',
  yes: '$.t',
  list: '$.l',
  object: '$.o',
  text: '$.s',
  fraction: '$.f',
  empty: '$.e',
}

/** Sends every answer by its number, with a header that is missing, there once, or there twice. */
export function answeringRows(): ReturnType<typeof httpServer> {
  return httpServer((request, response) => {
    const index = Number(request.url.slice(1))
    response.setHeader('set-cookie', cookiesOfAnswer(index))
    if (index % 3 > 0) response.setHeader('x-a', index % 3 === 1 ? '5' : ['5', '6'])
    response.setHeader('content-type', 'application/json').end(answers[index])
  })
}

/** A suite with a step for each expectation, that runs once for each answer. */
export function judgedSuite(): JsonObject {
  const step = (path: string, name: string, more: JsonObject): JsonObject => ({
    name,
    request: `GET {{baseUrl}}/${path}`,
    ...more,
  })
  return {
    suite: 'Judged',
    settings: { 'stop-on-failure': false, cookies: false },
    data: answers.map((_, answer) => ({ answer })),
    steps: [
      step('0', 'variables', { extracts: variables }),
      ...expectations.map((expected, index) =>
        step('{{answer}}', `expectation ${index}`, { validations: [{ status: 200 }, expected] }),
      ),
      ...extracts.map((extracted, index) =>
        step('{{answer}}', `extract ${index}`, { validations: [{ status: 200 }], extracts: extracted }),
      ),
    ],
  }
}
