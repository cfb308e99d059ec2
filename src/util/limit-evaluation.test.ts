import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicTime } from './monotonic-time.ts'
import { endAfter, EvaluationEnded, limitEvaluation, watchEvaluation, weigh } from './limit-evaluation.ts'

function forEver(): never {
  for (;;);
}

describe('A4: an evaluation', () => {
  it('is ended after a second where it never ends, whatever it does', () => {
    const cleaned: string[] = []
    const works: readonly (() => void)[] = [
      forEver,
      () => {
        try {
          forEver()
        } catch {
          cleaned.push('caught')
        } finally {
          cleaned.push('finally')
        }
      },
    ]
    for (const work of works)
      assert.throws(
        () => {
          endAfter(100, work)
        },
        { name: 'EvaluationEnded', message: 'took longer than 100 ms' },
      )
    assert.deepEqual(cleaned, [])
    assert.throws(() => limitEvaluation(1, Infinity, forEver), /^EvaluationEnded: took longer than 1 s\b/)
  })

  it('that is not given the processor is tried once more for four seconds, and ended', () => {
    const cell = new Int32Array(new SharedArrayBuffer(4))
    const started = monotonicTime()
    let begun = 0
    const wait = (): never => {
      begun++
      for (;;) Atomics.wait(cell, 0, 0, 50)
    }
    assert.throws(
      () => limitEvaluation(1, Infinity, wait),
      /: took longer than 1 s, twice, and the processor gave it \d+ ms the second time$/,
    )
    assert.equal(begun, 2)
    assert.ok(monotonicTime() - started < 8000)
  })

  it('that is given a part of the processor has the rest the second time', () => {
    const cell = new Int32Array(new SharedArrayBuffer(4))
    let begun = 0
    const half = (): number => {
      begun++
      const ends = monotonicTime() + (begun === 1 ? Infinity : 1500)
      for (let now = monotonicTime(); now < ends; now = monotonicTime())
        if (now % 100 < 60) Atomics.wait(cell, 0, 0, 60 - (now % 100))
      return begun
    }
    assert.equal(limitEvaluation(1, Infinity, half), 2)
  })

  it('that is slow by itself the second time is told so', () => {
    const cell = new Int32Array(new SharedArrayBuffer(4))
    let begun = 0
    let since = process.cpuUsage()
    const waitThenWork = (): never => {
      if (++begun === 2) since = process.cpuUsage()
      for (;;) if (begun === 1) Atomics.wait(cell, 0, 0, 50)
    }
    let message = ''
    try {
      limitEvaluation(1, Infinity, waitThenWork)
    } catch (error) {
      message = (error as Error).message
    }
    const { user, system } = process.cpuUsage(since)
    assert.equal(begun, 2)
    // Other processes may leave this one less than it takes to know.
    const isKnown = user + system > 750_000
    assert.equal(message.replace(/, twice.*/, ''), 'took longer than 1 s')
    if (isKnown) assert.equal(message, 'took longer than 1 s')
  })

  it('gives its value and its errors, also one inside of another', () => {
    assert.equal(
      limitEvaluation({}, Infinity, () => limitEvaluation([], Infinity, () => 7)),
      7,
    )
    assert.equal(
      endAfter(1000, () => null),
      null,
    )
    assert.throws(
      () =>
        endAfter(1000, () => {
          throw new RangeError('deep')
        }),
      RangeError,
    )
    const inner = endAfter(10_000, () => {
      try {
        return endAfter(50, forEver)
      } catch (error) {
        return error instanceof EvaluationEnded ? 'the inner one ended' : 'another error'
      }
    })
    assert.equal(inner, 'the inner one ended')
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`that is long loses no ${signal} that came before it`, async () => {
      const heard = new Promise(resolve => process.once(signal, resolve))
      process.kill(process.pid, signal)
      const parts = Array.from({ length: 1_000_000 }, () => 0)
      assert.equal(
        limitEvaluation(parts, Infinity, () => parts.length),
        1_000_000,
      )
      assert.equal(await Promise.race([heard, wait(1000, 'nothing')]), signal)
    })

  it('of many small parts is watched over from outside', () => {
    const goOn = watchEvaluation([1, 2])
    goOn()
    assert.throws(() => {
      for (;;) goOn()
    }, EvaluationEnded)
  })
})

it('A4: what there is to look at is counted no further than need be', () => {
  assert.equal(weigh('x'.repeat(95)), 10)
  assert.equal(weigh({ a: [1, 'x', null], b: {} }), 6)
  assert.ok(
    weigh(
      Array.from({ length: 1000 }, () => [1, 2]),
      500,
    ) > 500,
  )
})
