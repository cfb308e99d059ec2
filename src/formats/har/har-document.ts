import { isUtf8 } from 'node:buffer'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { unreadable } from '../../compile/read-imported-json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** A recording as far as an import reads it (HAR 1.2; entries as browsers, proxies and API clients write them). */
export interface Recording {
  /** Exported by an API client, where every entry is a call that was made by hand. */
  readonly fromApiClient: boolean
  readonly entries: readonly Entry[]
}

/** One call of a recording. What is wrong in it or missing is empty. */
export interface Entry {
  /** Position in the recording, from 0. */
  readonly index: number
  /** In capitals. */
  readonly method: string
  readonly url: string
  readonly headers: readonly Field[]
  readonly body: RecordedBody | undefined
  /** 0 when there was no answer. */
  readonly status: number
  /** The media type of the answer, in lower case, without parameters. */
  readonly answerType: string
  /** Names of the cookies that the answer set. */
  readonly setsCookies: readonly string[]
  /** Absent where nothing of it was kept. */
  readonly answer?: EntryAnswer
  /** Chrome's `_resourceType`, in lower case; empty where the recorder says nothing. */
  readonly resourceType: string
  /** Why the entry cannot be read: the JSON pointer and what is wrong there. */
  readonly broken?: string
}

/** The answer of a call, of which only those who look for something in it read the body. */
export interface EntryAnswer {
  readonly headers: readonly Field[]
  /** Undefined for a body that is no text, or is not known. */
  text(): string | undefined
}

/** A header, a cookie or a field of a form. */
export type Field = readonly [name: string, value: string]

/** The body of a request (`postData`). */
export interface RecordedBody {
  /** As recorded, parameters included. */
  readonly type: string
  /** Undefined when the recorder kept only the fields. */
  readonly text: string | undefined
  readonly fields: readonly RecordedField[]
}

export interface RecordedField {
  readonly name: string
  readonly value: string
  readonly filename?: string
  readonly type?: string
  /** Where its contents lie, for one whose contents are known and no text. */
  readonly file?: string
  /** Its other header lines. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads a parsed document as a recording. A broken entry costs that entry only. */
export function readHar(document: JsonValue, file: string): Result<Recording> {
  if (!isObject(document)) return unreadable('a recording is an object with "log"', file)
  const log = own(document, 'log')
  if (!isObject(log)) return unreadable('"log" must be an object; this is no HAR file', file, '/log')
  const entries = own(log, 'entries') ?? null
  if (!isList(entries)) return unreadable('"entries" must be a list of calls', file, '/log/entries')
  const read = entries.map((entry, index) => readEntry(entry, index))
  return { ok: true, value: { fromApiClient: isApiClient(own(log, 'creator')), entries: read } }
}

const apiClients = /apitest|insomnia|postman|optic|bruno|hoppscotch|httpie|thunder|paw\b|rapidapi|yaak/i

function isApiClient(creator: JsonValue | undefined): boolean {
  return apiClients.test(isObject(creator) ? textOf(creator, 'name') : JSON.stringify(creator ?? ''))
}

function readEntry(entry: JsonValue, index: number): Entry {
  const pointer = `/log/entries/${index}`
  const request = isObject(entry) ? own(entry, 'request') : undefined
  if (!isObject(entry) || !isObject(request))
    return brokenEntry(index, isObject(entry) ? `${pointer}/request is no object` : `${pointer} is no object`)
  if (typeof request['method'] !== 'string') return brokenEntry(index, `${pointer}/request/method is no text`)
  const response = objectOf(entry, 'response')
  const answerHeaders = fieldsOf(response, 'headers')
  const content = objectOf(response, 'content')
  const type = textOf(content, 'mimeType') || valueOf(answerHeaders, 'content-type')
  const status = own(response, 'status')
  return {
    index,
    method: request['method'].toUpperCase(),
    url: textOf(request, 'url'),
    headers: fieldsOf(request, 'headers'),
    body: bodyOf(request),
    status: typeof status === 'number' && status > 0 ? status : 0,
    answerType: type.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    setsCookies: cookiesOf(response, answerHeaders),
    answer: { headers: answerHeaders, text: () => contentOf(content) },
    resourceType: (textOf(entry, '_resourceType') || textOf(entry, 'resourceType')).toLowerCase(),
  }
}

function contentOf(content: JsonObject): string | undefined {
  const text = own(content, 'text')
  if (typeof text !== 'string') return undefined
  if (textOf(content, 'encoding') !== 'base64') return text
  const bytes = Buffer.from(text, 'base64')
  return isUtf8(bytes) ? bytes.toString() : undefined
}

function brokenEntry(index: number, broken: string): Entry {
  const empty = { method: '', url: '', headers: [], body: undefined, status: 0, answerType: '' }
  return { index, ...empty, setsCookies: [], resourceType: '', broken }
}

function bodyOf(request: JsonObject): RecordedBody | undefined {
  const data = own(request, 'postData')
  if (!isObject(data)) return undefined
  const text = own(data, 'text')
  const isEncoded = textOf(data, 'encoding') === 'base64' || own(data, 'base64Encoded') === true
  const fields = listOf(data, 'params').flatMap(param => (isObject(param) ? [fieldOf(param)] : []))
  if ((typeof text !== 'string' || text === '') && fields.length === 0) return undefined
  return {
    type: textOf(data, 'mimeType') || valueOf(fieldsOf(request, 'headers'), 'content-type'),
    text:
      typeof text !== 'string' || text === ''
        ? undefined
        : isEncoded
          ? Buffer.from(text, 'base64').toString()
          : text,
    fields,
  }
}

function fieldOf(param: JsonObject): RecordedField {
  const filename = textOf(param, 'fileName')
  const type = textOf(param, 'contentType')
  return {
    name: textOf(param, 'name'),
    value: textOf(param, 'value'),
    ...(filename === '' ? {} : { filename }),
    ...(type === '' ? {} : { type }),
  }
}

function cookiesOf(response: JsonObject, headers: readonly Field[]): readonly string[] {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'set-cookie')
  const set = lines.flatMap(([, value]) => value.split('\n')).map(line => line.split('=', 1)[0]?.trim() ?? '')
  return [...fieldsOf(response, 'cookies').map(([name]) => name), ...set]
}

/** The value of the first field with a name, whatever its case; empty when there is none. */
export function valueOf(fields: readonly Field[], name: string): string {
  return fields.find(([other]) => other.toLowerCase() === name)?.[1] ?? ''
}

function fieldsOf(object: JsonObject, key: string): readonly Field[] {
  return listOf(object, key).flatMap(item => {
    const name = isObject(item) ? textOf(item, 'name') : ''
    return isObject(item) && name !== '' ? [[name, textOf(item, 'value')] as const] : []
  })
}

function listOf(object: JsonObject, key: string): readonly JsonValue[] {
  const value = own(object, key) ?? null
  return isList(value) ? value : []
}

function objectOf(object: JsonObject, key: string): JsonObject {
  const value = own(object, key)
  return isObject(value) ? value : {}
}

function textOf(object: JsonObject, key: string): string {
  const value = own(object, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
