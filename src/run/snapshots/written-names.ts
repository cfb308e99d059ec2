import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readText } from '../../util/read-text.ts'

/** Beside the snapshots of a suite: which of the JSON there an update has written. Anything else may be anybody's. */
export const writtenList = '.written'

/** The names of files in a folder of snapshots that an update has written. */
export function writtenNames(folder: string): ReadonlySet<string> {
  const text = readText(path.join(folder, writtenList))
  return new Set(typeof text === 'string' ? text.split(/\r?\n/).filter(name => name !== '') : [])
}

/** Notes that an update wrote a file (absolute): at once, as others write beside it. */
export function noteWritten(file: string): void {
  const [folder, name] = [path.dirname(file), path.basename(file)]
  if (!writtenNames(folder).has(name)) appendFileSync(path.join(folder, writtenList), `${name}\n`)
}

/** Strikes a file that is to be deleted: who writes one of that name later is somebody else. */
export function strikeWritten(file: string): void {
  const list = path.join(path.dirname(file), writtenList)
  const left = [...writtenNames(path.dirname(file))].filter(name => name !== path.basename(file))
  if (left.length === 0) rmSync(list, { force: true })
  else writeFileSync(list, left.map(name => `${name}\n`).join(''))
}
