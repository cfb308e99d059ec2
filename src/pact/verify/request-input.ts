import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { contentTypeLines } from '../content-type-lines.ts'
import type { PactRequest } from '../pact.ts'
import { defined } from '../../util/defined.ts'

/** A request of a pact as a step has it; a body that is no text is written to a file by `keepFile`, which gives its path. */
export async function requestInput(
  { method, path, query, headers, body }: PactRequest,
  provider: string,
  added: JsonObject,
  keepFile: (bytes: Uint8Array) => Promise<string>,
): Promise<JsonObject> {
  const search = searchOf(query)
  const base = provider.replace(/\/+$/, '')
  const url = `${base}${path.startsWith('/') ? '' : '/'}${path.replace(/[?#\s]/g, encodeURIComponent)}`
  const ownHeaders = mergedHeaders(headers, added['headers'])
  const contentType =
    contentTypeLines(headers)?.join(', ') ?? (body.kind === 'present' ? body.contentType : undefined)
  return {
    ...added,
    request: `${method} ${url}${search}`,
    ...(Object.keys(ownHeaders).length === 0 ? {} : { headers: ownHeaders }),
    ...(body.kind === 'present' ? await bodyKeys(body.bytes, contentType, keepFile) : {}),
    ...(body.kind === 'null' && contentType !== undefined && /json/i.test(contentType) ? { json: null } : {}),
  }
}

function searchOf(query: PactRequest['query']): string {
  const pairs = [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** Headers that were added take the place of those of the pact. */
function mergedHeaders(headers: PactRequest['headers'], added: JsonValue | undefined): JsonObject {
  const more = isObject(added) ? added : {}
  const names = new Set(Object.keys(more).map(name => name.toLowerCase()))
  const own = [...headers].filter(([name]) => !names.has(name.toLowerCase()))
  return {
    ...Object.fromEntries(
      own.map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
    ),
    ...more,
  }
}

async function bodyKeys(
  bytes: Uint8Array,
  contentType: string | undefined,
  keepFile: (bytes: Uint8Array) => Promise<string>,
): Promise<JsonObject> {
  const text = Buffer.from(bytes).toString('utf8')
  const isText = Buffer.from(text).equals(bytes) && !/charset=(?!utf-?8)/i.test(contentType ?? '')
  return defined({ ...(isText ? { text } : { file: await keepFile(bytes) }), 'content-type': contentType })
}
