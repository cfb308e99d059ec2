import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { withFolder } from '../../../testing/run-program.ts'
import { judgeByFramework } from '../testing/judge-by-framework.ts'
import { nodeTest } from './frameworks.ts'
import { isKnown, shownDifference } from './testing/known-differences.ts'

it('tests of node judge every answer as a run does', { timeout: 120_000 }, () =>
  withFolder({}, async folder => {
    const { count, misjudged } = await judgeByFramework(nodeTest, folder, writeFile)
    assert.ok(count > 3000, String(count))
    assert.deepEqual(misjudged.filter(one => !isKnown(one)).map(shownDifference), [])
  }),
)
