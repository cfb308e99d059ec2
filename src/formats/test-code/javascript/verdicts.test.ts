import { it } from 'node:test'
import { Agreements, listedVersions } from '../../../testing/agreements.ts'
import { mustJudgeAlike } from '../testing/judge-by-framework.ts'
import { javascriptFrameworks, nodeTest } from './frameworks.ts'
import { isKnown } from './testing/known-differences.ts'
import { makeProject, packageList, withoutFrameworks } from './testing/run-javascript.ts'

const agreements = new Agreements(import.meta.url, () => listedVersions(packageList))
const frameworks = [nodeTest, ...javascriptFrameworks.filter(({ name }) => name === 'vitest')]

for (const framework of frameworks) {
  const skip = framework !== nodeTest && withoutFrameworks
  it(`tests of ${framework.name} judge every answer as a run does`, { timeout: 300_000, skip }, () =>
    mustJudgeAlike(framework, {
      agreements,
      isKnown,
      prepare: folder => (framework === nodeTest ? Promise.resolve() : makeProject(folder, [], 'module')),
    }),
  )
}
