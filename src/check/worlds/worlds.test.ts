import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ParsedSuite, parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'
import type { Facts } from '../rule.ts'
import { readScript } from '../scripts/read-script.ts'
import { scriptsIn } from '../scripts/suite-scripts.ts'

/** The severity of the problems of a suite with these steps. */
async function saidOf(steps: string, facts: Facts = noFacts): Promise<string> {
  const text = `suite: A
variables: { plan: gold, made: "{{$uuid}}", list: [1, 2] }
steps:
${steps.replace(/^/gm, '  ')}`
  const parsed = await parseSuite(text, '/suites/a.apitest.yaml')
  const problems = await checkSuite(parsed, { ...facts, ...ofRows(parsed) })
  return [...new Set(problems.map(({ severity }) => severity))].join(' ')
}

/** The rows that stand in the steps of a suite. */
function ofRows({ suite }: ParsedSuite): Pick<Facts, 'stepRows' | 'stepColumns'> {
  const all = suite.steps.flatMap(step =>
    step.data?.kind === 'inline' ? [[step, step.data.rows] as const] : [],
  )
  return {
    stepRows: new Map(
      all.map(([step, rows]) => [step, rows.map((values, index) => ({ number: index + 1, values }))]),
    ),
    stepColumns: new Map(all.map(([step, [row = {}]]) => [step, Object.keys(row)])),
  }
}

const asked = (more: string): string => `- request: GET http://x/\n  ${more.replaceAll('\n', '\n  ')}`

/** Steps with a validation that holds whatever is answered. */
const idle: readonly string[] = [
  `${asked('extracts: { body: { from: text, default: none } }')}
- set: { back: "{{body | base64 | from-base64}}" }
- request: GET http://y/
  validations: [{ variable back: "{{body}}" }]`,
  `${asked('extracts: { items: $.items }')}
- set: { n: "{{items | count}}" }
  validations: [{ variable n: { at-least: 0 } }]`,
  `${asked('extracts: { body: text }')}
- set: { sum: "{{body | sha256}}" }
  validations: [{ variable sum: { has-length: 64 } }]`,
  `${asked('extracts: { before: { from: $.id, default: none } }')}
- set: { after: "{{before}}" }
- request: GET http://y/
  validations: [{ status: 200 }, { variable after: "{{before}}" }]`,
  asked(`extracts: { total: { from: $.total, default: 0 } }
validations: [{ status: 200 }, { when: { $.total: { has-type: number } }, $.total: "{{total | plus 0}}" }]`),
  asked(`extracts: { total: { from: $.total, default: 0 } }
validations: [{ status: 200 }, { when: { $.total: { has-type: number } }, $.total: { less-than: "{{total | plus 1}}" } }]`),
  asked(`extracts: { total: { from: $.total, default: 0 } }
validations: [{ status: 200 }, { when: { $.total: { has-type: number } }, $.total: { equals: "{{total | times 1}}", within: 0.01 } }]`),
  asked(`extracts: { state: { from: $.state, default: none } }
validations: [{ status: 200 }, { when: { variable state: shipped }, $.state: shipped }]`),
  asked(`extracts: { first: { from: $, optional: true }, second: { from: $, optional: true } }
validations: [{ status: 200 }, { when: { $: { exists: true } }, $: "{{second}}" }]`),
  asked(`extracts: { first: { from: "$.items[0].id", default: none } }
validations: [{ status: 200 }, { when: { "$.items[0].id": { exists: true } }, "$.items[*].id": { contains: "{{first}}" } }]`),
  asked(
    'extracts: { all: "$.items[*].id" }\nvalidations: [{ "$.items[*].id": { has-length: "{{all | count}}" } }]',
  ),
  asked('extracts: { first: "$.items[0].id" }\nvalidations: [{ "$.items[*].id": { any: "{{first}}" } }]'),
  `- steps:
    - set: { once: "{{plan}}" }
    - request: GET http://x/
      extracts: { total: { from: $.total, default: 0 } }
  validations: [{ $.total: "{{total}}" }]`,
]

/** Validations with the values of `most` in rows, and the severity of the problem. */
const bounds: readonly (readonly [validation: string, values: readonly number[], said: string])[] = [
  ['status: { at-most: "{{most}}" }', [599, 600], 'error'],
  ['status: { at-most: "{{most}}" }', [599, 499], ''],
  ['time: { less-than: "{{most}}" }', [60_000], 'error'],
  ['time: { less-than: "{{most}}" }', [2000], ''],
  ['text: { has-length: { at-least: "{{most}}" } }', [0], 'error'],
  ['text: { has-length: { at-least: "{{most}}" } }', [0, 1], ''],
  ['text: { has-length: { at-most: "{{most}}" } }', [50_000], ''],
]

