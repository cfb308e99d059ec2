import { readFileSync } from 'node:fs'

/**
 * The text of a file, or why it cannot be read. It is read at once: what a program reads first costs less than starting
 * the threads that would read it in the background.
 */
export function readText(file: string): string | NodeJS.ErrnoException {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
