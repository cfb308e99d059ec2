import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { runText } from '../testing/run-text.ts'

const document = {
  items: [
    { state: 'ok', price: 5, tags: ['new'], id: 10 },
    { state: 'failed', price: '20', tags: ['old', 'hidden'], id: 20 },
  ],
  ids: [10, 20],
  tags: ['shipped'],
  owner: { name: 'Ada' },
  name: 'Ada',
  none: [],
}

let server: Server
let url = ''

before(async () => {
  server = createServer((request, response) => {
    if (request.url === '/empty') return void response.end()
    response.setHeader('content-type', 'application/json').setHeader('x-name', 'Ada')
    response.end(JSON.stringify(document))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => {
  server.closeAllConnections()
  server.close()
})

/** The keys below a step, and the required outcome: exit code 2 before anything is sent, or 1. */
type Way = readonly [written: string, exitCode: 1 | 2 | 3, message: RegExp]

const variables =
  'variables: { nul: null, empty: "", blank: [], object: {}, forbidden: [failed], word: failed, all: items, many: "items[*].state", any: ".*" }'

const suiteOf = (written: string, path: string): string =>
  `suite: A\n${variables}\nsteps:\n  - request: GET ${url}/${path}\n    ${written}\n`

/** Each a suite of its own, each wrong. */
function ways(title: string, written: readonly Way[], path = ''): void {
  for (const [text, exitCode, message] of written)
    it(`${title}: ${text}`, async () => {
      const { summary, messages, outcomes } = await runText(suiteOf(text, path))
      const told = [
        ...summary.problems.map(problem => `${problem.code} ${problem.message} ${problem.hint ?? ''}`),
        ...messages,
        outcomes,
      ].join('\n')
      assert.match(told, message)
      assert.equal(summary.exitCode, exitCode, told)
    })
}

const validation = (text: string): string => `validations: [{ ${text} }]`

describe('B3: an operator of one value over several', () => {
  const refused = (text: string, line: RegExp): Way => [validation(text), 2, line]
  ways('B3', [
    refused(
      '"$.items[*].state": { not-equals: failed }',
      /several-values.*write each: \{ not-equals: failed \}/,
    ),
    refused('"$.items[*].state": { not-one-of: [failed] }', /write each: \{ not-one-of: \[failed\] \}/),
    refused('"$.items[*].state": { matches-regex: failed }', /write each: \{ matches-regex: failed \}/),
    refused('"$.items[:1].state": { starts-with: o }', /write each/),
    refused('"$.items[?@.id > 10].state": { ends-with: d }', /write each/),
    refused(
      '"$..id": { greater-than: 0 }',
      /"\$\.\.id" can select several values, and greater-than looks at one/,
    ),
    refused('"$.items[0,1].price": { at-most: 20 }', /write each: \{ at-most: 20 \}/),
    refused('"$.ids[*]": 7', /a list is never 7: write each: 7, any: 7 or \[7\]/),
    refused('"$.ids[*]": "{{word}}-x"', /a list is never/),
    refused('"$.ids[*]": { same-as: 7 }', /each: \{ same-as: 7 \}/),
    refused('"$.ids[*]": { not-equals: null }', /write each: \{ not-equals: null \}/),
    refused('"$.items[*]": { matches: { id: <integer> } }', /write each: \{ matches: \{ id: <integer> \} \}/),
    refused('"$.ids[*]": { one-of: [10, 20] }', /write each: \{ one-of: \[10, 20\] \}/),
    refused('"$.ids[*]": { has-type: number }', /write each: \{ has-type: number \}/),
    refused('when: { "$.items[*].state": { not-equals: x } }, status: 200', /write each/),
    refused('unless: [{ "$.items[*].state": { matches-regex: x } }], status: 200', /write each/),
    ['extracts: { a: { from: status, when: { "$..id": { less-than: 5 } } } }', 2, /write each/],
    ['retry: { attempts: 2, stop-when: [{ "$..state": { not-equals: x } }] }', 2, /write each/],
    // Values that are only known once they are filled in.
    [validation('"$.{{many}}": { not-equals: failed }'), 1, /the path can select several values: write each/],
    [validation('"$.items[*].state": { not-equals: "{{word}}" }'), 1, /write each: \{ not-equals: failed \}/],
    [validation('"$.items[*].id": "{{word}}"'), 1, /a list is never failed/],
    [validation('when: { "$.{{many}}": { not-equals: failed } }, status: 200'), 1, /can select several/],
    // Over nothing.
    [validation('"$.itemz[*]": { has-type: array }'), 1, /selects nothing/],
    [validation('"$.itemz[*]": { has-length: { at-most: 5 } }'), 1, /selects nothing/],
    [validation('"$.itemz[*].state": { not-contains: failed }'), 1, /selects nothing/],
    // A list where one value was meant.
    [validation('$.tags: { not-equals: shipped }'), 1, /is a list: each, any or none/],
    [validation('$.tags: { not-one-of: [sent, lost] }'), 1, /is a list/],
    [validation('$.tags: { matches-regex: shipped }'), 1, /is a list/],
    [validation('$.owner: { not-equals: Ada }'), 1, /is an object: go deeper/],
    [validation("$.tags: { starts-with: '[' }"), 1, /is a list/],
    [validation('$.ids: { contains: "1" }'), 1, /no item is "1": any: \{ contains: "1" \}/],
    [validation('$.items: { contains: state }'), 1, /any: \{ contains: state \}/],
    [validation('variable forbidden: { not-equals: failed }'), 1, /is a list/],
  ])
  ways('B3', [['when: { forbidden: { not-equals: failed } }', 3, /is a list/]])
  it('B3: what a message must be is refused as well', async () => {
    const text = (expect: string): string =>
      `suite: A\nsteps:\n  - sse: http://127.0.0.1:1/\n    expect: { ${expect} }\n`
    for (const [expect, message] of [
      ['"$.items[*].state": { not-equals: failed }', /write each/],
      ['$.a: { contains: "" }', /must not be empty/],
      ['$.a: { none: {} }', /must not be empty/],
      ['$.a: { matches: { b: [] } }', /write <array>/],
    ] as const) {
      const { summary } = await runText(text(expect))
      assert.match(summary.problems.map(problem => problem.message).join('\n'), message)
    }
  })
})

describe('B3: each, any, none and has-length', () => {
  ways('B3 each', [
    [
      validation('"$.items[*].state": { each: { not-equals: failed } }'),
      1,
      /each: \$\.items\[1\]\.state: Expected not-equals failed, got failed \(1 of 2\)/,
    ],
    [
      validation('$.ids: { each: { less-than: 15 } }'),
      1,
      /each: \$\.ids\[1\]: Expected less-than 15, got 20 \(1 of 2\)/,
    ],
    [validation('"$.items[*].price": { each: { at-least: 1 } }'), 1, /got 20 \(not a number\)/],
    [validation('"$.itemz[*].state": { each: ok }'), 1, /got nothing \(the path selects nothing\)/],
    [validation('$.none: { each: ok }'), 1, /there is no item/],
    [validation('$.name: { each: Ada }'), 1, /each looks at the items of a list/],
    [validation('$.itemz: { each: ok }'), 1, /got nothing/],
    [validation('$.ids: { each: {} }'), 2, /"each" must not be empty/],
    [validation('$.ids: { each: { any: 1 } }'), 2, /must not have each, any or none in it/],
    [validation('$.ids: { each: { id: 1 } }'), 2, /"id" is not an operator/],
    [validation('status: { each: 200 }'), 2, /each looks at the items of a list, and "status" is one value/],
    [validation('header x-name: { each: Ada }'), 2, /is one value/],
    [validation('$.ids: { each: { not-one-of: [] } }'), 2, /must not be empty/],
    [validation('$.ids: { each: { not-one-of: "{{blank}}" } }'), 1, /\{\{blank\}\} is empty/],
  ])
  ways('B3 any', [
    [
      validation('"$.items[*].state": { any: gone }'),
      1,
      /any: \$\.items\[0\]\.state: Expected equals gone, got ok \(none of 2 items fits\)/,
    ],
    [validation('$.ids: { any: { greater-than: 10, less-than: 20 } }'), 1, /none of 2 items fits/],
    [validation('"$.items[*].nothing": { any: { exists: false } }'), 1, /selects nothing/],
    [validation('$.none: { any: { exists: false } }'), 1, /there is no item/],
    [validation('$.ids: { any: { none: 1 } }'), 2, /must not have each, any or none/],
    [validation('$.items: { any: { contains: "" } }'), 2, /must not be empty/],
  ])
  ways('B3 none', [
    [
      validation('"$.items[*].tags": { none: { contains: hidden } }'),
      1,
      /none: \$\.items\[1\]\.tags: Expected not contains hidden, got \["old","hidden"\] \(1 of 2\)/,
    ],
    [validation('"$.itemz[*].tags": { none: { contains: hidden } }'), 1, /selects nothing/],
    [validation('$.none: { none: hidden }'), 1, /there is no item/],
    [validation('"$.items[*].price": { none: { greater-than: 100 } }'), 1, /cannot be judged/],
    [validation('"$.items[*].tags": { none: { not-equals: new } }'), 1, /cannot be judged/],
    [validation('$.ids: { none: {} }'), 2, /"none" must not be empty/],
    [validation('$.ids: { none: { contains: "{{empty}}" } }'), 2, /\{\{empty\}\} is empty/],
    [validation('$.owner: { none: Ada }'), 1, /none looks at the items of a list/],
  ])
  ways('B3 has-length', [
    [
      validation('$.items: { has-length: { at-least: 3 } }'),
      1,
      /Expected has-length at-least 3, got .* \(length 2\)/,
    ],
    [validation('$.items: { has-length: { greater-than: 0, at-most: 1 } }'), 1, /length 2/],
    [validation('$.items: { has-length: {} }'), 2, /must not be empty/],
    [validation('$.items: { has-length: { more-than: 1 } }'), 2, /"more-than" is not a key of "has-length"/],
    [validation('$.items: { has-length: { contains: 1 } }'), 2, /"contains" is not a key of "has-length"/],
    [validation('$.items: { has-length: { at-least: [1] } }'), 2, /must be/],
    [validation('$.items: { has-length: { at-least: "{{word}}" } }'), 1, /length 2/],
    [validation('$.items: { has-length: "{{object}}" }'), 1, /is not a number/],
  ])
  it('each asks in vain whether what was selected exists, and is told', async () => {
    const { summary, events } = await runText(
      suiteOf(validation('"$.items[*].id": { each: { exists: true } }'), ''),
    )
    assert.equal(summary.exitCode, 0)
    assert.match(JSON.stringify([summary, events]), /each: \{ matches: \{ id: <any> \} \}/)
  })
  it('what is right passes', async () => {
    const right = [
      '"$.items[*].state": { each: { one-of: [ok, failed] }, any: failed, none: gone, has-length: { at-least: 2 } }',
      '"$.ids[*]": [10, 20]',
      '"$.items[*].id": { contains: 20, not-contains: 30, has-type: array, exists: true, matches: [10] }',
      '"$.items[?@.state == \'gone\']": { has-length: 0 }',
      '"$.itemz[*]": []',
      '"$.itemz[*]": { exists: false, has-length: { at-least: 0, at-most: 3 } }',
      '$.items: { each: { matches: { id: <integer> } } }',
      '$.tags: { not-equals: null }',
      '$.tags: { not-one-of: [null, false, 0, ""] }',
      '$.ids: { contains: "10" }',
      'status: { equals: 2xx, not-equals: 4xx, one-of: [1xx, 2xx] }',
      'time: { less-than: 30s }',
      '$.none: { has-length: { at-most: 2 } }',
    ].map(text => `\n      - ${text}`)
    const { messages, summary } = await runText(suiteOf(`validations:${right.join('')}`, ''))
    assert.deepEqual([messages, summary.problems, summary.exitCode], [[], [], 0])
  })
})

describe('B4: an empty operand', () => {
  const refused = (operand: string): Way => [
    validation(`$.name: { ${operand} }`),
    2,
    /must not be empty.*it would hold/,
  ]
  ways('B4', [
    refused('contains: ""'),
    refused('contains: {}'),
    refused('contains: []'),
    refused('not-contains: ""'),
    refused('starts-with: ""'),
    refused('ends-with: ""'),
    refused('matches-regex: ""'),
    refused('matches: {}'),
    refused('matches: []'),
    refused('one-of: []'),
    refused('not-one-of: []'),
    refused('not-one-of: ""'),
    [validation('$.owner: { matches: { name: {} } }'), 2, /write <object>, or equals/],
    [validation('$: { matches: { items: [{ tags: [] }] } }'), 2, /write <array>, or equals/],
    [validation('when: { $.name: { contains: "" } }, status: 200'), 2, /must not be empty/],
    ['when: { word: { matches-regex: "" } }', 2, /must not be empty/],
    ['retry: { attempts: 2, stop-when: [{ text: { contains: "" } }] }', 2, /must not be empty/],
    ['extracts: { a: { from: status, unless: { text: { starts-with: "" } } } }', 2, /must not be empty/],
    ...(
      [
        ['contains', 'empty'],
        ['not-contains', 'empty'],
        ['not-contains', 'nul'],
        ['starts-with', 'empty'],
        ['ends-with', 'empty'],
        ['ends-with', 'nul'],
        ['matches-regex', 'empty'],
        ['contains', 'object'],
        ['not-contains', 'blank'],
        ['matches', 'object'],
        ['matches', 'blank'],
        ['not-one-of', 'blank'],
        ['one-of', 'blank'],
      ] as const
    ).map(([operator, name]): Way => [
      validation(`$.name: { ${operator}: "{{${name}}}" }`),
      1,
      new RegExp(`\\{\\{${name}\\}\\} is empty`),
    ]),
    [validation('$.name: { contains: "{{empty}}{{empty}}" }'), 1, /is empty: it would hold for everything/],
    [validation('header x-name: { contains: "{{empty}}" }'), 1, /is empty/],
    [validation('$.name: { matches-regex: "^{{empty}}" }'), 1, /a pattern that matches everything/],
    [validation('$: { matches: { items: "{{blank}}" } }'), 1, /is empty/],
    [validation('when: { $.name: { contains: "{{empty}}" } }, $.name: Bob'), 2, /is empty/],
    [
      validation('$: { matches: { name: "<regex:{{any}}>" } }'),
      1,
      /become a pattern that matches everything/,
    ],
    ['when: { word: { contains: "{{empty}}" } }', 2, /is empty/],
  ])
  ways(
    'B4',
    [
      ['extracts: { a: text }', 1, /extract a: body-text found an empty body/],
      ["extracts: { a: { from: text, regex: '^(.*)$' } }", 1, /found an empty body/],
    ],
    'empty',
  )
  it('B4: an optional extract of an empty body leaves the variable as it is', async () => {
    const { steps, summary } = await runText(
      suiteOf('extracts: { word: { from: text, optional: true } }', 'empty'),
    )
    assert.deepEqual([summary.exitCode, steps[0]?.extracts[0]?.found], [0, false])
  })
})

describe('F14: what an action cannot have', () => {
  const bad = (text: string, message: RegExp): Way => [validation(text), 2, message]
  ways('F14', [
    bad('status: 999', /a number from 100 to 599, not 999/),
    bad('status: 20', /100 to 599/),
    bad('status: OK', /200 or 2xx, not OK/),
    bad('status: 2XX', /is written 2xx/),
    bad('status: 20x', /is written 2xx/),
    bad('status: [200, 201]', /one-of: \[200, 201\]/),
    bad('status: true', /200 or 2xx/),
    bad('status: { not-equals: 4040 }', /100 to 599/),
    bad('status: { one-of: [200, 2000] }', /100 to 599/),
    bad('status: { less-than: 4xx }', /100 to 599/),
    bad('status: { same-as: 2xx }', /2xx/),
    bad('when: { status: OK }, $.name: Ada', /200 or 2xx/),
    bad('time: { less-than: 500 ms }', /a duration, such as 500ms/),
    bad('time: { less-than: fast }', /a duration/),
    [validation('time: { less-than: 0ms }'), 1, /Expected less-than 0/],
    [validation('status: 4xx'), 1, /Expected equals 4xx, got 200/],
    [validation('status: { not-equals: 2xx }'), 1, /got 200/],
    [validation('status: { not-one-of: [1xx, 2xx] }'), 1, /got 200/],
  ])
  for (const [steps, message] of [
    ['- pause: 1ms\n    validations: [{ status: 200 }]', /"status" is not a target of "pause"/],
    ['- set: { a: 1 }\n    validations: [{ status: 0 }]', /"status" is not a target of "set"/],
    [
      '- grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    validations: [{ status: 200 }]',
      /a name for a status, not 200/,
    ],
    ['- grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    validations: [{ status: 5 }]', /write NOT_FOUND/],
    [
      '- grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    validations: [{ status: not_found }]',
      /write NOT_FOUND/,
    ],
    [
      '- grpc: a.B/C\n    target: grpc://127.0.0.1:1\n    validations: [{ status: { at-least: 0 } }]',
      /have no order/,
    ],
    ['- request: GET http://127.0.0.1:1/\n    data: [{ expected_status: 2XX }]', /2XX/],
    ['- exec: "true"\n    validations: [{ status: 256 }]', /0 to 255/],
    ['- exec: "true"\n    validations: [{ status: 2xx }]', /0 to 255/],
  ] as const)
    it(`F14: ${steps}`, async () => {
      const { summary } = await runText(`suite: A\nsteps:\n  ${steps}\n`, { input: { allowExec: true } })
      assert.match(summary.problems.map(problem => problem.message).join('\n'), message)
      assert.equal(summary.exitCode, 2)
    })
  it('F14: a row may expect a class', async () => {
    const rows = 'data: [{ expected_status: 2xx }, { expected_status: 4xx }]'
    const { rows: results, outcomes, messages } = await runText(suiteOf(rows, ''))
    assert.deepEqual(
      [results.length, outcomes, messages],
      [0, 'passed failed', ['status: Expected equals 4xx, got 200']],
    )
  })
})

describe('F14: null', () => {
  for (const [written, message] of [
    ['request: GET URL/x?a={{nul}}', /\{\{nul\}\} is null, which "request" would send as the word/],
    ['request: GET URL/{{nul}}', /"request"/],
    ['request: GET URL/\n    query: { a: "x-{{nul}}" }', /"query" would send/],
    ['request: POST URL/\n    form: { a: ["{{nul}}!"] }', /"form" would send/],
    ['request: GET URL/\n    headers: { X-A: "Bearer {{nul}}" }', /"headers" would send/],
  ] as const)
    it(`F14: ${written}`, async () => {
      const { messages, summary } = await runText(
        `suite: A\n${variables}\nsteps:\n  - ${written.replace('URL', url)}\n`,
      )
      assert.match(messages.join('\n'), message)
      assert.equal(summary.exitCode, 3)
    })
  it('F14: alone leaves out what it is the value of', async () => {
    const step = (rest: string): string =>
      `suite: A\n${variables}\nsteps:\n  - request: POST ${url}/null\n    ${rest}\n    query: { a: null, b: "{{nul}}", c: [1, 2], d: "null" }\n`
    const { steps, summary } = await runText(step('form: { a: null, b: x }'))
    assert.deepEqual([summary.problems, summary.exitCode], [[], 0])
    const request = steps[0]?.exchange?.request
    assert.deepEqual([request?.url, request?.body?.text], [`${url}/null?c=1&c=2&d=null`, 'b=x'])
  })
})
