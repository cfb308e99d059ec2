import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'

const known = { ...noFacts, outerVariables: new Set(['code', 'n']) }

const suite = (step: string): string => `suite: A\nsteps:\n  - ${step.replaceAll('\n', '\n    ')}`

describe('steps that wait for messages', () => {
  it('wait at most five minutes', async () => {
    await expectProblems(suite('sse: http://x/\ntimeout: 5m'), [])
    for (const step of ['sse: http://x/', 'websocket: ws://x/', 'collect: orders'])
      await expectProblems(suite(`${step}\ntimeout: 301s`), ['4:14 bad-value waits last at most 5 minutes'])
    await expectProblems(suite('request: GET http://x/\ntimeout: 6m'), [])
  })

  it('name a whole URL', async () => {
    await expectProblems(suite('websocket: /ws'), ['3:16 bad-value "/ws" is not a whole URL'])
    await expectProblems(suite('sse: ws://x/'), ['3:10 bad-value "ws://x/" is not a whole URL'])
    await expectProblems(suite('websocket: https://x/'), [])
    await expectProblems(suite('websocket: GET ws://x/'), [
      '3:16 bad-value a websocket step has no method before its URL',
    ])
    await expectProblems(suite('sse: ""'), ['3:10 bad-value "sse" must not be empty'])
  })

  it('count with a whole number, or what a variable has', async () => {
    for (const count of ['3', '"3"', '"{{n}}"'])
      await expectProblems(suite(`sse: http://x/\ncount: ${count}`), [], known)
    for (const count of ['many', '"0"', '1.5'])
      await expectProblems(suite(`sse: http://x/\ncount: ${count}`), [
        '4:12 bad-value "count" must be a whole number or a placeholder',
      ])
  })

  it('have either messages or graphql', async () => {
    await expectProblems(suite('websocket: ws://x/\nmessages: [a]\ngraphql: { query: "{ a }" }'), [
      '4:5 misplaced-key a WebSocket has one conversation: "messages" and "graphql" are two',
    ])
    await expectProblems(suite('request: POST http://x/\ngraphql: { query: "{ a }", connection: {} }'), [
      '4:32 misplaced-key "connection" belongs to "websocket", not to "request"',
    ])
  })

  it('say right when a message is sent', async () => {
    await expectProblems(
      suite('websocket: ws://x/\nmessages: [{ text: a, after: { text: b }, delay: 1s }]'),
      [],
    )
    await expectProblems(suite('websocket: ws://x/\nmessages: [{ text: a, user: b }, { after: 1 }, 7]'), [])
    await expectProblems(suite('websocket: ws://x/\nmessages: [{ text: a, after: { stat: b } }]'), [
      '4:36 unknown-key "stat" is not a key of "after"',
    ])
    await expectProblems(
      suite('websocket: ws://x/\nmessages: [{ text: a, after: [{ text: a }, { stat: b }] }]'),
      ['4:50 unknown-key "stat" is not a key of an item of "after"'],
    )
    await expectProblems(suite('websocket: ws://x/\nmessages: [{ text: a, delay: soon }]'), [
      '4:34 bad-value "delay" must be a duration such as 500ms, 10s or 2m',
    ])
    await expectProblems(suite('websocket: ws://x/\nmessages: [{ text: a, delay: 1s, when: x }]'), [
      '4:38 unknown-key "when" is not a key of an item of "messages"',
    ])
  })

  it('send no slip of the finger as a message', async () => {
    const messages = (written: string): string => suite(`websocket: ws://x/\nmessages: [${written}]`)
    await expectProblems(messages('{ text: a, afer: { text: b } }'), [
      '4:27 unknown-key "afer" is not a key of a message to send (Did you mean "after"?)',
    ])
    await expectProblems(messages('{ text: a, json: b, after: { text: b } }'), [
      '4:27 misplaced-key a message has one content: "text" and "json" are two',
    ])
    await expectProblems(messages('{ json: { text: a, afer: b } }, { text: a, file: b }'), [])
    await expectProblems(messages('{ send: a }, { expect: b }, { send: c, receive: d }'), [
      '4:18 unknown-key "send" is not a key of a message to send',
      '4:31 unknown-key "expect" is not a key of a message to send',
      '4:46 unknown-key "send" is not a key of a message to send',
      '4:55 unknown-key "receive" is not a key of a message to send',
    ])
    await expectProblems(messages('{ json: { send: a } }, { send: a, to: b }, {}'), [])
  })

  it('close as a WebSocket can be closed, and send nothing then', async () => {
    const messages = (written: string): string => suite(`websocket: ws://x/\nmessages: [${written}]`)
    for (const close of ['true', '1000', '{ code: 4000, reason: a }', '"{{code}}"'])
      await expectProblems(messages(`a, { close: ${close} }`), [], known)
    await expectProblems(messages('{ close: 1005 }'), [
      '4:25 bad-value close 1005 is not a number a WebSocket can be closed with',
    ])
    await expectProblems(messages('{ close: { code: 4000, reson: a } }'), [
      '4:39 unknown-key "reson" is not a key of "close" (Did you mean "reason"?)',
    ])
    await expectProblems(messages('{ close: true }, a'), [
      '4:33 bad-value nothing can be sent once the WebSocket is closed',
    ])
  })
})

describe('targets', () => {
  const target = (step: string, name: string): string => suite(`${step}\nvalidations:\n  - ${name}: x`)

  it('are those of the action', async () => {
    await expectProblems(target('websocket: ws://x/', 'close-code'), [])
    await expectProblems(target('request: GET http://x/', 'close-code'), [
      '5:9 unknown-target "close-code" is not a target of "request"',
    ])
    await expectProblems(target('sse: http://x/', 'status-message'), [
      '5:9 unknown-target "status-message" is not a target of "sse"',
    ])
    await expectProblems(suite('request: GET http://x/\nextracts: { key: key }'), [
      '4:17 unknown-target "key" is not a target of "request"',
    ])
  })

  it('of messages are told once where the answer is judged', async () => {
    await expectProblems(target('sse: http://x/', 'event'), [
      '5:9 unknown-target "event" is not a target of a validation',
    ])
  })

  it('of expectations are those of the messages', async () => {
    await expectProblems(suite('sse: http://x/\nexpect: { event: a, id: "1", $.b: 2, text: c }'), [])
    await expectProblems(suite('websocket: ws://x/\nexpect: { event: a }'), [
      '4:15 unknown-target "event" is not a target of "websocket"',
    ])
    await expectProblems(suite('websocket: ws://x/\nmessages: [{ text: a, after: { header x: b } }]'), [
      '4:36 unknown-target "header" is not a target of "websocket"',
    ])
    await expectProblems(suite('collect: orders\nexpect: { key: a, routing-key: b }'), [])
  })
})
