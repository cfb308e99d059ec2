import { STATUS_CODES } from 'node:http'
import type { SavedExample } from '../../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { restored } from '../kept.ts'
import { withoutUndefined } from '../parts.ts'
import { readExample } from '../read/read-example.ts'

/** A saved answer as a collection has it. */
export function writeExample(example: SavedExample): JsonObject {
  const read = (response: JsonObject): JsonObject => exampleJson(readExample(response))
  return restored(newExample(example), example.kept, { saved: exampleJson(example), read })
}

/** A saved answer as it is written when nothing of it is kept. */
export function newExample({ name, status, headers = [], body }: SavedExample): JsonObject {
  return withoutUndefined({
    name,
    status: status === undefined ? undefined : STATUS_CODES[status],
    code: status,
    header: headers.map(([key, value]) => ({ key, value })),
    cookie: [],
    body,
  })
}

function exampleJson({ name, status, headers, body }: SavedExample): JsonObject {
  const lines: JsonValue | undefined = headers?.map(([key, value]) => [key, value])
  return withoutUndefined({ name, status, headers: lines, body })
}
