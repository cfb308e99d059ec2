import type { FolderContents, SavedRequest } from '../model/collection.ts'
import { readersFrom } from '../parse/files-in/contents.ts'
import { withFiles } from '../parse/files-in/with-files.ts'
import { isRequest } from './suite-parts.ts'

/**
 * A collection or folder with the contents of the files that it compares with or fills in, whose names count from a folder: other
 * tools have no words for that.
 */
export function contentsWithFiles<Contents extends FolderContents>(
  contents: Contents,
  folder: string,
): Contents {
  const readers = readersFrom(folder)
  const whole = (request: SavedRequest): SavedRequest => ({
    ...request,
    step: withFiles(request.step, readers),
  })
  const { items, after } = contents
  return {
    ...contents,
    items: items.map(item => (isRequest(item) ? whole(item) : contentsWithFiles(item, folder))),
    ...(after === undefined ? {} : { after: after.map(whole) }),
  }
}
