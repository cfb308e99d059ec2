import type { CollectionItem, Folder, SavedExample, SavedRequest } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { keptAs, keptParts } from '../kept.ts'
import { listAt, memberAt, objectAt, textAt, withoutUndefined } from '../parts.ts'
import type { Context } from '../context.ts'
import { newExample } from '../write/write-example.ts'
import { writeGroup } from '../write/write-group.ts'
import { mayHaveWrittenEvents, writeRequest } from '../write/write-request.ts'
import { ConversionLog } from '../conversion-log.ts'
import { readExample } from './read-example.ts'
import { scriptTexts } from './read-events.ts'
import { readFolder, within } from './read-group.ts'
import { readRequest, requestOf } from './read-request.ts'

/** Requests that were found on the way, and things among them that are none. */
export interface ItemCounts {
  requests: number
  others: number
}

/** Members of an item that are carried over by other means than `kept`, or that only its former place needs. */
const carried = new Set(['item', 'response', 'id', '_postman_id', '_postman_isSubFolder'])

/** The folders and requests of a list, in their order. */
export function readItems(
  items: readonly JsonValue[],
  around: Context,
  counts: ItemCounts,
): readonly CollectionItem[] {
  return items.flatMap((item): CollectionItem[] => {
    if (!isObject(item)) {
      counts.others += 1
      around.log.lose('item', 'it is neither a folder nor a request')
      return []
    }
    if (Object.hasOwn(item, 'item')) return [readFolderItem(item, around, counts)]
    counts.requests += 1
    return [readRequestItem(item, around)]
  })
}

function readFolderItem(item: JsonObject, around: Context, counts: ItemCounts): Folder {
  const name = textAt(item, 'name') ?? ''
  const below = around.log.below(name, item)
  if (memberAt(item, 'request') !== undefined)
    below.lose(
      'request',
      'it stands beside items, and what has items is a folder, which sends nothing, as in Postman',
    )
  const contents = readFolder(item, { ...around, log: below })
  const items = readItems(listAt(item, 'item'), within(around, item, name), counts)
  return {
    kind: 'folder',
    ...(contents as Pick<Folder, 'name'>),
    items,
    ...keptAs(keptParts(item, writeGroup(contents, new ConversionLog()), carried)),
  }
}

function readRequestItem(item: JsonObject, around: Context): SavedRequest {
  const log = around.log.below(textAt(item, 'name') ?? '', item)
  const step = readRequest(item, { ...around, log })
  for (const name of Object.keys(objectAt(step, 'extracts'))) around.extracted.add(name)
  const written = writtenAnew(step, item)
  const examples = listAt(item, 'response').filter(isObject).map(readExampleItem)
  const original = withoutUndefined({ ...item, request: originalRequest(item) })
  return {
    kind: 'request',
    step,
    ...(examples.length === 0 ? {} : { examples }),
    ...keptAs(withoutEmptyRequest(keptParts(original, written, carried))),
  }
}

/** The request as it would be exported; without scripts where they would be others than those that it has. */
function writtenAnew(step: JsonObject, item: JsonObject): JsonObject {
  const around = {
    isSilent: !mayHaveWrittenEvents(step, scriptTexts(item)),
    url: memberAt(memberAt(item, 'request'), 'url'),
    headers: {},
    judgesStatus: false,
    types: { bare: new Set<string>(), uncertain: new Set<string>() },
    log: new ConversionLog(),
  }
  return writeRequest(step, around)
}

/** A request that is no more than its URL is kept as one. */
function originalRequest(item: JsonObject): JsonValue {
  const request = memberAt(item, 'request')
  return typeof request === 'string' ? { method: 'GET', ...requestOf(item) } : (request ?? {})
}

function withoutEmptyRequest(parts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parts).filter(([key, value]) => key !== 'request' || Object.keys(value ?? {}).length > 0),
  )
}

function readExampleItem(response: JsonObject): SavedExample {
  const example = readExample(response)
  return { ...example, ...keptAs(keptParts(response, newExample(example), carried)) }
}
