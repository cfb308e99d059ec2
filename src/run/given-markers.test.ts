import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runText } from '../testing/run-text.ts'

/** Runs a step that asks for `{ a: <any>, b: 7, o: { id: 7 } }` behind one whose answer had markers as texts. */
async function run(step: string, told = '"<any>"'): Promise<string> {
  const { outcomes, messages } = await runText(`suite: A
variables: { any: <any>, shape: { id: <integer> }, mixed: { id: "{{e}}" }, list: [1] }
mocks:
  m:
    routes:
      - { route: GET /told, answer: { json: { e: ${told}, o: { id: <any> }, l: [<any>], rx: "<regex:.>", word: any } } }
      - { route: GET /asked, answer: { json: { a: <any>, b: 7, o: { id: 7 }, l: [7] } } }
steps:
  - request: GET {{mocks.m.url}}/told
    extracts: { e: $.e, o: $.o, l: $.l, rx: $.rx, word: $.word, kind: { from: $.none, default: <integer> } }
${step.replace(/^/gm, '  ')}`)
  return [outcomes.split(' ').at(-1), ...messages].join(': ')
}

const ask = 'request: GET {{mocks.m.url}}/asked'

describe('a marker that an answer gave is a text', () => {
  for (const expectation of [
    '$.b: { matches: "{{e}}" }',
    '$.o: { matches: "{{o}}" }',
    '$.l: { matches: "{{l}}" }',
    '$.b: { matches: "{{rx}}" }',
    '$.o: { matches: { id: "{{e}}" } }',
    '$.o: { matches: "{{mixed}}" }',
    '$.o: { matches: "{{mixed | default shape}}" }',
    '$.l: { each: { matches: "{{e}}" } }',
    '$.b: { matches: "{{e | trim}}" }',
    '$.b: { matches: "<{{word}}{{gt}}" }',
  ])
    it(expectation, async () => {
      const variables = 'variables: { gt: ">" }'
      const step = `- ${ask}\n  ${variables}\n  validations: [{ ${expectation} }]`
      assert.match(await run(step), /^failed: /)
    })

  it('by way of a round, a caller and a variable of the step, and equal to itself', async () => {
    const rounds = `- ${ask}\n  for-each: { one: "{{l}}" }\n  validations: [{ $.b: { matches: "{{one}}" } }]`
    assert.equal(await run(rounds), 'failed: body-json-path $.b: Expected matches <regex:^<any>$>, got 7')
    const own = `- ${ask}\n  variables: { x: "{{e}}" }\n  validations: [{ $.b: { matches: "{{x}}" } }]`
    assert.match(await run(own), /^failed: /)
    const same = `- ${ask}\n  validations: [{ $.a: { matches: "{{e}}" } }]`
    assert.equal(await run(same), 'passed')
  })
})

describe('a marker that the suite wrote stays one', () => {
  for (const expectation of [
    '$.b: { matches: "{{any}}" }',
    '$.o: { matches: "{{shape}}" }',
    '$.o: { matches: { id: <integer> } }',
    '$: { matches: { a: "{{e}}", b: <any> } }',
    '$.b: { matches: "<{{word}}>" }',
    '$.a: { matches: "<regex:{{list[0]}}|any>" }',
  ])
    it(expectation, async () => {
      assert.equal(await run(`- ${ask}\n  validations: [{ ${expectation} }]`), 'passed')
    })

  it('where it came by way of a round or of the default of an extract, and no answer had it', async () => {
    const rounds = `- ${ask}\n  for-each: { one: [<integer>, <number>] }\n  validations: [{ $.b: { matches: "{{one}}" } }]`
    assert.equal(await run(rounds), 'passed')
    const instead = `- ${ask}\n  validations: [{ $.b: { matches: "{{kind}}" } }]`
    assert.equal(await run(instead), 'passed')
  })
})

