import path from 'node:path'
import { typeByName } from '../../../actions/http/body/file-source.ts'
import { fieldsByName, hasQuery, joinedValue, partsOf } from '../../../compile/test-program/request-parts.ts'
import type {
  Field,
  ProgramBody,
  ProgramPart,
  ProgramRequest,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { literal, text } from './literals.ts'
import { valueText } from '../../../util/value-text.ts'
import type { PythonCode } from './python-code.ts'

/** A request as code. */
export interface WrittenRequest {
  /** Statements before it. */
  readonly before: readonly string[]
  /** An expression that is the answer. */
  readonly call: string
  readonly losses: readonly { readonly what: string; readonly why: string }[]
}

/** How requests are sent. */
export interface Client {
  readonly module: 'requests' | 'httpx'
  /** Name of the fixture that keeps cookies. */
  readonly session: 'session' | 'client'
  /** The lines of an answer that set cookies, as a list. */
  readonly setCookies: string
  /** The class of it. */
  readonly type: string
  /** Arguments of the class. */
  readonly options: (redirects: number | undefined) => readonly string[]
  /** Statements that make it ready. */
  readonly settings: (redirects: number | undefined) => readonly string[]
  /** Writes a request; a text says why it cannot be sent at all. */
  readonly write: (
    request: ProgramRequest,
    code: PythonCode,
    session: string | undefined,
  ) => WrittenRequest | string
}

/** requests, which follows redirects and reads text as Latin-1 unless it is told not to. */
export const requestsClient: Client = {
  module: 'requests',
  session: 'session',
  setCookies: 'response.raw.headers.getlist("set-cookie")',
  type: 'requests.Session',
  options: () => [],
  settings: redirects => (redirects === undefined ? [] : [`session.max_redirects = ${redirects}`]),
  write: (request, code, session) => {
    if (request.method === 'CONNECT') return 'requests sends no CONNECT'
    const { follows, common } = shared(request, code, requestBody)
    const call = callOf(request, session ?? 'requests', requestMethods)
    return {
      before: [],
      call: `${call.code}${[...call.args, urlCode(request, code), ...common, ...(follows ? allowing(request) : ['allow_redirects=False']), ...(request.insecure ? ['verify=False'] : [])].join(', ')})`,
      losses: [],
    }
  },
}

/** httpx, which follows no redirects, and has settings of TLS for all requests only. */
export const httpxClient: Client = {
  module: 'httpx',
  session: 'client',
  setCookies: 'response.headers.get_list("set-cookie")',
  type: 'httpx.Client',
  options: redirects => ['timeout=30', ...(redirects === undefined ? [] : [`max_redirects=${redirects}`])],
  settings: () => [],
  write: (request, code, session) => {
    if (request.method === 'CONNECT') return 'httpx sends no CONNECT'
    const { follows, common } = shared(request, code, httpxBody)
    const methods = request.body === undefined ? httpxMethods : ['POST', 'PUT', 'PATCH']
    const isOwn = session === undefined || request.insecure
    const call = callOf(request, isOwn ? 'httpx' : session, methods)
    const cookies = session !== undefined && request.insecure ? [`cookies=${session}.cookies`] : []
    const timeout = isOwn && request.timeout === undefined ? ['timeout=30'] : []
    const args = [
      ...common,
      ...timeout,
      ...(follows ? ['follow_redirects=True'] : []),
      ...cookies,
      ...(request.insecure ? ['verify=False'] : []),
    ]
    const losses =
      cookies.length === 0
        ? []
        : [{ what: 'cookies', why: 'httpx keeps none of an answer whose certificate it does not check' }]
    return {
      before: [],
      call: `${call.code}${[...call.args, urlCode(request, code), ...args].join(', ')})`,
      losses,
    }
  },
}

const requestMethods = ['GET', 'OPTIONS', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const httpxMethods = requestMethods

/** `HEAD` is the only one for which it has to be said that redirects are followed. */
function allowing({ method }: ProgramRequest): readonly string[] {
  return requestMethods.includes(method) && method !== 'HEAD' ? [] : ['allow_redirects=True']
}

function callOf(
  { method }: ProgramRequest,
  owner: string,
  methods: readonly string[],
): { readonly code: string; readonly args: readonly string[] } {
  return methods.includes(method)
    ? { code: `${owner}.${method.toLowerCase()}(`, args: [] }
    : { code: `${owner}.request(`, args: [text(method)] }
}

type BodyWriter = (
  body: ProgramBody,
  code: PythonCode,
) => { readonly args: readonly string[]; readonly type?: string }

/** The arguments that both clients have. */
function shared(
  request: ProgramRequest,
  code: PythonCode,
  write: BodyWriter,
): { readonly follows: boolean; readonly common: readonly string[] } {
  const { body, query, basic, timeout, redirects, url } = request
  const written = body === undefined ? undefined : write(body, code)
  const headers = headersCode(request.headers, written?.type, code)
  const isMerged = query.length > 0 && hasQuery(url)
  return {
    follows: redirects > 0,
    common: [
      ...(query.length === 0 || isMerged ? [] : [`params=${fieldsCode(query, code)}`]),
      ...(headers === undefined ? [] : [`headers=${headers}`]),
      ...(basic === undefined
        ? []
        : [`auth=(${credential(basic.username, code)}, ${credential(basic.password, code)})`]),
      ...(written?.args ?? []),
      ...(timeout === undefined ? [] : [`timeout=${timeout / 1000}`]),
    ],
  }
}

function credential(value: Value, code: PythonCode): string {
  const isAscii = value.kind !== 'literal' || /^[ -~]*$/.test(valueText(value.value))
  return isAscii ? code.value(value) : `${code.value(value)}.encode()`
}

/** The URL; more of a query than it has already is put behind it, as httpx would replace it. */
function urlCode({ url, query }: ProgramRequest, code: PythonCode): string {
  const parts = partsOf(url)
  if (query.length === 0 || !hasQuery(url)) return templateCode(url, code)
  const known = query.every(({ value }) => value.kind === 'literal')
  if (known) {
    const fields = query.map(({ name, value }) => [
      name,
      value.kind === 'literal' ? valueText(value.value) : '',
    ])
    const more = `&${new URLSearchParams(fields as [string, string][]).toString()}`
    return code.template([...parts, more])
  }
  code.modules.add('urlencode')
  return `${code.template([...parts, '&'])} + urlencode(${fieldsCode(query, code)}${isRepeated(query) && isGrouped(query) ? ', doseq=True' : ''})`
}

function templateCode(value: Value, code: PythonCode): string {
  return value.kind === 'template' ? code.template(value.parts) : code.value(value)
}

function isRepeated(fields: readonly Field[]): boolean {
  return fieldsByName(fields).length < fields.length
}

/** True where fields of one name stand side by side, so that an object with lists keeps their order. */
function isGrouped(fields: readonly Field[]): boolean {
  const names = fields.map(({ name }) => name).filter((name, index, all) => name !== all[index - 1])
  return new Set(names).size === names.length
}

/** Fields as a dictionary, with lists where a name comes again, or as pairs where others stand between. */
function fieldsCode(fields: readonly Field[], code: PythonCode): string {
  if (!isGrouped(fields))
    return `[${fields.map(({ name, value }) => `(${text(name)}, ${code.value(value)})`).join(', ')}]`
  const members = fieldsByName(fields).map(([name, found]) => {
    const values = found.map(value => code.value(value))
    return `${text(name)}: ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`
  })
  return `{${members.join(', ')}}`
}

/** Headers as a dictionary, without the content type that the client sets itself. */
function headersCode(
  headers: readonly Field[],
  type: string | undefined,
  code: PythonCode,
): string | undefined {
  const own = headers.filter(
    ({ name, value }) =>
      !(name.toLowerCase() === 'content-type' && value.kind === 'literal' && value.value === type),
  )
  if (own.length === 0) return undefined
  const members = fieldsByName(own).map(
    ([name, values]) => `${text(name)}: ${templateCode(joinedValue(values), code)}`,
  )
  return `{${members.join(', ')}}`
}

function requestBody(body: ProgramBody, code: PythonCode): ReturnType<BodyWriter> {
  switch (body.kind) {
    case 'json':
      // requests sends nothing for None.
      return body.value.kind === 'literal' && body.value.value === null
        ? { args: ['data="null"'] }
        : { args: [`json=${code.value(body.value)}`], type: 'application/json' }
    case 'form':
      return { args: [`data=${fieldsCode(body.fields, code)}`], type: 'application/x-www-form-urlencoded' }
    case 'text': {
      const written = templateCode(body.text, code)
      const isAscii = body.text.kind === 'literal' && /^[\0-\x7f]*$/.test(valueText(body.text.value))
      return {
        args: [
          isAscii
            ? `data=${written}`
            : `data=${/^f?["'][^+]*$/.test(written) ? written : `(${written})`}.encode()`,
        ],
      }
    }
    case 'file':
      return { args: [`data=${fileCode(body.file, code)}.read_bytes()`] }
    case 'multipart':
      return { args: [`files=${partsCode(body.parts, code)}`] }
  }
}

function httpxBody(body: ProgramBody, code: PythonCode): ReturnType<BodyWriter> {
  switch (body.kind) {
    case 'json':
      return body.value.kind === 'literal' && body.value.value === null
        ? { args: ['content="null"'] }
        : { args: [`json=${code.value(body.value)}`], type: 'application/json' }
    case 'form':
      if (isGrouped(body.fields)) return requestBody(body, code)
      code.modules.add('urlencode')
      return { args: [`content=urlencode(${fieldsCode(body.fields, code)})`] }
    case 'text':
      return { args: [`content=${templateCode(body.text, code)}`] }
    case 'file':
      return { args: [`content=${fileCode(body.file, code)}.read_bytes()`] }
    case 'multipart':
      return { args: [`files=${partsCode(body.parts, code)}`] }
  }
}

/** A file, named from where the tests lie. */
function fileCode(file: Value, code: PythonCode): string {
  code.modules.add('path')
  return `(HERE / ${templateCode(file, code)})`
}

/** The parts of a form, by their names, or as pairs where a name comes again. */
function partsCode(parts: readonly ProgramPart[], code: PythonCode): string {
  const isUnique = new Set(parts.map(({ name }) => name)).size === parts.length
  const written = parts.map(part => {
    const value = partCode(part, code)
    return isUnique ? `${text(part.name)}: ${value}` : `(${text(part.name)}, ${value})`
  })
  return isUnique ? `{${written.join(', ')}}` : `[${written.join(', ')}]`
}

function partCode({ text: content, file, filename, type }: ProgramPart, code: PythonCode): string {
  const known =
    file?.kind === 'literal' ? path.posix.basename(valueText(file.value).replaceAll('\\', '/')) : undefined
  const shown =
    filename !== undefined
      ? code.value(filename)
      : file === undefined
        ? 'None'
        : known === undefined
          ? `${fileCode(file, code)}.name`
          : literal(known)
  const data =
    file === undefined
      ? content === undefined
        ? '""'
        : code.value(content)
      : `${fileCode(file, code)}.read_bytes()`
  const sent = type ?? (known === undefined ? undefined : typeByName(known))
  return `(${[shown, data, ...(sent === undefined ? [] : [text(sent)])].join(', ')})`
}
