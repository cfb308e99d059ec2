import { parse as parseQuery } from 'node:querystring'
import { charsetOf, decodeText, isUtf8Name } from '../actions/body/charset.ts'
import { ReceivedBody } from '../actions/body/received-body.ts'
import { headerListOf } from '../actions/http/engine/header-list.ts'
import { bareType } from '../api-description/find-response.ts'
import type { Body, HeaderList } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { isCredentialLine } from '../secrets/index.ts'
import { multipartBoundary, type MultipartPart, multipartParts } from '../util/multipart-parts.ts'
import { valueText } from '../util/value-text.ts'

/** A request as it came in: method and target, and header names and values in turn. */
export interface RequestHead {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly rawHeaders: readonly string[]
  readonly httpVersionMajor?: number
}

/** A request that came to a mock. What it is read as is made when it is asked for: most requests are only answered. */
export class ReceivedRequest {
  readonly method: string
  /** The body, unpacked. */
  readonly bytes: Buffer
  /** Milliseconds since 1970. */
  readonly at = Date.now()
  readonly isHttp2: boolean
  readonly #target: string
  readonly #lines: readonly string[]
  #place: Place | undefined
  #headers: HeaderList | undefined
  #query: JsonObject | undefined
  #body: Body | undefined

  constructor({ method = 'GET', url = '/', rawHeaders, httpVersionMajor }: RequestHead, bytes: Buffer) {
    this.method = method
    this.bytes = bytes
    this.#target = url
    this.#lines = rawHeaders
    this.isHttp2 = httpVersionMajor === 2
  }

  /** Path and query as they came. */
  get url(): string {
    const { path, search } = this.#where
    return path + search
  }

  get path(): string {
    return this.#where.path
  }

  /** Parameters of the query, decoded; one that was given several times is a list. */
  get query(): JsonObject {
    this.#query ??= parameters(this.#where.search.slice(1))
    return this.#query
  }

  get headers(): HeaderList {
    this.#headers ??= headerListOf(this.#lines)
    return this.#headers
  }

  /** The headers that hold credentials; most requests have none, and their lines need not be read for that. */
  get credentialHeaders(): HeaderList {
    const isHeld = (name: string): boolean => isCredentialLine(name) || isCookie(name)
    const isThere = this.#lines.some((name, index) => index % 2 === 0 && isHeld(name))
    return isThere ? this.headers.filter(([name]) => isHeld(name)) : []
  }

  /** True where all values of the body came as text, because it is a form. */
  get isForm(): boolean {
    return this.bytes.length > 0 && formTypes.has(bareType(this.#type ?? ''))
  }

  /** The body; its JSON has the fields of a form as members. */
  get body(): Body {
    this.#body ??= this.#readBody()
    return this.#body
  }

  /** Lets go of what was read, which can be read again. */
  release(): void {
    this.#place = this.#headers = this.#query = this.#body = undefined
  }

  get #where(): Place {
    this.#place ??= splitTarget(this.#target)
    return this.#place
  }

  get #type(): string | undefined {
    return headerValue(this.headers, 'content-type')
  }

  #readBody(): Body {
    const { bytes } = this
    const type = this.#type
    const body = ReceivedBody.of(bytes, type)
    if (!this.isForm) return body
    const isInParts = bareType(type ?? '') === 'multipart/form-data'
    const fields = isInParts ? partFields(bytes, type ?? '') : parameters(body.text(), type)
    // A body that claims to be a form in parts and has none is no form.
    return isInParts && Object.keys(fields).length === 0 ? body : formBody(body, fields)
  }
}

const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])

interface Place {
  readonly path: string
  /** With its question mark, or nothing. */
  readonly search: string
}

/** The target of a request (RFC 9112, 3.2): a path with or without a query, or a whole URL when it goes by a proxy. */
function splitTarget(target: string): Place {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const at = local.indexOf('?')
  const path = at === -1 ? local : local.slice(0, at)
  return { path: path === '' ? '/' : path, search: at === -1 ? '' : local.slice(at) }
}

/** A form, whose fields are the members of its JSON. */
function formBody(body: Body, fields: JsonObject): Body {
  return {
    size: body.size,
    complete: body.complete,
    bytes: () => body.bytes(),
    text: () => body.text(),
    json: () => ({ ok: true, value: fields }),
  }
}

/** Names and values as application/x-www-form-urlencoded writes them. */
function parameters(text: string, type?: string): JsonObject {
  if (text === '') return {}
  const options = isUtf8Name(charsetOf(type)) ? {} : { decodeURIComponent: decoderFor(type) }
  const found = parseQuery(text, undefined, undefined, { maxKeys: 0, ...options })
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value ?? '']))
}

/** Decodes the bytes of an encoded text in the charset of its type. */
function decoderFor(type: string | undefined): (encoded: string) => string {
  return encoded => {
    const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    return decodeText(Buffer.from(bytes, 'latin1'), type)
  }
}

/** Fields of a form in parts (RFC 7578): texts as they are, files with their name, type and text. */
function partFields(bytes: Uint8Array, type: string): JsonObject {
  const fields = new Map<string, JsonValue[]>()
  for (const part of multipartParts(bytes, multipartBoundary(type) ?? '')) {
    if (part.name === undefined) continue
    const known = fields.get(part.name)
    if (known === undefined) fields.set(part.name, [partValue(part)])
    else known.push(partValue(part))
  }
  return Object.fromEntries(
    [...fields].map(([name, [first = '', ...rest]]) => [name, rest.length === 0 ? first : [first, ...rest]]),
  )
}

function partValue({ filename, headers, bytes }: MultipartPart): JsonValue {
  const type = headers.get('content-type')
  const text = decodeText(Buffer.from(bytes), type)
  return filename === undefined ? text : { filename, type: type ?? 'text/plain', size: bytes.length, text }
}

/** The body as JSON where it is that, else as text. */
export function bodyValue({ body }: Pick<ReceivedRequest, 'body'>): JsonValue {
  if (body.size === 0) return ''
  const json = body.json()
  return json.ok ? json.value : body.text()
}

/** The credentials of a request, by the names of headers and parameters: no output is to show them. */
export function credentialsIn({ credentialHeaders, query }: ReceivedRequest): readonly string[] {
  const parameters = Object.entries(query).filter(([name]) => isCredentialLine(name))
  return [
    ...credentialHeaders.map(([, value]) => value),
    ...parameters.flatMap(([, value]) => [value].flat().map(valueText)),
  ]
}

/** True where a header has what a client keeps for a server. */
export function isCookie(name: string): boolean {
  return name.length === 6 && name.toLowerCase() === 'cookie'
}
