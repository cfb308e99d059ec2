import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface BackgroundCommand {
  /** Of its log and of the file that remembers its process. */
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Something that goes on when the process that started it has ended. */
export interface BackgroundProcess {
  /** Rejects when it ends, with the end of its log; never resolves. */
  readonly ended: Promise<never>
}

/**
 * Starts a command whose log and process number go into `folder`, for `endProcesses` to end it. The folder's path must be
 * in the command line, where it tells this process from another one that got its number later; what the program calls
 * itself there begins with it too.
 */
export async function startInBackground(
  folder: string,
  { name, program, args, environment = {} }: BackgroundCommand,
): Promise<BackgroundProcess> {
  const log = path.join(folder, `${name}.log`)
  const output = openSync(log, 'a')
  const child = spawn(program, args, {
    detached: true,
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...environment },
    argv0: path.join(folder, name),
  })
  closeSync(output)
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      lastLines(log).then(lines => {
        reject(new Error(`${name} ended with ${code ?? signal ?? 'nothing'} before it was ready: ${lines}`))
      }, reject)
    })
  })
  // Nobody may be waiting any more when it ends.
  ended.catch(() => undefined)
  child.unref()
  if (child.pid !== undefined) await writeFile(processFile(folder, name), String(child.pid))
  return { ended }
}

async function lastLines(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  return lines.slice(-3).join(' / ').slice(-600)
}

/** Ends at once what was started in this folder, with everything it started; there is nothing to lose in it. */
export async function endProcesses(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => [])
  const ends = files.filter(file => file.endsWith('.pid')).map(file => endProcess(folder, file))
  await Promise.all(ends)
}

async function endProcess(folder: string, file: string): Promise<void> {
  const pid = Number(await readFile(path.join(folder, file), 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid < 2 || !(await isOurs(folder, pid))) return
  process.kill(-pid, 'SIGKILL')
  while (await isOurs(folder, pid)) await setTimeout(20)
}

/** True where this process is there and names the folder; one that has ended and that nobody looked after has no name. */
async function isOurs(folder: string, pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => listed(pid))
  return commandLine.includes(folder)
}

async function listed(pid: number): Promise<string> {
  if (process.platform === 'linux') return ''
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  )
  return stdout
}

function processFile(folder: string, name: string): string {
  return path.join(folder, `${name}.pid`)
}
