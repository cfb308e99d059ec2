import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { lookup } from 'mrmime'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'
import { replaceLocked } from '../../store/replace-locked.ts'
import { ownerState } from '../../util/lock-owner.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { makeToolFolder, readToolBytes } from '../../util/tool-folder.ts'
import { object, text, type ValueOf, whole } from '../schema.ts'
import { namesLike } from './kept-name.ts'

/** The description of an attachment; its content is sent or imported, and told nobody. */
export const attachmentSchema = object({
  name: text('Its name'),
  path: text('Where it is, from the folder that .tool is in: .tool/uploads/users.csv'),
  size: whole('Its bytes', 0),
  type: text('Its media type, by its name: text/csv'),
  sha256: text('The SHA-256 of its content, in hexadecimal digits'),
})

export type Attachment = ValueOf<typeof attachmentSchema>

/** A file that is to be kept. */
export interface Content {
  readonly name: string
  readonly bytes: Buffer
}

const folder = '.tool/uploads'

/** Reads the attachments in `.tool/uploads/` of a folder, sorted by name. */
export async function readUploads(directory: string): Promise<Result<readonly Attachment[]>> {
  const place = path.join(directory, folder)
  try {
    const folders = [path.dirname(place), place].map(one => lstatSync(one, { throwIfNoEntry: false }))
    if (!folders.every(status => status?.isDirectory() === true)) return { ok: true, value: [] }
    const files = readdirSync(place, { withFileTypes: true })
    const names = files.filter(file => file.isFile() && !file.name.startsWith('.')).map(({ name }) => name)
    const value: Attachment[] = []
    for (const name of names.sort())
      value.push(await attachment(name, createReadStream(path.join(place, name))))
    return { ok: true, value }
  } catch (error) {
    const message = `${folder} cannot be read: ${reasonOf(error)}`
    return refusal(errorProblem({ code: 'store-unreadable', message }))
  }
}

/**
 * Keeps files in `.tool/uploads/` of a folder, all of them or none. Each is the old one or the new one at every moment; one
 * that is there already, with the same content, stays as it is.
 */
export async function keepUploads(
  directory: string,
  contents: readonly Content[],
): Promise<Result<readonly Attachment[]>> {
  const place = path.join(directory, folder)
  const added: string[] = []
  const kept: Attachment[] = []
  let current = folder
  try {
    makeToolFolder(place)
    removeLeftBehind(place)
    for (const content of contents) {
      current = `${folder}/${content.name}`
      const { name, isNew } = await keep(place, content)
      if (isNew) added.push(name)
      kept.push(await attachment(name, [content.bytes]))
    }
    return { ok: true, value: kept }
  } catch (error) {
    for (const name of added) rmSync(path.join(place, name), { force: true })
    const message = `${current} cannot be written: ${reasonOf(error)}`
    return refusal(errorProblem({ code: 'store-unwritable', message, hint: 'None of the files is kept.' }))
  }
}

/** Keeps one file under its name, or one like it where that is another file. */
async function keep(
  place: string,
  { name: wanted, bytes }: Content,
): Promise<{ name: string; isNew: boolean }> {
  for (const name of namesLike(wanted)) {
    const file = path.join(place, name)
    // The lock stands there while the file is written.
    if (lstatSync(`${file}.lock`, { throwIfNoEntry: false })?.isFile() === true) continue
    const outcome = await replaceLocked(file, () => {
      // Names that are the same on other systems are the same here.
      const there = readdirSync(place).find(other => foldedName(other) === foldedName(name))
      if (there === undefined) return { text: bytes, value: { name, isNew: true } }
      const isSame = holds(path.join(place, there), bytes)
      return { value: isSame ? { name: there, isNew: false } : undefined }
    })
    if (outcome !== undefined) return outcome
  }
  throw new Error('there is no name left')
}

function foldedName(name: string): string {
  // Small letters first: some have the same capital, and others the same small one.
  return name.normalize('NFC').toLowerCase().toUpperCase()
}

function holds(file: string, bytes: Buffer): boolean {
  if (lstatSync(file, { throwIfNoEntry: false })?.size !== bytes.length) return false
  const there = readToolBytes(file)
  return !(there instanceof Error) && there.equals(bytes)
}

/** Describes a content, which may be larger than an attachment: people put files there, too. */
async function attachment(
  name: string,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<Attachment> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
  }
  const type = lookup(name) ?? 'application/octet-stream'
  return { name, path: `${folder}/${name}`, size, type, sha256: hash.digest('hex') }
}

/** Removes what processes that were killed were writing, whatever its name was to be. Others come and go meanwhile. */
function removeLeftBehind(place: string): void {
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const found = /\.lock(?:\.([^.]+))?$/.exec(entry.name)
    if (found === null || !entry.isDirectory()) continue
    const lock = path.join(place, entry.name)
    try {
      const owners = found[1] === undefined ? readdirSync(lock) : [found[1]]
      if (owners.every(one => ownerState(one) === 'ended')) rmSync(lock, { recursive: true, force: true })
    } catch {
      // Somebody else removed it, or uses it now.
    }
  }
}
