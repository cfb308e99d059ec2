import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { hasLivingProcess } from './has-living-process.ts'

/** A command and everything it starts, ended together. */
export interface ProcessGroup {
  /** Settles when the command itself ends, or cannot be started at all. */
  readonly ended: Promise<CommandEnd>
  /** Ends all processes: asks first, insists after `patience` milliseconds. Settles when none is left. */
  stop(patience: number): Promise<void>
}

/** How a command ended: with an exit code, by a signal, or, for a reason of the system, before it began. */
export type CommandEnd = { readonly code: number } | { readonly signal: string } | { readonly reason: string }

/** Where a command runs and where its output goes; `directory` is an absolute path. */
export interface CommandOptions {
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** File descriptor that takes both outputs. */
  readonly output: number
}

/** How long to wait for what was killed to be gone. */
const longestBurial = 1_000

/** Runs a command line through the shell, in a process group of its own. */
export function startProcessGroup(command: string, options: CommandOptions): ProcessGroup {
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    windowsHide: true,
    cwd: options.directory,
    env: { ...options.environment },
    stdio: ['ignore', options.output, options.output],
  })
  const { pid } = child
  if (pid !== undefined) remember(pid)
  const ended = new Promise<CommandEnd>(resolve => {
    child.on('error', error => {
      resolve({ reason: error.message })
    })
    child.on('exit', (code, signal) => {
      // The number of a group without processes may soon be another one's.
      if (pid !== undefined && !isLiving(pid)) living.delete(pid)
      resolve(code === null ? { signal: signal ?? 'a signal' } : { code })
    })
  })
  return { ended, stop: patience => (pid === undefined ? Promise.resolve() : stopGroup(pid, patience)) }
}

/** Groups that may have processes: killed when the program ends in a way that leaves no time to ask. */
const living = new Set<number>()

function remember(pid: number): void {
  if (!process.listeners('exit').includes(killAll)) process.on('exit', killAll)
  living.add(pid)
}

function killAll(): void {
  for (const pid of living) signalGroup(pid, 'SIGKILL')
}

async function stopGroup(pid: number, patience: number): Promise<void> {
  if (!living.has(pid)) return
  signalGroup(pid, 'SIGTERM')
  if (!(await isGone(pid, patience))) {
    signalGroup(pid, 'SIGKILL')
    await isGone(pid, longestBurial)
  }
  living.delete(pid)
}

async function isGone(pid: number, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience
  while (isLiving(pid)) {
    if (Date.now() >= deadline) return false
    await wait(25)
  }
  return true
}

function isLiving(pid: number): boolean {
  return process.platform === 'win32' ? trySignal(pid, 0) : hasLivingProcess(pid)
}

/** Windows has no process groups; `taskkill` follows the tree of parents. */
function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'])
  else trySignal(-pid, signal)
}

/** Whether there was anything to signal. */
function trySignal(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
