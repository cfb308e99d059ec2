import { setTimeout as wait } from 'node:timers/promises'
import { longestTimer } from '../../util/duration.ts'
import type { ActionContext } from '../action.ts'
import { ReceivedBody } from '../body/received-body.ts'
import { onInterruption } from '../../util/interruptions.ts'
import { exitCodeOf } from '../processes/command-end.ts'
import { type CommandEnd, type ProcessTree, startProcessTree } from '../processes/process-tree.ts'
import type { Command } from './command.ts'

/** How running a program ended. */
export type ProcessEnd = ProcessExit | ProcessStop | ProcessRefusal

/** It came to its own end. */
interface ProcessExit {
  readonly kind: 'exited'
  /** As shells count: 128 and the signal's number when a signal ended it. */
  readonly code: number
  /** `exit code 1`, or `ended by SIGSEGV`. */
  readonly how: string
  readonly output: ReceivedBody
  /** The beginning of what it wrote as errors. */
  readonly errors: string
}

/** It was killed, and why. */
interface ProcessStop {
  readonly kind: 'timeout' | 'interrupted' | 'too-large'
}

/** It could not be started, and the system's code for the reason. */
interface ProcessRefusal {
  readonly kind: 'not-started'
  readonly reason: string
  readonly errorCode?: string
}

/** Characters kept of a program's standard error. */
const errorLimit = 4096

/** Milliseconds to wait for output that programs left in the background could still write. */
const lingerTime = 250

/** Milliseconds between asking a program to end and ending it by force. */
const patience = 1_000

type Surroundings = Pick<ActionContext, 'directory' | 'timeout' | 'signal' | 'wantsBody'>

/** Runs a program to its end, or kills it together with everything it started. */
export async function runProcess(command: Command, context: Surroundings): Promise<ProcessEnd> {
  const tree = start(command, context.directory)
  const output = new ReceivedBody(context.wantsBody)
  const errors = new ReceivedBody(false)
  const stopping = listenForStop(context)
  tree.child?.stdout?.on('data', (chunk: Buffer) => {
    if (!output.add(chunk)) stopping.stop('too-large')
  })
  tree.child?.stderr?.on('data', (chunk: Buffer) => errors.add(chunk))
  const end = await Promise.race([stopping.asked, wholeEnd(tree)])
  stopping.release()
  if ('kind' in end) {
    void tree.stop(patience)
    return end
  }
  if ('reason' in end) return { kind: 'not-started', ...end }
  const how = 'code' in end ? `exit code ${end.code}` : `ended by ${end.signal}`
  const text = errors.bytes().toString().slice(0, errorLimit)
  return { kind: 'exited', code: exitCodeOf(end), how, output, errors: text }
}

function start({ program, arguments: words, ...command }: Command, directory: string): ProcessTree {
  const tree = startProcessTree(command.shell ? program : [program, ...words], {
    directory,
    environment: { ...process.env, ...command.environment },
    streams: [command.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    leavesOthers: true,
  })
  // A program may end without reading what it is given.
  tree.child?.stdin?.on('error', () => undefined)
  tree.child?.stdin?.end(command.input)
  return tree
}

/** How it ended, once its output is complete, or only a background process still holds it open. */
async function wholeEnd({ child, ended }: ProcessTree): Promise<CommandEnd> {
  const closed = new Promise(resolve => child?.once('close', resolve))
  const end = await ended
  if (!('reason' in end)) await Promise.race([closed, wait(lingerTime, undefined, { ref: false })])
  child?.stdout?.destroy()
  child?.stderr?.destroy()
  return end
}

/** `asked` settles with the first reason to kill it, until `release` is called. */
function listenForStop({ timeout, signal }: Surroundings) {
  let settle: ((stop: ProcessStop) => void) | undefined
  const asked = new Promise<ProcessStop>(resolve => (settle = resolve))
  const stop = (kind: ProcessStop['kind']): void => settle?.({ kind })
  const timer = setTimeout(stop, Math.min(timeout, longestTimer), 'timeout')
  const forget = onInterruption(signal, () => {
    stop('interrupted')
  })
  const release = (): void => {
    clearTimeout(timer)
    forget()
  }
  return { asked, stop, release }
}
