import type { Collection, CollectionItem, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { stepName } from '../../parse/build-step.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { requestsOfFolder } from '../suites-to-run.ts'

/** Gives the contents of a suite by its name in the collection; undefined where it cannot be read. */
export type SuiteReader = (file: string) => FolderContents | undefined

/** Keys of a step that uses a suite, and can be a folder instead. */
const folderKeys = new Set(['name', 'use', 'with', 'tags', 'id', 'description'])

/** A collection in which every suite that a step uses stands in its place as a folder; what cannot stays as it is. */
export function expandUses(collection: Collection, readSuite: SuiteReader): Collection {
  return { ...collection, items: expanded(collection, [], readSuite) }
}

function expanded(
  contents: FolderContents,
  using: readonly string[],
  readSuite: SuiteReader,
): readonly CollectionItem[] {
  return contents.items.map(item =>
    item.kind === 'folder'
      ? { ...item, items: expanded(item, using, readSuite) }
      : usedFolder(item, contents, using, readSuite),
  )
}

function usedFolder(
  request: SavedRequest,
  around: FolderContents,
  using: readonly string[],
  readSuite: SuiteReader,
): CollectionItem {
  const { use, with: given = null } = request.step
  if (typeof use !== 'string' || using.includes(use)) return request
  if (Object.keys(request.step).some(key => !folderKeys.has(key))) return request
  const suite = readSuite(use)
  if (suite === undefined) return request
  const { inputs: _, ...contents } = suite
  // What is handed on under its own name has that value already.
  const handed = Object.entries(isObject(given) ? given : {}).filter(
    ([name, value]) => typeof value !== 'string' || value.replace(/[{}\s]/g, '') !== name,
  )
  return {
    ...contents,
    kind: 'folder',
    name: stepName(request.step),
    variables: { ...suite.variables, ...Object.fromEntries(handed) },
    settings: { ...withoutOuter(around.settings), ...suite.settings },
    items: expanded(suite, [...using, use], readSuite),
  }
}

/**
 * A collection whose folders stand behind the requests beside them: frameworks run these first, wherever they stand. A folder
 * in front of a request becomes its requests.
 */
export function inOrder<Contents extends FolderContents>(contents: Contents): Contents {
  const last = contents.items.findLastIndex(item => item.kind === 'request')
  const cleaning: SavedRequest[] = []
  const items = contents.items.flatMap((item, index): readonly CollectionItem[] => {
    if (item.kind === 'request') return [item]
    if (index > last || hasRows(item)) return [inOrder(item)]
    const { steps, after } = requestsOfFolder(item)
    cleaning.push(...after)
    return steps
  })
  const after = [...cleaning, ...(contents.after ?? [])]
  return { ...contents, items, ...(after.length === 0 ? {} : { after }) }
}

function hasRows({ data, items }: FolderContents): boolean {
  return data !== undefined || items.some(item => item.kind === 'folder' && hasRows(item))
}

/** A suite does not see who uses it: neither the credentials nor the headers. */
function withoutOuter(settings: JsonObject = {}): JsonObject {
  const headers = Object.keys(mapping(settings['headers']))
  return {
    ...(settings['auth'] === undefined ? {} : { auth: 'none' }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map(name => [name, null])) }),
  }
}