/** Steps that look the same, and prove something. */
const sound: readonly string[] = [
  ...[
    'validations: [{ when: { "$.items[0].state": paid }, "$.items[*].state": { each: paid } }, { status: 200 }]',
    'validations: [{ when: { "$.items[0].n": 1 }, "$.items[*].n": { unique: true } }, { status: 200 }]',
    'extracts: { f: "$.items[0].state" }\nvalidations: [{ "$.items[*].state": { each: "{{f}}" } }]',
    'extracts: { f: "$.items[*].id" }\nvalidations: [{ "$.items[*].name": { has-length: "{{f | count}}" } }]',
    'extracts: { f: "$.items[*].id" }\nvalidations: [{ $.items: { has-length: "{{f | count}}" } }]',
    'extracts: { f: { from: header x-type, regex: "^([^;]+)" } }\nvalidations: [{ header x-type: "{{f}}" }]',
  ].map(asked),
  `${asked('extracts: { took: time }')}
- request: GET http://y/
  validations: [{ time: { at-most: "{{took}}" } }]`,
  `${asked('extracts: { one: status }')}
- request: GET http://y/
  extracts: { other: status }
  validations: [{ variable other: "{{one}}" }]`,
  `${asked('extracts: { before: $.id }')}
- request: GET http://y/
  validations: [{ $.id: "{{before}}" }]`,
  `${asked('extracts: { before: { from: $.id, default: none } }')}
- request: GET http://y/
  extracts: { after: { from: $.id, default: none } }
  validations: [{ variable after: "{{before}}" }]`,
  `${asked('extracts: { before: $.count }')}
- request: GET http://y/
  extracts: { after: $.count }
- set: { wanted: "{{before | plus 1}}" }
  validations: [{ variable wanted: "{{after}}" }]`,
  asked('extracts: { state: { from: $.state, default: none } }\nvalidations: [{ variable state: done }]'),
  asked('extracts: { error: { from: $.error, default: none } }\nvalidations: [{ variable error: none }]'),
  asked(
    'extracts: { error: { from: text, regex: "ERROR (\\\\d+)", default: none } }\nvalidations: [{ variable error: none }]',
  ),
  asked(
    'extracts: { error: { from: cookie error, optional: true } }\nvalidations: [{ variable error: { exists: false } }]',
  ),
  asked(`extracts: { total: { from: $.total, default: 0 } }
validations: [{ status: 200 }, { when: { $.sum: { has-type: number } }, $.sum: { at-most: "{{total}}" } }]`),
  asked(`extracts: { id: $.id }
validations: [{ status: 200 }, { when: { $.parent: { exists: true } }, $.parent: { not-equals: "{{id}}" } }]`),
  asked(
    `validations: [{ status: 200 }, { when: { $.items: { exists: true } }, "$.items[?@.price > 10].state": { each: paid } }]`,
  ),
  `${asked('extracts: { ids: "$.items[*].id" }')}
- request: GET http://y/
  validations: [{ status: 200 }, { when: { $.items: { exists: true } }, "$.items[*].id": "{{ids}}" }]`,
  asked(
    'extracts: { n: { from: text, regex: "n=(.+)", default: 0 } }\nvalidations: [{ variable n: { less-than: 5 } }]',
  ),
  asked(`extracts: { receipt: { from: $.receipt, default: none } }
validations: [{ status: 200 }, { when: { $.state: done }, variable receipt: { not-equals: none } }]`),
  asked(`extracts: { receipt: { from: $.receipt, optional: true } }
validations: [{ status: 200 }, { when: { $.state: done }, variable receipt: { exists: true } }]`),
  asked('extracts: { total: $.total }\nvalidations: [{ $.total: { less-than: "{{total | plus 1}}" } }]'),
  asked('extracts: { total: $.total }\nvalidations: [{ $.sum: { less-than: "{{total | plus 1}}" } }]'),
  asked('extracts: { n: $.count }\nvalidations: [{ $.items: { has-length: "{{n}}" } }]'),
  asked(
    'extracts: { most: $.limit }\nvalidations: [{ "$.items[*].price": { each: { at-most: "{{most}}" } } }]',
  ),
  asked(
    'extracts: { first: "$.items[0].id" }\nvalidations: [{ "$.items[1].id": { greater-than: "{{first}}" } }]',
  ),
  asked(
    'extracts: { id: $.id }\nvalidations: [{ $.link: { ends-with: "{{id}}" } }, { $.id: { exists: true } }]',
  ),
  `- steps:
    - request: GET http://x/
      extracts: { ids: "$.items[*].id" }
    - set: { n: "{{ids | count}}" }
  validations: [{ $.n: { at-least: 1 } }]`,
  `- request: GET http://x/
  extracts: { plan: $.plan }
  validations: [{ variable plan: gold }]`,
  `- set: { a: 1 }
  validations: [{ variable a: { at-least: "{{b}}" } }]`,
]

