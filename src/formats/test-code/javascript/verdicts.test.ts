import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { withFolder } from '../../../testing/run-program.ts'
import { judgeByFramework, type Misjudged } from '../testing/judge-by-framework.ts'
import { nodeTest } from './frameworks.ts'

it('tests of node judge every answer as a run does', { timeout: 120_000 }, () =>
  withFolder({}, async folder => {
    const { count, misjudged } = await judgeByFramework(nodeTest, folder, writeFile)
    assert.ok(count > 3000, String(count))
    assert.deepEqual(
      misjudged
        .filter(one => !isKnown(one))
        .map(
          ({ answer, validation, here, there, message }) =>
            `${validation} of ${answer}: ${here} here, ${there} there: ${message.split('\n')[0] ?? ''}`,
        ),
      [],
    )
  }),
)

/**
 * Where a test fails that need not: `length` of an object, `includes` of a boolean, a wildcard or a filter of what is no list. And
 * JavaScript knows no integers beyond 2^53, which a run takes for texts.
 */
function isKnown({ there, answer, validation, message }: Misjudged): boolean {
  if (answer.includes('9007199254740993') || answer.includes('\\n')) return true
  if (there !== 'failed') return false
  return /is not a function|properties of (?:null|undefined)/.test(message) || /has-length/.test(validation)
}
