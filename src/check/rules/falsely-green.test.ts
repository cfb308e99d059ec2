import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (step: string): string => `suite: A\nsteps:\n  - ${step.replaceAll('\n', '\n    ')}`

/** Steps that look at nothing, or seem to, and the problems they have. */
const cases: Readonly<Record<string, readonly (readonly [step: string, problem?: string])[]>> = {
  'a message is looked at that is awaited': [
    ['sse: http://x/\nvalidations: [{ "$[0].a": 1 }]'],
    [
      'sse: http://x/\nvalidations: [{ "$[1].a": 1 }]',
      '4:21 bad-value there never is $[1].a: the step awaits 1 message',
    ],
    [
      'collect: orders\ncount: 2\nextracts: { id: "$[2].id" }',
      '5:17 bad-value there never is $[2].id: the step awaits 2 messages',
    ],
    ['collect: orders\ncount: 2\nvalidations: [{ "$[-2].a": 1 }]'],
    [
      'websocket: ws://x/\nmessages: [a]\nvalidations: [{ "$[*].a": { has-length: 0 } }]',
      '5:21 bad-value there never is $[*].a: the step awaits no message',
    ],
    ['websocket: ws://x/\nexpect: { text: a }\nvalidations: [{ "$[0].a": 1 }]'],
    ['websocket: ws://x/\nvalidations: [{ status: 403 }, { "$[0].a": 1 }]'],
    ['websocket: ws://x/\nvalidations: [{ $.detail: no }]'],
    ['websocket: ws://x/\ngraphql: { query: "{ a }" }\nvalidations: [{ "$[0].data": { exists: true } }]'],
  ],
  'a status, a time and a length can be another': [
    ['request: GET http://x/\nvalidations: [{ status: { not-equals: 404 } }]'],
    ['request: GET http://x/\nvalidations: [{ status: { at-least: "{{low}}" } }]\nvariables: { low: 100 }'],
    ['request: GET http://x/\nvalidations: [{ time: { at-least: 1 } }, { time: { less-than: 20s } }]'],
    ['request: GET http://x/\nvalidations: [{ $.a: { has-length: { at-least: 0, at-most: 3 } } }]'],
    ['request: GET http://x/\nvalidations: [{ $.a: { has-length: { not-equals: 7 } } }]'],
    [
      'request: GET http://x/\nvalidations: [{ status: { at-least: 200 } }]',
      '4:31 bad-value this holds for every status, and so proves nothing: write those that are right, such as 200 or one-of: [200, 4xx]',
    ],
    ['request: GET http://x/\nvalidations: [{ status: { at-least: 100 } }]'],
    ['websocket: ws://x/\nvalidations: [{ status: { at-least: 200 } }]'],
    [
      'exec: [ls]\nvalidations: [{ status: { at-least: 0 } }]',
      '4:31 bad-value this holds for every status, and so proves nothing: write those that are right, such as 0 or less-than: 2',
    ],
    [
      'grpc: a.B/C\ntarget: x:1\nvalidations: [{ status: { matches-regex: "[A-Z]" } }]',
      '5:31 bad-value this holds for every status, and so proves nothing: write those that are right, such as OK or one-of: [OK, NOT_FOUND]',
    ],
  ],
  'a status is one that the action can have, and a class is one of statuses': [
    ['request: GET http://x/\nvalidations: [{ status: { one-of: [2xx, 304] } }]'],
    ...[
      ['OK', 'a request has a number for a status, 200 or 2xx, not OK'],
      ['2XX', 'a class of statuses is written 2xx, not 2XX'],
      ['20x', 'a class of statuses is written 2xx, not 20x'],
      ['999', 'a status is a number from 100 to 599, not 999'],
    ].map(
      ([status = '', why = '']) =>
        [`request: GET http://x/\nvalidations: [{ status: ${status} }]`, `4:21 bad-value ${why}`] as const,
    ),
    ['pause: 1ms\nvalidations: [{ status: 200 }]', '4:21 unknown-target "status" is not a target of "pause"'],
    [
      'request: GET http://x/\nvalidations: [{ $.a: 2xx }]',
      '4:21 bad-value "2xx" is a class only of "status": here it is text',
    ],
  ],
  'validations stand on their own level': [
    [
      'request: POST http://x/\njson:\n  a: 1\n  validations: [{ $.a: 1 }]',
      '6:7 misplaced-key "validations" stands below "json", and would judge nothing',
    ],
    [
      'request: POST http://x/\njson:\n  a: { b: 1, validations: [{ name: A, status: 200 }] }',
      '5:18 misplaced-key "validations" stands below "json", and would judge nothing',
    ],
    [
      'request: POST http://x/\njson:\n  a: 1\n  extracts: { id: $.id }',
      '6:7 misplaced-key "extracts" stands below "json", and would judge nothing',
    ],
    [
      'request: GET http://x/\nvariables:\n  a: 1\n  extracts: { id: header x-id }',
      '6:7 misplaced-key "extracts" stands below "variables", and would judge nothing',
    ],
    ['request: POST http://x/\njson: { validations: [{ field: name, rule: required }] }'],
    ['request: POST http://x/\njson: { validations: [required], extracts: { id: yes } }'],
    ['request: POST http://x/\njson: { validations: [] }'],
  ],
  'a slice can select something': [
    ...['[1:0]', '[0:0]', '[:0]', '[-1:-3]', '[3:3]', '[::0]', '[0:2:-1]', '[:-1:-1]', '[2:5, 1:0]'].map(
      slice =>
        [
          `request: GET http://x/\nvalidations: [{ "$.a${slice}": { has-length: 0 } }]`,
          `4:21 bad-json-path "$.a${slice}": the slice ${slice === '[2:5, 1:0]' ? '1:0' : slice.slice(1, -1)} selects nothing`,
        ] as const,
    ),
    ...[
      '[0:1]',
      '[1:]',
      '[:-1]',
      '[-2:]',
      '[1:-1]',
      '[-3:2]',
      '[::-1]',
      '[5:0:-1]',
      '[:0:-1]',
      '[::2]',
      "['1:0']",
    ].map(slice => [`request: GET http://x/\nvalidations: [{ "$.a${slice}": { has-length: 0 } }]`] as const),
  ],
  'a list of scripts has one': [
    ['request: GET http://x/\nscripts: { after: [] }', '4:23 bad-value "after" must not be empty'],
    ['script: "pm.variables.set(1, 2)"'],
  ],
  'allow-errors belongs to requests': [
    [
      'websocket: ws://x/\ngraphql: { query: "{ a }", allow-errors: true }',
      '4:32 misplaced-key "allow-errors" belongs to "request", not to "websocket"',
    ],
  ],
}

for (const [title, steps] of Object.entries(cases))
  describe(title, () => {
    for (const [step, problem] of steps)
      it(`B: ${step}`, () => expectProblems(suite(step), problem === undefined ? [] : [problem]))
  })
