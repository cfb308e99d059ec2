import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type TreeMarks, treeMembers } from './tree-members.ts'
import { watch } from './watcher.ts'
import { defined } from '../../util/defined.ts'
import { isEnding } from '../../util/interruptions.ts'

/** A command and everything it starts, ended together. */
export interface ProcessTree {
  /** The command itself; absent when the system refused it at once. */
  readonly child?: ChildProcess
  /** Settles when the command itself ends, or cannot be started at all. */
  readonly ended: Promise<CommandEnd>
  /** Ends all processes: asks first, insists after `patience` milliseconds. Settles when none is left. */
  stop(patience: number): Promise<void>
}

/** How a command ended; `reason` when it could not be started, with the system's code for it. */
export type CommandEnd = CommandExit | NotStarted

/** How a command that was started ended: by itself, or by a signal such as `SIGKILL`. */
export type CommandExit = { readonly code: number } | { readonly signal: string }

interface NotStarted {
  readonly reason: string
  readonly errorCode?: string
}

/** Where and how a command runs. */
export interface TreeOptions {
  /** Absolute path of the folder it runs in. */
  readonly directory: string
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where its input comes from and its outputs go, as node:child_process takes it. */
  readonly streams: StdioOptions
  /** True where it stays in this program's process group, as what is to use the terminal must. */
  readonly inForeground?: boolean
  /** True where what it left in the background may go on when it came to its own end. */
  readonly leavesOthers?: boolean
}

/** Milliseconds between asking and insisting where somebody waits for the end of the program. */
const hurriedPatience = 1_000

/** How long to wait for what was killed to be gone. */
const longestBurial = 2_000

/** Runs a line for the shell, or a program with its arguments. */
export function startProcessTree(command: string | readonly string[], options: TreeOptions): ProcessTree {
  const variable = `APITEST_TREE_${randomBytes(8).toString('hex')}`
  // Whoever kills this program may do so before it knows what it has started.
  const forgetVariable = options.inForeground === true ? () => undefined : watch(variable)
  const started = trySpawn(command, options, variable)
  if ('reason' in started || started.pid === undefined) forgetVariable()
  if ('reason' in started) return { ended: Promise.resolve(started), stop: () => Promise.resolve() }
  const { pid = 0 } = started
  const tree = { pid, variable, found: new Map(), ...(options.inForeground === true ? {} : { group: pid }) }
  if (pid !== 0) remember(tree, forgetVariable)
  started.on('exit', () => {
    // The number of a group without processes may soon be another one's.
    if (options.leavesOthers === true || !isLiving(tree)) forget(tree)
  })
  return {
    child: started,
    ended: endOf(started),
    stop: patience => stopTree(tree, patience),
  }
}

function trySpawn(
  command: string | readonly string[],
  { directory, environment, streams, inForeground }: TreeOptions,
  variable: string,
): ChildProcess | NotStarted {
  const [program = '', ...words] = typeof command === 'string' ? [command] : command
  try {
    return spawn(program, words, {
      shell: typeof command === 'string',
      detached: inForeground !== true && process.platform !== 'win32',
      windowsHide: true,
      cwd: directory,
      env: { ...environment, [variable]: '1' },
      stdio: streams,
    })
  } catch (error) {
    // Words that no program can take, such as one with a NUL in it, are thrown.
    return notStarted(error as NodeJS.ErrnoException)
  }
}

function notStarted({ message, code }: NodeJS.ErrnoException): NotStarted {
  return defined({ reason: message, errorCode: code })
}

function endOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise(resolve => {
    child.on('error', error => {
      resolve(notStarted(error))
    })
    child.on('exit', (code, signal) => {
      resolve(code === null ? { signal: signal ?? 'a signal' } : { code })
    })
  })
}

/** Trees that may have processes: killed when the program ends in a way that leaves no time to ask. */
const living = new Map<TreeMarks, () => void>()

function remember(tree: TreeMarks, forgetVariable: () => void): void {
  if (!process.listeners('exit').includes(killAll)) process.on('exit', killAll)
  const forgetGroup = tree.group === undefined ? () => undefined : watch(tree.group)
  living.set(tree, () => {
    forgetVariable()
    forgetGroup()
  })
}

function forget(tree: TreeMarks): void {
  living.get(tree)?.()
  living.delete(tree)
}

function killAll(): void {
  for (const tree of living.keys()) signalTree(tree, 'SIGKILL')
}

async function stopTree(tree: TreeMarks, patience: number): Promise<void> {
  if (!living.has(tree)) return
  signalTree(tree, 'SIGTERM')
  const kill = (): void => {
    signalTree(tree, 'SIGKILL')
  }
  // Whatever still starts others while it is killed is killed again.
  if (!(await isGone(tree, patience))) await isGone(tree, longestBurial, kill)
  forget(tree)
}

async function isGone(tree: TreeMarks, patience: number, meanwhile?: () => void): Promise<boolean> {
  const begun = Date.now()
  while (isLiving(tree)) {
    if (Date.now() >= begun + (isEnding() ? Math.min(patience, hurriedPatience) : patience)) return false
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

/** The target that `kill` takes for the whole group, where there is one. */
function targetOf({ pid, group }: TreeMarks): number {
  return group === undefined || process.platform === 'win32' ? pid : -group
}

/** True where there was anything to signal. */
function trySignal(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // EPERM: it is there, but belongs to another user by now.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
