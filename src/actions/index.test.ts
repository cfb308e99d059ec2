import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionNames, loadAction } from './index.ts'

test('every action loads, and is called what its key says', async () => {
  for (const name of actionNames) assert.equal((await loadAction(name)).name, name)
})

test('there is no action of any other name', async () => {
  for (const name of ['mqtt', '', '__proto__', 'toString']) await assert.rejects(loadAction(name))
})
