import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scopeKeys } from '../operations/input-keys.ts'
import { choice, flag, list, object, optional, published, text, whole } from '../operations/schema.ts'
import { optionsOf } from './options-of.ts'

const input = object({
  place: text('Where'),
  names: list(text('A name'), 'Whose'),
  kind: optional(choice(['old', 'new'], 'Which')),
  largestSize: optional(whole('How large', 1)),
  isLeft: optional(flag('Nothing that is typed')),
  step: published('suite.schema.json#/definitions/step', 'A step'),
  ...scopeKeys,
})

describe('options of an input', () => {
  const { positionals, options, inputOf } = optionsOf(input, {
    positionals: ['place'],
    keys: { names: { name: 'name', alias: 'n' }, isLeft: false },
  })

  it('are its keys with their words, but for those that have no form or are left out', () => {
    assert.deepEqual(positionals, { place: { demandOption: true, describe: 'Where' } })
    assert.deepEqual(Object.keys(options), [
      ...['name', 'kind', 'largest-size'],
      ...['env', 'var', 'env-file', 'production', 'config'],
    ])
    assert.deepEqual(options.name, { array: true, describe: 'Whose; repeatable', alias: 'n' })
    assert.deepEqual(options.kind, { choices: ['old', 'new'], describe: 'Which' })
    assert.deepEqual(options['largest-size'], { number: true, minimum: 1, describe: 'How large' })
  })

  it('give the input', () => {
    const given = { place: 'here', largestSize: 3, var: ['a=b'], json: true }
    const value = { place: 'here', names: [], largestSize: 3, variables: { a: 'b' } }
    assert.deepEqual(inputOf(given), { ok: true, value })
  })

  it('are refused all at once where they are none', () => {
    const read = inputOf({ place: 'here', largestSize: 0, var: ['a'] })
    assert.deepEqual(read.ok ? [] : read.problems.map(({ message }) => message), [
      '--var a is not name=value',
      '--largest-size must be a whole number from 1',
    ])
  })
})
