import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The program of that name, which a package of Debian may have put beside the path; undefined when it is missing. Folders
 * to look in before all others may be given.
 */
export function findProgram(name: string, first: readonly string[] = []): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const folders = [...first, ...onPath, '/usr/sbin', '/usr/local/sbin']
  return folders.map(folder => path.join(folder, name)).find(file => existsSync(file))
}

/** Why tests that need a program are skipped, or false when they need not be: an option of `test`. */
export function without(name: string): false | string {
  return findProgram(name) === undefined && `${name} is not installed; run scripts/install-parts.sh as root.`
}
