import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Problem } from '../../model/problem.ts'
import {
  isInFile,
  readSnapshot,
  snapshotEndings,
  snapshotFolder,
  snapshotsFolder,
  suiteStem,
} from '../../model/snapshot.ts'
import { type Step, type Suite, withGrouped } from '../../model/suite.ts'
import { reasonOf } from '../../util/reason-of.ts'

/** Warns of the snapshots beside a suite that none of its validations names. */
export function obsoleteSnapshots(suite: Suite): readonly Problem[] {
  return filesWithoutName(suite).map(file =>
    warning(`no step of the suite names the snapshot ${shown(file)}`, suite, {
      hint: 'Delete it, or run the whole suite with --update-snapshots, which does.',
    }),
  )
}

/** Warns of the folders of snapshots that are beside no suite of their name. */
export function homelessSnapshots(suites: readonly string[]): readonly Problem[] {
  return [...new Set(suites.map(file => path.dirname(file)))].flatMap(folder => {
    const found = namesIn(path.join(folder, snapshotsFolder))
    if (found.length === 0) return []
    const stems = new Set(namesIn(folder).filter(isInFile).map(suiteStem))
    return found
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
export function removeObsolete(suite: Suite): readonly Problem[] {
  return filesWithoutName(suite).map(file => {
    try {
      rmSync(file)
      return warning(`the snapshot ${shown(file)} was deleted, as no step of the suite names it`, suite)
    } catch (error) {
      return warning(`the snapshot ${shown(file)} cannot be deleted: ${reasonOf(error)}`, suite)
    }
  })
}

function warning(message: string, suite: Suite | undefined, more: { readonly hint?: string } = {}): Problem {
  const place = suite === undefined ? {} : { span: suite.span }
  return { code: 'snapshot-obsolete', severity: 'warning', message, ...place, ...more }
}

function shown(file: string): string {
  return `${path.basename(path.dirname(file))}/${path.basename(file)}`
}

function filesWithoutName(suite: Suite): readonly string[] {
  const folder = snapshotFolder(suite.file)
  const files = namesIn(folder).filter(isSnapshot)
  if (files.length === 0) return []
  const names = stepsOf(suite).flatMap(({ validations }) =>
    validations.flatMap(validation =>
      'expectations' in validation && validation.target.kind === 'snapshot'
        ? [patternOf(readSnapshot(validation.expectations[0]?.expected ?? null).name)]
        : [],
    ),
  )
  return files
    .filter(file => !names.some(name => name.test(path.parse(file).name)))
    .map(file => path.join(folder, file))
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
  return snapshotEndings.some(ending => name.endsWith(ending))
}

function holdsSnapshots(folder: string): boolean {
  return (
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && namesIn(folder).some(isSnapshot)
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Most suites have none.
    return []
  }
}
