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
