import type { JsonObject } from '../../../model/json.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import { valueText } from '../../../util/value-text.ts'
import { bodyForScript, bodyKeys, bodyOfScript } from './script-body.ts'
import { mappingOf, pairsOf, readPairs } from './pairs.ts'
import { urlText, withQuery } from './url-text.ts'
import { defined } from '../../../util/defined.ts'

/** The input of a `request` step, placeholders and all, as a script sees it before it is sent; `headers` are the settings'. */
export function requestForScript(input: JsonObject, headers: JsonObject): JsonObject {
  const { method, url } = lineOf(input)
  const body = bodyForScript(input)
  return defined({
    method,
    url: withQuery(url, pairsOf(input['query'])),
    header: [...pairsOf(sharedHeaders(input, headers)), ...pairsOf(input['headers'])],
    body,
  })
}

/** The input with what a script has changed of the request. What it left alone stays as it was written. */
export function withChanges(input: JsonObject, headers: JsonObject, changed: JsonObject): JsonObject {
  const before = requestForScript(input, headers)
  return {
    ...withBody(input, before, changed),
    ...lineChanges(input, before, changed),
    ...headerChanges(before, changed, headers),
  }
}

function lineOf({ request }: JsonObject): { readonly method: string; readonly url: string } {
  const [, method = '', url = ''] = /^\s*(\S+)\s+([^]*)$/.exec(valueText(request ?? '')) ?? []
  return { method, url: url.trim() }
}

/** Headers of the settings that the step does not set itself. */
function sharedHeaders({ headers: own }: JsonObject, shared: JsonObject): JsonObject {
  const names = new Set(Object.keys((own ?? {}) as JsonObject).map(name => name.toLowerCase()))
  return Object.fromEntries(Object.entries(shared).filter(([name]) => !names.has(name.toLowerCase())))
}

function lineChanges(input: JsonObject, before: JsonObject, changed: JsonObject): JsonObject {
  const url = urlText(changed['url'])
  const method = typeof changed['method'] === 'string' ? changed['method'] : valueText(before['method'] ?? '')
  const isSameUrl = url === urlText(before['url'])
  if (isSameUrl && method === before['method']) return {}
  if (isSameUrl) return { request: `${method} ${lineOf(input).url}` }
  return { request: `${method} ${url}`, ...(input['query'] === undefined ? {} : { query: {} }) }
}

/** All headers become the step's own; one of the settings that is gone is left out. */
function headerChanges(before: JsonObject, changed: JsonObject, shared: JsonObject): JsonObject {
  const given = readPairs(changed['header'])
  if (jsonEqual(given, readPairs(before['header']))) return {}
  const names = new Set(given.map(({ key }) => key.toLowerCase()))
  const gone = Object.keys(shared).filter(name => !names.has(name.toLowerCase()))
  return { headers: { ...Object.fromEntries(gone.map(name => [name, null])), ...mappingOf(given) } }
}

/** Without its body, an input has the body that the script made. */
function withBody(input: JsonObject, before: JsonObject, changed: JsonObject): JsonObject {
  const body = bodyOfScript(changed['body'], true)
  if (jsonEqual(body, bodyOfScript(before['body'], true))) return input
  const others = Object.entries(input).filter(([key]) => key !== 'content-type' && !isBodyKey(key))
  const contentType = input['content-type'] ?? body['content-type']
  return {
    ...Object.fromEntries(others),
    ...body,
    ...('text' in body && contentType !== undefined ? { 'content-type': contentType } : {}),
  }
}

function isBodyKey(key: string): boolean {
  return (bodyKeys as readonly string[]).includes(key)
}
