import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import type { StepResult } from '../model/result.ts'
import { runText } from '../testing/run-text.ts'

/** Judges a response with this status and body in a step with these lines. */
async function judged(lines: readonly string[], status = 200, body = '{"id":1}'): Promise<StepResult> {
  await using server = await httpServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  })
  const text = [
    'suite: S',
    'steps:',
    '  - set: { old: before, one: 1, broken: "[" }',
    `  - request: GET ${server.url}`,
  ]
  // A run in which every validation is skipped would be refused.
  const last = ['  - set: { two: 2 }', '    validations: [{ variable two: 2 }]']
  const { steps, summary } = await runText([...text, ...lines.map(line => `    ${line}`), ...last].join('\n'))
  assert.deepEqual(summary.problems, [])
  const [, step] = steps
  assert.ok(step)
  return step
}

/** Each validation as `passed`, `failed` or the reason why it was skipped. */
async function verdicts(validations: string, status?: number, body?: string): Promise<readonly string[]> {
  const step = await judged([`validations: ${validations}`], status, body)
  return [
    step.outcome,
    ...step.validations.map(
      ({ passed, skipped, skipReason }) =>
        (skipped ? skipReason : undefined) ?? (passed ? 'passed' : 'failed'),
    ),
  ]
}

describe('a header without a name', () => {
  for (const kind of ['header', 'cookie'])
    it(`is no ${kind}, be it wanted or not`, async () => {
      const { outcome, validations } = await judged([
        `validations: [{ "${kind} {{empty}}": { exists: false } }]`,
        'variables: { empty: "" }',
      ])
      assert.equal(outcome, 'failed')
      assert.match(validations[0]?.messages[0] ?? '', new RegExp(`no ${kind} has no name`))
    })
})

describe('a condition that cannot be compared', () => {
  for (const part of [
    'validations: [{ when: { $.text: 1 }, $.id: 2 }]',
    'validations: [{ when: { $.text: { less-than: 5 } }, $.id: 2 }]',
    'validations: [{ unless: { $.text: { greater-than: 5 } }, $.id: 2 }]',
    'validations: [{ when: { variable old: { less-than: 5 } }, $.id: 2 }]',
    'validations: [{ when: { $.id: { less-than: "{{old}}" } }, $.id: 2 }]',
    'validations: [{ when: { $.text: { matches-regex: "{{broken}}" } }, $.id: 2 }]',
    'validations: [{ when: { $.flag: true }, $.id: 2 }]',
    'extracts: { a: { from: $.id, when: { $.text: 1 } } }',
    'retry: { attempts: 2, interval: 1ms, stop-when: { $.text: { less-than: 5 } } }\n    validations: [{ $.id: 2 }]',
  ])
    it(`fails ${part}`, async () => {
      const { outcome, failures } = await judged([part], 200, '{"id":1,"text":"1","flag":"true"}')
      assert.equal(outcome, 'failed')
      assert.match(failures.map(({ message }) => message).join('\n'), /cannot be compared: found /)
    })
  it('says nothing of what is null, or not there', async () => {
    for (const condition of ['$.nul: { less-than: 5 }', '$.no: { less-than: 5 }', '$.nul: 1'])
      assert.equal(
        (await verdicts(`[{ when: { ${condition} }, $.id: 2 }]`, 200, '{"id":1,"nul":null}'))[0],
        'passed',
      )
  })
})

describe('a condition that nobody can look at', () => {
  const deep = `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`
  for (const part of [
    'validations: [{ when: { xpath //a: { exists: true } }, status: 200 }]',
    'validations: [{ unless: { xpath //b: { exists: true } }, status: 200 }]',
    'extracts: { a: { from: status, when: { xpath count(//a): 300 } } }',
    'extracts: { a: { from: xpath //a, optional: true } }',
  ])
    it(`fails ${part}`, async () => {
      const { outcome, failures } = await judged([part], 200, deep)
      assert.equal(outcome, 'failed')
      assert.match(failures[0]?.message ?? '', /nested more than 256 levels deep/)
    })

  const json = `${'['.repeat(2000)}${']'.repeat(2000)}`
  for (const part of [
    'validations: [{ when: { $.a: 1 }, $.name: Bob }, { status: 200 }]',
    'validations: [{ unless: { $.a: { exists: true } }, status: 200 }]',
    'extracts: { a: { from: $.a, optional: true } }',
  ])
    it(`fails ${part} of JSON that is too deep to be read`, async () => {
      const { outcome, failures } = await judged([part], 200, json)
      assert.equal(outcome, 'failed')
      assert.match(
        failures[0]?.message ?? '',
        /a body that cannot be read \(nested more than 1000 levels deep\)/,
      )
    })
})

