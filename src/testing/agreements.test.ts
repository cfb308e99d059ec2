import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Agreements } from './agreements.ts'
import { withFolder } from './run-program.ts'

/** How often a judge is asked of each of these inputs, by one test process after the other. */
async function asked(
  inputs: readonly string[],
  versions: readonly string[] = [],
): Promise<readonly boolean[]> {
  return withFolder({}, async folder => {
    const found: boolean[] = []
    for (const [index, input] of inputs.entries()) {
      const agreements = new Agreements(import.meta.url, () => versions[index] ?? '1', folder)
      let isAsked = false
      await agreements.reach('a', input, () => {
        isAsked = true
        return Promise.resolve()
      })
      agreements.save()
      found.push(isAsked)
    }
    return found
  })
}

describe('a judge from elsewhere', () => {
  it('is asked of the same input once', async () => {
    assert.deepEqual(await asked(['x', 'x', 'x']), [true, false, false])
  })

  it('is asked again where the input has changed, also back', async () => {
    assert.deepEqual(await asked(['x', 'y', 'x']), [true, true, true])
  })

  it('is asked again in another version', async () => {
    assert.deepEqual(await asked(['x', 'x', 'x'], ['1', '2', '2']), [true, true, false])
  })

  it('has agreed to nothing where it does not', () =>
    withFolder({}, async folder => {
      const refuse = (): Promise<void> => Promise.reject(new Error('no'))
      for (let times = 0; times < 2; times++) {
        const agreements = new Agreements(import.meta.url, () => '1', folder)
        await assert.rejects(agreements.reach('a', 'x', refuse), /^Error: no$/)
        agreements.save()
      }
    }))
})
