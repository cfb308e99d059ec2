import { valueText } from '../../../util/value-text.ts'
import { fieldsByName, hasQuery, urlParts } from '../../../compile/test-program/request-parts.ts'
import type { ProgramPart, ProgramRequest } from '../../../compile/test-program/test-program.ts'
import {
  declared,
  encodedValue,
  encodeFormText,
  imported,
  isPlainJson,
  type JavaClient,
  jsonText,
  type RequestContext,
  shownName,
  typeOfPart,
  urlWithQuery,
  type WrittenRequestCode,
} from './clients.ts'
import { encodeQueryText } from '../../../actions/http/query.ts'
import { atom, create, type Expression, on } from './java-layout.ts'
import { type JavaCode, text } from './java-code.ts'
import type { Doc } from '../layout.ts'

/** RestAssured, of whose answers the body is read by Jackson. */
export const restAssured: JavaClient = {
  answer: {
    type: 'Response',
    status: on('response', 'statusCode'),
    text: on('response', 'asString'),
    header: name => on('response', 'header', text(name)),
    headersText: 'response.headers().getValues(name)',
  },
  write,
  annotations: ({ timeout }, code) => {
    if (timeout === undefined) return []
    code.imports.add('org.junit.jupiter.api.Timeout')
    if (timeout % 1000 === 0) return [`@Timeout(${timeout / 1000})`]
    code.imports.add('java.util.concurrent.TimeUnit')
    return [`@Timeout(value = ${timeout}, unit = TimeUnit.MILLISECONDS)`]
  },
  fields: code => [specification(code)],
}

/**
 * The specification given once for all requests: the test sees redirects, and addresses and types go out as they are
 * written.
 */
function specification(code: JavaCode): Doc {
  const configs = 'io.restassured.config'
  const encoding = on(
    on(imported(code, `${configs}.EncoderConfig.encoderConfig`), 'defaultContentCharset', text('UTF-8')),
    'appendDefaultContentCharsetToContentTypeIfUndefined',
    atom('false'),
  )
  const decoding = on(
    imported(code, `${configs}.DecoderConfig.decoderConfig`),
    'defaultContentCharset',
    text('UTF-8'),
  )
  const redirecting = on(
    imported(code, `${configs}.RedirectConfig.redirectConfig`),
    'followRedirects',
    atom('false'),
  )
  const config = on(
    on(
      on(on(code.use(`${configs}.RestAssuredConfig`), 'config'), 'encoderConfig', encoding),
      'decoderConfig',
      decoding,
    ),
    'redirect',
    redirecting,
  )
  const builder = create(code.use('io.restassured.builder.RequestSpecBuilder'))
  const configured = on(on(builder, 'setConfig', config), 'setUrlEncodingEnabled', atom('false'))
  const filtered = on(configured, 'addFilter', create(code.use('io.restassured.filter.cookie.CookieFilter')))
  const type = code.use('io.restassured.specification.RequestSpecification')
  return declared(`private final ${type}`, 'specification', on(filtered, 'build'))
}

const simpleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function write(request: ProgramRequest, around: RequestContext): WrittenRequestCode | string {
  const { method, basic, redirects, insecure, query, body, timeout } = request
  if (method === 'CONNECT') return 'RestAssured does not send CONNECT'
  const { code, keepsCookies, isRepeated } = around
  let sent: Expression = imported(code, 'io.restassured.RestAssured.given', atom('specification'))
  if (!keepsCookies || !request.cookies)
    sent = on(sent, 'noFiltersOfType', atom(`${code.use('io.restassured.filter.cookie.CookieFilter')}.class`))
  if (redirects > 0)
    sent = on(
      on(on(on(sent, 'redirects'), 'follow', atom('true')), 'redirects'),
      'max',
      atom(String(redirects)),
    )
  if (insecure) sent = on(sent, 'relaxedHTTPSValidation')
  if (basic !== undefined)
    sent = on(
      on(on(sent, 'auth'), 'preemptive'),
      'basic',
      code.textOf(basic.username),
      code.textOf(basic.password),
    )
  for (const [name, values] of fieldsByName(request.headers)) {
    const written = values.map(value => code.textOf(value))
    const [first = text('')] = written
    sent =
      name.toLowerCase() === 'content-type' && written.length === 1
        ? on(sent, 'contentType', first)
        : on(sent, 'header', text(name), ...written)
  }
  // A query parameter that it is given goes in front of the query that the URL has.
  const isOfUrl = hasQuery(request.url)
  for (const { name, value } of isOfUrl ? [] : query) {
    sent = on(sent, 'queryParam', text(encodeQueryText(name)), expressionOf(encodedValue(value, code)))
  }
  if (body !== undefined) sent = withBody(sent, request, around)
  const url = isOfUrl ? urlWithQuery(request, code) : code.concatenated(urlParts(request.url))
  return {
    before: [],
    call: simpleMethods.includes(method)
      ? on(sent, method.toLowerCase(), url)
      : on(sent, 'request', text(method), url),
    losses:
      isRepeated && timeout !== undefined
        ? [{ what: 'timeout', why: 'JUnit times a whole test, and not each of its attempts' }]
        : [],
  }
}

function withBody(sent: Expression, request: ProgramRequest, { code, file }: RequestContext): Expression {
  const { body } = request
  switch (body?.kind) {
    case undefined:
      return sent
    case 'json': {
      const { value } = body
      const isStructured =
        value.kind === 'object' ||
        value.kind === 'list' ||
        (value.kind === 'literal' &&
          typeof value.value === 'object' &&
          value.value !== null &&
          Object.keys(value.value).length > 0)
      const isWritten = isStructured && isPlainJson(request)
      return on(sent, 'body', isWritten ? code.plain(value) : jsonText(value, code))
    }
    case 'text':
      return on(sent, 'body', code.textOf(body.text))
    case 'form':
      return fieldsByName(body.fields).reduce<Expression>((before, [name, values]) => {
        const written = values.map(value => expressionOf(encodedValue(value, code, encodeFormText)))
        return on(before, 'formParam', text(encodeFormText(name)), ...written)
      }, sent)
    case 'file':
      return on(sent, 'body', on(file(body.file), 'toFile'))
    case 'multipart':
      return body.parts.reduce((before, part) => withPart(before, part, code, file), sent)
  }
}

function expressionOf(encoded: ReturnType<typeof encodedValue>): Expression {
  return typeof encoded === 'string' ? text(encoded) : encoded.code
}

function withPart(
  sent: Expression,
  part: ProgramPart,
  code: JavaCode,
  file: RequestContext['file'],
): Expression {
  const name = text(part.name)
  const written = part.text === undefined ? text('') : code.textOf(part.text)
  if (part.file === undefined && part.filename === undefined) {
    const isAscii =
      part.text === undefined ||
      (part.text.kind === 'literal' && /^[\0-\x7f]*$/.test(valueText(part.text.value)))
    const type = part.type ?? (isAscii ? undefined : 'text/plain; charset=UTF-8')
    return on(sent, 'multiPart', name, written, ...(type === undefined ? [] : [text(type)]))
  }
  const type = text(typeOfPart(part))
  if (part.file !== undefined && part.filename === undefined)
    return on(sent, 'multiPart', name, on(file(part.file), 'toFile'), type)
  if (part.file !== undefined) code.throwing()
  const bytes =
    part.file === undefined
      ? on(written, 'getBytes', atom(`${code.use('java.nio.charset.StandardCharsets')}.UTF_8`))
      : on(code.use('java.nio.file.Files'), 'readAllBytes', file(part.file))
  return on(sent, 'multiPart', name, shownName(part, code), bytes, type)
}
