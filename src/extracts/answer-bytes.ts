import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Body } from '../model/exchange.ts'
import { readBytes } from '../util/read-text.ts'
import { formatSize } from '../util/quantity.ts'

/** The SHA-256 of a body, as 64 hex digits. */
export function digestOf(body: Body): string {
  return createHash('sha256').update(body.bytes()).digest('hex')
}

/**
 * Describes the body where it differs from the bytes of a file; undefined where the body is that file. A relative name
 * begins at `folder`.
 */
export function unlikeFile(body: Body, name: string, folder: string): string | undefined {
  const file = path.resolve(folder, name)
  let expected: Buffer
  try {
    expected = readBytes(file)
  } catch (error) {
    return `nothing to compare with: there is no file ${file} (${(error as Error).message})`
  }
  const bytes = body.bytes()
  if (expected.equals(bytes)) return undefined
  const at = firstDifference(expected, bytes)
  const sizes = `${formatSize(bytes.length)} instead of ${formatSize(expected.length)}`
  return `another body: byte ${at + 1} differs${bytes.length === expected.length ? '' : `, ${sizes}`}`
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at++) if (one[at] !== other[at]) return at
  return shared
}
