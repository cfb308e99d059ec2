import { readFile } from 'node:fs/promises'
import path from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { RunEvent } from '../model/run-event.ts'
import { makeFolder } from '../util/make-folder.ts'

/** What did not pass in the last run: by file, the numbers of its rows (none when it has no rows). */
export type FailedFiles = ReadonlyMap<string, readonly number[]>

/** Remembers what fails while a run goes on. */
export class FailureRecorder {
  readonly #failed = new Map<string, number[]>()

  /** Looks at one event of the run. */
  observe(event: RunEvent): void {
    if (event.type === 'row-finished' && isUnsuccessful(event.result.outcome))
      this.#rows(event.file).push(event.result.row.number)
    if (event.type === 'suite-finished' && isUnsuccessful(event.result.outcome)) this.#rows(event.file)
  }

  get failed(): FailedFiles {
    return this.#failed
  }

  #rows(file: string): number[] {
    const rows = this.#failed.get(file) ?? []
    this.#failed.set(file, rows)
    return rows
  }
}

function isUnsuccessful(outcome: string): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** Keeps what failed for --last-failed. The file is the old one or the new one, never half of it. */
export async function writeLastRun(directory: string, failed: FailedFiles): Promise<void> {
  const file = lastRunFile(directory)
  await makeFolder(path.dirname(file))
  await writeFileAtomic(
    file,
    JSON.stringify({ version: 1, failed: Object.fromEntries(failed) }, null, 2) + '\n',
  )
}

/** What failed in the last run; undefined when none is remembered. */
export async function readLastRun(directory: string): Promise<FailedFiles | undefined> {
  const content = await readFile(lastRunFile(directory), 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  try {
    const { failed } = JSON.parse(content) as { failed?: Record<string, number[]> }
    return new Map(Object.entries(failed ?? {}))
  } catch {
    return undefined
  }
}

function lastRunFile(directory: string): string {
  return path.join(directory, '.tool', 'last-run.json')
}
