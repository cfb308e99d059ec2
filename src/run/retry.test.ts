import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../model/exchange.ts'
import type { Retry } from '../model/suite.ts'
import { exchangeWith } from '../extracts/testing/exchange.ts'
import { waitBefore, withRetries } from './retry.ts'

const plain: Retry = {
  attempts: 5,
  interval: 100,
  until: 'validations',
  stopWhen: [],
  backoff: 1,
  maxInterval: 1000,
  jitter: 0,
}

describe('the wait before another attempt', () => {
  it('is the interval', () => {
    assert.deepEqual(
      [1, 2, 3].map(attempts => waitBefore(attempts, plain)),
      [100, 100, 100],
    )
  })

  it('grows with backoff, up to the longest', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(attempts => waitBefore(attempts, { ...plain, backoff: 2 })),
      [100, 200, 400, 800, 1000],
    )
  })

  it('is shortened by chance, at most by the jitter', () => {
    const shaken = { ...plain, jitter: 0.5 }
    assert.deepEqual(
      [0, 0.5, 1].map(chance => waitBefore(1, shaken, chance)),
      [100, 75, 50],
    )
  })
})

describe('an attempt that passed and is no success', () => {
  it('fails by the rule of its action, where that is not about the status', async () => {
    const exchange: Exchange = {
      ...exchangeWith({ status: 101 }),
      success: {
        subject: 'messages',
        holds: false,
        expected: 'all taken',
        actual: 'closed by the server (4001)',
      },
    }
    const { attempt } = await withRetries(
      { action: 'websocket', retry: { ...plain, attempts: 1, until: 'success' } },
      new AbortController().signal,
      () => Promise.resolve({ outcome: 'passed', exchange, extracts: [], validations: [] }),
    )
    assert.deepEqual(
      [attempt.outcome, attempt.gaveUp],
      ['failed', 'messages: Expected all taken, got closed by the server (4001)'],
    )
  })
})
