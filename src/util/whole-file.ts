import { fchmodSync, fchownSync, fstatSync, fsync, renameSync, rmSync, type Stats, writeSync } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ownerName, ownerState } from './lock-owner.ts'
import { makeFolder } from './make-folder.ts'
import { mustBeWritable } from './writable-folders.ts'
import { isSystemError } from './is-system-error.ts'
import { isSameFile, statusOf } from './status-of.ts'
import { randomDigits } from './random-name.ts'

/** How a file comes into its place. */
export interface WholeFileOptions {
  /** Its permissions; without, those of the file that was there. */
  readonly mode?: number
  /** True where it can be followed while it grows: it stands in its place at once, and the former one beside it. */
  readonly grows?: boolean
}

/**
 * Writes a file as a whole, with the folders that lead to it: when this resolves, every byte is on the disk; when it
 * rejects with the system's error, what was there before still is. A link is followed, and a pipe or a device written to as it is.
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  options?: WholeFileOptions,
): Promise<void> {
  const whole = await WholeFile.open(file, options)
  await whole.write(content)
  await whole.close()
}

/** Where a file belongs that stands beside its place while it is written; any other as it is. */
export function placeOf(file: string): string {
  return file.replace(beside, '')
}

/** How what stands beside a place ends: with the process that it is of, where a name has room for that. */
const beside = /\.((?:\d+-\d+-[0-9a-f]{16}-)?[0-9a-f]{8})\.(?:partial|former)$/

/** Bytes of a name that leave room for a process; file systems take 255. */
const longestName = 200

function nameBeside(place: string): string {
  const isLong = Buffer.byteLength(path.basename(place)) > longestName
  return `${place}.${isLong ? randomDigits(8) : ownerName()}`
}

/** A file that is written piece by piece, and is there as a whole when it is closed. After an error it is as it was. */
export class WholeFile {
  readonly #handle: FileHandle
  /** Where the bytes go, and where they are in the end; the same for a pipe, and for what is followed. */
  #written: string
  readonly #place: string
  /** The file that was in the place, while a file that can be followed is there. */
  #former: string | undefined
  readonly #isDirect: boolean
  readonly #status: Stats
  #size = 0

  private constructor(handle: FileHandle, { written, place, isDirect }: Places) {
    this.#handle = handle
    this.#written = written
    this.#place = place
    this.#isDirect = isDirect
    this.#status = fstatSync(handle.fd)
    if (unfinished.size === 0) process.once('exit', undoAll)
    unfinished.add(this)
  }

