import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { madeToolFolders } from './made-tool-folders.ts'
import { decodeText, type EncodingError } from './decode-text.ts'
import { makeFolder } from './make-folder.ts'
import { readBytes, systemError } from './read-text.ts'
import { writeWhole } from './whole-file.ts'

/**
 * The `.gitignore` files that keep folders out of a repository. Histories and results may hold data that is for nobody
 * else; descriptions are named by the suites made of them. A team that shares `.tool`, for its collections, has not
 * thought of files that are attached later.
 */
const gitIgnores: ReadonlyMap<string, string> = new Map([
  [
    '.tool',
    `# Kept by apitest for this machine; the API descriptions in specs/ can be shared.
*
!/specs/
!/specs/**
`,
  ],
  ['uploads', '# Attached with apitest attach, on this machine.\n*\n'],
])

/**
 * Makes `.tool`, or a folder in it, for its user alone. A new `.tool` gets a `.gitignore`, and so does `uploads` in it.
 * Throws the system's error, also where a link stands: whoever made the project would choose what is written over.
 */
export function makeToolFolder(folder: string): void {
  const name = path.basename(folder)
  const isTool = name === '.tool'
  const above = path.dirname(folder)
  if (!isTool && above.split(path.sep).includes('.tool')) makeToolFolder(above)
  else makeFolder(above)
  refuseLink(folder)
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      if (lstatSync(folder).isDirectory()) return
      throw noFolder(folder)
    }
    throw error
  }
  if (isTool) madeToolFolders.push(folder)
  const gitIgnore = isTool || path.basename(above) === '.tool' ? gitIgnores.get(name) : undefined
  if (gitIgnore !== undefined) writeGitIgnore(folder, gitIgnore)
}

/** At once: a process that ends between the two would leave a folder that looks as if somebody had wanted it without. */
function writeGitIgnore(folder: string, gitIgnore: string): void {
  const file = path.join(folder, '.gitignore')
  try {
    createToolFile(file, gitIgnore)
  } catch (error) {
    // The next one is to try again, unless another process has put something into the folder by now.
    rmSync(file, { force: true })
    if (readdirSync(folder).length === 0) rmdirSync(folder)
    throw error
  }
}

/**
 * Makes a file in `.tool` that is not there yet, for its user alone, and does not wait for the disk, which takes longer than
 * all of a short run. Throws the system's error, and what could not be written as a whole is gone then.
 */
export function createToolFile(file: string, content: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    const bytes = Buffer.from(content)
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Writes a file of `.tool`, which must be there, for its user alone. Rejects as `writeWhole` does, and for a link. */
export async function writeToolFile(file: string, content: string): Promise<void> {
  refuseLink(file)
  await writeWhole(file, content, { mode: 0o600 })
}

/** The text of a file of `.tool`, or why it cannot be read: as `readToolBytes`, or as it is not in UTF-8. */
export function readToolText(file: string): string | NodeJS.ErrnoException | EncodingError {
  const bytes = readToolBytes(file)
  return bytes instanceof Error ? bytes : decodeText(bytes)
}

/** The bytes of a file of `.tool`, or why it cannot be read. A link is not followed, and a pipe not waited for. */
export function readToolBytes(file: string): Buffer | NodeJS.ErrnoException {
  try {
    refuseLink(file)
    if (!lstatSync(file).isFile()) throw systemError('EINVAL', `${file} is not a file`)
    return readBytes(file)
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

/** Throws the system's error where a link stands. */
export function refuseLink(file: string, folder = '.tool'): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw systemError('ELOOP', `${file} is a symbolic link, and links in ${folder} are not followed`)
}

/** Throws the system's error where a link, or what is no folder, stands on the way from a folder to a file in it. */
export function refuseLinks(file: string, folder: string): void {
  let place = folder
  for (const part of path.relative(folder, file).split(path.sep)) {
    if (lstatSync(place, { throwIfNoEntry: false })?.isFile() === true) throw noFolder(place)
    place = path.join(place, part)
    refuseLink(place, path.basename(folder))
  }
}

/** The system's error for what stands where a folder has to be. */
export function noFolder(place: string): Error {
  return systemError('ENOTDIR', `${place} is no folder, and has to be one: move it away`)
}
