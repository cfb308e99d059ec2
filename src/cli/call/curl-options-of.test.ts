import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionOfName } from '../../curl/known-options.ts'
import type { Option } from '../command.ts'
import { sendOptions } from './call-options.ts'

test('options of send that are of curl have its letters, and take a value where its do', () => {
  const options: readonly (readonly [string, Option])[] = Object.entries(sendOptions)
  const shared = options.filter(([name]) => optionOfName(name)?.name === name)
  assert.ok(shared.length > 40, String(shared.length))
  for (const [name, { boolean = false, alias = [] }] of shared) {
    const { letter = '', takesValue } = optionOfName(name) ?? {}
    const letters = [alias].flat().filter(other => other.length === 1)
    assert.equal(!boolean, takesValue, name)
    if (letters.length > 0) assert.deepEqual(letters, [letter], name)
  }
})
