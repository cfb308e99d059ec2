import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'
import { valuesByChance } from './chance.ts'

async function toldOf(step: string): Promise<string> {
  const variables =
    'variables: { n: "{{$randomInt 1 10}}", on: "{{$randomBoolean}}", size: "size-{{$randomInt 1 3}}" }'
  const text = `suite: A\n${variables}\nsteps:\n  - request: GET http://x/\n    ${step}\n  - request: GET http://y/\n`
  const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
  return problems.map(({ severity, message }) => `${severity} ${message}`).join('\n')
}

describe('a condition on what chance gives', () => {
  for (const step of [
    'when: { n: 11 }',
    'when: { n: { greater-than: 10 } }',
    'unless: { n: { at-least: 1 } }',
    'when: { size: size-4 }',
    'validations: [{ when: { variable n: 0 }, $.a: 1 }, { status: 200 }]',
  ])
    it(`can never be met: ${step}`, async () => {
      assert.match(await toldOf(step), /^warning nothing sets variable \w+ but the suite itself/)
    })
  for (const step of [
    'when: { n: 10 }',
    'when: { n: { less-than: 2 } }',
    'unless: { n: { at-least: 2 } }',
    'when: { on: true }',
    'when: { size: size-3 }',
    'validations: [{ when: { variable n: 5 }, $.a: 1 }, { status: 200 }]',
  ])
    it(`may be met: ${step}`, async () => {
      assert.equal(await toldOf(step), '')
    })
  it('proves nothing where it is all that is expected', async () => {
    assert.match(
      await toldOf('validations: [{ variable n: { at-most: 10 } }]'),
      /^warning this holds for all/,
    )
    assert.equal(await toldOf('validations: [{ variable n: { at-most: 9 } }]'), '')
  })
})

describe('the values that chance may give', () => {
  it('are all there, where they are few', () => {
    assert.deepEqual(valuesByChance('{{$randomInt 1 3}}'), [1, 2, 3])
    assert.deepEqual(valuesByChance('a{{$randomInt 8 9}}'), ['a8', 'a9'])
    assert.equal(valuesByChance('{{$randomInt 1 1000}}')?.length, 1000)
  })
  it('are not known where they are many, or made of several', () => {
    for (const written of [
      '{{$randomInt 1 9999}}',
      '{{$randomString 2}}',
      '{{$timestamp}}',
      '{{other}}',
      'a',
    ])
      assert.equal(valuesByChance(written), undefined, written)
  })
})
