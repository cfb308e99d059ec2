import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'
import type { TestFile } from '../../formats/test-code/export-tests.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { readBytes } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { writeWhole } from '../../util/whole-file.ts'
import { entriesOf } from './project-facts.ts'
import { markedText, type Origin, readGenerated, widerOrigin } from './generated-file.ts'

export const fileStates = ['written', 'unchanged', 'edited', 'outdated', 'left over'] as const

/** The state of a file. */
export interface FileState {
  /** Relative to the working folder. */
  readonly name: string
  readonly state: (typeof fileStates)[number]
  /** The steps that its tests were made of. */
  readonly tests: readonly string[]
}

/** Where files of tests go. */
export interface Place {
  /** Absolute. */
  readonly outputFolder: string
  readonly workingFolder: string
  readonly origin: Origin
  /** True where nothing is written, only told. */
  readonly isCheck: boolean
}

/**
 * Finds the places of files. A file that somebody else has written, or that was made of something else, stands in the way of all.
 * `pending` are texts of files that are not written yet, and comes to have those of these.
 */
export function placeTestFiles(
  files: readonly TestFile[],
  place: Place,
  pending: Map<string, string>,
): Result<readonly PlacedFile[]> {
  const { outputFolder, workingFolder } = place
  const occupied = occupiedBy(outputFolder)
  if (occupied !== undefined)
    return usageRefusal(
      `${shown(occupied, workingFolder)} is no folder, so that no tests can lie there`,
      'Name a folder with -o.',
    )
  const placed = files.map(file => placeFile(file, place, pending))
  for (const { file, standing } of placed)
    if (standing !== undefined)
      return usageRefusal(
        `${shown(file, workingFolder)} is there already, and ${standing}`,
        'Nothing was written. Name another folder with -o, or move that file.',
      )
  for (const { file, wanted, state } of placed) if (state === 'written') pending.set(file, wanted)
  return { ok: true, value: placed }
}

/** Writes the files that nobody has edited. Files that were made of the same source, which now gives none of that name, are told. */
export async function writeTestFiles(
  placed: readonly PlacedFile[],
  { outputFolder, workingFolder, origin }: Place,
): Promise<Result<readonly FileState[]>> {
  try {
    for (const { file, wanted, state } of placed) if (state === 'written') await writeWhole(file, wanted)
  } catch (error) {
    return usageRefusal(`the tests cannot be written: ${reasonOf(error)}`, 'Name another folder with -o.')
  }
  const names = new Set(placed.map(({ file }) => file))
  const left = leftOver(outputFolder, origin).filter(file => !names.has(file))
  return {
    ok: true,
    value: [
      ...placed.map(({ file, state, tests }) => ({ name: shown(file, workingFolder), state, tests })),
      ...left.map(file => ({ name: shown(file, workingFolder), state: 'left over', tests: [] }) as const),
    ],
  }
}

function shown(file: string, workingFolder: string): string {
  return path.relative(workingFolder, file).replaceAll(path.sep, '/')
}

/** Finds the file in place of the folder for the tests, or of one on the way to it: a file, or a link that leads nowhere. */
function occupiedBy(folder: string): string | undefined {
  const parent = path.dirname(folder)
  const above = parent === folder ? undefined : occupiedBy(parent)
  if (above !== undefined) return above
  const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined
  return isThere && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true ? folder : undefined
}

/** A file, and what is to become of it. */
export interface PlacedFile {
  /** Absolute. */
  readonly file: string
  readonly wanted: string
  readonly state: FileState['state']
  readonly tests: readonly string[]
  /** Why the file that is there must stay. */
  readonly standing?: string
}

function placeFile(
  { name, text, runs }: TestFile,
  { outputFolder, origin, isCheck }: Place,
  pending: ReadonlyMap<string, string>,
): PlacedFile {
  const file = path.join(outputFolder, name)
  const tests = [...new Set(runs)]
  const content = pending.get(file) ?? contentOf(file)
  const made = content === undefined ? undefined : readGenerated(content)
  const widest = made?.origin === undefined ? origin : widerOrigin(origin, made.origin)
  const wanted = markedText(text, name, widest ?? origin)
  const changed = { file, wanted, tests, state: isCheck ? 'outdated' : 'written' } as const
  if (content === undefined) return changed
  if (made === undefined) return { ...changed, standing: 'apitest did not write it' }
  if (widest === undefined)
    return { ...changed, standing: `was made for ${made.origin?.framework}, of ${made.origin?.source}` }
  if (made.isEdited) return { ...changed, state: 'edited' }
  return content.replaceAll('\r\n', '\n') === wanted ? { ...changed, state: 'unchanged' } : changed
}

/** Reads a file; of one that cannot be read, nothing is known but that it is there, as with a link that leads nowhere. */
function contentOf(file: string): string | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return readBytes(file).toString('utf8')
  } catch {
    return ''
  }
}

/** Files that were made of this source, and that nobody has edited. */
function leftOver(folder: string, origin: Origin): readonly string[] {
  return entriesOf(folder)
    .map(name => path.join(folder, name))
    .filter(file => {
      const found = originIn(file)
      return found?.framework === origin.framework && found.source === origin.source
    })
}

/** The folder of the first of these files that was made of this source, or of more or less of it. */
export function formerFolder(
  files: readonly string[],
  workingFolder: string,
  origin: Origin,
): string | undefined {
  const former = files.find(file => {
    const found = originIn(path.join(workingFolder, file))
    return found !== undefined && widerOrigin(found, origin) !== undefined
  })
  return former === undefined ? undefined : path.posix.dirname(former)
}

/** Enough of a file to have the lines that tell its origin. */
const headLength = 300

/** Reads the origin that a file states; undefined where it cannot be read. */
function originIn(file: string): Origin | undefined {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const head = Buffer.alloc(headLength)
      return readGenerated(head.toString('utf8', 0, readSync(descriptor, head, 0, headLength, 0)))?.origin
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}
