import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

/** A suite whose mock has this on one line each, from line 4 on. */
const suite = (mock: string, route: string, answer: string): string =>
  `suite: A\nmocks:\n  shop:\n    ${mock}\n    routes:\n      - route: ${route}\n        answer: ${answer}\nsteps:\n  - calls: shop\n`

describe('what a mock sends bit by bit', () => {
  for (const [title, mock, route, answer, expected] of [
    [
      'a fault and a time of a body beside events',
      'unmatched: fail',
      'GET /a',
      '{ fault: close, over: 1s, events: [{ data: 1 }] }',
      [
        '7:19 misplaced-key "fault" is for an answer that has a body, and not for "events"',
        '7:33 misplaced-key "over" is for an answer that has a body, and not for "events"',
      ],
    ],
    [
      'a body beside events',
      'unmatched: fail',
      'GET /a',
      '{ json: 1, events: [{ data: 1 }] }',
      ['7:28 misplaced-key an answer has one body: "json" and "events" are two'],
    ],
    [
      'a stream that stays open without events',
      'unmatched: fail',
      'GET /a',
      '{ stay-open: true }',
      ['7:19 misplaced-key "stay-open" needs "events"'],
    ],
    [
      'an event of several lines in its name, and a delay that is none',
      'unmatched: fail',
      'GET /a',
      '{ events: [{ event: "a\\nb", data: 1 }, { data: 1, delay: { min: 2s, max: 1s } }] }',
      [
        '7:28 bad-value "event" and "id" are one line each',
        '7:74 bad-value "delay" must have a `min` that is no more than its `max`',
      ],
    ],
    [
      'an event with a key of another',
      'unmatched: fail',
      'GET /a',
      '{ events: [{ evnt: a, data: 1 }] }',
      ['7:30 unknown-key "evnt" is not a key of an item of "events" (Did you mean "event"?)'],
    ],
    [
      'messages in an answer to a request',
      'unmatched: fail',
      'GET /a',
      '{ messages: [a], on: [{ send: b }] }',
      [
        '7:19 misplaced-key "messages" is not a key of an answer to a request',
        '7:34 misplaced-key "on" is not a key of an answer to a request',
      ],
    ],
    [
      'a status by its name in an answer to a request',
      'unmatched: fail',
      'GET /a',
      'NOT_FOUND',
      ['7:17 bad-value "NOT_FOUND" is a status of gRPC, and this answers a request'],
    ],
    [
      'a heartbeat without a pause',
      'unmatched: fail',
      'GET /a',
      '{ events: [{ data: 1 }], heartbeat: 0s }',
      ['7:53 bad-value "heartbeat" must be above 0'],
    ],
    [
      'a body that takes no time',
      'unmatched: fail',
      'GET /a',
      '{ text: a, over: 0ms }',
      ['7:34 bad-value "over" must be above 0'],
    ],
    [
      'times that are 0',
      'unmatched: fail',
      'GET /a',
      '{ text: a, over: 0 }',
      ['7:34 bad-value "over" must be > 0'],
    ],
    [
      'a heartbeat that is 0',
      'unmatched: fail',
      'GET /a',
      '{ events: [{ data: 1 }], heartbeat: 0 }',
      ['7:53 bad-value "heartbeat" must be a duration such as 500ms, 10s or 2m'],
    ],
    [
      'a body alone of a status that has none',
      'unmatched: fail',
      'GET /a',
      '{ status: 204, json: 1 }',
      ['7:32 misplaced-key an answer of 204 has no body: "json"'],
    ],
    [
      'a body of a status that has none',
      'unmatched: fail',
      'GET /a',
      '{ status: 204, json: 1, over: 1s }',
      [
        '7:32 misplaced-key an answer of 204 has no body: "json"',
        '7:41 misplaced-key an answer of 204 has no body: "over"',
      ],
    ],
    [
      'a text of what has not changed, with a type',
      'unmatched: fail',
      'GET /a',
      '{ status: 304, text: x, content-type: text/css }',
      [
        '7:32 misplaced-key an answer of 304 has no body: "text"',
        '7:41 misplaced-key an answer of 304 has no body: "content-type"',
      ],
    ],
    [
      'a time of a body that is not there',
      'unmatched: fail',
      'GET /a',
      '{ over: 1s, content-type: text/css }',
      [
        '7:19 misplaced-key "over" needs a body, which comes piece by piece',
        '7:29 misplaced-key "content-type" needs a body',
      ],
    ],
    [
      'a time of an empty body',
      'unmatched: fail',
      'GET /a',
      "{ text: '', over: 1s }",
      ['7:29 misplaced-key "over" needs a body, which comes piece by piece'],
    ],
    [
      'a type of events beside them',
      'unmatched: fail',
      'GET /a',
      '{ events: [{ data: 1 }], content-type: text/css }',
      ['7:42 misplaced-key "content-type" needs a body'],
    ],
    [
      'a type that is told twice',
      'unmatched: fail',
      'GET /a',
      '{ json: 1, content-type: text/css, headers: { Content-Type: text/css } }',
      ['7:28 misplaced-key an answer has one type: "headers" has "Content-Type", too'],
    ],
    [
      'a body of a refusal that has none',
      'unmatched: fail',
      'WS /a',
      '{ status: 204, json: 1 }',
      ['7:32 misplaced-key an answer of 204 has no body: "json"'],
    ],
    ...(
      [
        ['"200"', '200 to 599, or the name of a status of gRPC'],
        ['true', 'a whole number, text or a mapping'],
        ['null', 'a whole number, text or a mapping'],
        ['[200]', 'a whole number, text or a mapping'],
      ] as const
    ).map(
      ([status, kinds]) =>
        [
          `${status} in the place of an answer`,
          'unmatched: fail',
          'GET /a',
          status,
          [`7:17 bad-value "answer" must be ${kinds}`],
        ] as const,
    ),
    [
      'a body of a WebSocket that is opened',
      'unmatched: fail',
      'WS /a',
      '{ json: 1 }',
      ['7:19 misplaced-key a WebSocket that is opened has no body: "json"'],
    ],
    [
      'messages of a WebSocket that is refused',
      'unmatched: fail',
      'WS /a',
      '{ status: 401, messages: [a] }',
      ['7:32 misplaced-key a WebSocket that is refused has no messages: "messages"'],
    ],
    [
      'messages that are not what they seem',
      'unmatched: fail',
      'WS /a',
      '{ messages: [{ text: a, dely: 1s }, { text: a, delay: soon }, { text: a, after: { text: b } }, { send: a }] }',
      [
        '7:41 unknown-key "dely" is not a key of a message to send (Did you mean "delay"?)',
        '7:71 bad-value "delay" is not a duration',
        '7:90 misplaced-key a mock does not wait for a message: "after" is for steps',
        '7:114 unknown-key "send" is not a key of a message to send',
      ],
    ],
    [
      'messages of two contents, and with keys of none',
      'unmatched: fail',
      'WS /a',
      '{ messages: [{ text: a, json: 1 }, { text: a, extra: b }, { type: a, text: b }], on: [{ send: { close: 1000, reasn: x } }] }',
      [
        '7:41 misplaced-key a message has one content: "text" and "json" are two',
        '7:63 unknown-key "extra" is not a key of a message to send',
        '7:126 unknown-key "reasn" is not a key of a message to send',
      ],
    ],
    [
      'a reply that is never sent, and one that ends as gRPC does',
      'unmatched: fail',
      'WS /a',
      '{ on: [{ send: a }, { when: { text: b }, send: c, status: OK }] }',
      [
        '7:39 hidden-route the reply is never sent: reply 1 answers every message',
        '7:67 misplaced-key "status" is not a key of a reply of a WebSocket',
      ],
    ],
    [
      'a number that nothing can be closed with',
      'unmatched: fail',
      'WS /a',
      '{ on: [{ when: { text: a }, close: 7 }] }',
      ['7:52 bad-value close 7 is not a number a WebSocket can be closed with'],
    ],
    [
      'a name that only replies have',
      'unmatched: fail',
      'WS /a/{id}',
      '{ messages: ["{{message}}"], on: [{ send: "{{message.x}} {{path.ix}}" }] }',
      [
        '7:30 unknown-variable nothing sets the variable "message"',
        '7:59 unknown-variable nothing sets the variable "path.ix" (Did you mean "path.id"?)',
      ],
    ],
    [
      'a target that messages lack',
      'unmatched: fail',
      'WS /a/{id}',
      '{ on: [{ when: { status: 1, path ix: 1 }, send: a }] }',
      [
        '7:34 unknown-target "status" is not a target of a request',
        '7:45 unknown-target the path has no parameter "ix" (Did you mean "id"?)',
      ],
    ],
    [
      'a method of gRPC without a description',
      'unmatched: fail',
      'a.A/B',
      '{ message: { a: 1 } }',
      ['6:9 bad-value "a.A/B" is no route of this mock'],
    ],
    [
      'a request in a mock that speaks gRPC, and two descriptions',
      'proto: a.proto\n    descriptor-set: a.protoset',
      'GET /a',
      '{ json: 1 }',
      [
        '5:5 misplaced-key a mock has one description: "proto" and "descriptor-set" are two',
        '7:9 bad-value "GET /a" is no route of this mock',
      ],
    ],
    [
      'folders of imports without a description of services',
      'import-paths: a',
      'GET /a',
      '{ json: 1 }',
      ['4:5 misplaced-key "import-paths" needs "proto"'],
    ],
    [
      'HTTP and gRPC in one',
      'proto: a.proto\n    spec: a.yaml',
      'a.A/B',
      '{ message: {} }',
      ['5:5 misplaced-key a mock speaks HTTP or gRPC: "spec" and "proto" are two'],
    ],
    [
      'what only HTTP has in one that speaks gRPC',
      'proto: a.proto\n    proxy: http://a\n    cors: true',
      'a.A/B',
      '{ message: {} }',
      [
        '5:5 misplaced-key "proxy" is for mocks that speak HTTP',
        '6:5 misplaced-key "cors" is for mocks that speak HTTP',
      ],
    ],
    [
      'a status that gRPC does not have, and a reply that closes',
      'proto: a.proto',
      'a.A/B',
      '{ status: NOT_FOND, json: 1, on: [{ send: {}, close: 1000 }, { when: { text: a }, status: OKAY }] }',
      [
        '7:27 bad-value NOT_FOND is no status of gRPC (Did you mean "NOT_FOUND"?)',
        '7:37 misplaced-key "json" is not a key of the answer of a call of gRPC',
        '7:63 misplaced-key "close" is not a key of a reply of a call of gRPC',
        '7:80 hidden-route the reply is never sent: reply 1 answers every message',
        '7:107 bad-value OKAY is no status of gRPC',
      ],
    ],
    [
      'a route that is none',
      'unmatched: fail',
      'WSS /a',
      '{ messages: [a] }',
      [
        '6:16 bad-value "route" has the method "WSS", and there is none (Did you mean "WS"?)',
        '7:19 misplaced-key "messages" is not a key of an answer to a request',
      ],
    ],
  ] as const)
    it(title, () => expectProblems(suite(mock, route, answer), expected))

  it('is right as it is documented', () =>
    expectProblems(
      suite(
        'unmatched: fail',
        'WS /a/{id}',
        '{ headers: { x-a: 1 }, subprotocol: [a, b], unmatched: fail, delay: 1s, messages: [a, { b: 1 }, { file: c, delay: 10ms }, { close: 1000 }], on: [{ when: { $.x: 1, path id: 7 }, send: [a, "{{message}}"], close: { code: 4000 } }, { send: "{{message.x}}" }] }',
      ),
      [],
    ))
})
