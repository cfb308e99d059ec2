import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import type { Result } from '../../model/problem.ts'
import { isUrl, readFileText, readSource, type SourceInput } from '../convert/read-source.ts'

/**
 * Reads the description at `source`, a file (relative to the working folder) or a URL. A document that was named by URL may
 * refer to others on its own host; anything else on the network is not asked.
 */
export function loadSpec(input: SourceInput): Promise<Result<ApiDescription>> {
  const { source, workingFolder } = input
  if (!isUrl(source)) {
    const file = path.resolve(workingFolder, source)
    return loadDescription(file, address => readNamed(address, file, source))
  }
  const { origin } = new URL(source)
  return loadDescription(source, address =>
    isUrl(address) && new URL(address).origin === origin
      ? readSource({ ...input, source: address })
      : readLocalFile('http:'),
  )
}

/** The document itself is called as the user wrote it. */
function readNamed(address: string, file: string, source: string): ReturnType<typeof readLocalFile> {
  if (!address.startsWith('file:') || fileURLToPath(address) !== file) return readLocalFile(address)
  return Promise.resolve(readFileText(file, source))
}
