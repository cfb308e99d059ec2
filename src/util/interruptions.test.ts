import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { onInterruption, sleep } from './interruptions.ts'

describe('an interruption', () => {
  it('is told to each who waits for it, once', () => {
    const signal = new AbortController()
    const told: string[] = []
    onInterruption(signal.signal, () => told.push('a'))
    const forget = onInterruption(signal.signal, () => told.push('b'))
    onInterruption(signal.signal, () => told.push('c'))
    forget()
    signal.abort()
    signal.abort()
    assert.deepEqual(told, ['a', 'c'])
  })

  it('that came before is told soon, but to nobody who has gone by then', async () => {
    const told: string[] = []
    onInterruption(AbortSignal.abort(), () => told.push('a'))
    const forget = onInterruption(AbortSignal.abort(), () => told.push('b'))
    forget()
    assert.deepEqual(told, [])
    await turn()
    assert.deepEqual(told, ['a'])
  })

  it('ends a sleep, which says so', async () => {
    const { signal } = new AbortController()
    assert.equal(await sleep(1, signal), true)
    assert.equal(await sleep(60_000, AbortSignal.abort()), false)
  })
})
