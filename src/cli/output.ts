import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { makeFolder } from '../util/make-folder.ts'
import { isTerminal, wantsColor } from './terminal.ts'

/** Where a reporter's text goes. */
export interface Output {
  readonly interactive: boolean
  readonly color: boolean
  readonly columns: number
  /** Rejects with the system's error when the text cannot be written. */
  write(text: string): Promise<void>
  /** Waits until everything is written; rejects like `write`. */
  close(): Promise<void>
}

/** The terminal, or whatever standard output leads to. */
export function standardOutput(environment: NodeJS.ProcessEnv): Output {
  const { stdout } = process
  const terminal = isTerminal(stdout)
  return {
    interactive: terminal && environment['CI'] === undefined && environment['TERM'] !== 'dumb',
    color: wantsColor(terminal, environment),
    columns: terminal ? stdout.columns : 100,
    write: text => write(stdout, text),
    close: () => Promise.resolve(),
  }
}

/** A file, with the folders that lead to it. */
export async function fileOutput(file: string): Promise<Output> {
  await makeFolder(path.dirname(file))
  const stream = createWriteStream(file)
  // What goes wrong between two writes is told by the next one, or at the end.
  stream.on('error', () => undefined)
  await once(stream, 'open')
  return {
    interactive: false,
    color: false,
    columns: 100,
    write: text => write(stream, text),
    close: async () => {
      stream.end()
      await finished(stream)
    },
  }
}

/** Writes, and waits while the reader is slower than the run. */
async function write(stream: Writable, text: string): Promise<void> {
  if (stream.errored) throw stream.errored
  if (!stream.write(text)) await once(stream, 'drain')
}
