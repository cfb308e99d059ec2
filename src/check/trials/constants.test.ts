import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'

const head = 'suite: A\nvariables: { made: "{{$uuid}}", other: "{{made}}" }\nsteps:\n'

/** The errors of a step with such keys below its request. */
async function errorsOf(keys: string, request = 'GET http://127.0.0.1/'): Promise<readonly string[]> {
  const parsed = await parseSuite(`${head}  - request: ${request}\n    ${keys}\n`, '/suites/a.apitest.yaml')
  const problems = await checkSuite(parsed, noFacts)
  return problems.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []))
}

describe('a value that is made anew, and sent nowhere', () => {
  for (const wanted of [
    '{ not-equals: "{{other}}" }',
    '{ not-contains: "{{other}}" }',
    '{ not-one-of: ["{{$uuid}}", "{{$uuid}}"] }',
    '{ each: { not-equals: "{{$uuid}}" } }',
  ])
    it(`proves nothing: ${wanted}`, async () => {
      const [message = '', ...more] = await errorsOf(`validations: [{ status: 200 }, { $.id: ${wanted} }]`)
      assert.match(message, /this is made anew each time, so that no answer has it$/)
      assert.deepEqual(more, [])
    })

  for (const [why, keys, request] of [
    ['it is sent', 'json: { id: "{{other}}" }', 'POST http://127.0.0.1/'],
    ['a part of it is sent', 'json: { id: "{{other | upper}}" }', 'POST http://127.0.0.1/'],
    ['it is in the URL', 'tags: [a]', 'GET http://127.0.0.1/{{other}}'],
  ] as const)
    it(`may be answered where ${why}`, async () => {
      const validations = 'validations: [{ status: 200 }, { $.id: { not-equals: "{{other}}" } }]'
      assert.deepEqual(await errorsOf(`${validations}\n    ${keys}`, request), [])
    })
})
