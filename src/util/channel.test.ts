import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Channel } from './channel.ts'

async function all<Value>(values: AsyncIterable<readonly Value[]>): Promise<Value[]> {
  const seen: Value[] = []
  for await (const batch of values) seen.push(...batch)
  return seen
}

describe('Channel', () => {
  test('every reader sees every value in order', async () => {
    const channel = new Channel<number>()
    const readers = [all(channel.read()), all(channel.read())]
    for (let number = 0; number < 1000; number++) {
      channel.write(number)
      if (number % 100 === 0) await setImmediate()
    }
    channel.end()
    const expected = Array.from({ length: 1000 }, (_, number) => number)
    assert.deepEqual(await Promise.all(readers), [expected, expected])
  })

  test('a reader sees what is written since it was opened, even before it asks', async () => {
    const channel = new Channel<string>()
    channel.write('before')
    const values = channel.read()
    channel.write('after')
    channel.end()
    assert.deepEqual(await all(values), ['after'])
    assert.deepEqual(await all(channel.read()), [])
  })

  test('a reader that waits is told of the end', async () => {
    const channel = new Channel<string>()
    const reader = all(channel.read())
    await setImmediate()
    channel.end()
    assert.deepEqual(await reader, [])
  })

  test('a reader may stop early without holding up the others', async () => {
    const channel = new Channel<number>()
    const [first, second] = [channel.read(), all(channel.read())]
    channel.write(1)
    for await (const batch of first) {
      assert.deepEqual(batch, [1])
      break
    }
    channel.write(2)
    channel.end()
    assert.deepEqual(await second, [1, 2])
  })

  test('what is written in a moment comes at once, what is written later comes later', async () => {
    const channel = new Channel<number>()
    const values = channel.read()
    const first = values.next()
    for (const number of [1, 2, 3]) channel.write(number)
    assert.deepEqual(await first, { done: false, value: [1, 2, 3] })
    const second = values.next()
    channel.write(4)
    assert.deepEqual(await second, { done: false, value: [4] })
    for (let number = 0; number < 1000; number++) channel.write(number)
    const third = await values.next()
    channel.end()
    assert.ok(third.value !== undefined && third.value.length < 1000)
    const rest = await all(values)
    assert.deepEqual(
      [...third.value, ...rest],
      Array.from({ length: 1000 }, (_, number) => number),
    )
  })

  test('undefined is a value', async () => {
    const channel = new Channel<undefined>()
    const reader = all(channel.read())
    channel.write(undefined)
    channel.end()
    assert.deepEqual(await reader, [undefined])
  })

  test('writing after the end is a mistake of the program', () => {
    const channel = new Channel<number>()
    channel.end()
    assert.throws(() => {
      channel.write(1)
    })
  })

  test('values are let go when all readers have seen them', async () => {
    const channel = new Channel<object>()
    const seen: WeakRef<object>[] = []
    const reader = (async () => {
      for await (const batch of channel.read()) for (const value of batch) seen.push(new WeakRef(value))
    })()
    for (let count = 0; count < 50; count++) {
      channel.write({ large: new Array<number>(1_000_000).fill(count) })
      await setImmediate()
    }
    assert.ok(seen.some(reference => reference.deref() === undefined))
    channel.end()
    await reader
  })
})
