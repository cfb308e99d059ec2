import { fileURLToPath } from 'node:url'
import path from 'node:path'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { splitAddress } from '../../api-description/documents/address.ts'
import type { ReadDocument } from '../../api-description/documents/loaded-document.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import type { Result } from '../../model/problem.ts'
import { maskUrlCredentials } from '../../secrets/index.ts'
import { relativePath } from '../../report/text/place.ts'
import {
  emptySource,
  readFileText,
  readReference,
  readSource,
  type ReferringInput,
} from '../convert/read-source.ts'
import { isUrl } from '../../util/is-url.ts'
import { readRevision, revisionOf } from './git-revision.ts'

/** A description with the texts it was read from. */
export interface ReadDescription {
  readonly description: ApiDescription
  /** The text of a document, by its address. */
  readonly texts: ReadonlyMap<string, string>
  /** The name of a document in messages. */
  readonly nameOf: (address: string) => string
}

/** Which description is read, and how far. */
export type DescriptionInput = Omit<ReferringInput, 'text'>

/**
 * Reads a description from a path, a URL, or a path in a revision of git (`HEAD:openapi.yaml`), of which the documents
 * that it refers to are read, too. Without `remoteReferences` only the host of a source that is a URL itself is asked.
 */
export async function readDescription(input: DescriptionInput): Promise<Result<ReadDescription>> {
  const { source, workingFolder } = input
  if (source.trim() === '') return emptySource()
  const texts = new Map<string, string>()
  const own = isUrl(source) ? splitAddress(new URL(source).href)[0] : undefined
  const revision = isUrl(source) ? undefined : await revisionOf(source, workingFolder)
  if (revision?.ok === false) return revision
  const git = revision?.value
  const remember =
    (read: ReadDocument): ReadDocument =>
    async address => {
      const text = await read(address)
      if (text.ok) texts.set(address, text.value)
      return text
    }
  const reader: ReadDocument = address => {
    if (!address.startsWith('file:'))
      return address === own ? readSource({ ...input, source: address }) : readReference(input, address)
    const file = fileURLToPath(address)
    if (git !== undefined) return readRevision(git, file)
    return Promise.resolve(readFileText(file, relativePath(file, workingFolder)))
  }
  const root = git === undefined ? (isUrl(source) ? source : path.resolve(workingFolder, source)) : git.file
  const loaded = await loadDescription(root, remember(reader))
  if (!loaded.ok) return loaded
  const nameOf = (address: string): string => {
    if (!address.startsWith('file:')) return maskUrlCredentials(address)
    const file = relativePath(fileURLToPath(address), workingFolder)
    return git === undefined ? file : `${git.revision}:${file}`
  }
  return { ok: true, value: { description: loaded.value, texts, nameOf } }
}
