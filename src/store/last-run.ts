import { readFile } from 'node:fs/promises'
import path from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { RunEvent } from '../model/run-event.ts'
import { makeFolder } from '../util/make-folder.ts'

/** What did not pass when it last ran: by absolute path, the numbers of the rows (none when the file has no rows). */
export type FailedFiles = ReadonlyMap<string, readonly number[]>

/** Brings up to date what failed while a run goes on; what the run does not come to stays as it was. */
export class FailureRecorder {
  readonly #failed: Map<string, Set<number>>
  readonly #workingFolder: string

  /** `before` is what failed before the run; files of events are relative to the working folder. */
  constructor(before: FailedFiles, workingFolder: string) {
    this.#failed = new Map([...before].map(([file, rows]) => [file, new Set(rows)]))
    this.#workingFolder = workingFolder
  }

  /** Looks at one event of the run. */
  observe(event: RunEvent): void {
    if (event.type !== 'row-finished' && event.type !== 'suite-finished') return
    const file = path.resolve(this.#workingFolder, event.file)
    const { outcome } = event.result
    if (outcome === 'skipped') return
    if (event.type === 'suite-finished' && outcome === 'passed') this.#failed.delete(file)
    else if (outcome !== 'passed') this.#failed.set(file, this.#failed.get(file) ?? new Set())
    if (event.type === 'row-finished') this.#noteRow(file, event.result.row.number, outcome === 'passed')
  }

  get failed(): FailedFiles {
    return new Map([...this.#failed].map(([file, rows]) => [file, [...rows]]))
  }

  #noteRow(file: string, row: number, passed: boolean): void {
    const rows = this.#failed.get(file)
    if (passed) rows?.delete(row)
    else rows?.add(row)
  }
}

/** Keeps what failed for --last-failed. The file is the old one or the new one, never half of it. */
export async function writeLastRun(directory: string, failed: FailedFiles): Promise<void> {
  const file = lastRunFile(directory)
  await makeFolder(path.dirname(file))
  const entries = [...failed].map(([name, rows]) => [
    path.relative(directory, name).replaceAll(path.sep, '/'),
    rows,
  ])
  const content = { version: 1, failed: Object.fromEntries(entries) as Record<string, readonly number[]> }
  await writeFileAtomic(file, JSON.stringify(content, null, 2) + '\n')
}

/** What failed when it last ran; empty when nothing is remembered. */
export async function readLastRun(directory: string): Promise<FailedFiles> {
  try {
    const content = JSON.parse(await readFile(lastRunFile(directory), 'utf8')) as {
      failed?: Record<string, number[]>
    }
    return new Map(
      Object.entries(content.failed ?? {}).map(([name, rows]) => [path.resolve(directory, name), rows]),
    )
  } catch {
    // Missing, or not written by this program: nothing is remembered.
    return new Map()
  }
}

function lastRunFile(directory: string): string {
  return path.join(directory, '.tool', 'last-run.json')
}
