import assert from 'node:assert/strict'
import { it } from 'node:test'
import { beginEnding } from './interruptions.ts'
import { whenLoaded } from './lazy-part.ts'
import { endAfter } from './limit-evaluation.ts'
import { EvaluationEnded } from './turns.ts'

const slowly = (milliseconds: number) => (): string =>
  endAfter(5000, () => {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
    return 'slow'
  })

it('what takes long waits for its turn, and what takes little does not', async () => {
  const heard: string[] = []
  const slow = [1, 2, 3].map(async number => {
    await whenLoaded(slowly(150))
    heard.push(`slow ${number}`)
  })
  setTimeout(() => heard.push('timer'), 0)
  assert.equal(
    whenLoaded(() => 'quick'),
    'quick',
  )
  await Promise.all(slow)
  assert.equal(heard.at(-1), 'slow 3')
  assert.ok(heard.indexOf('timer') < heard.indexOf('slow 2'), heard.join())
})

it('all of a turn has one limit, whatever is evaluated how often', async () => {
  let rounds = 0
  const all = async (): Promise<string> =>
    whenLoaded(() => {
      for (; rounds < 1000; rounds++) slowly(40)()
      return 'all'
    })
  await assert.rejects(all, EvaluationEnded)
  assert.ok(rounds > 1 && rounds < 200, String(rounds))
})

it('nobody waits for a turn any more when the program is to end', async () => {
  beginEnding()
  await assert.rejects(async () => whenLoaded(slowly(5000)), /^EvaluationEnded: was interrupted$/)
})
