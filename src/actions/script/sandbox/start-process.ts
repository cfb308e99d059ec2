import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { defined } from '../../../util/defined.ts'

/** The heap that scripts may use, in MiB. */
export const heapLimit = 256

const folder = path.dirname(fileURLToPath(import.meta.url))

/**
 * Starts the process that scripts run in. It sees no variable of the environment but the time zone, reads no file but its
 * own two, and writes, starts and loads nothing: where Node can be told so, Node sees to it.
 */
export function startProcess(): ChildProcess {
  const { TZ, SystemRoot } = process.env
  return fork(path.join(folder, 'sandbox-process.cjs'), {
    env: defined({ TZ, SystemRoot }),
    execArgv: [...permissions(), `--max-old-space-size=${heapLimit}`, '--no-warnings'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    cwd: folder,
  })
}

/** Node's permission model, under the name that this Node has for it. */
function permissions(): readonly string[] {
  const flag = ['--permission', '--experimental-permission'].find(name =>
    process.allowedNodeEnvironmentFlags.has(name),
  )
  return flag === undefined ? [] : [flag, `--allow-fs-read=${path.join(folder, path.sep)}`]
}
