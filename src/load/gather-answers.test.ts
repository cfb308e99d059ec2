import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { checkSuite } from '../check/check-suite.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { noFacts } from '../testing/expect-problems.ts'
import { gatherAnswers } from './gather-services.ts'

const file = path.resolve('fixtures/grpc/a.apitest.yaml')

async function errorsOf(more: string): Promise<readonly string[]> {
  const text = `suite: A
steps:
  - { grpc: lab.v1.Lab/Echo, target: "x:1", proto: lab/v1/lab.proto, import-paths: protos, ${more} }
`
  const parsed = await parseSuite(text, file)
  const answers = await gatherAnswers(parsed)
  assert.ok(answers !== undefined)
  const problems = await checkSuite(parsed, { ...noFacts, answers })
  return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
}

const idle = [
  'emit-defaults: true, validations: [{ $.u32: { at-least: 0 } }]',
  'emit-defaults: true, validations: [{ $.i32: { at-least: -2147483648 } }]',
  'emit-defaults: true, validations: [{ $.text: { has-type: string } }, { $.text: Ada }]',
  'emit-defaults: true, validations: [{ $.flag: { one-of: [true, false] } }]',
  'emit-defaults: true, validations: [{ $.numbers: { has-type: array } }]',
  'emit-defaults: true, validations: [{ $: { matches: { i64: <string>, f32: <integer> } } }]',
  'validations: [{ status: OK }, { $: { has-type: object } }]',
  'validations: [{ $.password: { exists: false } }]',
  'validations: [{ $.spice.pepper: { exists: false } }]',
  'validations: [{ details: { has-type: array } }, { $.text: { contains: a } }]',
]

const sound = [
  'validations: [{ $.u32: { at-least: 0 } }]',
  'emit-defaults: true, validations: [{ $.u32: { at-least: 1 } }]',
  'emit-defaults: true, validations: [{ $.i32: { at-least: 0 } }]',
  'emit-defaults: true, validations: [{ $.text: { exists: true } }]',
  'emit-defaults: true, validations: [{ $.text: { has-length: { at-least: 1 } } }]',
  'emit-defaults: true, validations: [{ status: { one-of: [OK, NOT_FOUND] } }, { $.text: { has-type: string } }]',
  'emit-defaults: true, validations: [{ $.color: { one-of: [COLOR_UNSPECIFIED, RED, GREEN] } }]',
  'emit-defaults: true, validations: [{ $.floatValue: { has-type: number } }]',
  'emit-defaults: true, validations: [{ $.maybe: { has-type: integer } }, { $.spice: { has-type: object } }]',
  'emit-defaults: true, validations: [{ $.word: { has-type: string } }, { $.timestamp: { has-type: string } }]',
  'emit-defaults: true, validations: [{ $.value: { has-type: object } }, { $.struct.any: { exists: false } }]',
  'validations: [{ $.anotherName: { has-type: string } }, { $.maybe: { exists: false } }]',
  'validations: [{ $.byName.other: { exists: false } }, { $.any.thing: { exists: false } }]',
]

describe('what the schema of a call says of its answer in any case', () => {
  for (const more of idle)
    it(`proves nothing: ${more}`, async () => {
      assert.match((await errorsOf(more)).join('\n'), /^this holds for every /)
    })
  for (const more of sound)
    it(`is not all there is: ${more}`, async () => {
      assert.deepEqual(await errorsOf(more), [])
    })
})
