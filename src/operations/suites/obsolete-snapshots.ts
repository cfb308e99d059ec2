import { lstatSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem } from '../../model/problem.ts'
import {
  isInFile,
  isSnapshotName,
  readSnapshot,
  snapshotEndings,
  snapshotFolder,
  snapshotsFolder,
  suiteStem,
} from '../../model/snapshot.ts'
import { type Step, type Suite, withGrouped } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { namesIn } from '../../util/names-in.ts'
import { readText } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { refuseLinks } from '../../util/tool-folder.ts'
import { removeLeftBehind } from '../../util/whole-file.ts'
import { writeJson } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'

/** The names of the folders of snapshots beside suites, by the folder of the suites. */
export type SnapshotHomes = ReadonlyMap<string, readonly string[]>

/** Warns of the snapshots beside a suite that none of its validations names. */
export function obsoleteSnapshots(suite: Suite, homes: SnapshotHomes): readonly Problem[] {
  // The snapshots of saved requests are in a folder of their own, where nobody has looked yet.
  if (isInFile(suite.file) && !homes.has(path.dirname(suite.file))) return []
  return filesWithoutName(suite).map(file =>
    warning(`no step of the suite names the snapshot ${shown(file)}`, suite, {
      hint: isOfUpdates(file)
        ? 'Delete it, or run the whole suite with --update-snapshots, which does.'
        : 'Delete it, if it is none of yours: --update-snapshots deletes only JSON in the form it writes, under no name of other tools.',
    }),
  )
}

/** Warns of the folders of snapshots that are beside no suite of their name. */
export function homelessSnapshots(homes: SnapshotHomes): readonly Problem[] {
  return [...homes].flatMap(([folder, names]) => {
    const stems = new Set(namesIn(folder).filter(isInFile).map(suiteStem))
    return names
      .filter(name => !stems.has(name) && holdsSnapshots(path.join(folder, snapshotsFolder, name)))
      .map(name => {
        const where = path.join(folder, snapshotsFolder, name)
        return warning(
          `${where} has the snapshots of a suite ${name}, and there is none beside it`,
          undefined,
          {
            hint: 'Give the folder the new name of the suite, or delete it.',
          },
        )
      })
  })
}

/** Deletes the snapshots that no validation of a suite names, and tells of each. */
export async function removeObsolete(suite: Suite): Promise<readonly Problem[]> {
  if (isOwn(snapshotFolder(suite.file), suite)) await removeLeftBehind(snapshotFolder(suite.file))
  return filesWithoutName(suite).map(file => {
    if (!isOfUpdates(file))
      return warning(`${shown(file)} stays, which may be no snapshot: no step of the suite names it`, suite)
    try {
      rmSync(file)
      return warning(`the snapshot ${shown(file)} was deleted, as no step of the suite names it`, suite)
    } catch (error) {
      return warning(`the snapshot ${shown(file)} cannot be deleted: ${reasonOf(error)}`, suite)
    }
  })
}

/** JSON that other tools look for by its name, and write in the same form as an update does. */
const ofOtherTools =
  /^(?:angular|appsettings.*|biome|bower|composer|deno|firebase|jsconfig.*|lerna|manifest|nest-cli|netlify|nx|package|package-lock|renovate|tsconfig.*|turbo|typedoc|vercel)\.json$/i

/** True where a file is as an update writes it. Texts and XML are written as they came, and may be anybody's. */
function isOfUpdates(file: string): boolean {
  if (ofOtherTools.test(path.basename(file))) return false
  const read = file.endsWith('.json') ? readText(file) : undefined
  if (typeof read !== 'string') return false
  const text = read.replaceAll('\r\n', '\n')
  try {
    return `${writeJson(parseJson(text), 2)}\n` === text
  } catch {
    return false
  }
}

function warning(message: string, suite: Suite | undefined, more: { readonly hint?: string } = {}): Problem {
  const place = suite === undefined ? {} : { span: suite.span }
  return { code: 'snapshot-obsolete', severity: 'warning', message, ...place, ...more }
}

function shown(file: string): string {
  return `${path.basename(path.dirname(file))}/${path.basename(file)}`
}

/**
 * Lists the snapshots that no name of this suite fits. A file that is no snapshot of this suite by its name, or by its
 * content, belongs to somebody else.
 */
function filesWithoutName(suite: Suite): readonly string[] {
  const folder = snapshotFolder(suite.file)
  const files = namesIn(folder)
    .filter(isSnapshot)
    .map(file => path.join(folder, file))
    .filter(file => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true)
  if (files.length === 0 || !isOwn(folder, suite)) return []
  const names = snapshotsOf(suite).map(patternOf)
  return files.filter(file => !names.some(name => name.test(path.parse(file).name)))
}

/** True where a folder of snapshots is of this suite alone, and stands where it seems to. */
function isOwn(folder: string, { file }: Suite): boolean {
  try {
    refuseLinks(folder, path.dirname(file))
    return suitesOfFolder(file).length === 0
  } catch {
    return false
  }
}

/** Why a suite cannot have snapshots: those of another suite stand in their folder. */
export function sharedSnapshots({ suite }: Pick<ParsedSuite, 'suite'>): readonly Problem[] {
  if (snapshotsOf(suite).length === 0) return []
  const [first] = suitesOfFolder(suite.file).filter(name => name < path.basename(suite.file))
  if (first === undefined) return []
  const message = `its snapshots would stand in the folder of those of ${first}`
  const hint = 'Rename one of the two suites.'
  return [errorProblem({ code: 'bad-value', message, hint, span: suite.span })]
}

/** The other suites whose snapshots stand in the folder of those of a suite. */
function suitesOfFolder(file: string): readonly string[] {
  if (!isInFile(file)) return []
  const folder = path.dirname(file)
  const stem = suiteStem(file).toLowerCase()
  return namesIn(folder).filter(name => {
    if (!isInFile(name) || suiteStem(name).toLowerCase() !== stem || name === path.basename(file))
      return false
    if (/\.apitest\.ya?ml$/.test(name)) return true
    const text = readText(path.join(folder, name))
    return typeof text === 'string' && /^suite\s*:/m.test(text)
  })
}

/** The names of the snapshots of a suite, as they are written. */
function snapshotsOf(suite: Suite): readonly string[] {
  return stepsOf(suite).flatMap(({ validations }) =>
    validations.flatMap(validation =>
      'expectations' in validation && validation.target.kind === 'snapshot'
        ? [readSnapshot(validation.expectations[0]?.expected ?? null).name]
        : [],
    ),
  )
}

/** All steps of a suite, with those behind answers of its mocks. */
function stepsOf({ steps, after, mocks }: Suite): readonly Step[] {
  const behind = mocks.flatMap(({ notable }) =>
    notable.flatMap(({ answers }) => answers.flatMap(({ then = [] }) => then)),
  )
  return withGrouped([...steps, ...after, ...behind])
}

/** A placeholder in a name stands for any text. */
function patternOf(name: string): RegExp {
  const parts = name.split(/\{\{[^{}]*\}\}/).map(part => part.replaceAll('.', String.raw`\.`))
  return new RegExp(`^${parts.join('.+')}$`)
}

function isSnapshot(name: string): boolean {
  return snapshotEndings.some(
    ending => name.endsWith(ending) && isSnapshotName(name.slice(0, -ending.length)),
  )
}

function holdsSnapshots(folder: string): boolean {
  return (
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && namesIn(folder).some(isSnapshot)
  )
}
