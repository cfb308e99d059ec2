import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionNames, actionOf } from './index.ts'
import { whenLoaded } from '../util/lazy-part.ts'

test('every action loads, and is called what its key says', async () => {
  for (const name of actionNames) assert.equal((await whenLoaded(() => actionOf(name))).name, name)
})

test('there is no action of any other name', () => {
  for (const name of ['mqtt', '', '__proto__', 'toString']) assert.throws(() => actionOf(name))
})
