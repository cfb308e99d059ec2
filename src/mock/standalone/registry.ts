import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type Result, refusal } from '../../model/problem.ts'
import { storeUnreadable } from '../../store/store-text.ts'
import { problemText } from '../../template/render-problem.ts'
import { replaceLocked } from '../../store/replace-locked.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { ownerState } from '../../util/lock-owner.ts'
import { mapping, text } from '../../util/read-values.ts'
import { makeToolFolder, readToolText } from '../../util/tool-folder.ts'
import type { JsonValue } from '../../model/json.ts'
import { writeJson } from '../../util/exact-number.ts'

/** A mock that a process of its own serves, as other processes of the project find it. */
export interface RunningEntry {
  readonly name: string
  readonly url: string
  /** Absolute path of the file that describes it. */
  readonly file: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** How its process is told apart from every other, also when the number of a process is given anew. */
  readonly owner: string
  readonly pid: number
  /** Where its process is asked and told, at an address of 127.0.0.1. */
  readonly control: ControlPlace
  /** Absolute path of what its process has to say; absent for one that says it itself, in a terminal. */
  readonly log?: string
}

/** Where a process of mocks listens to those who know its token. */
export interface ControlPlace {
  readonly url: string
  readonly token: string
}

/** The folder of what is known of mocks that run on their own; `directory` is the configuration's. */
export function mocksFolder(directory: string): string {
  return path.join(directory, '.tool', 'mocks')
}

/**
 * Enters mocks, all of them or none: the answer is one that has one of their names and runs, if there is one. Entries of processes
 * that have ended make room. Rejects where what is entered cannot be read or written.
 */
export async function enterMocks(
  directory: string,
  added: readonly RunningEntry[],
): Promise<RunningEntry | undefined> {
  const names = new Set(added.map(({ name }) => name))
  let clash: RunningEntry | undefined
  const changed = await change(directory, entries => {
    const living = entries.filter(entry => ownerState(entry.owner) !== 'ended')
    clash = living.find(({ name }) => names.has(name))
    return clash === undefined ? [...living, ...added] : entries
  })
  if (!changed.ok) throw new Error(problemText(changed.problems))
  return clash
}

/** Takes out mocks of a process: those of these names, or all. What the process has said goes with its last one. */
export async function removeMocks(
  directory: string,
  owner: string,
  names?: readonly string[],
): Promise<void> {
  const logs = new Set<string>()
  await change(directory, entries => {
    const kept = entries.filter(
      entry => entry.owner !== owner || (names !== undefined && !names.includes(entry.name)),
    )
    for (const { log } of entries) if (log !== undefined) logs.add(log)
    for (const { log } of kept) if (log !== undefined) logs.delete(log)
    return kept.length === entries.length ? entries : kept
  })
  for (const log of logs) await rm(log, { force: true })
}

async function change(
  directory: string,
  next: (entries: readonly RunningEntry[]) => readonly RunningEntry[],
): Promise<Result<void>> {
  makeToolFolder(mocksFolder(directory))
  const file = registryFile(directory)
  return replaceLocked<Result<void>>(file, () => {
    const before = enteredMocks(directory)
    if (!before.ok) return { value: before, text: undefined }
    const after = next(before.value)
    const text = after === before.value ? undefined : `${writeJson(after, 2)}\n`
    return { value: { ok: true, value: undefined }, text }
  })
}

function registryFile(directory: string): string {
  return path.join(mocksFolder(directory), 'running.json')
}

/**
 * The mocks that are entered, whether or not they still run, or why that cannot be told. What somebody else wrote there is no entry: the
 * project may have been made by somebody else, who would choose whom to ask, and what is read and removed.
 */
export function enteredMocks(directory: string): Result<readonly RunningEntry[]> {
  const file = registryFile(directory)
  const read = readToolText(file)
  if (typeof read !== 'string')
    return 'code' in read && read.code === 'ENOENT'
      ? { ok: true, value: [] }
      : unreadable(`${file} cannot be read: ${read.message}`)
  const value = jsonIn(read)
  if (value === undefined || !isList(value)) return unreadable(`${file} is not a JSON list`)
  const entries: readonly RunningEntry[] = value.filter(isEntry)
  return {
    ok: true,
    value: entries.map(({ log, ...entry }) => ({
      ...entry,
      ...(log === undefined ? {} : { log: path.join(mocksFolder(directory), path.basename(log)) }),
    })),
  }
}

function unreadable(message: string): Result<never> {
  const hint =
    'Mocks that run are found by it. Mend it, or move it away: it is left as it is, and they end an hour after their last call.'
  return refusal(storeUnreadable(message, hint))
}

function isEntry(value: JsonValue): value is JsonValue & RunningEntry {
  if (!isObject(value)) return false
  const { name, url, file, owner, since, pid, log = '0.log', control } = value
  const place = mapping(control)
  const texts = [name, url, file, owner, log, place['url'], place['token']]
  return (
    texts.every(one => typeof one === 'string') &&
    [since, pid].every(Number.isFinite) &&
    /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(text(place['url']) ?? '') &&
    /^[\da-f]+\.log$/.test(path.basename(text(log) ?? ''))
  )
}
