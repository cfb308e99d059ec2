import { existsSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, asWarning } from '../model/problem.ts'
import type { RowFinished, SuiteFinished } from '../model/run-event.ts'
import { isObject } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'
import { isSystemError } from '../util/is-system-error.ts'
import { mapping } from '../util/read-values.ts'
import { reasonOf } from '../util/reason-of.ts'
import { makeToolFolder, readToolText } from '../util/tool-folder.ts'
import { replaceLocked } from './replace-locked.ts'

/**
 * The files that did not pass when they last ran: by absolute path, the numbers of the rows (none when the file has no
 * rows).
 */
export type FailedFiles = ReadonlyMap<string, readonly number[]>

/** The outcome of a file in a run; whether all of it passed is known at its end. */
interface Outcome {
  passed: boolean | undefined
  readonly rows: Map<number, boolean>
}

/** Notes what passes and what fails while a run goes on. */
export class FailureRecorder {
  /** By the names that events have for files. */
  readonly #outcomes = new Map<string, Outcome>()
  /** Files of which something never began, because the run ended before. */
  readonly #cut = new Set<string>()
  readonly #workingFolder: string

  /** Files of events are relative to the working folder. */
  constructor(workingFolder: string) {
    this.#workingFolder = workingFolder
  }

  /** Notes how a row or a file ended. */
  observe(event: RowFinished | SuiteFinished): void {
    const { outcome } = event.result
    if (outcome === 'skipped') return
    const passed = outcome === 'passed'
    const noted = this.#outcomes.get(event.file) ?? { passed: undefined, rows: new Map<number, boolean>() }
    this.#outcomes.set(event.file, noted)
    if (event.type === 'row-finished') {
      const { number } = event.result.row
      // One of several runs of it that fails is enough.
      noted.rows.set(number, passed && noted.rows.get(number) !== false)
    }
    if (event.type === 'suite-finished' || !passed) noted.passed = passed
  }

  /** Notes that something of a file never began, because the run ended before: nobody knows how it would have gone. */
  cut(file: string): void {
    this.#cut.add(file)
  }

  /** Brings the failures before the run up to date; the files that the run did not come to stay as they were. */
  addTo(before: FailedFiles): FailedFiles {
    const failed = new Map(before)
    for (const [name, { passed, rows }] of this.#outcomes) {
      const file = path.resolve(this.#workingFolder, name)
      if (passed === true) failed.delete(file)
      else if (passed === false || failed.has(file))
        failed.set(file, stillFailed(before.get(file) ?? [], rows))
    }
    for (const name of this.#cut) failed.set(path.resolve(this.#workingFolder, name), [])
    return failed
  }
}

function stillFailed(before: readonly number[], rows: ReadonlyMap<number, boolean>): readonly number[] {
  const failedNow = [...rows].filter(([, passed]) => !passed).map(([row]) => row)
  return [...new Set([...before.filter(row => rows.get(row) !== true), ...failedNow])]
}

/**
 * Brings up to date what is kept for --last-failed, also when several runs do so at the same time. What could not be
 * written is told as a warning: the run itself is as good as before.
 */
export async function updateLastRun(
  directory: string,
  recorder: FailureRecorder,
): Promise<readonly Problem[]> {
  const file = lastRunFile(directory)
  // Most runs pass, as those before them did.
  if (!existsSync(file) && recorder.addTo(new Map()).size === 0) return []
  try {
    makeToolFolder(path.dirname(file))
    return await replaceLocked(file, () => {
      const text = readToolText(file)
      // A broken file is written anew; where a link leads, nothing is.
      if (text instanceof Error && isSystemError(text) && text.code !== 'ENOENT') throw text
      const changed = printFailed(directory, recorder.addTo(parseFailed(directory, text)))
      return changed === text ? { value: [] } : { value: [], text: changed }
    })
  } catch (error) {
    const message = `what failed cannot be kept for --last-failed in ${file}: ${reasonOf(error)}`
    return [asWarning(errorProblem({ code: 'store-unwritable', message }))]
  }
}

/** Reads the failures of the last run; empty when nothing is remembered. */
export function readLastRun(directory: string): FailedFiles {
  return parseFailed(directory, readToolText(lastRunFile(directory)))
}

/** True where what is kept cannot be read: nothing is known of the last run then. */
export function isLastRunBroken(directory: string): boolean {
  const file = lastRunFile(directory)
  return existsSync(file) && !isObject(mapping(jsonIn(String(readToolText(file))))['failed'])
}

function printFailed(directory: string, failed: FailedFiles): string {
  const entries = [...failed].map(([name, rows]) => [
    path.relative(directory, name).replaceAll(path.sep, '/'),
    rows,
  ])
  const content = { version: 1, failed: Object.fromEntries(entries) as Record<string, readonly number[]> }
  return JSON.stringify(content, null, 2) + '\n'
}

function parseFailed(directory: string, text: string | Error): FailedFiles {
  try {
    const { failed } = JSON.parse(String(text)) as { failed?: Record<string, number[]> }
    return new Map(
      Object.entries(failed ?? {}).map(([name, rows]) => [
        path.resolve(directory, name),
        Array.isArray(rows) ? rows : [],
      ]),
    )
  } catch {
    // Missing, or not written by this program: nothing is remembered.
    return new Map()
  }
}

function lastRunFile(directory: string): string {
  return path.join(directory, '.tool', 'last-run.json')
}
