import { valueText } from '../../../util/value-text.ts'
import { fieldsByName } from '../../../compile/test-program/request-parts.ts'
import type { ProgramPart, ProgramRequest } from '../../../compile/test-program/test-program.ts'
import {
  declared,
  formText,
  type JavaClient,
  jsonText,
  merged,
  type RequestContext,
  shownName,
  typeOfPart,
  urlWithQuery,
  type WrittenRequestCode,
} from './clients.ts'
import type { Doc } from '../layout.ts'
import { atom, create, type Expression, on } from './java-layout.ts'
import { type JavaCode, text, type Typed } from './java-code.ts'

/** The kinds of clients that requests are sent by, each a field. */
const clientsOf = new WeakMap<JavaCode, Set<ClientName>>()

type ClientName = 'client' | 'followingClient' | 'cookielessClient' | 'followingCookielessClient'

/** The client of the JDK, of whose answers the body is read by Jackson. */
export const httpClient: JavaClient = {
  answer: {
    type: 'HttpResponse<?>',
    status: on('response', 'statusCode'),
    text: on('response', 'body'),
    headersText: 'response.headers().allValues(name)',
  },
  write,
  annotations: () => [],
  fields,
}

function fields(code: JavaCode): readonly Doc[] {
  const names = [...(clientsOf.get(code) ?? [])].sort()
  const keeping = names.filter(name => !/cookieless/i.test(name))
  const type = code.use('java.net.http.HttpClient')
  const jar =
    keeping.length > 1
      ? [declared('private final CookieManager', 'cookies', create(code.use('java.net.CookieManager')))]
      : []
  const clients = names.map(name => {
    let built = on(on(type, 'newBuilder'), 'version', atom('HttpClient.Version.HTTP_1_1'))
    if (keeping.includes(name)) {
      const cookies = keeping.length > 1 ? atom('cookies') : create(code.use('java.net.CookieManager'))
      built = on(built, 'cookieHandler', cookies)
    }
    if (/following/.test(name)) built = on(built, 'followRedirects', atom('HttpClient.Redirect.NORMAL'))
    return declared('private final HttpClient', name, on(built, 'build'))
  })
  return [...jar, ...clients]
}

function clientFor(
  { redirects, cookies }: ProgramRequest,
  { code, keepsCookies }: RequestContext,
): ClientName {
  const isKeeping = keepsCookies && cookies
  const name: ClientName =
    redirects > 0
      ? isKeeping
        ? 'followingClient'
        : 'followingCookielessClient'
      : isKeeping
        ? 'client'
        : 'cookielessClient'
  clientsOf.set(code, (clientsOf.get(code) ?? new Set()).add(name))
  return name
}

const restricted = /^(connection|content-length|expect|host|upgrade)$/i

function write(request: ProgramRequest, around: RequestContext): WrittenRequestCode | string {
  const { method, basic, redirects, insecure, timeout } = request
  if (method === 'CONNECT') return 'the client of the JDK does not send CONNECT'
  const { code } = around
  code.throwing()
  const boundary = request.body?.kind === 'multipart' ? boundaryOf(code) : []
  const uri = on(code.use('java.net.URI'), 'create', urlWithQuery(request, code))
  let built = on(code.use('java.net.http.HttpRequest'), 'newBuilder', uri)
  const headers = fieldsByName(request.headers).filter(([name]) => !restricted.test(name))
  if (basic !== undefined) built = on(built, 'header', text('Authorization'), basicValue(basic, code))
  for (const [name, values] of headers)
    for (const value of values) built = on(built, 'header', text(name), code.textOf(value))
  if (request.body?.kind === 'multipart')
    built = on(
      built,
      'header',
      text('Content-Type'),
      code.concatenated(['multipart/form-data; boundary=', { code: atom('boundary'), type: 'String' }]),
    )
  if (timeout !== undefined) built = on(built, 'timeout', durationOf(timeout, code))
  built = withMethod(built, request, around)
  const client = clientFor(request, around)
  return {
    before: [...boundary, declared('HttpRequest', 'request', on(built, 'build'))],
    call: on(
      client,
      'send',
      atom('request'),
      on(code.use('java.net.http.HttpResponse.BodyHandlers'), 'ofString'),
    ),
    losses: [
      ...(insecure ? [{ what: 'tls', why: 'the client of the JDK checks every certificate' }] : []),
      ...(redirects > 0 && redirects < 5
        ? [{ what: 'follow-redirects', why: 'the client of the JDK follows up to five' }]
        : []),
      ...fieldsByName(request.headers)
        .filter(([name]) => restricted.test(name) && !/^host$/i.test(name))
        .map(([name]) => ({ what: `header ${name}`, why: 'the client of the JDK sets it itself' })),
    ],
  }
}

