import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadDocument } from '../../api-description/documents/loaded-document.ts'
import { readText } from '../../util/read-text.ts'
import { statusOf } from '../../util/status-of.ts'
import { readReference, type ReferringInput, unreadable } from './read-source.ts'

/** The folders of which documents may be read. */
interface BesideOptions extends ReferringInput {
  readonly directory: string
  readonly project?: string
  readonly allow?: readonly string[]
}

/**
 * Reads the documents that one in this folder names: those in the folder, in the project, and what is allowed besides; others by their
 * URLs where that is asked for.
 */
export function readerBeside(folder: string, options: BesideOptions): ReadDocument {
  const { directory, project = directory, allow = [] } = options
  const allowed = allow.map(entry => path.resolve(folder, entry))
  return async location => {
    if (!location.startsWith('file:')) return readReference({ ...options, timeout: '10s' }, location)
    const file = fileURLToPath(location)
    const written = path.relative(folder, file).replaceAll(path.sep, '/')
    const status = statusOf(file)
    if (status?.isFile() !== true) return unreadable(`there is no file ${written}`)
    const text = allowed.includes(file)
      ? readText(file)
      : (textWithin(folder, file) ?? textWithin(project, file) ?? new Error('it is outside of the project'))
    if (!(text instanceof Error)) return { ok: true, value: text }
    return unreadable(`${written} is not read: ${text.message}; allow it with --allow ${written}`)
  }
}

/** More than this is not taken into a collection. */
const largestText = 1024 * 1024

/** The text of a file in a folder or below it, links followed; undefined for any other. */
export function textWithin(folder: string, name: string): string | undefined {
  try {
    const root = realpathSync(folder)
    const file = realpathSync(path.resolve(root, name))
    if (!file.startsWith(root + path.sep)) return undefined
    const content = readText(file, largestText)
    return content instanceof Error ? undefined : content
  } catch {
    return undefined
  }
}
