import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gatherOutput, type Output } from './output.ts'

/** An output that remembers what was written, or refuses it. */
function remembering(refuse = false): { output: Output; written: string[] } {
  const written: string[] = []
  const write = (text: string): Promise<void> => {
    if (refuse) return Promise.reject(new Error('full'))
    written.push(text)
    return Promise.resolve()
  }
  return {
    written,
    output: { interactive: false, color: false, columns: 80, write, close: () => Promise.resolve() },
  }
}

describe('gathering output', () => {
  it('writes many small texts as one, soon', async () => {
    const { output, written } = remembering()
    const gathered = gatherOutput(output)
    for (const text of ['a', 'b', 'c']) await gathered.write(text)
    assert.deepEqual(written, [])
    await wait(60)
    assert.deepEqual(written, ['abc'])
  })

  it('writes at once what is long, and the rest at the end, in order', async () => {
    const { output, written } = remembering()
    const gathered = gatherOutput(output)
    await gathered.write('x'.repeat(20_000))
    await gathered.write('end')
    await gathered.close()
    assert.deepEqual(
      written.map(text => text.length),
      [20_000, 3],
    )
  })

  it('tells that the output could not be written', async () => {
    const gathered = gatherOutput(remembering(true).output)
    await gathered.write('lost')
    await assert.rejects(gathered.close(), /full/)
  })
})
