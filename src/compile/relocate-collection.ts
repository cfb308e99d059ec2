import type { FolderContents, SavedRequest } from '../model/collection.ts'
import { mapping } from '../util/read-values.ts'
import { isRequest } from './suite-parts.ts'
import { relocateFiles } from './relocate-files.ts'

/** A collection or folder whose file names counted from one folder, and then from another. */
export function relocateCollection<Contents extends FolderContents>(
  contents: Contents,
  from: string,
  to: string,
): Contents {
  if (from === to) return contents
  const moved = (request: SavedRequest): SavedRequest => ({
    ...request,
    step: relocateFiles(request.step, from, to),
  })
  const { settings, data, items, after } = contents
  return {
    ...contents,
    ...(settings === undefined ? {} : { settings: relocateFiles(settings, from, to) }),
    ...(data === undefined ? {} : mapping(relocateFiles({ data }, from, to))),
    items: items.map(item => (isRequest(item) ? moved(item) : relocateCollection(item, from, to))),
    ...(after === undefined ? {} : { after: after.map(moved) }),
  }
}
