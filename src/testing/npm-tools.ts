import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './services/cache-folder.ts'

const run = promisify(execFile)

/** A package of npm that tests run, and that is no dependency: it is large, or needs a newer Node. */
export interface NpmTool {
  readonly name: string
  /** Exactly this one. */
  readonly version: string
}

/** Where a tool is, or would be: a folder with `node_modules`. */
function folderOf({ name, version }: NpmTool): string {
  return path.join(cacheFolder(), 'npm', `${name.replace('@', '').replaceAll('/', '-')}-${version}`)
}

/** The absolute path of a file of a tool; undefined while it is not installed. */
export function toolFile(tool: NpmTool, file: string): string | undefined {
  const found = path.join(folderOf(tool), 'node_modules', tool.name, file)
  return existsSync(found) ? found : undefined
}

/** Installs what is not there yet in the user's cache folder; scripts of packages do not run. Throws when it cannot. */
export async function installTools(tools: readonly NpmTool[], say: (line: string) => void): Promise<void> {
  for (const tool of tools) {
    const folder = folderOf(tool)
    if (existsSync(folder)) continue
    say(`${tool.name} ${tool.version} is installed into ${folder}.`)
    // A name of its own, because another process may be installing the same.
    const partial = `${folder}.${String(process.pid)}`
    await mkdir(partial, { recursive: true })
    try {
      const dependencies = { [tool.name]: tool.version }
      await writeFile(path.join(partial, 'package.json'), JSON.stringify({ private: true, dependencies }))
      await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
        cwd: partial,
        shell: process.platform === 'win32',
      })
      await rename(partial, folder)
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
  }
}
