import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { suitesToCollection } from '../../../../compile/suites-to-collection.ts'
import type { RowReader } from '../../../../compile/test-program/build-program.ts'
import type { Loss } from '../../../../model/conversion.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { findProgram } from '../../../../testing/parts.ts'
import { cacheFolder } from '../../../../testing/services/cache-folder.ts'
import { exportTests, type TestFile } from '../../export-tests.ts'
import type { TestOutcome } from '../../framework.ts'
import { goFrameworks } from '../frameworks.ts'

const [goTest] = goFrameworks

/** The files that suites become, by their names, and what is not in them. */
export async function writtenFor(
  suites: Readonly<Record<string, JsonObject>>,
  readRows: RowReader = () => [],
): Promise<{ readonly files: readonly TestFile[]; readonly losses: readonly Loss[] }> {
  if (goTest === undefined) throw new Error('There is no framework of Go.')
  const named = Object.entries(suites).map(([name, suite]) => ({ name: `${name}.apitest.yaml`, suite }))
  const { files, report } = await exportTests(suitesToCollection(named, 'suites'), goTest, { readRows })
  return { files, losses: report.losses }
}

/** Runs tests with the command that a project would be told, and reads what became of them. */
export async function runGo(
  folder: string,
  files: readonly TestFile[],
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly TestOutcome[]> {
  const runner = goTest?.runner
  if (runner === undefined) throw new Error('go test is not run.')
  const { command, args } = runner.command(
    files.map(({ name }) => name),
    '',
  )
  const printed = await run(folder, command, args, environment)
  const outcomes = runner.outcomes('', printed)
  if (outcomes.length === 0) throw new Error(printed)
  return outcomes
}

/** The changes that gofmt would make. */
export async function formatDifferences(folder: string, files: readonly TestFile[]): Promise<string> {
  return run(folder, 'gofmt', ['-d', ...files.map(({ name }) => name)])
}

/** The findings of go vet, and of staticcheck where it can be had. */
export async function lintFindings(folder: string, files: readonly TestFile[]): Promise<string> {
  const names = files.map(({ name }) => name)
  const vetted = await run(folder, 'go', ['vet', ...names])
  const staticcheck = await findStaticcheck()
  return staticcheck === undefined ? vetted : vetted + (await run(folder, staticcheck, names))
}

const version = '2026.2.2'

/** The program, installed into the user's cache folder where it is not there yet; undefined where that fails. */
async function findStaticcheck(): Promise<string | undefined> {
  const folder = path.join(cacheFolder(), 'go', `staticcheck-${version}`)
  const program = path.join(folder, 'staticcheck')
  if (existsSync(program)) return program
  const known = findProgram('staticcheck')
  if (known !== undefined) return known
  await mkdir(folder, { recursive: true })
  await run(folder, 'go', ['install', `honnef.co/go/tools/cmd/staticcheck@${version}`], { GOBIN: folder })
  return existsSync(program) ? program : undefined
}

/** Runs a program and gives its output, on either way, whether it succeeds or not. */
function run(
  folder: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise(resolve => {
    const options = { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 1e9 }
    execFile(command, [...args], options, (error, printed, errors) => {
      resolve(printed + errors + (error !== null && printed + errors === '' ? error.message : ''))
    })
  })
}
