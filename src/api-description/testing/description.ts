import { writeJson } from '../../util/exact-number.ts'
import assert from 'node:assert/strict'
import { errorProblem } from '../../model/problem.ts'
import type { ApiDescription } from '../api-description.ts'
import type { ReadDocument } from '../documents/loaded-document.ts'
import { loadDescription } from '../load-description.ts'

/** Documents by their address, as text or as the value that is written as JSON. */
export type Documents = Readonly<Record<string, unknown>>

/** Reads from `documents`; every address that is asked for is added to `asked`. */
export function reading(documents: Documents, asked: string[] = []): ReadDocument {
  return address => {
    asked.push(address)
    const document = documents[address]
    if (document === undefined)
      return Promise.resolve({
        ok: false,
        problems: [errorProblem({ code: 'import-unreadable', message: `there is no file ${address}` })],
      })
    const value = typeof document === 'string' ? document : writeJson(document)
    return Promise.resolve({ ok: true, value })
  }
}

/** The description that `document` gives, at an address of its own, beside others. */
export async function describedBy(
  document: unknown,
  others: Documents = {},
  address = 'https://api.example.org/specs/openapi.json',
): Promise<ApiDescription> {
  const loaded = await loadDescription(address, reading({ ...others, [address]: document }))
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.problems[0]?.message)
  return loaded.value
}

/** A document of OpenAPI 3.0 with one operation, `POST /things`, and schemas. */
export function withOperation(
  operation: object,
  more: object = {},
  version = '3.0.3',
): Readonly<Record<string, unknown>> {
  return {
    openapi: version,
    info: { title: 'Things', version: '1' },
    servers: [{ url: 'https://things.example.org/v1' }],
    paths: { '/things': { post: operation } },
    ...more,
  }
}
