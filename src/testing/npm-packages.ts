import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './services/cache-folder.ts'

const run = promisify(execFile)

/** Where packages of npm for tests are, or would be: one folder for each list of them, by name and by what is in it. */
function folderOf(list: string): string {
  const version = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12)
  return path.join(cacheFolder(), 'npm', `${path.basename(list, '.json')}-${version}`)
}

/** The `node_modules` with the packages of a list, which is a `package.json`; undefined while they are not installed. */
export function packagesOf(list: string): string | undefined {
  const folder = folderOf(list)
  return existsSync(folder) ? path.join(folder, 'node_modules') : undefined
}

/** Installs the packages of a list in the user's cache folder, unless they are there. Throws when it cannot. */
export async function installPackages(list: string, say: (line: string) => void): Promise<void> {
  await installManifest(folderOf(list), readFileSync(list, 'utf8'), path.basename(list), say)
}

/** Installs what a `package.json` asks for in a folder, unless that is there; scripts of packages do not run. Throws when it cannot. */
export async function installManifest(
  folder: string,
  manifest: string,
  name: string,
  say: (line: string) => void,
): Promise<void> {
  if (existsSync(folder)) return
  say(`${name} is installed into ${folder}.`)
  // A name of its own, because another process may be installing the same.
  const partial = `${folder}.${String(process.pid)}`
  await mkdir(partial, { recursive: true })
  try {
    await writeFile(path.join(partial, 'package.json'), manifest)
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: partial,
      shell: process.platform === 'win32',
    })
    await rename(partial, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