function boundaryOf(code: JavaCode): readonly Doc[] {
  return [declared('String', 'boundary', code.value({ kind: 'generated', what: 'uuid' }).code)]
}

/** Milliseconds as a duration. */
export function durationOf(milliseconds: number, code: JavaCode): Expression {
  const type = code.use('java.time.Duration')
  return milliseconds % 1000 === 0
    ? on(type, 'ofSeconds', atom(String(milliseconds / 1000)))
    : on(type, 'ofMillis', atom(String(milliseconds)))
}

function basicValue(
  { username, password }: NonNullable<ProgramRequest['basic']>,
  code: JavaCode,
): Expression {
  const credentials = code.value({ kind: 'template', parts: [username, ':', password] }).code
  const charset = atom(`${code.use('java.nio.charset.StandardCharsets')}.UTF_8`)
  const bytes = on(credentials, 'getBytes', charset)
  const encoded = on(on(code.use('java.util.Base64'), 'getEncoder'), 'encodeToString', bytes)
  return code.concatenated(['Basic ', { code: encoded, type: 'String' }])
}

function withMethod(built: Expression, request: ProgramRequest, around: RequestContext): Expression {
  const { method, body } = request
  const { code } = around
  if (body === undefined && method === 'GET') return built
  if (body === undefined && method === 'DELETE') return on(built, 'DELETE')
  const publisher = body === undefined ? on(publishers(code), 'noBody') : publisherOf(body, around)
  if (method === 'POST' || method === 'PUT') return on(built, method, publisher)
  return on(built, 'method', text(method), publisher)
}

function publishers(code: JavaCode): string {
  return code.use('java.net.http.HttpRequest.BodyPublishers')
}

function publisherOf(body: NonNullable<ProgramRequest['body']>, { code, file }: RequestContext): Expression {
  const ofString = (written: Expression): Expression => on(publishers(code), 'ofString', written)
  switch (body.kind) {
    case 'json':
      return ofString(jsonText(body.value, code))
    case 'text':
      return ofString(code.textOf(body.text))
    case 'form':
      return ofString(formText(body.fields, code))
    case 'file':
      return on(publishers(code), 'ofFile', file(body.file))
    case 'multipart': {
      const parts = body.parts.map(part => partOf(part, code, file))
      const end = ofString(code.concatenated(['--', { code: atom('boundary'), type: 'String' }, '--\r\n']))
      return on(publishers(code), 'concat', ...parts, end)
    }
  }
}

function partOf(part: ProgramPart, code: JavaCode, file: RequestContext['file']): Expression {
  const isFile = part.file !== undefined || part.filename !== undefined
  const type = isFile ? typeOfPart(part) : part.type
  const shown = part.filename ?? part.file
  const known = shown?.kind === 'literal' ? quoted(valueText(shown.value).replace(/^.*\//, '')) : undefined
  const head: readonly (string | Typed)[] = [
    `name="${quoted(part.name)}"`,
    ...(isFile
      ? ['; filename="', known ?? ({ code: shownName(part, code), type: 'String' } as const), '"']
      : []),
    ...(type === undefined ? [] : [`\r\nContent-Type: ${type}`]),
  ]
  const content =
    part.file === undefined
      ? on(publishers(code), 'ofString', part.text === undefined ? text('') : code.textOf(part.text))
      : on(publishers(code), 'ofFile', file(part.file))
  return code.helper('part', atom('boundary'), code.concatenated(merged(head)), content)
}

/** A name in quotes, as browsers write it. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
