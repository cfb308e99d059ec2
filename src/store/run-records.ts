import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { errorProblem, type Problem, asWarning } from '../model/problem.ts'
import type { JsonValue } from '../model/json.ts'
import type { EndedRun, RecordedOutcome, RunRecord } from '../model/run-record.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'
import { randomDigits } from '../util/random-name.ts'
import { reasonOf } from '../util/reason-of.ts'
import { createToolFile, makeToolFolder, readToolText } from '../util/tool-folder.ts'

// A file for each run: several runs may end at once, and folders of several machines may be put together.

/** Runs that are kept; docs/history.md names these limits. */
const mostRuns = 100

/** Fewer are kept of runs so large that they would take more bytes than this. */
const mostBytes = 8 * 1024 * 1024

/** Keeps a run in `.tool/runs/` and lets go of those beyond the limit. `directory` is the configuration's; what cannot be kept is a warning. */
export function keepRun(directory: string, run: EndedRun): readonly Problem[] {
  const folder = runsFolder(directory)
  const text = `${recordText(run)}\n`
  const moment = new Date(run.startedAt).toISOString().replace(/[:.]/g, '-')
  try {
    makeToolFolder(folder)
    createToolFile(path.join(folder, `${moment}-${randomDigits(8)}.json`), text)
    const most = Math.max(10, Math.min(mostRuns, Math.floor(mostBytes / text.length)))
    // Another run that ends now may remove the same ones.
    for (const name of namesIn(folder).slice(0, -most)) rmSync(path.join(folder, name), { force: true })
    return []
  } catch (error) {
    const message = `the run cannot be kept in ${folder}: ${reasonOf(error)}`
    return [asWarning(errorProblem({ code: 'store-unwritable', message }))]
  }
}

/** The record as JSON. It is put together from texts: an object with the names of a thousand steps takes more memory than all of them. */
function recordText({ files, ...others }: EndedRun): string {
  const ofFiles = [...files].map(([file, { steps, ...ended }]) => {
    const ofSteps = steps.map(
      ([name, [outcome, duration]]) => `${JSON.stringify(name)}:["${outcome}",${duration}]`,
    )
    return `${JSON.stringify(file)}:${withObject(ended, 'steps', ofSteps)}`
  })
  return withObject(others, 'files', ofFiles)
}

/** An object as JSON that has one more under a last key, whose members are JSON already. */
function withObject(begun: object, key: string, members: readonly string[]): string {
  return `${JSON.stringify(begun).slice(0, -1)},"${key}":{${members.join(',')}}}`
}

/** The runs that are kept, the oldest first, their files named relative to `folder`; what is not understood is left out. */
export function readRuns(directory: string, folder = directory): readonly RunRecord[] {
  return namesIn(runsFolder(directory))
    .slice(-mostRuns)
    .flatMap(name => {
      const text = readToolText(path.join(runsFolder(directory), name))
      const record = typeof text === 'string' ? jsonIn(text) : undefined
      return isRecord(record) ? [withFilesFrom(record, directory, folder)] : []
    })
}

/** True for a record. A user who puts folders together, or hands on one, may hand on anything. */
function isRecord(value: unknown): value is RunRecord {
  if (!isObject(value) || value['version'] !== 1 || typeof value['startedAt'] !== 'number') return false
  return isObject(value['files']) && Object.values(value['files']).every(isFile)
}

function isFile(value: JsonValue): boolean {
  if (!isObject(value) || !isObject(value['steps'])) return false
  const { outcome = null, duration = null, steps } = value
  const all = [[outcome, duration], ...Object.values(steps)]
  return all.every(
    step => isList(step) && outcomes.has(step[0] ?? null) && typeof step[1] === 'number' && step[1] >= 0,
  )
}

const outcomes: ReadonlySet<JsonValue> = new Set<RecordedOutcome>([
  'passed',
  'flaky',
  'failed',
  'errored',
  'skipped',
])

function withFilesFrom(record: RunRecord, directory: string, folder: string): RunRecord {
  if (directory === folder) return record
  const files = Object.entries(record.files).map(([name, file]) => {
    const own = path.relative(folder, path.resolve(directory, name))
    return [own.replaceAll(path.sep, '/'), file] as const
  })
  return { ...record, files: Object.fromEntries(files) }
}

/** The names of records; they sort by time. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => /^\d{4}-.*\.json$/.test(name))
      .sort()
  } catch {
    return []
  }
}

function runsFolder(directory: string): string {
  return path.join(directory, '.tool', 'runs')
}
