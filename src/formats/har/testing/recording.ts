import assert from 'node:assert/strict'
import type { CollectionItem, SavedRequest } from '../../../model/collection.ts'
import type { Imported } from '../../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { importHar } from '../import-har.ts'
import { defined } from '../../../util/defined.ts'

/** A call as a test writes it; the rest is as Chrome would record it. */
export interface Call {
  readonly method?: string
  readonly url?: string
  readonly status?: number
  readonly type?: string
  readonly answer?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  readonly cookies?: readonly string[]
}

/** A recording of these calls. */
export function recordingOf(calls: readonly Call[], creator = 'WebInspector'): string {
  return JSON.stringify({ log: { creator: { name: creator }, entries: calls.map(entryOf) } })
}

/** Imports these calls. */
export function imported(calls: readonly Call[], host?: string): Imported {
  const result = importHar(recordingOf(calls), defined({ file: 'shop.har', host }))
  assert.ok(result.ok)
  return result.value
}

/** The steps that an import makes of these calls. */
export function stepsOf(calls: readonly Call[]): readonly JsonObject[] {
  return requestsIn(imported(calls).collection?.items ?? []).map(({ step }) => step)
}

/** Every request below these items. */
export function requestsIn(items: readonly CollectionItem[]): readonly SavedRequest[] {
  return items.flatMap(item => (item.kind === 'folder' ? requestsIn(item.items) : [item]))
}

function entryOf(call: Call): JsonValue {
  const { method = 'GET', url = 'https://shop.example/api/users', status = 200, type = 'fetch' } = call
  return {
    ...(type === '' ? {} : { _resourceType: type }),
    request: defined({
      method,
      url,
      headers: Object.entries(call.headers ?? {}).map(([name, value]) => ({ name, value })),
      postData: call.body,
    }),
    response: {
      status,
      cookies: (call.cookies ?? []).map(name => ({ name, value: 'x' })),
      content: { mimeType: call.answer ?? 'application/json' },
    },
  }
}
