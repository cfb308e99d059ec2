import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the output of curl; undefined where it is not installed. Rejects when it fails. */
export async function runCurl(...options: readonly string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)('curl', ['-sS', ...options])).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
