import { rmSync } from 'node:fs'
import path from 'node:path'
import { readText } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'

/** Beside the snapshots of a suite: which of the JSON there an update has written. Anything else may be anybody's. */
export const writtenList = '.written'

/** The names of files in a folder of snapshots that an update has written. */
export function writtenNames(folder: string): readonly string[] {
  const text = readText(path.join(folder, writtenList))
  return typeof text === 'string' ? text.split(/\r?\n/).filter(name => name !== '') : []
}

/** Notes that an update wrote a file (absolute). */
export function noteWritten(file: string): Promise<void> {
  return change(file, (names, name) => (names.includes(name) ? names : [...names, name].toSorted()))
}

/** Strikes a file that is to be deleted: who writes one of that name later is somebody else. */
export function strikeWritten(file: string): Promise<void> {
  return change(file, (names, name) => names.filter(other => other !== name))
}

/** The last change of a list; steps that run side by side may have the same one. */
let last: Promise<void> = Promise.resolve()

function change(
  file: string,
  changed: (names: readonly string[], name: string) => readonly string[],
): Promise<void> {
  const change = last.then(async () => {
    const folder = path.dirname(file)
    const [before, list] = [writtenNames(folder), path.join(folder, writtenList)]
    const names = changed(before, path.basename(file))
    if (names.length === before.length) return
    if (names.length === 0) rmSync(list, { force: true })
    else await writeWhole(list, names.map(name => `${name}\n`).join(''))
  })
  last = change.catch(() => undefined)
  return change
}
