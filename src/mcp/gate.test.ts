import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { type Decision, Gate, type GatedCall, questionTime } from './gate.ts'

const input: JsonObject = { step: { request: 'POST http://a/', json: { a: [1, { b: 2 }], c: null } }, n: 1 }
const call: GatedCall = { tool: 'send_request', permission: 'traffic', input }
const allow = { action: 'accept', content: { answer: 'Allow' } }
const unasked: Decision = { kind: 'unasked' }
const allowed: Decision = { kind: 'allowed', production: false }
const denied: Decision = { kind: 'denied', how: 'denied' }

/** JSON as it comes from a client, with keys such as `__proto__` as keys. */
function parsed(text: string): JsonObject {
  return JSON.parse(text) as JsonObject
}

function decide(gate: Gate, state: unknown, answer: unknown = allow, asked: GatedCall = call): Decision {
  return gate.decide(asked, { state, answer })
}

describe('what comes without a question', () => {
  it('is asked in Manual, unless it only reads', () => {
    const gate = new Gate('manual')
    for (const permission of ['project', 'traffic'] as const)
      assert.deepEqual(decide(gate, undefined, undefined, { ...call, permission }), unasked)
    assert.deepEqual(decide(gate, undefined, undefined, { ...call, permission: 'read' }), allowed)
  })

  it('is allowed in Auto, never for production', () => {
    const gate = new Gate('auto')
    for (const permission of ['read', 'project', 'traffic'] as const) {
      assert.deepEqual(decide(gate, undefined, allow, { ...call, permission }), allowed)
      if (permission !== 'read')
        assert.deepEqual(decide(gate, undefined, allow, { ...call, permission, always: true }), unasked)
    }
  })
})

describe('a state that nobody was given', () => {
  const made = Buffer.from(JSON.stringify({ digest: '', production: true, expires: 9e15, id: 'x' })).toString(
    'base64url',
  )
  const states: readonly unknown[] = [
    ...[undefined, null, 0, true, {}, [], [''], '', '.', '..', 'a.b', made, `${made}.`, `.${made}`],
    ...[`${made}.${made}`, `${made}.${createHmac('sha256', '').update(made).digest('base64url')}`],
    ...['\0', '\uD800', 'x'.repeat(1_000_000), { toString: () => 'a.b' }, parsed('{"__proto__":{"a":1}}')],
  ]

  it('is as good as none', () => {
    const gate = new Gate('manual')
    gate.ask(call, false)
    for (const state of states) assert.deepEqual(decide(gate, state), unasked, JSON.stringify(state))
  })

  it('does not count in Auto for production, either', () => {
    const gate = new Gate('auto')
    gate.ask(call, true)
    for (const state of states) assert.deepEqual(decide(gate, state), allowed)
  })

  it('is as good as none when another process has signed it', () => {
    const state = new Gate('manual').ask(call, false)
    assert.deepEqual(decide(new Gate('manual'), state), unasked)
  })

  it('is as good as none with any of its characters changed, left out or doubled', () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    for (let index = 0; index < state.length; index++) {
      const [before, after] = [state.slice(0, index), state.slice(index + 1)]
      const other = state[index] === 'A' ? 'B' : 'A'
      for (const tampered of [
        before + other + after,
        before + after,
        before + other + state.slice(index),
        before,
      ])
        if (tampered !== state) assert.deepEqual(decide(gate, tampered), unasked, `at ${index}`)
    }
    assert.deepEqual(decide(gate, state), allowed)
  })

  it('is as good as none with anything behind it', () => {
    for (const more of ['.', '.x', `.${'x'.repeat(1000)}`]) {
      const gate = new Gate('manual')
      assert.deepEqual(decide(gate, gate.ask(call, false) + more), unasked)
    }
  })

  it('is as good as none where text and signature are of two questions', () => {
    const gate = new Gate('manual')
    const [one, other] = [gate.ask(call, false), gate.ask(call, true)]
    const [[text = ''], [, signature = '']] = [one.split('.'), other.split('.')]
    assert.deepEqual(decide(gate, `${text}.${signature}`), unasked)
  })
})

