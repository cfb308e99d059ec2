import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Deadlines } from './deadlines.ts'

/** Deadlines that note the order they expire in. */
function noting(): {
  deadlines: Deadlines
  expired: string[]
  add: (wait: number, name: string) => () => void
} {
  const deadlines = new Deadlines()
  const expired: string[] = []
  const add = (wait: number, name: string): (() => void) => deadlines.add(wait, () => expired.push(name))
  return { deadlines, expired, add }
}

test('each expires at its own time, whatever the order they were added in', async () => {
  const { add, expired } = noting()
  add(90, 'late')
  add(30, 'early')
  add(60, 'between')
  await setTimeout(45)
  assert.deepEqual(expired, ['early'])
  await setTimeout(30)
  assert.deepEqual(expired, ['early', 'between'])
  await setTimeout(60)
  assert.deepEqual(expired, ['early', 'between', 'late'])
})

test('one that is taken back does not expire, and those after it do', async () => {
  const { add, expired } = noting()
  const forget = add(20, 'forgotten')
  add(40, 'kept')
  forget()
  await setTimeout(80)
  assert.deepEqual(expired, ['kept'])
})

test('one can be added while another expires, and long after', async () => {
  const { add, expired, deadlines } = noting()
  deadlines.add(10, () => add(20, 'from within'))
  await setTimeout(60)
  assert.deepEqual(expired, ['from within'])
  add(10, 'afterwards')
  await setTimeout(40)
  assert.deepEqual(expired, ['from within', 'afterwards'])
})

test('a time longer than timers can take is no problem', async () => {
  const { add, expired } = noting()
  add(Number.MAX_SAFE_INTEGER, 'in ages')
  add(Infinity, 'never')
  await setTimeout(20)
  assert.deepEqual(expired, [])
})
