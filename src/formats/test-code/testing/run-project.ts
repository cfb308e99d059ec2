import path from 'node:path'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../model/json.ts'
import { exportTestCode } from '../../../operations/test-code/export-test-code.ts'
import { runFramework } from '../../../operations/test-code/run-framework.ts'
import type { ExportedTests } from '../export-tests.ts'
import type { Framework, TestOutcome } from '../framework.ts'
import type { JavaScriptStyle } from '../javascript/style.ts'

/** The files that suites of the project's own become, by the names of the suites. */
export async function writtenFor(
  suites: Readonly<Record<string, JsonObject>>,
  framework: Framework,
  javascript: JavaScriptStyle,
): Promise<ExportedTests> {
  const named = Object.entries(suites).map(([name, suite]) => ({ name: `${name}.apitest.yaml`, suite }))
  const folder = path.resolve('suites')
  const options = { outputFolder: folder, workingFolder: folder, style: { javascript } }
  const written = await exportTestCode(suitesToCollection(named, 'Own suites'), framework, options)
  if (!written.ok) throw new Error(JSON.stringify(written.problems))
  return written.value
}

/** A test that ran, and the step that it was made of. */
export interface RanTest extends TestOutcome {
  readonly step: string
}

/** Runs the tests of a project. Throws when not every one of them ran. */
export async function runProject(
  folder: string,
  files: ExportedTests['files'],
  { runner }: Framework,
  environment: Readonly<Record<string, string>>,
): Promise<readonly RanTest[]> {
  const ended = await runFramework({
    runner,
    projectFolder: folder,
    files: files.map(({ name }) => name),
    environment: { ...process.env, ...environment },
    interrupt: new AbortController().signal,
  })
  if ('missing' in ended) throw new Error(`There is no ${ended.missing}.`)
  return files.flatMap(({ name, runs }) => {
    const outcomes = ended.outcomes.get(name) ?? []
    // A hook that failed may come behind the tests of its file.
    if (outcomes.length < runs.length)
      throw new Error(
        `${name}: ${outcomes.length} of ${runs.length} tests ran.\n${ended.output.slice(-2000)}`,
      )
    return outcomes.slice(0, runs.length).map((outcome, index) => ({ ...outcome, step: runs[index] ?? '' }))
  })
}