describe('a state that was given', () => {
  it('counts once', () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    assert.deepEqual(decide(gate, state), allowed)
    assert.deepEqual(decide(gate, state), unasked)
  })

  it('counts once whatever was answered first', () => {
    for (const [answer, decision] of [
      [{ action: 'decline' }, denied],
      [{ action: 'cancel' }, { kind: 'denied', how: 'cancelled' }],
      [{ action: 'accept', content: { answer: 'Deny' } }, denied],
    ] as const) {
      const gate = new Gate('manual')
      const state = gate.ask(call, false)
      assert.deepEqual(decide(gate, state, answer), decision)
      assert.deepEqual(decide(gate, state), unasked)
    }
  })

  it('counts until it runs out, by the clock of the server', () => {
    let now = 1_000
    const gate = new Gate('manual', () => now)
    const states = [gate.ask(call, false), gate.ask(call, false), gate.ask(call, false)]
    now += questionTime - 1
    assert.deepEqual(decide(gate, states[0]), allowed)
    now += 1
    assert.deepEqual(decide(gate, states[1]), unasked)
    now += 1e12
    assert.deepEqual(decide(gate, states[2]), unasked)
  })

  it('does not come back after very many others within its time', () => {
    const gate = new Gate('manual', () => 0)
    const state = gate.ask(call, false)
    assert.deepEqual(decide(gate, state), allowed)
    for (let count = 0; count < 10_000; count++) decide(gate, gate.ask(call, false))
    assert.deepEqual(decide(gate, state), unasked)
  })

  it('is of what the call came to when it was asked about', () => {
    for (const mode of ['manual', 'auto'] as const) {
      const gate = new Gate(mode)
      const shown: GatedCall = { ...call, about: '["GET /harmless"]', always: true }
      const state = gate.ask(shown, false)
      for (const about of [undefined, '', '["DELETE /all"]'])
        assert.deepEqual(
          decide(gate, state, allow, { ...call, always: true, ...(about === undefined ? {} : { about }) }),
          unasked,
        )
      assert.deepEqual(decide(gate, state, allow, shown), allowed)
    }
  })

  it('is of one tool', () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    assert.deepEqual(decide(gate, state, allow, { ...call, tool: 'poll_request' }), unasked)
    assert.deepEqual(decide(gate, state), allowed)
  })

  it('is of one input, with all that is in it', () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    for (const text of [
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":3}],"c":null}},"n":1}',
      '{"step":{"request":"POST http://a/","json":{"a":[{"b":2},1],"c":null}},"n":1}',
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":2}]}},"n":1}',
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":2}],"c":null}},"n":"1"}',
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":2}],"c":null}},"n":1,"m":null}',
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":2}],"c":null}},"n":1,"__proto__":{"production":true}}',
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":2,"__proto__":{}}],"c":null}},"n":1}',
      '{"step":{"request":"POST http://a/","json":{"a":[1,{"b":2}],"c":null},"constructor":1},"n":1}',
      '{"step":{"request":"POST http://a/","json":{"a":{"0":1,"1":{"b":2}},"c":null}},"n":1}',
      '{"step":"{\\"request\\":\\"POST http://a/\\"}","n":1}',
      '{}',
    ])
      assert.deepEqual(decide(gate, state, allow, { ...call, input: parsed(text) }), unasked, text)
    assert.deepEqual(decide(gate, state), allowed)
  })

  it('is of the same input in another order of keys', () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    const text = '{"n":1.0,"step":{"json":{"c":null,"a":[1,{"b":2}]},"request":"POST http:\\/\\/a\\/"}}'
    assert.deepEqual(decide(gate, state, allow, { ...call, input: parsed(text) }), allowed)
  })

  it('tells inputs apart whose keys are those of a prototype', () => {
    const gate = new Gate('manual')
    const [one, other] = ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'].map(parsed)
    const state = gate.ask({ ...call, input: one ?? {} }, false)
    assert.deepEqual(decide(gate, state, allow, { ...call, input: other ?? {} }), unasked)
    assert.deepEqual(decide(gate, state, allow, { ...call, input: {} }), unasked)
    assert.deepEqual(decide(gate, state, allow, { ...call, input: one ?? {} }), allowed)
    assert.equal(({} as { a?: unknown }).a, undefined)
  })

  it('belongs to its question when two are open', () => {
    const gate = new Gate('manual')
    const second: GatedCall = { ...call, input: { n: 2 } }
    const states = [gate.ask(call, false), gate.ask(second, false)]
    assert.notEqual(states[0], states[1])
    assert.deepEqual(decide(gate, states[0], allow, second), unasked)
    assert.deepEqual(decide(gate, states[1], allow, call), unasked)
    assert.deepEqual(decide(gate, states[1], allow, second), allowed)
    assert.deepEqual(decide(gate, states[0], { action: 'decline' }), denied)
  })

  it('allows one of two that come with it at once', async () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    const decisions = await Promise.all(
      Array.from({ length: 50 }, () => Promise.resolve().then(() => decide(gate, state))),
    )
    assert.equal(decisions.filter(({ kind }) => kind === 'allowed').length, 1)
  })

  it('says by itself whether production was meant', () => {
    for (const mode of ['manual', 'auto'] as const) {
      const gate = new Gate(mode)
      assert.deepEqual(decide(gate, gate.ask(call, true)), { kind: 'allowed', production: true })
      assert.deepEqual(decide(gate, gate.ask(call, false)), allowed)
      const named: GatedCall = { ...call, input: { production: true } }
      assert.deepEqual(decide(gate, gate.ask(named, false), allow, named), allowed)
    }
  })
})

