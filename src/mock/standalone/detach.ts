import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { makeToolFolder } from '../../util/tool-folder.ts'
import { lastLines } from './find-mocks.ts'
import { mocksFolder } from './registry.ts'

/** Options with which a process that goes on by itself is started. */
export interface Detaching {
  /** The program with the words that it is found by in a list of processes. */
  readonly words: readonly string[]
  readonly workingFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of the configuration. */
  readonly directory: string
  /** The task of the process. It goes over a channel that nobody else sees, as it may hold secrets. */
  readonly task: JsonObject
  /** Ends the start. */
  readonly interrupt: AbortSignal
}

/** Outcome of the start. */
export type Detached =
  /** It said, and goes on. */
  | { readonly kind: 'said'; readonly answer: JsonValue; readonly log: string }
  | { readonly kind: 'crashed'; readonly end: string; readonly lastLines: readonly string[] }
  | { readonly kind: 'interrupted' }
  /** Its outputs cannot be kept. */
  | { readonly kind: 'unwritable'; readonly reason: string }

/** True where this process was started to go on by itself, and waits for its task. */
export function isDetached(): boolean {
  return process.env['APITEST_DETACHED'] !== undefined
}

/**
 * Starts a process that goes on when this one has ended, and waits until it says something. It holds nothing of this one: its outputs go
 * to a log, and the channel by which it is told its task is closed when it has said its first word.
 */
export async function startDetached(detaching: Detaching): Promise<Detached> {
  const opened = openLog(mocksFolder(detaching.directory))
  if (typeof opened === 'string') return { kind: 'unwritable', reason: opened }
  const { log, descriptor } = opened
  let detached: Detached
  try {
    detached = await startWith(detaching, descriptor, log)
  } finally {
    closeSync(descriptor)
  }
  if (detached.kind !== 'said') await rm(log, { force: true })
  return detached
}

/** A new file for what a process has to say, or why there is none. */
function openLog(folder: string): { readonly log: string; readonly descriptor: number } | string {
  const log = path.join(folder, `${randomBytes(6).toString('hex')}.log`)
  const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants
  try {
    makeToolFolder(folder)
    return { log, descriptor: openSync(log, O_APPEND | O_CREAT | O_EXCL | O_WRONLY, 0o600) }
  } catch (error) {
    return reasonOf(error)
  }
}

function startWith(
  { words, workingFolder, environment, task, interrupt }: Detaching,
  descriptor: number,
  log: string,
): Promise<Detached> {
  const [program = '', ...others] = words
  const child = spawn(program, others, {
    cwd: workingFolder,
    detached: true,
    windowsHide: true,
    env: { ...environment, APITEST_DETACHED: '1' },
    stdio: ['ignore', descriptor, descriptor, 'ipc'],
  })
  return new Promise(resolve => {
    const end = (detached: Detached): void => {
      interrupt.removeEventListener('abort', onInterrupt)
      letGo(child)
      resolve(detached)
    }
    const onInterrupt = (): void => {
      child.kill('SIGTERM')
      end({ kind: 'interrupted' })
    }
    interrupt.addEventListener('abort', onInterrupt)
    child.once('message', answer => {
      end({ kind: 'said', answer: answer as JsonValue, log })
    })
    child.once('error', ({ message }) => {
      end({ kind: 'crashed', end: message, lastLines: [] })
    })
    child.once('exit', (code, signal) => {
      const how = signal === null ? `the exit code ${code ?? 0}` : `the signal ${signal}`
      end({ kind: 'crashed', end: `it ended with ${how}`, lastLines: lastLines(log) })
    })
    child.send({ ...task, log }, () => undefined)
    if (interrupt.aborted) onInterrupt()
  })
}

/** Nothing of the child keeps this process from ending. */
function letGo(child: ChildProcess): void {
  child.removeAllListeners()
  child.on('error', () => undefined)
  if (child.connected) child.disconnect()
  child.unref()
}

/** In a process that goes on by itself: its task, and how it says its first word; `gone` when who started it has ended before that. */
export function detachedTask(gone: () => void): Promise<{
  readonly task: JsonObject
  readonly say: (word: JsonValue) => Promise<void>
}> {
  // A process started by this one is none.
  delete process.env['APITEST_DETACHED']
  return new Promise(resolve => {
    process.once('disconnect', gone)
    process.once('message', task => {
      resolve({
        task: mapping(task),
        say: word =>
          new Promise(said => {
            process.off('disconnect', gone)
            process.send?.(word, undefined, {}, () => {
              if (process.connected) process.disconnect()
              said()
            })
          }),
      })
    })
  })
}
