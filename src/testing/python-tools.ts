import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
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