describe('an answer', () => {
  it('denies unless it says Allow', () => {
    const contents: readonly unknown[] = [
      ...[undefined, null, 'Allow', true, [], ['Allow'], {}, { answer: 'Deny' }, { answer: 'allow' }],
      ...[{ answer: 'ALLOW' }, { answer: ' Allow' }, { answer: 'Allow\n' }, { answer: 'Allоw' }],
      ...[{ answer: true }, { answer: ['Allow'] }, { answer: { answer: 'Allow' } }, { Answer: 'Allow' }],
      ...[{ permission: 'Allow' }, parsed('{"__proto__":{"answer":"Allow"}}')],
      ...[parsed('{"constructor":{"answer":"Allow"}}'), { answer: { toString: () => 'Allow' } }],
    ]
    for (const content of contents) {
      const gate = new Gate('manual')
      assert.deepEqual(
        decide(gate, gate.ask(call, false), { action: 'accept', content }),
        denied,
        JSON.stringify(content),
      )
    }
  })

  it('that is none leaves the question open', () => {
    const gate = new Gate('manual')
    const state = gate.ask(call, false)
    const answers: readonly JsonValue[] = [
      ...[null, 'Allow', 'accept', true, 1, [], [allow], {}, { action: 'Accept' }, { action: 'allow' }],
      ...[
        { action: ['accept'], content: { answer: 'Allow' } },
        { action: 'toString' },
        { content: { answer: 'Allow' } },
      ],
      parsed('{"__proto__":{"action":"accept","content":{"answer":"Allow"}}}'),
    ]
    for (const answer of answers)
      assert.deepEqual(decide(gate, state, answer), unasked, JSON.stringify(answer))
    assert.deepEqual(decide(gate, state), allowed)
  })

  it('ignores what else it says', () => {
    const gate = new Gate('manual')
    const content = { answer: 'Allow', production: true, permission: 'read', mode: 'auto' }
    assert.deepEqual(
      decide(gate, gate.ask(call, false), { action: 'accept', content, production: true }),
      allowed,
    )
    assert.deepEqual(decide(gate, undefined), unasked)
  })

  it('to a question that has run out is asked for again, in Auto as well', () => {
    let now = 0
    const gate = new Gate('auto', () => now)
    const marked: GatedCall = { ...call, always: true }
    const state = gate.ask(marked, true)
    now += questionTime
    for (const answer of [allow, { action: 'cancel' }])
      assert.deepEqual(decide(gate, state, answer, marked), unasked)
    assert.deepEqual(decide(gate, state, { action: 'decline' }, marked), denied)
  })

  it('denies in Auto what would not be asked about any more', () => {
    const gate = new Gate('auto')
    const state = gate.ask({ ...call, about: 'POST in production', always: true }, true)
    const asNow: GatedCall = { ...call, about: 'POST elsewhere' }
    assert.notEqual(decide(gate, state, { action: 'decline' }, asNow).kind, 'allowed')
  })
})

describe('inputs that are hard to sign', () => {
  it('of ten thousand levels', () => {
    const deep = parsed(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
    const gate = new Gate('manual')
    const asked = { ...call, input: deep }
    assert.deepEqual(decide(gate, gate.ask(asked, false), allow, asked), allowed)
  })

  it('of numbers that are no numbers in JSON and of half characters', () => {
    const gate = new Gate('manual')
    const [one, other] = [{ a: '\uD800' }, { a: '\uDFFF' }]
    assert.deepEqual(
      decide(gate, gate.ask({ ...call, input: one }, false), allow, { ...call, input: other }),
      unasked,
    )
    const numbers = ['{"a":1e400}', '{"a":null}'].map(parsed)
    const state = gate.ask({ ...call, input: numbers[1] ?? {} }, false)
    assert.deepEqual(decide(gate, state, allow, { ...call, input: { a: 0 } }), unasked)
  })

  it('of numbers beyond all numbers, which are told apart from nothing', () => {
    const gate = new Gate('manual')
    const [infinite = {}, nothing = {}] = ['{"a":1e400}', '{"a":null}'].map(parsed)
    const state = gate.ask({ ...call, input: nothing }, false)
    assert.deepEqual(decide(gate, state, allow, { ...call, input: infinite }), unasked)
  })
})
