import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type TreeMarks, treeMembers } from './tree-members.ts'

/** A command and everything it starts, ended together. */
export interface ProcessTree {
  /** Settles when the command itself ends, or cannot be started at all. */
  readonly ended: Promise<CommandEnd>
  /** Ends all processes: asks first, insists after `patience` milliseconds. Settles when none is left. */
  stop(patience: number): Promise<void>
}

/** How a command ended; `reason` when it could not be started, with the system's code for it. */
export type CommandEnd =
  | { readonly code: number }
  | { readonly signal: string }
  | { readonly reason: string; readonly errorCode?: string }

export interface TreeOptions {
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** File descriptor that takes both outputs; the terminal's own input and outputs when absent. */
  readonly output?: number
  /** Whether it stays in this program's process group, as what is to use the terminal must. */
  readonly inForeground?: boolean
}

/** How long to wait for what was killed to be gone. */
const longestBurial = 2_000

/** Runs a line for the shell, or a program with its arguments. */
export function startProcessTree(command: string | readonly string[], options: TreeOptions): ProcessTree {
  const variable = `APITEST_TREE_${randomBytes(8).toString('hex')}`
  const started = trySpawn(command, options, variable)
  if ('reason' in started) return { ended: Promise.resolve(started), stop: () => Promise.resolve() }
  const { pid = 0 } = started
  const tree = { pid, variable, ...(options.inForeground === true ? {} : { group: pid }) }
  if (pid !== 0) remember(tree)
  return {
    ended: endOf(started, tree),
    stop: patience => stopTree(tree, patience),
  }
}

function trySpawn(
  command: string | readonly string[],
  { directory, environment, output, inForeground }: TreeOptions,
  variable: string,
): ChildProcess | { readonly reason: string } {
  const [program = '', ...words] = typeof command === 'string' ? [command] : command
  try {
    return spawn(program, words, {
      shell: typeof command === 'string',
      detached: inForeground !== true && process.platform !== 'win32',
      windowsHide: true,
      cwd: directory,
      env: { ...environment, [variable]: '1' },
      stdio: output === undefined ? 'inherit' : ['ignore', output, output],
    })
  } catch (error) {
    // Words that no program can take, such as one with a NUL in it, are thrown.
    return { reason: (error as Error).message }
  }
}

function endOf(child: ChildProcess, tree: TreeMarks): Promise<CommandEnd> {
  return new Promise(resolve => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ reason: error.message, ...(error.code === undefined ? {} : { errorCode: error.code }) })
    })
    child.on('exit', (code, signal) => {
      // The number of a group without processes may soon be another one's.
      if (!isLiving(tree)) living.delete(tree)
      resolve(code === null ? { signal: signal ?? 'a signal' } : { code })
    })
  })
}

/** Trees that may have processes: killed when the program ends in a way that leaves no time to ask. */
const living = new Set<TreeMarks>()

function remember(tree: TreeMarks): void {
  if (!process.listeners('exit').includes(killAll)) process.on('exit', killAll)
  living.add(tree)
}

function killAll(): void {
  for (const tree of living) signalTree(tree, 'SIGKILL')
}

async function stopTree(tree: TreeMarks, patience: number): Promise<void> {
  if (!living.has(tree)) return
  signalTree(tree, 'SIGTERM')
  const kill = (): void => {
    signalTree(tree, 'SIGKILL')
  }
  // Whatever still starts others while it is killed is killed again.
  if (!(await isGone(tree, patience))) await isGone(tree, longestBurial, kill)
  living.delete(tree)
}

async function isGone(tree: TreeMarks, patience: number, meanwhile?: () => void): Promise<boolean> {
  const deadline = Date.now() + patience
  while (isLiving(tree)) {
    if (Date.now() >= deadline) return false
    meanwhile?.()
    await wait(25)
  }
  return true
}

function isLiving(tree: TreeMarks): boolean {
  return process.platform === 'linux' ? treeMembers(tree).length > 0 : trySignal(targetOf(tree), 0)
}

function signalTree(tree: TreeMarks, signal: 'SIGTERM' | 'SIGKILL'): void {
  // Some are known only as children of others, so they are looked for before any of these can end.
  const members = process.platform === 'linux' ? treeMembers(tree) : []
  // Windows has no process groups; `taskkill` follows the tree of parents.
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(tree.pid), '/T', '/F'])
  else if (process.platform !== 'linux' || tree.group !== undefined) trySignal(targetOf(tree), signal)
  for (const { pid, group } of members) if (group !== tree.group) trySignal(pid, signal)
}

/** What `kill` takes for the whole group, where there is one. */
function targetOf({ pid, group }: TreeMarks): number {
  return group === undefined || process.platform === 'win32' ? pid : -group
}

/** Whether there was anything to signal. */
function trySignal(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // EPERM: it is there, but belongs to another user by now.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
