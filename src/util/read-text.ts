import { readFileSync } from 'node:fs'
import { decodeText, type EncodingError } from './decode-text.ts'

/**
 * The text of a UTF-8 file, or why it cannot be read. It is read at once: what a program reads first costs less than starting
 * the threads that would read it in the background.
 */
export function readText(file: string): string | NodeJS.ErrnoException | EncodingError {
  try {
    return decodeText(readFileSync(file))
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
