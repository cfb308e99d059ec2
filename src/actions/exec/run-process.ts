import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { longestTimer } from '../../util/duration.ts'
import type { ActionContext } from '../action.ts'
import { KeptBody } from '../body/kept-body.ts'
import { onInterruption } from '../interruptions.ts'
import type { Command } from './command.ts'
import { killGroup } from './kill-group.ts'

/** How running a program ended. */
export type ProcessEnd = ProcessExit | ProcessStop | { kind: 'not-started'; error: NodeJS.ErrnoException }

/** It came to its own end. */
interface ProcessExit {
  readonly kind: 'exited'
  /** As shells count: 128 and the signal's number when a signal ended it. */
  readonly code: number
  /** `exit code 1`, or `ended by SIGSEGV`. */
  readonly how: string
  readonly output: KeptBody
  /** The beginning of what it wrote as errors. */
  readonly errors: string
}

/** It was killed, and why. */
interface ProcessStop {
  readonly kind: 'timeout' | 'interrupted' | 'too-large'
}

/** Characters kept of a program's standard error. */
const errorLimit = 4096

/** Milliseconds to wait for output that programs left in the background could still write. */
const lingerTime = 250

type Surroundings = Pick<ActionContext, 'directory' | 'timeout' | 'signal' | 'wantsBody'>

/** Runs a program to its end, or kills it together with everything it started. */
export async function runProcess(command: Command, context: Surroundings): Promise<ProcessEnd> {
  const started = start(command, context.directory)
  if ('error' in started) return { kind: 'not-started', error: started.error }
  const { child } = started
  const output = new KeptBody(context.wantsBody)
  const errors = new KeptBody(false)
  const { promise, resolve } = promiseOf<ProcessEnd>()
  const stop = (kind: ProcessStop['kind']): void => {
    resolve({ kind })
    killGroup(child)
  }
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!output.add(chunk)) stop('too-large')
  })
  child.stderr?.on('data', (chunk: Buffer) => errors.add(chunk))
  child.once('error', error => {
    resolve({ kind: 'not-started', error })
  })
  afterExit(child, (code, signal) => {
    const text = Buffer.concat(errors.chunks).toString().slice(0, errorLimit)
    resolve({ kind: 'exited', ...exitOf(code, signal), output, errors: text })
  })
  const timer = setTimeout(stop, Math.min(context.timeout, longestTimer), 'timeout')
  const forget = onInterruption(context.signal, () => {
    stop('interrupted')
  })
  const end = await promise
  clearTimeout(timer)
  forget()
  return end
}

type Started = { readonly child: ChildProcess } | { readonly error: NodeJS.ErrnoException }

function start(command: Command, directory: string): Started {
  try {
    return { child: spawnGroup(command, directory) }
  } catch (error) {
    // Arguments that no program can take, such as one with a NUL in it, are thrown.
    return { error: error as NodeJS.ErrnoException }
  }
}

function spawnGroup(command: Command, directory: string): ChildProcess {
  const child = spawn(command.program, command.arguments, {
    cwd: directory,
    env: { ...process.env, ...command.environment },
    shell: command.shell,
    stdio: [command.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that it can be killed with everything it starts.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  // A program may end without reading what it is given.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(command.input)
  return child
}

/** Calls back when it has exited and its output is complete, or nobody but the background still holds it open. */
function afterExit(
  child: ChildProcess,
  callback: (code: number | null, signal: string | null) => void,
): void {
  child.once('exit', (code, signal) => {
    const end = (): void => {
      clearTimeout(timer)
      child.stdout?.destroy()
      child.stderr?.destroy()
      callback(code, signal)
    }
    const timer = setTimeout(end, lingerTime)
    child.once('close', end)
  })
}

function exitOf(code: number | null, signal: string | null): { code: number; how: string } {
  if (code !== null) return { code, how: `exit code ${code}` }
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0
  return { code: 128 + number, how: `ended by ${signal ?? 'a signal'}` }
}

function promiseOf<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: ((value: Value) => void) | undefined
  const promise = new Promise<Value>(settle => (resolve = settle))
  return { promise, resolve: value => resolve?.(value) }
}
