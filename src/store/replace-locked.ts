import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fill, keepAccess } from '../util/whole-file.ts'
import { ownerName, ownerState } from '../util/lock-owner.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import { statusOf } from '../util/status-of.ts'

/**
 * Milliseconds after which a lock is taken from an owner that does nothing with it: one that was stopped, or is on a
 * machine that fell asleep. Others need some ten. One that has ended is not waited for.
 */
const usualPatience = 10_000

/** Milliseconds to wait for the others. */
const longestWait = 60_000

/** A lock that is held: a folder, with the draft of the new file in it. */
interface Claim {
  readonly lock: string
  readonly draft: string
}

/** The next state of a file: its new content, none to leave it as it is, and the answer then. */
interface Next<Value> {
  readonly text?: string | Uint8Array | undefined
  readonly value: Value
}

/**
 * Replaces a file by what `next` makes of it, for its user alone; its folder must be there. `next` reads the file, which
 * nobody else changes meanwhile. It is asked again when somebody took the lock before the file was replaced. Rejects with
 * the system's error, and with the code ELOCKED when the others hold the lock for a minute.
 *
 * The lock is the folder `file.lock`, and the only file in it the draft of its owner, under a name that no other has. A
 * folder takes that name with a draft already in it, and only from one that is empty; the draft leaves it by becoming the
 * file. Who takes a lock from its owner removes the draft before anything else: whatever the owner was about to do, and
 * whenever it goes on, there is nothing left that it could put in the place of what others have written since.
 */
export async function replaceLocked<Value>(
  file: string,
  next: () => Next<Value>,
  patience = usualPatience,
): Promise<Value> {
  const end = monotonicTime() + longestWait
  for (let waits = patience; ; waits *= 2) {
    const claim = await acquire(file, waits, end)
    try {
      const { text, value } = next()
      if (text === undefined || (await publish(claim, text, file))) return value
    } finally {
      release(claim)
    }
  }
}

/** Puts a content in the place of the file; false when the lock was taken meanwhile. */
async function publish({ draft }: Claim, text: string | Uint8Array, file: string): Promise<boolean> {
  try {
    const descriptor = openSync(draft, 'r+')
    try {
      await fill(descriptor, text)
      const before = statusOf(file)
      if (before !== undefined) keepAccess(descriptor, before, 0o600)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

async function acquire(file: string, patience: number, end: number): Promise<Claim> {
  const name = ownerName()
  const own = `${file}.lock.${name}`
  const lock = `${file}.lock`
  const draft = path.join(lock, name)
  const watch = new Watch(lock, patience)
  try {
    while (!moveIn(own, name, lock)) {
      if (monotonicTime() > end) throw locked(file, watch.owner)
      await setTimeout(watch.isFree() ? 0 : 3 + Math.random() * 15)
    }
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    throw error
  }
  removeLeftBehind(file)
  return { lock, draft }
}

/** Makes a folder with an empty draft, and gives it the name of the lock; false when another has it. */
function moveIn(own: string, name: string, lock: string): boolean {
  if (make(own)) closeSync(openSync(path.join(own, name), 'wx', 0o600))
  try {
    renameSync(own, lock)
    return true
  } catch (error) {
    // It is gone when somebody thought that nobody waits with it; the next attempt makes another.
    if (heldCodes.has(codeOf(error)) || codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Makes a folder; false when it is there. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Windows refuses to replace any folder, also an empty one. */
const heldCodes: ReadonlySet<unknown> = new Set([
  'ENOTEMPTY',
  'EEXIST',
  ...(process.platform === 'win32' ? ['EPERM', 'EACCES'] : []),
])

/** Looks at the lock of another, and takes it away from whoever does not use it. */
class Watch {
  readonly #lock: string
  readonly #patience: number
  #since = monotonicTime()
  owner = ''

  constructor(lock: string, patience: number) {
    this.#lock = lock
    this.#patience = patience
  }

  /** An empty folder is nobody's lock; one that another has moved into meanwhile is not removed. */
  isFree(): boolean {
    const [owner] = namesIn(this.#lock)
    if (owner !== undefined && !this.#take(owner)) return false
    removeIfEmpty(this.#lock)
    return true
  }

  #take(owner: string): boolean {
    if (owner !== this.owner) this.#since = monotonicTime()
    this.owner = owner
    if (ownerState(owner) !== 'ended' && monotonicTime() - this.#since < this.#patience) return false
    return remove(path.join(this.#lock, owner))
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** True where a file is gone. Windows keeps one that is open. */
function remove(file: string): boolean {
  try {
    unlinkSync(file)
    return true
  } catch (error) {
    return codeOf(error) === 'ENOENT'
  }
}

/** Leaves a folder that others have moved into, or taken away. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Whoever comes next looks again.
  }
}

function release({ lock, draft }: Claim): void {
  remove(draft)
  removeIfEmpty(lock)
}

/** Removes what was left by those who were killed while they waited. */
function removeLeftBehind(file: string): void {
  const folder = path.dirname(file)
  const beginning = `${path.basename(file)}.lock.`
  for (const name of readdirSync(folder))
    if (name.startsWith(beginning) && ownerState(name.slice(beginning.length)) === 'ended')
      rmSync(path.join(folder, name), { recursive: true, force: true })
}

function locked(file: string, owner: string): Error {
  const [pid = ''] = owner.split('-')
  const by = ownerState(owner) === 'running' ? `process ${pid}` : 'another process'
  return Object.assign(new Error(`${file} has been locked by ${by} for a minute`), { code: 'ELOCKED' })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
