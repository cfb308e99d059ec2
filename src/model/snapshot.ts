import path from 'node:path'
import type { JsonValue } from './json.ts'
import { mapping, text } from '../util/read-values.ts'
import { isDeviceName } from './saved-name.ts'

/** The parts of a validation `snapshot`: which file the body is compared with, and what of it may change. */
export interface WrittenSnapshot {
  readonly name: string
  /** Markers such as `<uuid>` by the JSONPaths of what they stand for. */
  readonly mask: Readonly<Record<string, JsonValue>>
}

/** A snapshot as it is written: a name, or a name and a mask. */
export function readSnapshot(written: JsonValue): WrittenSnapshot {
  if (typeof written === 'string') return { name: written, mask: {} }
  const { name, mask } = mapping(written)
  return { name: text(name) ?? '', mask: mapping(mask) }
}

/** True where a name, filled in, can be that of a file on any machine. */
export function isSnapshotName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name) && !isDeviceName(name)
}

/** The rule for a name, as the rest of a sentence. */
export const snapshotNameRule =
  'must be letters, digits, . _ - and begin with a letter or digit, 200 at most, and be no device of Windows such as con'

/** The endings of the files, by what the body is. */
export const snapshotEndings = ['.json', '.xml', '.txt'] as const

export type SnapshotEnding = (typeof snapshotEndings)[number]

/** The folder of all snapshots of the suites in a folder. */
export const snapshotsFolder = 'snapshots'

/** Where the snapshots of a suite are: beside it, by its name; of a saved request, which is in no file, where none of a suite are. */
export function snapshotFolder(suiteFile: string): string {
  const folder = isInFile(suiteFile) ? snapshotsFolder : `saved-${snapshotsFolder}`
  return path.join(path.dirname(suiteFile), folder, suiteStem(suiteFile))
}

/** Where bodies of a suite are saved, below the folder of all: the way to it from the project, or its name alone. */
export function savedFolder(suiteFile: string, project: string): string {
  const relative = path.relative(project, path.join(path.dirname(suiteFile), suiteStem(suiteFile)))
  return relative.startsWith('..') || path.isAbsolute(relative) ? suiteStem(suiteFile) : relative
}

/** True where a path is that of a file with a suite. */
export function isInFile(suiteFile: string): boolean {
  return /\.ya?ml$/.test(suiteFile)
}

/** The name of a suite's file without the ending that makes it a suite. */
export function suiteStem(suiteFile: string): string {
  return path.basename(suiteFile).replace(/\.(?:apitest\.)?ya?ml$/, '')
}
