import { encodeQueryText } from '../../../actions/http/query.ts'
import { fieldsByName, hasQuery, joinedValue, partsOf } from '../../../compile/test-program/request-parts.ts'
import type { Field, ProgramRequest, Value } from '../../../compile/test-program/test-program.ts'
import type { AnswerWords, JavaScriptCode } from './javascript-code.ts'
import { valueText } from '../../../util/value-text.ts'

/** Import that a file must have for its requests. */
export type RequestNeed = 'openAsBlob' | 'readFile'

/** A request as code. */
export interface WrittenRequestCode {
  /** Statements before it: a form that is put together. */
  readonly before: readonly string[]
  /** An expression that, awaited, is the answer. */
  readonly call: string
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** How requests are sent, and answers looked at. */
export interface Client {
  readonly answer: AnswerWords
  /** The type of an answer. */
  readonly answerType: string
  /** True where its type says that anything may be in a body of JSON. */
  readonly isBodyKnown: boolean
  /** Writes a request; a text says why it cannot be sent at all. */
  readonly write: (request: ProgramRequest, around: RequestContext) => WrittenRequestCode | string
}

export interface RequestContext {
  readonly code: JavaScriptCode
  readonly need: (name: RequestNeed) => void
  /** True where the client has cookies of requests before. */
  readonly sharesCookies: boolean
  /** An expression for a file that lies beside the tests. */
  readonly file: (path: Value) => string
}

/** The `fetch` of Node. */
export const fetchClient: Client = {
  answer: {
    status: 'response.status',
    url: 'response.url',
    header: name => `response.headers.get(${JSON.stringify(name)})`,
    setCookies: 'response.headers.getSetCookie()',
    noHeader: 'null',
  },
  answerType: 'Response',
  isBodyKnown: false,
  write: fetchRequest,
}

/** The `APIRequestContext` of Playwright. */
export const playwrightClient: Client = {
  answer: {
    status: 'response.status()',
    url: 'response.url()',
    header: name => `response.headers()[${JSON.stringify(name.toLowerCase())}]`,
    setCookies:
      'response.headersArray().flatMap(({ name, value }) => (/^set-cookie$/i.test(name) ? [value] : []))',
    noHeader: 'undefined',
  },
  answerType: 'APIResponse',
  isBodyKnown: true,
  write: playwrightRequest,
}

function fetchRequest(request: ProgramRequest, around: RequestContext): WrittenRequestCode | string {
  const { method, body, timeout, redirects, insecure } = request
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) return `fetch does not send ${method}`
  const isBodiless = (method === 'GET' || method === 'HEAD') && body !== undefined
  const written = isBodiless || body === undefined ? undefined : fetchBody(body, around)
  const headers = headerMembers(request, around)
  const options = [
    ...(method === 'GET' ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(written === undefined ? [] : [written.code === 'form' ? 'body: form' : `body: ${written.code}`]),
    ...(redirects > 0 ? [] : ['redirect: "manual"']),
    ...(timeout === undefined ? [] : [`signal: AbortSignal.timeout(${timeout})`]),
  ]
  const url = urlCode(request, around.code)
  return {
    before: written?.before ?? [],
    call: `fetch(${url}${options.length === 0 ? '' : `, { ${options.join(', ')} }`})`,
    losses: [
      ...(isBodiless ? [{ what: 'body', why: `fetch sends none with ${method}` }] : []),
      ...(insecure ? [{ what: 'tls', why: 'fetch checks every certificate' }] : []),
      ...typedTexts(request),
    ],
  }
}

/** Parts of a form that are texts of a type, which FormData has no word for. */
function typedTexts({ body }: ProgramRequest): WrittenRequestCode['losses'] {
  const parts = body?.kind === 'multipart' ? body.parts : []
  return parts
    .filter(({ file, filename, type }) => file === undefined && filename === undefined && type !== undefined)
    .map(({ name }) => ({ what: `type of the part ${name}`, why: 'forms have no types for texts' }))
}

function fetchBody(
  body: NonNullable<ProgramRequest['body']>,
  { code, need, file }: RequestContext,
): { readonly before: readonly string[]; readonly code: string } {
  switch (body.kind) {
    case 'json':
      return { before: [], code: `JSON.stringify(${code.value(body.value)})` }
    case 'text':
      return { before: [], code: code.value(body.text) }
    case 'form':
      return { before: [], code: `new URLSearchParams(${formCode(body.fields, code)})` }
    case 'file':
      need('readFile')
      return { before: [], code: `await readFile(${file(body.file)})` }
    case 'multipart': {
      const lines = body.parts.map(part => {
        const options = part.type === undefined ? '' : `, { type: ${JSON.stringify(part.type)} }`
        const name = JSON.stringify(part.name)
        const shown = shownName(part, code)
        if (part.file !== undefined) {
          need('openAsBlob')
          return `form.append(${name}, await openAsBlob(${file(part.file)}${options}), ${shown});`
        }
        const text = part.text === undefined ? '""' : code.value(part.text)
        return part.filename === undefined
          ? `form.append(${name}, ${text});`
          : `form.append(${name}, new Blob([${text}]${options}), ${shown});`
      })
      return { before: ['const form = new FormData();', ...lines], code: 'form' }
    }
  }
}

/** The name that a file of a form is sent under. */
export function shownName(
  { file, filename }: { readonly file?: Value; readonly filename?: Value },
  code: JavaScriptCode,
): string {
  if (filename !== undefined) return code.value(filename)
  const path = file?.kind === 'literal' ? valueText(file.value) : ''
  return JSON.stringify(path.replace(/^.*\//, ''))
}

/** Fields as an object, or as pairs where a name comes again. */
export function formCode(fields: readonly Field[], code: JavaScriptCode): string {
  const isUnique = new Set(fields.map(({ name }) => name)).size === fields.length
  const written = fields.map(({ name, value }) =>
    isUnique
      ? `${JSON.stringify(name)}: ${code.value(value)}`
      : `[${JSON.stringify(name)}, ${code.value(value)}]`,
  )
  return isUnique ? `{ ${written.join(', ')} }` : `[${written.join(', ')}]`
}

/** Headers as members of an object, those of one name in one. */
export function headerMembers(
  { headers, basic }: ProgramRequest,
  { code }: Pick<RequestContext, 'code'>,
): readonly string[] {
  const members = fieldsByName(headers).map(
    ([name, values]) => `${JSON.stringify(name)}: ${code.plainText(joinedValue(values))}`,
  )
  return basic === undefined ? members : [...members, `Authorization: ${basicCode(basic, code)}`]
}

function basicCode(
  { username, password }: NonNullable<ProgramRequest['basic']>,
  code: JavaScriptCode,
): string {
  const credentials = code.value({ kind: 'template', parts: [username, ':', password] })
  return `\`Basic \${${code.platform.base64(credentials)}}\``
}

/** The URL with its query as an expression. */
export function urlCode({ url, query }: ProgramRequest, code: JavaScriptCode): string {
  if (query.length === 0) return code.plainText(url)
  const start = code.plainText({ kind: 'template', parts: partsOf(url) }).slice(0, -1)
  if (query.some(({ mayBeNull }) => mayBeNull === true)) {
    const fields = query.map(({ name, value }) => `[${JSON.stringify(name)}, ${code.value(onlyPart(value))}]`)
    return `${start}\${${code.helper('queryOf')}("${hasQuery(url) ? '&' : '?'}", [${fields.join(', ')}])}\``
  }
  return `${start}${hasQuery(url) ? '&' : '?'}${encodedFields(query, code)}\``
}

/** Fields as they are encoded in a query or a form, to stand between backticks. */
export function encodedFields(fields: readonly Field[], code: JavaScriptCode): string {
  const written = fields.map(({ name, value }) =>
    value.kind === 'literal'
      ? `${encodeQueryText(name)}=${encodeQueryText(valueText(value.value))}`
      : `${encodeQueryText(name)}=\${encodeURIComponent(${code.value(onlyPart(value))})}`,
  )
  return written.join('&')
}

/** The value of a text that consists of just that one: whoever encodes it makes a text of it. */
function onlyPart(value: Value): Value {
  const [only, ...others] = value.kind === 'template' ? value.parts : []
  return only === undefined || typeof only === 'string' || others.length > 0 ? value : only
}

function playwrightRequest(request: ProgramRequest, around: RequestContext): WrittenRequestCode | string {
  const { method, body, timeout, redirects } = request
  if (method === 'CONNECT') return 'Playwright does not send CONNECT'
  if (!request.cookies && around.sharesCookies)
    return 'Playwright cannot leave out the cookies of one request'
  const headers = headerMembers(request, around)
  const options = [
    ...(simpleMethods.includes(method) ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [playwrightBody(body, around)]),
    `maxRedirects: ${redirects}`,
    ...(timeout === undefined ? [] : [`timeout: ${timeout}`]),
    ...(request.insecure ? ['ignoreHTTPSErrors: true'] : []),
  ]
  const call = simpleMethods.includes(method) ? method.toLowerCase() : 'fetch'
  return {
    before: [],
    call: `request.${call}(${urlCode(request, around.code)}, { ${options.join(', ')} })`,
    losses: typedTexts(request),
  }
}

const simpleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function playwrightBody(
  body: NonNullable<ProgramRequest['body']>,
  { code, need, file }: RequestContext,
): string {
  switch (body.kind) {
    case 'json':
      return `data: ${code.value(body.value)}`
    case 'text':
      return `data: ${code.value(body.text)}`
    case 'form': {
      const isUnique = new Set(body.fields.map(({ name }) => name)).size === body.fields.length
      return isUnique
        ? `form: ${formCode(body.fields, code)}`
        : `data: new URLSearchParams(${formCode(body.fields, code)}).toString()`
    }
    case 'file':
      need('readFile')
      return `data: await readFile(${file(body.file)})`
    case 'multipart': {
      const parts = body.parts.map(part => {
        const name = JSON.stringify(part.name)
        const text = part.text === undefined ? '""' : code.value(part.text)
        if (part.file === undefined && part.filename === undefined) return `${name}: ${text}`
        if (part.file !== undefined) need('readFile')
        const buffer = part.file === undefined ? `Buffer.from(${text})` : `await readFile(${file(part.file)})`
        const type = JSON.stringify(part.type ?? 'application/octet-stream')
        return `${name}: { name: ${shownName(part, code)}, mimeType: ${type}, buffer: ${buffer} }`
      })
      return `multipart: { ${parts.join(', ')} }`
    }
  }
}
