import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { withFolder } from '../../../testing/run-program.ts'
import { judgeByFramework } from '../testing/judge-by-framework.ts'
import { javascriptFrameworks } from './frameworks.ts'
import { makeProject, withoutFrameworks } from './testing/run-javascript.ts'
import { isKnown, shownDifference } from './testing/known-differences.ts'

it('tests of vitest judge every answer as a run does', { timeout: 120_000, skip: withoutFrameworks }, () =>
  withFolder({}, async folder => {
    const vitest = javascriptFrameworks.find(({ name }) => name === 'vitest')
    assert.ok(vitest !== undefined)
    await makeProject(folder, [], 'module')
    const { count, misjudged } = await judgeByFramework(vitest, folder, writeFile)
    assert.ok(count > 3000, String(count))
    assert.deepEqual(misjudged.filter(one => !isKnown(one)).map(shownDifference), [])
  }),
)
