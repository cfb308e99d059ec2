import type { JsonObject } from '../../../model/json.ts'

const texts = [
  '"quoted" \\ back \\n',
  'line\nbreak\r\nand\ttab',
  '${x} {x} {{ }} {} %s %d',
  '*/ // /* -->',
  'Zürich 😀 \u202e right \u200b zero \ufeff',
  '"#; panic!() //',
  'r#"raw"# \'single\'',
  '\u0000\u0001',
]

const names = [
  'fn',
  'self',
  '2nd value',
  'äöü',
  '日本',
  '',
  'user-id',
  'user id',
  'userId',
  'response',
  'body',
  'x'.repeat(200),
  '*/ "quoted" \\ ${x}\nnew line',
]

/** Suites whose names and texts are as bad as they can be. They are compiled, and looked at by the linter. */
export const hostileSuites: readonly { readonly name: string; readonly suite: JsonObject }[] = [
  ...names.map((name, index) => ({
    name: `h${index}.apitest.yaml`,
    suite: hostileSuite(name),
  })),
  { name: 'extracts.apitest.yaml', suite: extracts() },
]

function hostileSuite(name: string): JsonObject {
  return {
    suite: name === '' ? ' ' : name,
    description: `${name} */ \n/// - list\n    code \`x\``,
    variables: Object.fromEntries(
      texts.map((text, index) => [`text ${index}`, text.replaceAll('{{', '\\{{')]),
    ),
    steps: [
      {
        name: name === '' ? ' ' : name,
        request: 'POST {{baseUrl}}/ajax/post',
        headers: { 'X-Text': 'a "b" \\ {c}' },
        json: Object.fromEntries(
          texts.map((text, index) => [text, `{{text ${index}}} ${text.replaceAll('{{', '\\{{')}`]),
        ),
        validations: texts.flatMap(text => [
          { text: { contains: text.replaceAll('{{', '\\{{') } },
          { [`$['${text.replaceAll(/['\\{}]/g, '')}']`]: text.replaceAll('{{', '\\{{') },
        ]),
      },
      {
        name: `rows of ${name}`,
        data: [
          { [name]: 'a', fn: 1, type: null, 'user-id': true },
          { [name]: 'b', fn: 2.5, type: [1], 'user-id': false },
        ],
        request: 'GET {{baseUrl}}/ajax/get',
        query: { name: `{{${name}}}`, number: '{{fn}}', type: '{{type}}', flag: '{{user-id}}' },
        validations: [
          { '$.query.number': '{{fn}}' },
          { '$.query.flag': '{{user-id}}' },
          { '$.query.type': '{{type}}' },
        ],
      },
    ],
  }
}

/** Variables that are set again and again, in loops, under conditions, and where nobody reads them. */
function extracts(): JsonObject {
  return {
    suite: 'extracts',
    variables: { count: 0, label: 'first', flag: true, list: [1] },
    steps: [
      {
        name: 'one',
        request: 'GET {{baseUrl}}/a',
        extracts: {
          id: '$.id',
          count: 'status',
          all: '$.items[*].id',
          gone: { from: '$.x', optional: true },
        },
      },
      {
        name: 'two',
        data: [{ n: 1 }, { n: 2 }],
        request: 'GET {{baseUrl}}/{{id}}/{{n}}',
        extracts: { id: '$.id', label: 'header x-label' },
      },
      {
        name: 'three',
        when: { label: { 'not-equals': 'first' }, flag: true },
        request: 'GET {{baseUrl}}/{{count}}',
        extracts: { part: { from: 'text', regex: 'a(b)c' } },
      },
      {
        name: 'four',
        request: 'GET {{baseUrl}}/{{part}}/{{label}}',
        extracts: { gone: { from: 'header y', optional: true }, unread: 'header z' },
        validations: [{ '$.all': '{{all}}' }],
      },
      {
        name: 'five',
        request: 'GET {{baseUrl}}/{{gone}}',
        retry: { attempts: 3, interval: '1ms' },
        validations: [
          { '$.a': 1 },
          { 'header b': 'c' },
          { text: { contains: 'd' } },
          { time: { 'less-than': '1s' } },
        ],
      },
      { name: 'six', set: { label: '{{count}}-{{$uuid}}', count: 7 } },
      {
        name: 'seven',
        request: 'PURGE {{baseUrl}}/{{label}}',
        json: { count: '{{count}}', now: '{{$timestamp}}', at: '{{$isoTimestamp}}', any: '{{$randomInt}}' },
        timeout: '2s',
      },
    ],
    after: [
      { name: 'eight', request: 'DELETE {{baseUrl}}/{{id}}' },
      { name: 'nine', request: 'GET {{baseUrl}}/{{part}}', cookies: false, 'follow-redirects': 3 },
    ],
  }
}
