import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { lookup } from 'mrmime'
import type { JsonValue } from '../../../model/json.ts'
import { failed, prepared, type Prepared, unfit } from '../../failure.ts'

/** A file that is read while it is sent. */
export interface FileSource {
  /** The name without folders. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  /** By the name's extension; `application/octet-stream` when that says nothing. */
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  open(): Readable
}

/** Finds a file of a step, by its path relative to the suite's folder, as it is now. */
export async function findFile(
  file: JsonValue | undefined,
  directory: string,
): Promise<Prepared<FileSource>> {
  if (typeof file !== 'string' || file === '') return unfit('file must be the path of a file')
  const absolute = path.resolve(directory, file)
  try {
    const { size, isFile } = await look(absolute)
    if (!isFile)
      return failed('file-unreadable', { reason: `"${file}" is a folder, not a file (${absolute})` })
    const name = path.basename(absolute)
    return prepared({
      name,
      path: absolute,
      contentType: typeByName(name),
      size,
      open: () => createReadStream(absolute),
    })
  } catch (error) {
    return fileFailure(file, absolute, error as NodeJS.ErrnoException)
  }
}

/** The content type of a file by its name's extension. */
export function typeByName(name: string): string {
  return lookup(name) ?? 'application/octet-stream'
}

async function look(file: string): Promise<{ size: number; isFile: boolean }> {
  const status = await stat(file)
  await access(file, constants.R_OK)
  return { size: status.size, isFile: status.isFile() }
}

function fileFailure(file: string, absolute: string, error: NodeJS.ErrnoException): Prepared<never> {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return failed('file-unreadable', {
      reason: `"${file}" does not exist (looked for ${absolute})`,
      hint: "A file's path is relative to the suite's folder; in a single request, to the folder you are in.",
    })
  const reason = error.code === 'EACCES' ? 'may not be read' : 'cannot be read'
  return failed('file-unreadable', {
    reason: `"${file}" ${reason} (${absolute}: ${error.code ?? error.message})`,
  })
}
