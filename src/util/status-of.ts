import { type Stats, statSync } from 'node:fs'

/**
 * What is at a path; undefined for nothing. Node itself says so with `throwIfNoEntry`, but throws where a file stands in the
 * place of a folder, or nobody may look.
 */
export function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** Whether two statuses are those of one file, whatever it is called. */
export function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.dev === other.dev
}
