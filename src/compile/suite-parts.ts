import type { Collection, Folder, FolderContents, SavedRequest } from '../model/collection.ts'
import { fileNameOf, UniqueNames } from './file-names.ts'

/** The ending that makes a file a suite. */
export const suiteEnding = '.apitest.yaml'

/** The requests of one folder, which are one suite. */
export interface SuitePart {
  /** The collection, and the folders down to this one. */
  readonly chain: readonly [Collection, ...FolderContents[]]
  /** Where the suite lies, with forward slashes. */
  readonly file: string
  readonly requests: readonly SavedRequest[]
  readonly after: readonly SavedRequest[]
}

/** The suites that a collection makes, those of a folder before those of its folders. Folders without requests make none. */
export function suiteParts(collection: Collection): readonly SuitePart[] {
  const names = new UniqueNames()
  const parts: SuitePart[] = []
  const visit = (chain: SuitePart['chain'], path: string, folderPath: string): void => {
    const contents = chain[chain.length - 1] ?? collection
    const requests = contents.items.filter(isRequest)
    const { after = [] } = contents
    if (requests.length + after.length > 0) {
      const kept = keptFile(contents)
      const file = kept ?? `${path}${suiteEnding}`
      parts.push({
        chain,
        requests,
        after,
        file: names.take(file.slice(0, -suiteEnding.length), suiteEnding),
      })
    }
    for (const folder of contents.items.filter(isFolder)) {
      const name = fileNameOf(folder.name)
      visit([...chain, folder], `${folderPath}${name}`, `${folderPath}${name}/`)
    }
  }
  visit([collection], fileNameOf(collection.name), '')
  return parts
}

/** The file a folder was read from. */
function keptFile({ kept }: FolderContents): string | undefined {
  const file = kept?.['suite']
  return typeof file === 'string' && file.endsWith(suiteEnding) && !file.split('/').includes('..')
    ? file
    : undefined
}

/** True where an item is a folder. */
export function isFolder(item: Folder | SavedRequest): item is Folder {
  return item.kind === 'folder'
}

/** True where an item is a request. */
export function isRequest(item: Folder | SavedRequest): item is SavedRequest {
  return item.kind === 'request'
}
