import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { lstat, rename } from 'node:fs/promises'
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

/** Where a report grows that is put into its place as a whole. */
export function partialFile(file: string): string {
  return `${file}.partial`
}

/**
 * A file, with the folders that lead to it. With `whole`, it is written beside its place and takes it when it is closed:
 * a run that is killed leaves the former report, never half a one.
 */
export async function fileOutput(file: string, whole = false): Promise<Output> {
  await makeFolder(path.dirname(file))
  const found = await lstat(file).catch(() => undefined)
  // A pipe, a device or a link is written to as it is.
  const isDirect = !whole || found?.isFile() === false
  const stream = createWriteStream(isDirect ? file : partialFile(file))
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
      if (!isDirect) await rename(partialFile(file), file)
    },
  }
}

/** Writes, and waits while the reader is slower than the run. */
async function write(stream: Writable, text: string): Promise<void> {
  if (stream.errored) throw stream.errored
  if (!stream.write(text)) await once(stream, 'drain')
}
