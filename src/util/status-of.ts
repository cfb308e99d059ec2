import { type Stats, statSync } from 'node:fs'

/**
 * Reads the status of a path; undefined for nothing. Node itself says so with `throwIfNoEntry`, but throws where a file
 * stands in the place of a folder, or nobody may look.
 */
export function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** True where two statuses are those of one file, whatever it is called. */
export function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev
}
