import { readdir, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { statusOf } from '../util/status-of.ts'

/** Milliseconds without a sign of life after which a lock is nobody's: its process was killed. Living ones give two. */
const abandonedAfter = 2000

/** Milliseconds to wait for the others. Each of them holds the lock for some ten. */
const longestWait = 60_000

type Release = () => Promise<void>

/**
 * Does something to a file that no other process does at the same time. The lock is the folder `file.lock`; one that a
 * killed process left is taken over. Rejects with the code ELOCKED when the others hold it for a minute.
 */
export async function withLock<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  const release = await acquire(file)
  try {
    return await work()
  } finally {
    // Whoever took the lock from a process that had been stopped has removed it, too.
    await release().catch(() => undefined)
  }
}

async function acquire(file: string): Promise<Release> {
  const end = Date.now() + longestWait
  for (;;) {
    const acquired = await tryLock(file, Infinity)
    if (!(acquired instanceof Error)) return acquired
    if (Date.now() > end) throw acquired
    if (isAbandoned(file)) await takeOver(file)
    await setTimeout(3 + Math.random() * 15)
  }
}

/**
 * Removes an abandoned lock, with the half written file beside it. Only one process does so at a time: of two that both
 * had seen the abandoned lock, the slower would remove the one that the faster has made since. (So does
 * `proper-lockfile` when it is left to itself: 10 of 1926 calls were lost in 200 kills.)
 */
async function takeOver(file: string): Promise<void> {
  const release = await tryLock(`${file}.takeover`, abandonedAfter).catch(() => undefined)
  if (release === undefined || release instanceof Error) return
  try {
    if (isAbandoned(file)) await removeHalfWritten(file)
    if (isAbandoned(file)) await rmdir(lockOf(file)).catch(() => undefined)
  } finally {
    await release().catch(() => undefined)
  }
}

/** The lock, or the error that says that another has it. */
async function tryLock(file: string, stale: number): Promise<Release | Error> {
  try {
    return await lock(file, { realpath: false, stale, update: 1000, onCompromised: () => undefined })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return error
    throw error
  }
}

/** A clock that was set back does not keep a lock for ever, either; a new one is up to a second ahead. */
function isAbandoned(file: string): boolean {
  const made = statusOf(lockOf(file))
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) > abandonedAfter
}

function lockOf(file: string): string {
  return `${file}.lock`
}

/** What `write-file-atomic` writes to before it renames: the file's name with a number. */
async function removeHalfWritten(file: string): Promise<void> {
  const folder = path.dirname(file)
  const beginning = `${path.basename(file)}.`
  const left = (await readdir(folder)).filter(
    name => name.startsWith(beginning) && /^\d+$/.test(name.slice(beginning.length)),
  )
  await Promise.all(left.map(name => rm(path.join(folder, name), { force: true })))
}