describe('a validation with `when`', () => {
  it('is judged when all of it holds', async () => {
    assert.deepEqual(await verdicts('[{ when: { status: 200, $.id: 1 }, $.id: 2 }]'), ['failed', 'failed'])
    assert.deepEqual(await verdicts('[{ when: [{ status: 200 }, { $.id: 1 }], $: { has-length: 1 } }]'), [
      'passed',
      'passed',
    ])
  })
  it('may ask for a variable', async () => {
    const cases = ['old: before', 'one: 1', 'one: { not-equals: 2 }', 'none: { exists: false }']
    for (const held of cases)
      assert.deepEqual(await verdicts(`[{ when: { variable ${held} }, $.id: 1 }]`), ['passed', 'passed'])
    assert.deepEqual(await verdicts('[{ variable old: after }, { variable none: 1 }]'), [
      'failed',
      'failed',
      'failed',
    ])
  })
  it('is skipped otherwise, and says what does not hold', async () => {
    assert.deepEqual(await verdicts('[{ when: { status: 204 }, $.id: 2 }]'), [
      'passed',
      'status: Expected equals 204, got 200',
    ])
    assert.deepEqual(await verdicts('[{ when: [{ status: 200 }, { $.no: { exists: true } }], $.id: 2 }]'), [
      'passed',
      'body-json-path $.no: Expected exists, got nothing',
    ])
  })
  it('may be a schema', async () => {
    assert.deepEqual(await verdicts('[{ when: { status: 204 }, schema: { type: array } }]'), [
      'passed',
      'status: Expected equals 204, got 200',
    ])
  })
  it('says nothing of the status while it is skipped', async () => {
    const validations = '[{ when: { $.id: 2 }, status: 500 }]'
    assert.equal((await verdicts(validations, 500))[0], 'failed')
    assert.equal((await verdicts(validations, 500, '{"id":2}'))[0], 'passed')
  })
  it('is filled in from variables', async () => {
    assert.deepEqual(await verdicts('[{ when: { $.id: "{{one}}" }, $.id: 2 }]'), ['failed', 'failed'])
  })
})

describe('a validation with `unless`', () => {
  it('is skipped when any of its conditions holds as a whole', async () => {
    assert.deepEqual(await verdicts('[{ unless: { status: 200, $.id: 2 }, $.id: 2 }]'), ['failed', 'failed'])
    assert.deepEqual(await verdicts('[{ unless: [{ $.id: 2 }, { status: 200 }], $.id: 2 }]'), [
      'passed',
      'unless: status equals 200',
    ])
  })
  it('is judged where the body is none', async () => {
    assert.deepEqual(await verdicts('[{ unless: { $.id: 1 }, $.id: 1 }]', 200, ''), ['failed', 'failed'])
  })
})

describe('a step with `unless`', () => {
  const plan = 'unless: variable one equals 1'
  const cases: readonly (readonly [conditions: string, skipped?: string])[] = [
    ['unless: { one: 2 }'],
    ['unless: { one: 1 }', plan],
    ['unless: { one: 1, old: after }'],
    ['unless: { old: after, one: 1 }'],
    ['unless: { one: 1, old: before }', `${plan} and variable old equals "before"`],
    ['unless: { one: { at-least: 1, less-than: 1 } }'],
    ['unless: { none: { exists: true } }'],
    ['{ when: { old: before }, unless: { one: 1 } }', plan],
    ['{ when: { old: before }, unless: { one: 2 } }'],
    ['{ when: { old: after }, unless: { one: 2 } }', 'variable old: Expected equals after, got before'],
  ]
  for (const [conditions, skipped] of cases)
    it(`${skipped === undefined ? 'runs' : 'is skipped'} with ${conditions}`, async () => {
      const lines = conditions.startsWith('{')
        ? conditions.slice(2, -2).replace(', unless', '|unless').split('|')
        : [conditions]
      const { outcome, skipReason } = await judged([...lines, 'validations: [{ $.id: 1 }]'])
      assert.deepEqual([outcome, skipReason], [skipped === undefined ? 'passed' : 'skipped', skipped])
    })
})

describe('conditions', () => {
  it('leave the variable of an extract as it was', async () => {
    const { extracts, outcome } = await judged([
      'extracts:',
      '  old: { from: $.id, unless: { status: 200 } }',
      '  one: { from: $.id, when: { status: 200 } }',
      '  no: { value: x, when: { status: 404 } }',
    ])
    assert.equal(outcome, 'passed')
    assert.deepEqual(
      extracts.map(({ variable, found, skipReason }) => [variable, found, skipReason]),
      [
        ['old', false, 'unless: status equals 200'],
        ['one', true, undefined],
        ['no', false, 'status: Expected equals 404, got 200'],
      ],
    )
  })
  it('keep `stop-when` from holding', async () => {
    const { attempts } = await judged([
      'validations: [{ $.id: 2 }]',
      'retry: { attempts: 3, interval: 1ms, stop-when: [{ when: { status: 404 }, $.id: 1 }] }',
    ])
    assert.equal(attempts, 3)
  })
  it('of `stop-when` may be a mapping, all of which must hold', async () => {
    const cases: readonly (readonly [string, number])[] = [
      ['{ status: 200, $.id: 1 }', 1],
      ['{ status: 200, $.id: 2 }', 3],
      ['[{ status: 200, $.id: 1 }, { text: { contains: id } }]', 1],
      ['[{ status: 200, $.id: 1 }, { text: { contains: no } }]', 3],
    ]
    for (const [stop, wanted] of cases) {
      const { attempts, outcome } = await judged([
        'validations: [{ $.id: 2 }]',
        `retry: { attempts: 3, interval: 1ms, stop-when: ${stop} }`,
      ])
      assert.deepEqual([attempts, outcome], [wanted, 'failed'], stop)
    }
  })
})
