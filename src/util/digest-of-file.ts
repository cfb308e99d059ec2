import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

/** Bytes of a file that are looked at; of a larger one its size and its time tell whether it is the same. */
const mostBytes = 64 * 1024 * 1024

/** Equal for what has not changed; empty for what is no file. */
export function digestOfFile(file: string): string {
  try {
    const { size, mtimeMs, ctimeMs } = statSync(file)
    if (!statSync(file).isFile()) return ''
    if (size > mostBytes) return [size, mtimeMs, ctimeMs].join()
    return createHash('sha256').update(readFileSync(file)).digest('base64url')
  } catch {
    return ''
  }
}
