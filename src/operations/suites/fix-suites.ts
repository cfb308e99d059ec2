import type { Problem } from '../../model/problem.ts'
import { changedPaths, suiteKeys } from '../input-keys.ts'
import { operation } from '../operation.ts'
import { problemDefinition, problemsSchema } from '../problems-schema.ts'
import { list, object, published, whole } from '../schema.ts'

/** Mends what has one right answer in suites, and in the configuration; everything else in them stays as it is, to the letter. */
export const fixSuites = operation({
  name: 'fix-suites',
  permission: 'project',
  summary:
    'Mends what is wrong in suites and has one right answer, such as misspelt keys, and checks them again.',
  input: object({ ...suiteKeys, paths: changedPaths }),
  answer: object({
    files: whole('How many suites were checked'),
    mended: list(published<Problem>(problemDefinition, 'A problem as it was'), 'What was mended'),
    problems: problemsSchema,
  }),
  run: async (given, host) => (await import('./mend-suites.ts')).mendSuites(given, host),
})