/** Steps with a condition, or a validation, of what rows, rounds and steps give, and the severity of the problem. */
const given: readonly (readonly [steps: string, said: string])[] = [
  [asked('for-each: { kind: [book, game] }\nwhen: { kind: film }\nquery: { kind: "{{kind}}" }'), 'error'],
  [asked('for-each: { kind: [book, game] }\nwhen: { kind: game }\nquery: { kind: "{{kind}}" }'), ''],
  [
    asked(
      'for-each: { id: [4, 5] }\nvalidations: [{ $.id: "{{id}}" }, { when: { variable id: 6 }, $.a: 1 }]',
    ),
    'error',
  ],
  [
    asked(
      'for-each: { id: [4, 5] }\nvalidations: [{ $.id: "{{id}}" }, { when: { variable id: 5 }, $.a: 1 }]',
    ),
    '',
  ],
  [
    asked('for-each: { id: [4, 5] }\nquery: { id: "{{id}}" }\nvalidations: [{ variable id: "{{id}}" }]'),
    'error',
  ],
  [asked('data: [{ id: 1, kind: a }]\nquery: { id: "{{id}}" }\nwhen: { kind: c }'), 'warning'],
  [asked('data: [{ id: 1, kind: a }]\nquery: { id: "{{id}}" }\nunless: { kind: c }'), ''],
  [
    asked(
      'repeat: { times: 3 }\nvariables: { at: "{{$round}}" }\nvalidations: [{ status: 200 }, { when: { variable at: 4 }, $.a: 1 }]',
    ),
    'error',
  ],
  [
    asked(
      'repeat: { times: 9 }\nvariables: { at: "{{$round}}" }\nvalidations: [{ status: 200 }, { when: { variable at: 4 }, $.a: 1 }]',
    ),
    '',
  ],
  [
    asked(
      'repeat: { times: 9 }\nvariables: { at: "{{$index}}" }\nvalidations: [{ variable at: { less-than: 4 } }]',
    ),
    '',
  ],
  [`- set: { mode: fast }\n${asked('when: { mode: slow }')}`, 'warning'],
  [`- set: { mode: fast }\n${asked('when: { mode: fast }')}`, ''],
  [`- set: { mode: "{{$randomInt}}" }\n${asked('when: { mode: 7 }')}`, ''],
  [`${asked('extracts: { mode: $.mode }')}\n${asked('when: { mode: slow }')}`, ''],
]

describe('suites in made worlds', () => {
  for (const [steps, said] of given)
    it(`${said === '' ? 'may say' : `tell by ${said}`}: ${steps}`, async () => {
      assert.equal(await saidOf(steps, noFacts), said)
    })

  it('may count what a group leaves', async () => {
    const group = '- variables: { ids: [] }\n  steps:\n'
    const inner = '  - request: GET http://x/\n    extracts: { ids: { from: "$.ids[*]", append: true } }\n'
    assert.equal(await saidOf(`${group}${inner}  validations: [{ $: { has-length: 1 } }]`), 'warning')
  })

  for (const steps of idle)
    it(`that cannot fail: ${steps.split('\n').at(-1)}`, async () => {
      assert.equal(await saidOf(steps), 'error')
    })

  for (const steps of sound)
    it(`that can fail: ${steps.split('\n').at(-1)}`, async () => {
      const facts = { ...noFacts, outerVariables: new Set(['b']) }
      assert.equal(await saidOf(steps, facts), '')
    })

  for (const [validation, values, said] of bounds)
    it(`${validation} with ${values.join(' and ')}`, async () => {
      const rows = values.map((most, index) => ({ number: index + 1, values: { most } }))
      const facts = { ...noFacts, rows, columns: ['most'] }
      assert.equal(await saidOf(asked(`validations: [{ ${validation} }]`), facts), said)
    })
})

