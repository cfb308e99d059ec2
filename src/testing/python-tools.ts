import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { laterTier } from './parts.ts'
import { cacheFolder } from './services/cache-folder.ts'

const run = promisify(execFile)

/** Where packages of Python for tests are, or would be: one folder for each list of them, by name and by what is in it. */
function folderOf(list: string): string {
  const version = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12)
  return path.join(cacheFolder(), 'python', `${path.basename(list, '.txt')}-${version}`)
}

function pythonIn(folder: string): string {
  return path.join(folder, ...(process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']))
}

/** Says that everything is there: whoever installs may be interrupted. */
function markOf(folder: string): string {
  return path.join(folder, 'installed')
}

/** The Python that has the packages of a list, such as requirements.txt; undefined while they are not installed. */
export function pythonWith(list: string): string | undefined {
  const folder = folderOf(list)
  return existsSync(markOf(folder)) ? pythonIn(folder) : undefined
}

/** Why tests that need the packages of a list are skipped, or false when they need not be. */
export function withoutPackages(list: string): false | string {
  const name = `Python with ${path.basename(list)}`
  return (
    laterTier(name) ||
    (pythonWith(list) === undefined && `${name} is not there; run node scripts/test-code.mjs install.`)
  )
}

/** Why tests that need a module of the system's Python are skipped, or false when they need not be. */
export function withoutModules(modules: string): false | string {
  const later = laterTier(`Python with ${modules}`)
  if (later !== false) return later
  const { status } = spawnSync('/usr/bin/python3', ['-c', `import ${modules}`], { timeout: 60_000 })
  return status !== 0 && `Python has no ${modules}; run scripts/install-parts.sh as root.`
}

/** Installs the packages of a list in the user's cache folder, unless they are there. Throws when it cannot. */
export async function installPython(list: string, say: (line: string) => void): Promise<void> {
  const folder = folderOf(list)
  if (existsSync(markOf(folder))) return
  say(`${path.basename(list)} is installed into ${folder}.`)
  await rm(folder, { recursive: true, force: true })
  await run('python3', ['-m', 'venv', folder])
  await run(pythonIn(folder), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', list])
  await writeFile(markOf(folder), '')
}
