import path from 'node:path'
import { typeByName } from '../../../actions/http/body/file-source.ts'
import type {
  Field,
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import type { Doc } from '../layout.ts'
import type { PhpCode } from './php-code.ts'
import { array, call, concatenated, text } from './php-layout.ts'

/** A request as a call of the method that sends it, and what of it is not sent. */
export interface WrittenRequest {
  readonly call: Doc
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** Writes a request. `keepsCookies` tells whether the class keeps those of its answers. */
export function requestCode(request: ProgramRequest, code: PhpCode, keepsCookies: boolean): WrittenRequest {
  const { method, body, basic, timeout, redirects, insecure } = request
  const lines = headerLines(request, code)
  const isPost = method === 'POST' && redirects > 0
  const options: readonly (readonly [name: string, value: Doc])[] = [
    ...(lines.length === 0 ? [] : [['HTTPHEADER', array(lines)] as const]),
    ...(body === undefined ? [] : [['POSTFIELDS', bodyCode(body, code)] as const]),
    ...(basic === undefined
      ? []
      : ([
          ['USERNAME', code.value(basic.username)],
          ['PASSWORD', code.value(basic.password)],
        ] as const)),
    ...(redirects > 0
      ? ([
          ['FOLLOWLOCATION', 'true'],
          ['MAXREDIRS', String(redirects)],
        ] as const)
      : []),
    // A request sent with a named method goes on with that method when it is redirected.
    ...(isPost
      ? ([
          ['CUSTOMREQUEST', 'null'],
          ['POST', 'true'],
        ] as const)
      : []),
    ...(method === 'HEAD' ? [['NOBODY', 'true'] as const] : []),
    ...(timeout === undefined ? [] : [['TIMEOUT_MS', String(Math.max(1, Math.round(timeout)))] as const]),
    ...(insecure
      ? ([
          ['SSL_VERIFYPEER', 'false'],
          ['SSL_VERIFYHOST', '0'],
        ] as const)
      : []),
  ]
  const written = options.map(([name, value]): Doc => [`CURLOPT_${name} => `, value])
  const isApart = keepsCookies && !request.cookies
  if (isApart) code.responseParts.add('no cookies')
  return {
    call: call(
      'self::send',
      text(method),
      urlCode(request, code),
      ...(isApart ? ['curl: curl_init()'] : []),
      ...(written.length === 0 ? [] : isApart ? [['options: ', array(written)]] : [array(written)]),
    ),
    losses: body?.kind === 'multipart' ? partLosses(body.parts) : [],
  }
}

/** Why a request cannot be sent. */
export function requestProblem({ method, body }: ProgramRequest): string | undefined {
  if (method === 'CONNECT') return 'curl sends no CONNECT'
  const names = body?.kind === 'multipart' ? body.parts.map(({ name }) => name) : []
  return new Set(names).size < names.length ? 'curl of PHP sends no two parts of one name' : undefined
}

function partLosses(parts: readonly ProgramPart[]): WrittenRequest['losses'] {
  return parts
    .filter(
      ({ text: content, filename, type }) =>
        content !== undefined && filename === undefined && type !== undefined,
    )
    .map(({ name }) => ({ what: `content type of ${name}`, why: 'curl of PHP gives one only to files' }))
}

function headerLines({ headers, body }: ProgramRequest, code: PhpCode): readonly Doc[] {
  const own = body?.kind === 'form' ? 'application/x-www-form-urlencoded' : undefined
  const isType = (name: string): boolean => name.toLowerCase() === 'content-type'
  const kept = headers.filter(
    ({ name, value }) => !(isType(name) && value.kind === 'literal' && value.value === own),
  )
  const lines = kept.map(({ name, value }): Doc =>
    value.kind === 'literal' && value.value === ''
      ? text(`${name};`)
      : joinedText([`${name}: `, value], code),
  )
  const needsType = body !== undefined && body.kind !== 'form' && body.kind !== 'multipart'
  // Without one, curl says that it is a form.
  return needsType && !headers.some(({ name }) => isType(name)) ? [...lines, `'Content-Type:'`] : lines
}

/** A text of parts, as a URL or a header has it. */
function joinedText(parts: readonly (string | Value)[], code: PhpCode): Doc {
  const merged: (string | Value)[] = []
  for (const part of parts.flatMap(one =>
    typeof one === 'object' && one.kind === 'template' ? one.parts : [one],
  )) {
    const known = typeof part === 'object' && part.kind === 'literal' ? valueText(part.value) : part
    const last = merged.at(-1)
    if (typeof known === 'string' && typeof last === 'string') merged[merged.length - 1] = last + known
    else merged.push(known)
  }
  return code.template(merged)
}

/** curl sends a URL as it is: what may not stand in one is encoded before. */
function urlCode({ url, query }: ProgramRequest, code: PhpCode): Doc {
  const parts = (url.kind === 'template' ? url.parts : [url]).map(part => {
    const known =
      typeof part === 'string' ? part : part.kind === 'literal' ? valueText(part.value) : undefined
    return known?.replace(/[^!-~]+/g, encodeURIComponent) ?? part
  })
  const mark = parts.some(part => typeof part === 'string' && part.includes('?')) ? '&' : '?'
  const isSafe = (part: string | Value, index: number): boolean =>
    typeof part === 'string' ||
    code.constant(part)?.every(one => /^[!-~]*$/.test(valueText(one))) === true ||
    (index === 0 && part.kind === 'variable')
  if (!parts.every(isSafe)) code.responseParts.add('encoded URLs')
  const base = joinedText(parts, code)
  if (query.length === 0) return base
  return concatenated([joinedText([...parts, mark], code), fieldsCode(query, code)])
}

/** Fields as a query or a form has them. */
function fieldsCode(fields: readonly Field[], code: PhpCode): Doc {
  const names = fields.map(({ name }) => name)
  if (new Set(names).size === names.length)
    return call(
      'http_build_query',
      array(fields.map(({ name, value }): Doc => [text(name), ' => ', code.value(value)])),
    )
  return concatenated(
    fields.map(({ name, value }, index) => {
      const key = `${index === 0 ? '' : '&'}${encodeURIComponent(name)}=`
      return value.kind === 'literal'
        ? text(key + encodeURIComponent(valueText(value.value)))
        : concatenated([text(key), call('urlencode', code.value(value))])
    }),
  )
}

function bodyCode(body: ProgramBody, code: PhpCode): Doc {
  switch (body.kind) {
    case 'json':
      return call(
        'json_encode',
        code.value(body.value),
        ...(/[^\0-\x7f]|\//.test(JSON.stringify(body.value))
          ? ['JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES']
          : []),
      )
    case 'form':
      return fieldsCode(body.fields, code)
    case 'text':
      return code.value(body.text)
    case 'file':
      return call('file_get_contents', fileCode(body.file, code))
    case 'multipart':
      return array(body.parts.map(part => [text(part.name), ' => ', partCode(part, code)]))
  }
}

/** A file, named from where the tests lie. */
function fileCode(file: Value, code: PhpCode): Doc {
  return concatenated(['__DIR__', joinedText(['/', file], code)])
}

function partCode({ text: content, file, filename, type }: ProgramPart, code: PhpCode): Doc {
  const known =
    file?.kind === 'literal' ? path.posix.basename(valueText(file.value).replaceAll('\\', '/')) : undefined
  const sent = type ?? (known === undefined ? undefined : typeByName(known))
  const shown = filename === undefined ? (known === undefined ? [] : [text(known)]) : [code.value(filename)]
  if (file !== undefined)
    return call('new CURLFile', fileCode(file, code), sent === undefined ? 'null' : text(sent), ...shown)
  const written = content === undefined ? `''` : code.value(content)
  return filename === undefined
    ? written
    : call('new CURLStringFile', written, ...shown, ...(sent === undefined ? [] : [text(sent)]))
}
