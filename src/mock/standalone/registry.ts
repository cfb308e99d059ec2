import { rm } from 'node:fs/promises'
import path from 'node:path'
import { replaceLocked } from '../../store/replace-locked.ts'
import { isObject } from '../../util/is-json.ts'
import { ownerState } from '../../util/lock-owner.ts'
import { mapping, text } from '../../util/read-values.ts'
import { makeToolFolder, readToolText } from '../../util/tool-folder.ts'
import type { JsonValue } from '../../model/json.ts'

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

/** The mocks that are entered, whether or not they still run. */
export function enteredMocks(directory: string): readonly RunningEntry[] {
  return entriesIn(directory)
}

/**
 * Enters mocks, all of them or none: the answer is one that has one of their names and runs, if there is one. Entries of processes
 * that have ended make room.
 */
export async function enterMocks(
  directory: string,
  added: readonly RunningEntry[],
): Promise<RunningEntry | undefined> {
  const names = new Set(added.map(({ name }) => name))
  let clash: RunningEntry | undefined
  await change(directory, entries => {
    const living = entries.filter(entry => ownerState(entry.owner) !== 'ended')
    clash = living.find(({ name }) => names.has(name))
    return clash === undefined ? [...living, ...added] : entries
  })
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
): Promise<void> {
  await makeToolFolder(mocksFolder(directory))
  const file = registryFile(directory)
  await replaceLocked(file, () => {
    const before = entriesIn(directory)
    const after = next(before)
    return { value: undefined, text: after === before ? undefined : `${JSON.stringify(after, null, 2)}\n` }
  })
}

function registryFile(directory: string): string {
  return path.join(mocksFolder(directory), 'running.json')
}

/**
 * What somebody else wrote there is no entry. The project may have been made by somebody else, who would choose whom to ask, and what is
 * read and removed.
 */
function entriesIn(directory: string): readonly RunningEntry[] {
  const read = readToolText(registryFile(directory))
  if (typeof read !== 'string') return []
  try {
    const value = JSON.parse(read) as JsonValue
    const entries: readonly RunningEntry[] = Array.isArray(value)
      ? (value as readonly JsonValue[]).filter(isEntry)
      : []
    return entries.map(({ log, ...entry }) => ({
      ...entry,
      ...(log === undefined ? {} : { log: path.join(mocksFolder(directory), path.basename(log)) }),
    }))
  } catch {
    return []
  }
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
