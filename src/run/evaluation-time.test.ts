import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lazyPart } from '../util/lazy-part.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { EvaluationTime, Unjudged } from './evaluation-time.ts'

const position = { line: 1, column: 1 }
const span = { file: 'a.apitest.yaml', start: position, end: position }
const items = ['A', 'B', 'C', 'D', 'E', 'F'].map(name => ({ name, span }))
const nameOf = ({ name }: (typeof items)[number]): string => name

/** Computes without a pause. */
function compute(milliseconds: number): void {
  const end = monotonicTime() + milliseconds
  while (monotonicTime() < end);
}

describe('evaluating one after the other', () => {
  it('is done at once where nothing has to be waited for', () => {
    const time = new EvaluationTime(new AbortController().signal, 1000)
    assert.deepEqual(time.each(items, nameOf, nameOf, undefined), ['A', 'B', 'C', 'D', 'E', 'F'])
  })

  it('waits for what is not there at once, in the order of the items', async () => {
    const time = new EvaluationTime(new AbortController().signal, 1000)
    const part = lazyPart(() => Promise.resolve('loaded'))
    const begun: string[] = []
    const results = await time.each(
      items,
      ({ name }) => {
        begun.push(name)
        if (name === 'B') return part()
        return name === 'D' ? Promise.resolve('later') : name
      },
      nameOf,
      undefined,
    )
    assert.deepEqual(results, ['A', 'loaded', 'C', 'later', 'E', 'F'])
    assert.deepEqual([...new Set(begun)], ['A', 'B', 'C', 'D', 'E', 'F'])
  })

  it('hears an interruption between two items', async () => {
    const interruption = new AbortController()
    const time = new EvaluationTime(interruption.signal, 10_000)
    setTimeout(() => {
      interruption.abort()
    }, 10)
    const evaluated: string[] = []
    await assert.rejects(
      async () =>
        time.each(
          items,
          ({ name }) => {
            evaluated.push(name)
            compute(250)
          },
          nameOf,
          undefined,
        ),
      (error: unknown) => error instanceof Unjudged && error.message === 'interrupted after A',
    )
    assert.deepEqual(evaluated, ['A'])
  })

  it('ends when all of it takes longer than is left', async () => {
    const time = new EvaluationTime(new AbortController().signal, 0)
    const judged = async () =>
      time.each(
        items,
        () => {
          compute(260)
        },
        nameOf,
        undefined,
      )
    await assert.rejects(judged, /^Unjudged: after D more than 1 s are over \(timeout\)$/)
  })
})
