import { execFile } from 'node:child_process'
import { cp, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { laterTier } from '../../../../testing/parts.ts'
import { packagesOf } from '../../../../testing/npm-packages.ts'
import type { ExportedTests } from '../../export-tests.ts'

/** List of the packages that `node scripts/test-code.mjs install` has put there. */
export const packageList = 'fixtures/test-code/javascript.json'
const packages = packagesOf(packageList)

/** Why tests are left out that need the frameworks of JavaScript; false where they are there. */
export const withoutFrameworks =
  laterTier('vitest and its like') ||
  (packages === undefined && 'vitest and its like are not there; run node scripts/test-code.mjs install.')

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

/** The output of a program of the packages, whatever it ends with. */
export function said(program: string, args: readonly string[], folder: string): Promise<string> {
  const script = path.join(folder, 'node_modules', program)
  const options = { cwd: folder, maxBuffer: 1 << 28 }
  return new Promise(resolve => {
    execFile(process.execPath, [script, ...args], options, (_error, output, errors) => {
      resolve(output + errors)
    })
  })
}