it(
  'plays no more of rounds in rounds than a moment takes, and says nothing then',
  { timeout: 30_000 },
  async () => {
    const items = `[${Array.from({ length: 20 }, (_, index) => index).join(', ')}]`
    const inRounds = (name: string, inner: string): string =>
      `- for-each: { ${name}: ${items} }\n  steps:\n${inner.replace(/^/gm, '    ')}`
    const sent = `- request: GET http://x/{{a}}/{{b}}/{{c}}
  extracts: { x: $.id }
  validations: [{ status: 200 }, { when: { variable x: 1 }, $.id: 1 }]`
    assert.equal(await saidOf(inRounds('a', inRounds('b', inRounds('c', sent)))), '')
  },
)

describe('suites with callers and scripts', () => {
  const taken = asked('extracts: { id: { from: $.id, default: 7 } }')
  const looks = asked(
    'when: { id: { exists: true } }\nvalidations: [{ status: 200 }, { variable id: { exists: true } }]',
  )
  const scripted = (script: string): string => asked(`scripts: { after: "${script}" }`)
  const said = async (steps: string, inputs = ''): Promise<string> => {
    const parsed = await parseSuite(`suite: A\n${inputs}steps:\n${steps.replace(/^/gm, '  ')}`, '/a')
    const scripts = scriptsIn(parsed).map(script => [script, readScript(script.source)] as const)
    const facts = { ...noFacts, ...(scripts.length === 0 ? {} : { scripts: new Map(scripts) }) }
    const problems = await checkSuite(parsed, facts)
    return [...new Set(problems.map(({ severity }) => severity))].join(' ')
  }

  for (const [name, steps, expected, inputs] of [
    ['inputs', `${taken}\n${looks}`, 'error', 'inputs: [token]\n'],
    ['an input alone', looks, '', 'inputs: [id]\n'],
    ['a script that sets another', `${taken}\n${scripted("pm.environment.set('a', 1)")}\n${looks}`, 'error'],
    ['a script that sets it', `${taken}\n${scripted("pm.environment.set('id', null)")}\n${looks}`, ''],
    [
      'a script that sets any',
      `${taken}\n${scripted('pm.environment.set(pm.info.eventName, 1)')}\n${looks}`,
      '',
    ],
    ['a script that takes its value', `${taken}\n${scripted("pm.variables.unset('id')")}\n${looks}`, ''],
    ...(
      [
        ["set('ok', true)", 'true', 'warning'],
        ["set('ok', pm.response.code)", '{ at-least: 100 }', 'error'],
        ["set('ok', pm.response.code === 200)", '{ one-of: [true, false] }', 'warning'],
        ["set('ok', typeof pm.response.code)", 'number', 'warning'],
        ["set('ok', pm.response.responseTime)", '{ at-least: 0 }', 'error'],
        ["set('ok', pm.response.code === 200)", 'true', ''],
        ["set('ok', pm.response.responseTime)", '{ less-than: 5 }', ''],
        ["set('ok', pm.response.code)", '{ not-equals: 404 }', ''],
        ["set('ok', pm.response.json().ok)", 'true', ''],
        ["get('a') && pm.variables.set('ok', true)", 'true', ''],
        ["set('ok', false); if (pm.response.code === 200) pm.variables.set('ok', true)", 'true', ''],
      ] as const
    ).map(
      ([script, validation, severity]) =>
        [
          `pm.variables.${script} and a validation ${validation}`,
          `${scripted(`pm.variables.${script}`)}\n  validations: [{ status: 200 }, { variable ok: ${validation} }]`,
          severity,
        ] as const,
    ),
    [
      'a value of the suite beside a script that sets another',
      `${scripted("pm.environment.set('a', 1)")}\n  validations: [{ status: 200 }, { variable plan: gold }]`,
      'warning',
      'variables: { plan: gold }\n',
    ],
    ['a script that jumps', `${taken}\n${scripted("pm.execution.setNextRequest('B')")}\n${looks}`, ''],
  ] as const)
    it(`with ${name}: ${expected === '' ? 'may say' : 'tell by error'}`, async () => {
      assert.equal(await said(steps, inputs), expected)
    })
})
