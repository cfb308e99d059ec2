import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { cutText } from '../../util/cut-text.ts'
import { makeToolFolder } from '../../util/tool-folder.ts'

/** The file that takes a command's output, and what came into it since it was opened. */
export interface CommandLog {
  readonly file: string
  /** File descriptor to write to. */
  readonly output: number
  /** The last lines, each cut to a readable length after `mask` took the secrets out. */
  lastLines(mask?: (text: string) => string): Promise<readonly string[]>
  close(): Promise<void>
}

const shownLines = 20
const longestLine = 300
const longestTail = 16 * 1024

/** Opens `<folder>/<name>.log` for appending; the folder is made when it is not there. */
export async function openCommandLog(folder: string, name: string): Promise<CommandLog> {
  makeToolFolder(folder)
  // A name may hold anything, also a path.
  const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^\.+/, '')}.log`)
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const handle = await open(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  const { size } = await handle.stat()
  return {
    file,
    output: handle.fd,
    lastLines: async (mask = text => text) => lines(mask(await readTail(handle, size))),
    close: () => handle.close(),
  }
}

/** The end of what was written behind the first `from` bytes. */
async function readTail(handle: FileHandle, from: number): Promise<string> {
  const { size } = await handle.stat()
  const start = Math.max(from, size - longestTail)
  const { buffer } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
  const tail = buffer.toString('utf8')
  // A line without its beginning may show half a secret, which nothing recognises.
  return start > from && tail.includes('\n') ? tail.slice(tail.indexOf('\n') + 1) : tail
}

function lines(output: string): readonly string[] {
  return output
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .slice(-shownLines)
    .map(line => cutText(line, longestLine))
}
