import { valueText } from '../../../util/value-text.ts'
import { lookup } from 'mrmime'
import type {
  Field,
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../../compile/test-program/test-program.ts'
import type { Doc } from '../layout.ts'
import { quoted } from './literals.ts'
import { durationOf } from './predicates.ts'
import type { RustCode } from './rust-code.ts'
import { call, chain, type Code, layOut, list, prefix } from './rust-syntax.ts'

/** A request: statements before it, and an expression that is the answer. */
export interface RequestCode {
  readonly before: readonly Doc[]
  readonly answer: Code
}

/** Writes a request, or says why it cannot be sent at all. */
export function requestCode(
  request: ProgramRequest,
  client: string,
  code: RustCode,
): RequestCode | { readonly why: string } {
  const { method, url, query, basic, body, timeout } = request
  if (method === 'CONNECT') return { why: 'reqwest does not send CONNECT' }
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(method)) return { why: 'that is no method of HTTP' }
  const before = body?.kind === 'multipart' ? multipartLines(body.parts, code) : []
  const answer = chain(
    client,
    ...methodCall(method, code.shownText(url), code),
    ...(query.length === 0 ? [] : [['query', prefix('&', pairs(query, code))] as const]),
    ...headerCalls(request, code),
    ...(basic === undefined ? [] : [basicCall(basic, code)]),
    ...(timeout === undefined ? [] : [['timeout', durationOf(timeout, code)] as const]),
    ...(body === undefined ? [] : [bodyCall(body, code)]),
    'send',
    '.await',
    'unwrap',
  )
  return { before, answer }
}

type LinkCode = readonly [name: string, ...args: readonly Code[]]

const simpleMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const knownMethods = ['OPTIONS', 'TRACE']

function methodCall(method: string, url: Code, code: RustCode): readonly LinkCode[] {
  if (simpleMethods.includes(method)) return [[method.toLowerCase(), url]]
  const type = code.use('reqwest::Method')
  const written = knownMethods.includes(method)
    ? `${type}::${method}`
    : chain(call(`${type}::from_bytes`, `b${quoted(method)}`), 'unwrap')
  return [['request', written, url]]
}

/** Pairs of names and texts, which are all of one type: borrowed, unless each of them is made here. */
function pairs(fields: readonly Field[], code: RustCode): Code {
  const kinds = fields.map(({ value }) =>
    code.keptOf(value)?.kept === 'String' ? 'named' : code.text(value).owned ? 'made' : 'str',
  )
  const areNamed = kinds.every(kind => kind === 'named')
  const areMade = kinds.every(kind => kind === 'made')
  return list(
    fields.map(({ name, value }, index) => {
      const text = code.certainText(value)
      const isOwned = code.isPlace(value) || kinds[index] !== 'str'
      const written = areNamed ? prefix('&', text) : areMade || !isOwned ? text : chain(text, 'as_str')
      return list([quoted(name), written], '(')
    }),
  )
}

/** Headers; those that the body sets are left to it. */
function headerCalls({ headers, body }: ProgramRequest, code: RustCode): readonly LinkCode[] {
  return headers
    .filter(header => !isOfBody(header, body))
    .map(({ name, value }): LinkCode => {
      const token = name.toLowerCase() === 'authorization' ? bearerToken(value) : undefined
      if (token !== undefined) return ['bearer_auth', code.shownText(token)]
      return ['header', quoted(name), code.shownText(value)]
    })
}

const bodyTypes: Readonly<Partial<Record<ProgramBody['kind'], string>>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
}

function isOfBody({ name, value }: Field, body: ProgramBody | undefined): boolean {
  if (name.toLowerCase() !== 'content-type' || body === undefined || value.kind !== 'literal') return false
  return bodyTypes[body.kind] === value.value
}

/** The value behind `Bearer `. */
function bearerToken(value: Value): Value | undefined {
  if (value.kind !== 'template') return undefined
  const [scheme, token, ...others] = value.parts
  return scheme === 'Bearer ' && token !== undefined && typeof token !== 'string' && others.length === 0
    ? token
    : undefined
}

function basicCall({ username, password }: NonNullable<ProgramRequest['basic']>, code: RustCode): LinkCode {
  return ['basic_auth', code.shownText(username), call('Some', code.shownText(password))]
}

function bodyCall(body: ProgramBody, code: RustCode): LinkCode {
  switch (body.kind) {
    case 'json': {
      const { value } = body
      if (code.isPlace(value)) return ['json', code.reference(value)]
      return [
        'json',
        prefix(
          '&',
          value.kind === 'literal'
            ? code.jsonLiteral(value.value)
            : code.json(call('json!', code.inJson(value))),
        ),
      ]
    }
    case 'text':
      return ['body', code.ownedText(body.text)]
    case 'form':
      return ['form', prefix('&', pairs(body.fields, code))]
    case 'file':
      return ['body', fileBytes(body.file, code)]
    case 'multipart':
      return ['multipart', 'form']
  }
}

/** The bytes of a file that lies beside the tests: read when they are compiled, where its name is known. */
function fileBytes(file: Value, code: RustCode): Code {
  if (file.kind === 'literal') return chain(call('include_bytes!', quoted(valueText(file.value))), 'as_slice')
  code.use('std::fs')
  code.use('std::path::Path')
  const folder = chain(
    call('Path::new', 'env!("CARGO_MANIFEST_DIR")'),
    ['join', quoted('tests')],
    ['join', code.borrowedText(file)],
  )
  return chain(call('fs::read', folder), 'unwrap')
}

/** A form that is put together, its files first. */
function multipartLines(parts: readonly ProgramPart[], code: RustCode): readonly Doc[] {
  const written = parts.map((part, index) => {
    const isText = part.file === undefined && part.filename === undefined && part.type === undefined
    const again = parts.slice(0, index).filter(({ name }) => name === part.name).length
    return { part, isText, local: isText ? '' : code.name(`part ${part.name} ${again}`, part.name) }
  })
  const links = written.map(({ part, isText, local }): LinkCode =>
    isText
      ? ['text', quoted(part.name), part.text === undefined ? '""' : code.ownedText(part.text)]
      : ['part', quoted(part.name), local],
  )
  const form = chain(call(`${code.use('reqwest::multipart::Form')}::new`), ...links)
  return [
    ...written.flatMap(({ part, isText, local }) =>
      isText ? [] : [[`let ${local} = `, layOut(partCode(part, code)), ';']],
    ),
    ['let form = ', layOut(form), ';'],
  ]
}

function partCode({ text, file, filename, type }: ProgramPart, code: RustCode): Code {
  const content =
    file === undefined
      ? call(
          `${code.use('reqwest::multipart::Part')}::text`,
          text === undefined ? '""' : code.ownedText(text),
        )
      : call(`${code.use('reqwest::multipart::Part')}::bytes`, fileBytes(file, code))
  const shown = filename ?? (file === undefined ? undefined : baseName(file))
  const named = file ?? filename
  const known = type ?? (named === undefined ? undefined : typeOfName(named))
  return chain(
    content,
    ...(shown === undefined ? [] : [['file_name', code.ownedText(shown)] as const]),
    ...(known === undefined ? [] : [['mime_str', quoted(known)] as const, 'unwrap']),
  )
}

function baseName(file: Value): Value {
  return file.kind === 'literal'
    ? { kind: 'literal', value: valueText(file.value).replace(/^.*[\\/]/, '') }
    : file
}

function typeOfName(file: Value): string {
  return (file.kind === 'literal' ? lookup(valueText(file.value)) : undefined) ?? 'application/octet-stream'
}
