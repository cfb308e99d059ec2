import { execFile } from 'node:child_process'
import { cp, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { suitesToCollection } from '../../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { exportTestCode } from '../../../../operations/test-code/export-test-code.ts'
import { runFramework } from '../../../../operations/test-code/run-framework.ts'
import { packagesOf } from '../../../../testing/npm-packages.ts'
import type { ExportedTests } from '../../export-tests.ts'
import type { Framework, TestOutcome } from '../../framework.ts'
import type { JavaScriptStyle } from '../style.ts'

/** What `node scripts/test-code.mjs install` has put there. */
const packages = packagesOf('fixtures/test-code/javascript.json')

/** Why tests are left out that need the frameworks of JavaScript; false where they are there. */
export const withoutFrameworks =
  packages === undefined && 'vitest and its like are not there; run node scripts/test-code.mjs install.'

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

/** Makes a folder a project with tests: with the frameworks, and the files that suites send. */
export async function makeProject(
  folder: string,
  files: ExportedTests['files'],
  type: 'module' | 'commonjs',
): Promise<void> {
  if (packages !== undefined) await symlink(packages, path.join(folder, 'node_modules'), 'junction')
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type }))
  await cp('suites/files', path.join(folder, 'files'), { recursive: true })
  for (const { name, text } of files) await writeFile(path.join(folder, name), text)
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
  if (runner === undefined) throw new Error('This framework is not run.')
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

/** What a program of the packages prints, whatever it ends with. */
export function said(program: string, args: readonly string[], folder: string): Promise<string> {
  const script = path.join(folder, 'node_modules', program)
  const options = { cwd: folder, maxBuffer: 1 << 28 }
  return new Promise(resolve => {
    execFile(process.execPath, [script, ...args], options, (_error, output, errors) => {
      resolve(output + errors)
    })
  })
}
