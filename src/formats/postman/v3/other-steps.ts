import path from 'node:path'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { jsonIn } from '../../../util/json-in.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { groupedValues } from '../named-values.ts'
import { listAt, memberAt, objectAt, objectOf, textAt, withoutUndefined } from '../parts.ts'
import { readAuth } from '../read/read-auth.ts'
import { readBehavior } from '../read/read-behavior.ts'
import { readDescription } from '../read/read-description.ts'
import { headerLines, readHeaders } from '../read/read-headers.ts'
import { urlText } from '../read/url-text.ts'
import { templateOf } from '../template.ts'
import { authOf, pairsOf, urlOf } from './read-parts.ts'
import { folderOf, type PartFile, stemOf } from './read-tree.ts'

/** Makes a step of a request that version 2.1 has not; `place` is the way from the workspace to the folder that is read. */
type ReadStep = (file: PartFile, place: string, log: ConversionLog) => JsonObject

/** The kinds of requests that become steps of their own. */
export const stepReaders: Readonly<Record<string, ReadStep>> = {
  'websocket-request': websocketStep,
  'grpc-request': grpcStep,
}

function websocketStep({ name, document }: PartFile, _: string, log: ConversionLog): JsonObject {
  log.note('websocket-request', 'it became a websocket step')
  if (document['messages'] !== undefined)
    log.note('messages', 'saved messages are sent by hand in Postman; they are kept, and not sent')
  loseScripts(document, log)
  const settings = objectAt(document, 'settings')
  return withoutUndefined({
    ...described(name, document),
    websocket: templateOf(urlText(urlOf(document))),
    headers: readHeaders(headerLines(pairsOf(document['headers'])), new Set(), { log }),
    auth: readAuth(authOf(document['auth'], log), log),
    tls: tlsOf(settings),
    ...followed(settings, log),
  })
}

function followed(settings: JsonObject, log: ConversionLog): JsonObject {
  const { followRedirects } = settings
  return typeof followRedirects === 'boolean'
    ? readBehavior({ followRedirects }, { followRedirects }, log)
    : {}
}

/** Paths of methods have dots all through, as Postman writes them, or a slash in front of the method. */
function grpcStep({ name, document }: PartFile, place: string, log: ConversionLog): JsonObject {
  log.note('grpc-request', 'it became a grpc step')
  const method = (textAt(document, 'methodPath') ?? '').replace(/^\//, '').replace(/\.([^./]+)$/, '/$1')
  if (method === '') log.lose('methodPath', 'there is none, so nothing can be called')
  const settings = objectAt(document, 'settings')
  loseScripts(document, log)
  return withoutUndefined({
    ...described(name, document),
    grpc: method === '' ? 'none.None/None' : method,
    target: targetOf(textAt(document, 'url') ?? '', settings['secureConnection'] === true),
    proto: protoOf(path.posix.join(place, folderOf(name)), objectAt(document, 'schema'), log),
    metadata: metadataOf(document),
    message: messageOf(memberAt(document, 'message'), log),
    auth: readAuth(authOf(document['auth'], log), log),
    tls: tlsOf(settings),
  })
}

function described(name: string, document: JsonObject): JsonObject {
  return withoutUndefined({
    name: textAt(document, 'name') ?? stemOf(name),
    description: readDescription(document['description']),
  })
}

function tlsOf(settings: JsonObject): JsonValue | undefined {
  return typeof settings['strictSSL'] === 'boolean' ? { verify: settings['strictSSL'] } : undefined
}

function loseScripts(document: JsonObject, log: ConversionLog): void {
  for (const script of listAt(document, 'scripts'))
    if ((textAt(script, 'code') ?? '').trim() !== '')
      log.lose(`script ${textAt(script, 'type') ?? ''}`, 'suites run no scripts around such a step')
}

function targetOf(url: string, isSecure: boolean): string {
  const target = templateOf(url.trim())
  return isSecure && !target.includes('://') ? `grpcs://${target}` : target
}

/** The file of the protocol counts from the file of the request. */
function protoOf(folder: string, schema: JsonObject, log: ConversionLog): string | undefined {
  const location = textAt(schema, 'location') ?? ''
  if (textAt(schema, 'source') === 'file' && location !== '')
    return path.posix.isAbsolute(location) ? location : path.posix.join(folder, location)
  log.note('schema', 'there is no file of the protocol: the server is asked for it')
  return undefined
}

function metadataOf(document: JsonObject): JsonObject | undefined {
  const lines = headerLines(pairsOf(document['metadata'])).filter(({ disabled }) => !disabled)
  return groupedValues(lines.map(({ name, value }) => [templateOf(name).toLowerCase(), templateOf(value)]))
}

function messageOf(message: JsonValue | undefined, log: ConversionLog): JsonValue | undefined {
  const content = textAt(message, 'content') ?? (typeof message === 'string' ? message : '')
  if (content.trim() === '') return undefined
  const value = jsonIn(templateOf(content))
  if (value === undefined || !isObject(value)) {
    log.lose('message', 'it is no JSON object as it stands, so nothing of it is sent')
    return undefined
  }
  return objectOf(value)
}
