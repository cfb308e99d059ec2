import type { Slip } from '../slip.ts'

/** A suite whose mock `shop` has this route, and whose steps call it. */
const streaming = (
  title: string,
  route: string,
  steps: string,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: `suite: A\nmocks:\n  shop:\n    routes:\n      - ${route}\nsteps:\n  - ${steps}\n`,
  exitCode,
  says,
  ...more,
})

/** A suite whose mock speaks gRPC. */
const calling = (
  title: string,
  route: string,
  steps: string,
  exitCode: 1 | 2,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: {
    'a.apitest.yaml': `suite: A\nmocks:\n  shop:\n    proto: a.proto\n    routes:\n      - ${route}\nsteps:\n  - ${steps}\n`,
    'a.proto': proto,
  },
  exitCode,
  says,
  ...more,
})

const proto = `syntax = "proto3";
package a.v1;
service Users {
  rpc Get(User) returns (User);
  rpc Watch(stream User) returns (stream User);
}
message User { int32 id = 1; string name = 2; }
`

const events =
  'route: GET /prices\n        answer: { events: [{ id: 1, data: { eur: 3 } }, { id: 2, data: done }] }'
const listen = 'sse: "{{mocks.shop.url}}/prices"'

const chat =
  'route: WS /chat\n        answer: { on: [{ when: { $.type: ping }, send: { type: pong } }], unmatched: fail }'
const say = (message: string): string =>
  `websocket: "{{mocks.shop.webSocketUrl}}/chat"\n    messages: [${message}]`

const user = 'route: a.v1.Users/Get\n        answer: { message: { id: "{{body.id}}", name: Ada } }'
const ask = 'grpc: a.v1.Users/Get\n    target: "{{mocks.shop.url}}"\n    message: { id: 7 }'

/** Mocks that say something else bit by bit than is believed. */
export const mockStreams: readonly Slip[] = [
  streaming(
    'an event that is never sent',
    events,
    `${listen}\n    count: «3⇒2»\n    timeout: 300ms`,
    1,
    /Expected 3 within 300 ms, got 2 messages/,
    { at: 'a.apitest.yaml:8' },
  ),
  streaming(
    'data of an event that is another',
    events,
    `${listen}\n    validations: [{ "$[0].data.eur": «4⇒3» }]`,
    1,
    /equals 4, got 3/,
  ),
  streaming(
    'an event that a client has had already',
    events,
    `${listen}\n    last-event-id: 1\n    validations: [{ "$[0].id": «"1"⇒"2"» }]`,
    1,
    /equals 1, got 2/,
  ),
  streaming(
    'a misspelt key of an event',
    'route: GET /prices\n        answer: { events: [{ «evnt⇒event»: price, data: 1 }] }',
    `${listen}\n    expect: { event: price }`,
    2,
    /"evnt" is not a key/,
  ),
  streaming(
    'messages in place of events',
    'route: GET /prices\n        answer: { «messages: [1]⇒events: [{ data: 1 }]» }',
    'request: GET {{mocks.shop.url}}/prices',
    2,
    /"messages" is not a key of an answer to a request/,
  ),
  streaming(
    'a message that no reply fits',
    chat,
    say('{ type: «pang⇒ping» }'),
    1,
    /no reply of WS \/chat fits the message \{"type":"pang"\}/,
    { at: 'a.apitest.yaml:5' },
  ),
  streaming(
    'a message that was never sent',
    chat,
    `${say('{ type: ping }')}\n    count: 1\n  - calls: shop WS /chat\n    validations: [{ "$.calls[0].messages[«1⇒0»].type": ping }]`,
    1,
    /messages\[1\]\.type/,
  ),
  streaming(
    'a WebSocket that no route opens, although that is expected',
    chat,
    'websocket: "{{mocks.shop.webSocketUrl}}/«chot⇒chat»"\n    validations: [status: «404⇒101»]',
    1,
    /no route answers GET \/chot/,
    { at: 'a.apitest.yaml:5' },
  ),
  streaming(
    'a reply behind one that answers everything',
    'route: WS /chat\n        answer: { on: [{ «send: a⇒when: { text: x }, send: a» }, { when: { text: hi }, send: b }] }',
    `${say('hi')}\n    expect: { text: «a⇒b» }`,
    2,
    /the reply is never sent/,
  ),
  streaming(
    'a request where a WebSocket is',
    chat,
    '«request: GET {{mocks.shop.url}}/chat⇒websocket: "{{mocks.shop.webSocketUrl}}/chat"»\n    validations: [status: «426⇒101»]',
    1,
    /no route answers GET \/chat/,
    { at: 'a.apitest.yaml:5' },
  ),
  streaming(
    'a reply with a name that the message lacks',
    'route: WS /chat\n        answer: { on: [{ send: "{{message.«nr⇒id»}}" }] }',
    `${say('{ id: 1 }')}\n    timeout: 500ms\n    expect: { «close-code: 1011⇒text: "1"» }`,
    1,
    /what WS \/chat says cannot be made/,
    { at: 'a.apitest.yaml:5' },
  ),
  calling('a method that is not there', 'route: a.v1.Users/«Gett⇒Get»', ask, 2, /has no method "Gett"/),
  calling(
    'a field that the answer lacks',
    'route: a.v1.Users/Get\n        answer: { message: { «nme⇒name»: Ada } }',
    ask,
    2,
    /unknown field: "nme"/,
  ),
  calling(
    'a condition on a field that no message has',
    'route: a.v1.Users/Get\n        when: { $.«idd⇒id»: 7 }',
    ask,
    2,
    /has no field "idd"/,
  ),
  calling(
    'a condition that no call meets, although the status is expected',
    'route: a.v1.Users/Get\n        when: { $.id: «8⇒7» }',
    `${ask}\n    validations: [status: «UNIMPLEMENTED⇒OK»]`,
    1,
    /no route answers a\.v1\.Users\/Get/,
    { at: 'a.apitest.yaml:6' },
  ),
  calling(
    'a status that is another than that of the mock',
    'route: a.v1.Users/Get\n        answer: NOT_FOUND',
    `${ask}\n    validations: [status: «ABORTED⇒NOT_FOUND»]`,
    1,
    /equals ABORTED, got NOT_FOUND/,
  ),
  calling(
    'a call with another message than is believed',
    user,
    `${ask}\n  - calls: shop a.v1.Users/Get\n    validations: [{ "$.calls[0].body.id": «8⇒7» }]`,
    1,
    /equals 8, got 7/,
  ),
  calling(
    'an answer that cannot be made of what came, although the status is expected',
    'route: a.v1.Users/Get\n        answer: { message: { name: "{{body.«nick⇒name»}}" } }',
    `${ask}\n    validations: [status: «INTERNAL⇒OK»]`,
    1,
    /the answer of a\.v1\.Users\/Get cannot be made/,
    { at: 'a.apitest.yaml:6' },
  ),
  calling(
    'a reply where only one message asks',
    'route: a.v1.Users/«Get⇒Watch»\n        answer: { on: [{ send: { name: a } }] }',
    'grpc: a.v1.Users/Watch\n    target: "{{mocks.shop.url}}"\n    messages: [{ id: 1 }]',
    2,
    /the method answers with one message/,
    { at: 'a.apitest.yaml:7' },
  ),
]
