import path from 'node:path'
import { type ExportedTests, exportTests } from '../../formats/test-code/export-tests.ts'
import type { Framework, ProjectStyle } from '../../formats/test-code/framework.ts'
import { contentsWithFiles } from '../../compile/contents-with-files.ts'
import type { Collection } from '../../model/collection.ts'
import type { Problem, Result } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { givenData, programFiles } from './program-files.ts'

/** Where the tests will lie, and what they run with. */
export interface TestCodeOptions {
  readonly outputFolder: string
  readonly workingFolder: string
  /** A data file, named from the working folder: all tests run once for each of its rows. */
  readonly data?: string
  readonly style?: ProjectStyle
  /** Names of files that other tests in the folder have. */
  readonly taken?: readonly string[]
}

/** The tests of a collection, whose names of files count from the output folder already. */
export async function exportTestCode(
  written: Collection,
  framework: Framework,
  { outputFolder, workingFolder, data, style, taken }: TestCodeOptions,
): Promise<Result<ExportedTests>> {
  const collection = contentsWithFiles(written, outputFolder)
  const file =
    data === undefined
      ? undefined
      : givenData(
          path.relative(outputFolder, path.resolve(workingFolder, data)).replaceAll(path.sep, '/'),
          collection.data,
        )
  const files = await programFiles(collection, outputFolder, file ?? collection.data)
  if (!files.ok) return data === undefined ? { ok: false, problems: files.problems.map(ofSuite) } : files
  const exported = await exportTests(collection, framework, {
    ...files.value,
    ...defined({ data: file, style, taken }),
  })
  return { ok: true, value: exported }
}

/** A data file that a suite names. */
function ofSuite(problem: Problem): Problem {
  return problem.code === 'data-missing'
    ? { ...problem, hint: 'A path in a suite is relative to the folder of the suite.' }
    : problem
}