  /** Rejects with the system's error when nothing can be written there. */
  static async open(file: string, { mode, grows = false }: WholeFileOptions = {}): Promise<WholeFile> {
    mustBeWritable(path.resolve(file))
    makeFolder(path.dirname(path.resolve(file)))
    const place = await realpath(file).catch(() => file)
    const before = await stat(place).catch(() => undefined)
    // The link that the system calls /dev/stdout may lead to a file that the shell has opened.
    if (before?.isFile() === false || /^\/(?:dev|proc)\//.test(file))
      return new WholeFile(await open(file, 'w'), { written: file, place: file, isDirect: true })
    const own = nameBeside(place)
    const written = `${own}.partial`
    const handle = await open(written, 'wx', mode ?? 0o666)
    const whole = new WholeFile(handle, { written, place, isDirect: false })
    await whole.#orDiscard(async () => {
      if (before !== undefined) keepAccess(handle.fd, before, mode)
      if (grows) await whole.#takePlace(`${own}.former`)
    })
    return whole
  }

  /** Puts what is still to grow into its place. Another process may do the same meanwhile: the last one stays there. */
  async #takePlace(former: string): Promise<void> {
    const isMoved = await rename(this.#place, former).then(
      () => true,
      (error: unknown) => {
        if (isSystemError(error) && error.code === 'ENOENT') return false
        throw error
      },
    )
    if (isMoved) this.#former = former
    await rename(this.#written, this.#place)
    this.#written = this.#place
  }

  /** Writes all of it, or rejects with the system's error. */
  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await this.#orDiscard(() => this.#handle.writeFile(bytes))
    this.#size += bytes.length
  }

  /** Puts the file into its place, once all of it is on the disk. */
  async close(): Promise<void> {
    if (this.#isDirect) {
      this.#finish()
      return this.#handle.close()
    }
    await this.#orDiscard(async () => {
      await settle(this.#handle.fd, this.#size)
      await this.#handle.close()
      if (this.#written !== this.#place) await rename(this.#written, this.#place)
    })
    this.#finish()
    if (this.#former !== undefined) await rm(this.#former, { force: true })
    await removeLeftBehind(path.dirname(this.#place), path.basename(this.#place))
  }

  /** Gives up a file that is not to be written after all: what was there stays. */
  async discard(): Promise<void> {
    if (!unfinished.has(this)) return
    this.#finish()
    await this.#handle.close().catch(() => undefined)
    this.undo()
  }

  /** Leaves everything as it was: at once, as there may be no time left. */
  undo(): void {
    if (this.#isDirect) return
    const found = statusOf(this.#written)
    // A file that another process has put into the place meanwhile is not to go.
    const isOthers = found !== undefined && !isSameFile(found, this.#status)
    if (!isOthers) rmSync(this.#written, { force: true })
    if (this.#former === undefined) return
    if (isOthers) rmSync(this.#former, { force: true })
    else renameSync(this.#former, this.#place)
  }

  /** Does something with the file; after an error everything is as it was. */
  async #orDiscard(work: () => Promise<void> | void): Promise<void> {
    try {
      await work()
    } catch (error) {
      await this.discard()
      throw error
    }
  }

  #finish(): void {
    unfinished.delete(this)
    if (unfinished.size === 0) process.off('exit', undoAll)
  }
}

/**
 * The files that may have been left beside places in a folder, when this process first wrote there: many files may be
 * written to one.
 */
const leftBehind = new Map<string, Promise<readonly string[]>>()

/** The time after which a file whose process nobody knows is taken for left behind: a day. */
const longestWrite = 24 * 60 * 60 * 1000

/** Removes what processes that were killed left in a folder; beside a place only where there is what is newer. */
export async function removeLeftBehind(folder: string, place?: string): Promise<void> {
  const found =
    leftBehind.get(folder) ??
    readdir(folder).then(
      names => names.filter(name => beside.test(name)),
      () => [],
    )
  leftBehind.set(folder, found)
  for (const name of await found) {
    const [, owner = ''] = beside.exec(name) ?? []
    const file = path.join(folder, name)
    if (place !== undefined && placeOf(name) !== place) continue
    const state = ownerState(owner)
    // A file that is renamed keeps the time of its content, and this one tells when it came here.
    const since = state === 'unknown' ? await stat(file).catch(() => undefined) : undefined
    if (state === 'ended' || (since !== undefined && Date.now() - since.ctimeMs > longestWrite))
      await rm(file, { force: true }).catch(() => undefined)
  }
}

/** The files that are being written while the process may end, as it does at the third Ctrl-C. */
const unfinished = new Set<WholeFile>()

function undoAll(): void {
  for (const file of unfinished) file.undo()
}

interface Places {
  readonly written: string
  readonly place: string
  readonly isDirect: boolean
}

/** Fills an empty file that is open, and waits until it is on the disk. Rejects with the system's error. */
export async function fill(descriptor: number, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
  await settle(descriptor, bytes.length)
}

/** Some drives tell only now that there was no room, and some never do. */
async function settle(descriptor: number, size: number): Promise<void> {
  // A disk may take its time: what else goes on meanwhile is not to wait for it.
  await new Promise<void>((resolve, reject) => {
    fsync(descriptor, error => {
      if (error === null) resolve()
      else reject(error)
    })
  })
  const found = fstatSync(descriptor).size
  if (found === size) return
  const message = `ENOSPC: only ${found} of ${size} bytes are there`
  throw Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write' })
}

/** Keeps a file that is written anew its user's, also when root does it, and as readable as it was unless told otherwise. */
export function keepAccess(descriptor: number, before: Stats, mode = before.mode & 0o777): void {
  const { uid, gid } = before
  if (process.getuid !== undefined && (process.getuid() !== uid || process.getgid?.() !== gid))
    try {
      fchownSync(descriptor, uid, gid)
    } catch {
      // Only root can give files away.
    }
  fchmodSync(descriptor, mode)
}
