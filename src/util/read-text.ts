import { closeSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import { decodeText, type EncodingError } from './decode-text.ts'
import { formatSize } from './quantity.ts'

/** Bytes of the largest file that is read whole, and of one that people write: a suite, a configuration, variables. */
export const largestFile = 256 * 1024 * 1024
export const largestWritten = 10 * 1024 * 1024

/** Texts in place of those of files, by absolute path: what somebody is writing in an editor, and has not saved. */
export const unsavedTexts = new Map<string, UnsavedText>()

export interface UnsavedText {
  readonly text: string
}

/**
 * The text of a UTF-8 file, or why it cannot be read. It is read at once: what a program reads first costs less than starting
 * the threads that would read it in the background.
 */
export function readText(
  file: string,
  most: number = largestFile,
): string | NodeJS.ErrnoException | EncodingError {
  const unsaved = unsavedTexts.get(file)
  if (unsaved !== undefined) return unsaved.text
  try {
    return decodeText(readBytes(file, most))
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/**
 * The bytes of a file, if there are no more than `most`. A pipe or a device is not waited for, unless it is one that this
 * program was given: `/dev/stdin`, or `/dev/fd/63` for the `<(…)` of a shell. Throws a system error.
 */
export function readBytes(file: string, most: number = largestFile): Buffer {
  const status = statSync(file)
  if (status.isFile() && status.size > most) throw tooLarge(most)
  if (status.isDirectory()) throw systemError('EISDIR', 'it is a folder')
  if (!status.isFile() && !/^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/.test(path.resolve(file)))
    throw systemError('EINVAL', 'it is a pipe, a socket or a device')
  // Files of /proc have a content and no size.
  return readUntilEnd(file, most, status.isFile() ? status.size : 0)
}

function readUntilEnd(file: string, most: number, expected: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const chunks: Buffer[] = []
    let size = 0
    for (;;) {
      const chunk = Buffer.allocUnsafe(size < expected ? expected + 1 - size : 65_536)
      const length = readSync(descriptor, chunk)
      size += length
      if (size > most) throw tooLarge(most)
      chunks.push(chunk.subarray(0, length))
      const isEnd = length === 0 || size === expected
      if (isEnd) return chunks.length === 1 ? chunk.subarray(0, length) : Buffer.concat(chunks)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** An error as the operating system has them. */
export function systemError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code, syscall: 'open' })
}

function tooLarge(most: number): NodeJS.ErrnoException {
  return systemError('EFBIG', `it is larger than ${formatSize(most)}`)
}
