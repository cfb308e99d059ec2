import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { uptime } from 'node:os'
import { cutText } from '../../util/cut-text.ts'
import { ownerState } from '../../util/lock-owner.ts'
import { list, mapping } from '../../util/read-values.ts'
import { askControl, type ControlAnswer } from './control-client.ts'
import { enteredMocks, removeMocks, type RunningEntry } from './registry.ts'
import type { Result } from '../../model/problem.ts'
import type { JsonObject } from '../../model/json.ts'

/** The mocks that were found among those entered in a project. */
export interface FoundMocks {
  readonly running: readonly FoundMock[]
  /** Mocks whose process has ended without a word; their entries are gone now. */
  readonly ended: readonly EndedMock[]
}

/** A mock that runs. */
export interface FoundMock {
  readonly entry: RunningEntry
  /** The state as its process tells it; absent when it does not answer, as one that was stopped by a signal. */
  readonly state?: JsonObject
}

/** A mock whose process has ended without a word. */
export interface EndedMock {
  readonly entry: RunningEntry
  /** The end of what it had to say. */
  readonly lastLines: readonly string[]
}

/** Looks for the mocks of a project. Entries whose process has ended are removed. */
export async function findMocks(directory: string): Promise<Result<FoundMocks>> {
  const entered = enteredMocks(directory)
  return entered.ok ? { ok: true, value: await findAmong(entered.value, directory) } : entered
}

async function findAmong(entries: readonly RunningEntry[], directory: string): Promise<FoundMocks> {
  const owners = new Map(entries.map(entry => [entry.owner, entry.control]))
  const told = await Promise.all(
    [...owners].map(async ([owner, control]) => {
      if (ownerState(owner) === 'ended') return [owner, undefined] as const
      return [owner, await askControl(control, 'GET', '/api/mocks')] as const
    }),
  )
  const answers = new Map(told)
  const ended = entries.filter(entry => hasEnded(entry, answers.get(entry.owner)))
  const said = ended.map(entry => ({ entry, lastLines: lastLines(entry.log) }))
  for (const owner of new Set(ended.map(entry => entry.owner))) await removeMocks(directory, owner)
  return {
    running: entries
      .filter(entry => !ended.includes(entry))
      .map(entry => {
        const answer = answers.get(entry.owner)
        const states = answer?.kind === 'answered' ? list(mapping(answer.value)['mocks']).map(mapping) : []
        const state = states.find(one => one['name'] === entry.name)
        return state === undefined ? { entry } : { entry, state }
      }),
    ended: said,
  }
}

/**
 * True where the process of a mock is gone for sure: what does not answer here may run in another container that shares
 * the folder, unless this machine was started after it.
 */
function hasEnded({ owner, since }: RunningEntry, answer: ControlAnswer | undefined): boolean {
  const state = ownerState(owner)
  if (state !== 'unknown') return state === 'ended'
  return answer?.kind === 'gone' && since < Date.now() - uptime() * 1000
}

/** Bytes at the end of a log that are looked at, lines that are shown, and characters of a line. */
const longestTail = 16 * 1024
const shownLines = 10
const longestLine = 300

/** The end of what a process had to say. */
export function lastLines(log: string | undefined): readonly string[] {
  if (log === undefined) return []
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    const descriptor = openSync(log, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const { size } = fstatSync(descriptor)
      const tail = Buffer.alloc(Math.min(size, longestTail))
      readSync(descriptor, tail, 0, tail.length, size - tail.length)
      return tail
        .toString()
        .split(/\r?\n/)
        .filter(line => line.trim() !== '')
        .slice(-shownLines)
        .map(line => cutText(line, longestLine))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return []
  }
}