describe('what is expected of a message takes no operator and no marker of an answer', () => {
  /** Runs a step behind one whose answer had markers, operators and instructions. */
  async function awaiting(step: string): Promise<string> {
    const { outcomes, messages } = await runText(`suite: A
variables: { shape: { id: <integer> }, b: b }
mocks:
  m:
    routes:
      - route: GET /told
        answer: { json: { e: <any>, rx: "<regex:.>", op: { exists: true }, close: { close: true }, all: ".*", bad: "(", none: "", list: [], word: any } }
      - { route: GET /events, answer: { events: [{ event: n, data: { b: 7, l: [7], o: { id: 7 }, op: { exists: true } } }] } }
      - route: WS /talk
        answer:
          messages: [{ b: 7 }]
          on: [{ when: { $.close: true }, send: { got: the mapping } }, { when: { text: go }, send: went }]
steps:
  - request: GET {{mocks.m.url}}/told
    extracts: { e: $.e, rx: $.rx, op: $.op, close: $.close, all: $.all, bad: $.bad, none: $.none, list: $.list, word: $.word }
${step.replace(/^/gm, '  ')}`)
    return [outcomes.split(' ').at(-1), ...messages].join(': ')
  }
  const events = '- sse: "{{mocks.m.url}}/events"\n  timeout: 300ms\n  expect: '
  const talk = '- websocket: "{{mocks.m.webSocketUrl}}/talk"\n  timeout: 300ms\n  '

  for (const expected of [
    '{ $.b: "{{op}}" }',
    '[{ event: n }, { $.b: "{{op}}" }]',
    '{ $.b: { matches: "{{e}}" } }',
    '{ $.b: { matches: "{{rx}}" } }',
    '{ $.o: { matches: { id: "{{e}}" } } }',
    '{ $.l: { each: { matches: "{{e}}" } } }',
    '{ $.l: { each: "{{op}}" } }',
    '{ $.b: { matches: "{{e | trim}}" } }',
    '{ $.b: { matches-regex: "{{all}}" } }',
  ])
    it(expected, async () => {
      assert.match(await awaiting(events + expected), /^failed: messages: Expected/)
    })

  for (const expected of [
    '{ $.op: "{{op}}" }',
    '{ $.o: { matches: "{{shape}}" } }',
    '{ $.o: { matches: { id: <integer> } } }',
    '{ "$.{{b}}": { matches: "<{{word}}>" } }',
  ])
    it(`is as expected: ${expected}`, async () => {
      assert.equal(await awaiting(events + expected), 'passed')
    })

  it('before a message is sent', async () => {
    const sent = (after: string): Promise<string> =>
      awaiting(`${talk}messages: [{ text: go, after: { $.b: ${after} } }]\n  expect: { text: went }`)
    assert.match(await sent('"{{op}}"'), /^failed: /)
    assert.match(await sent('{ matches: "{{e}}" }'), /^failed: /)
    assert.equal(await sent('{ exists: true }'), 'passed')
  })

  for (const expected of [
    '{ contains: "{{none}}" }',
    '{ starts-with: "{{none}}" }',
    '{ matches-regex: "{{all}}" }',
    '{ matches-regex: "{{bad}}" }',
    '{ not-one-of: "{{list}}" }',
    '{ each: { matches-regex: "{{all}}" } }',
  ])
    it(`nor one that is left empty, where none must come: ${expected}`, async () => {
      const told = await awaiting(`${talk}expect: { $.b: ${expected} }\n  none: true`)
      assert.match(told, /^failed: messages: Expected none .* got 1 message/)
    })

  it('and what is not there does not come', async () => {
    const other = '[{ $.b: 8 }, { $.b: { matches-regex: "{{all}}" } }]'
    assert.equal(await awaiting(`${talk}expect: ${other}\n  none: true`), 'passed')
    assert.equal(
      await awaiting(`${talk}expect: { $.b: { matches-regex: "{{word}}" } }\n  none: true`),
      'passed',
    )
  })

  it('nor a message to send', async () => {
    assert.equal(await awaiting(`${talk}messages: ["{{close}}"]\n  expect: { $.got: the mapping }`), 'passed')
  })
})
