import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './parts.ts'
import { cacheFolder } from './services/cache-folder.ts'

const run = promisify(execFile)

/** Packages of Python that tests run, exactly these. */
const packages = [
  ...['pytest==9.2.0', 'requests==2.34.2', 'httpx==0.28.1'],
  ...['black==26.10.1', 'ruff==0.17.6', 'pyflakes==4.1.0'],
]

/**
 * The folder with the programs of an environment of Python that has what is written tests for, and what judges the code:
 * pytest, requests, httpx, black, ruff and pyflakes. It is made in the user's cache folder when it is not there yet; undefined
 * where Python is missing or packages cannot be had.
 */
export async function pythonTools(say: (line: string) => void): Promise<string | undefined> {
  const python = findProgram('python3')
  if (python === undefined || process.platform === 'win32') return undefined
  const folder = path.join(cacheFolder(), 'python', packages.join('-').replaceAll('==', '-'))
  const programs = path.join(folder, 'bin')
  if (existsSync(path.join(folder, 'complete'))) return programs
  say(`pytest and what it runs with are installed into ${folder}.`)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(path.dirname(folder), { recursive: true })
    await run(python, ['-m', 'venv', folder])
    const options = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '20']
    await run(path.join(programs, 'python'), ['-m', 'pip', 'install', ...options, ...packages])
    await mkdir(path.join(folder, 'complete.part'))
    await rename(path.join(folder, 'complete.part'), path.join(folder, 'complete'))
    return programs
  } catch {
    return undefined
  }
}
