import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonValue } from '../model/json.ts'
import { builtInNames } from './built-ins/index.ts'
import { renderValue } from './render.ts'
import { createScope } from './scope.ts'
import { Seed } from './seed.ts'
import { settleGenerated } from './settle-generated.ts'

/** Returns the values that all built-ins make of a seed, but those that tell the time. */
function made(value: number, part: string): JsonValue {
  const random = new Seed(value).for(part)
  const names = builtInNames().filter(name => !/timestamp|Date/i.test(name))
  const { picked = '' } = settleGenerated({ picked: '{{list | pick}} {{$uuid}}' }, random)
  const list = Array.from({ length: 1000 }, (_, index) => index)
  const scope = createScope([{ name: 'suite', values: { list, picked } }], {}, undefined, { random })
  const texts = [...names.map(name => `{{${name}}}`), '{{list | pick}}', '{{picked}}']
  const result = renderValue(texts, scope)
  assert.ok(result.ok)
  return result.value
}

test('what is made by chance is the same of the same seed and part, and of others not', () => {
  assert.deepEqual(made(1, 'a'), made(1, 'a'))
  assert.notDeepEqual(made(1, 'a'), made(2, 'a'))
  assert.notDeepEqual(made(1, 'a'), made(1, 'b'))
})

test('ids of a seed are UUIDs, none of which comes twice', () => {
  const ids = new Set<JsonValue>()
  for (let part = 0; part < 200; part++) {
    const scope = createScope([], {}, undefined, { random: new Seed(7).for(`${part}`) })
    for (let count = 0; count < 100; count++) {
      const result = renderValue('{{$uuid}}', scope)
      assert.ok(result.ok && typeof result.value === 'string')
      assert.match(result.value, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      ids.add(result.value)
    }
  }
  assert.equal(ids.size, 20_000)
})

test('numbers are spread evenly, and a seed knows whether it was used', () => {
  const seed = new Seed(3)
  const random = seed.for('a')
  assert.equal(seed.isUsed, false)
  const counts = new Array<number>(10).fill(0)
  for (let count = 0; count < 10_000; count++) {
    const place = Math.floor(random() * 10)
    counts[place] = (counts[place] ?? 0) + 1
  }
  assert.equal(seed.isUsed, true)
  for (const count of counts) assert.ok(count > 850 && count < 1150, String(counts))
})
