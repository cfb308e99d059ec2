import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'
import type { Facts } from '../rule.ts'

/** The severity of the problems of a suite with these steps. */
async function saidOf(steps: string, facts: Facts = noFacts): Promise<string> {
  const text = `suite: A
variables: { plan: gold, made: "{{$uuid}}", list: [1, 2] }
steps:
${steps.replace(/^/gm, '  ')}`
  const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), facts)
  return [...new Set(problems.map(({ severity }) => severity))].join(' ')
}

const asked = (more: string): string => `- request: GET http://x/\n  ${more.replaceAll('\n', '\n  ')}`

/** Steps with a validation that holds whatever is answered. */
const idle: readonly string[] = [
  `${asked('extracts: { body: { from: text, default: none } }')}
- set: { back: "{{body | base64 | from-base64}}" }
- request: GET http://y/
  validations: [{ variable back: "{{body}}" }]`,
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
  `- request: GET http://x/
  extracts: { plan: $.plan }
  validations: [{ variable plan: gold }]`,
  `- set: { a: 1 }
  validations: [{ variable a: { at-least: "{{b}}" } }]`,
]

describe('suites in made worlds', () => {
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
