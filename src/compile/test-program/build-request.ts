import { lookup } from 'mrmime'
import type { JsonObject } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import {
  multipartLosses,
  type WrittenBody,
  type WrittenField,
  type WrittenRequest,
} from '../request-of-step.ts'
import { buildUrl } from './build-url.ts'
import { joined } from './joined.ts'
import type { ProgramScope } from './program-scope.ts'
import { jsonWithDigits } from './json-text.ts'
import type {
  Expect,
  Field,
  Predicate,
  ProgramBody,
  ProgramRequest,
  Statement,
  Value,
} from './test-program.ts'
import { valueText } from '../../util/value-text.ts'

/** A part of a step that is not in the program. */
export interface Remark {
  readonly what: string
  readonly why: string
  /** True where the step cannot pass without it, and so is left out. */
  readonly isEssential?: true
}

/** A request, what must hold of its answer, and what of it no test sends. */
export interface BuiltRequest {
  readonly request: ProgramRequest
  readonly expected: readonly Expect[]
  /** A test that must run before, once for all: it fetches a token. */
  readonly before: readonly Statement[]
  readonly losses: readonly Remark[]
}

/** A request with what its credentials and its body come to. */
export function buildRequest(written: WrittenRequest, scope: ProgramScope): BuiltRequest {
  const { method, url, settings } = written
  const auth = credentials(written, scope)
  const type = written.body === undefined || written.body.kind === 'multipart' ? undefined : written.body.type
  const limit = typeof settings['timeout'] === 'string' ? parseDuration(settings['timeout']) : undefined
  const redirects = settings['follow-redirects']
  const correlation = correlated(written, scope)
  const request: ProgramRequest = {
    method,
    url: buildUrl(url, scope),
    query: [...queryFields(written.query, scope), ...auth.query],
    headers: [
      ...fields(written.headers, scope),
      ...(type === undefined ? [] : [{ name: 'Content-Type', value: scope.text(type) }]),
      ...auth.headers,
      ...(correlation?.headers ?? []),
    ],
    ...(auth.basic === undefined ? {} : { basic: auth.basic }),
    ...(auth.digest === undefined ? {} : { digest: auth.digest }),
    ...(written.body === undefined ? {} : { body: bodyOf(written.body, scope) }),
    ...(limit === undefined ? {} : { timeout: limit }),
    redirects: redirects === true ? 10 : typeof redirects === 'number' ? redirects : 0,
    cookies: settings['cookies'] !== false,
    insecure: isObject(settings['tls'] ?? null) && (settings['tls'] as JsonObject)['verify'] === false,
  }
  return {
    request,
    expected: correlation?.expected ?? [],
    before: auth.before ?? [],
    losses: [
      ...auth.losses,
      ...multipartLosses(written.body),
      ...written.losses,
      ...nullLosses(written, scope),
      ...settingLosses(written, scope),
    ],
  }
}

/** A run leaves out a field of a query or a form that is null. */
function nullLosses({ query, body }: WrittenRequest, scope: ProgramScope): readonly Remark[] {
  const inForm = body?.kind === 'form' ? body.fields : []
  const inQuery = scope.target.omitsNull === true ? [] : query
  return [
    ...inQuery.map(([name, value]) => ({ what: `query ${name}`, value })),
    ...inForm.map(([name, value]) => ({ what: `form ${name}`, value })),
  ].flatMap(({ what, value }) =>
    scope.mayBeNull(value) ? [{ what, why: `it is sent even where ${value} is null` }] : [],
  )
}

/** The header that carries the id of the run, and that it comes back. */
function correlated(
  { settings, headers }: WrittenRequest,
  scope: ProgramScope,
): { readonly headers: readonly Field[]; readonly expected: readonly Expect[] } | undefined {
  const { header, echo } = mapping(settings['correlation'])
  if (typeof header !== 'string' || header.includes('{{')) return undefined
  const own = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())
  const id =
    own === undefined
      ? scope.constant('correlationId', { kind: 'generated', what: 'uuid' })
      : scope.text(own[1])
  const holds: Predicate = {
    kind: 'equal',
    actual: { kind: 'header', name: header },
    expected: id,
    as: 'text',
  }
  return {
    headers: own === undefined ? [{ name: header, value: id }] : [],
    expected: echo === true ? [{ kind: 'expect', name: `header ${header} comes back`, holds }] : [],
  }
}

function queryFields(written: readonly WrittenField[], scope: ProgramScope): readonly Field[] {
  return fields(written, scope).map((field, index) => {
    const isOptional = scope.target.omitsNull === true && scope.mayBeNull(written[index]?.[1] ?? '')
    return isOptional ? { ...field, mayBeNull: true } : field
  })
}

function fields(written: readonly WrittenField[], scope: ProgramScope): readonly Field[] {
  return written.map(([name, value]) => ({ name, value: scope.text(value) }))
}

function bodyOf(body: WrittenBody, scope: ProgramScope): ProgramBody {
  switch (body.kind) {
    case 'json': {
      const value = scope.exact(body.value)
      const text = jsonWithDigits(value)
      return text === undefined ? { kind: 'json', value } : { kind: 'text', text }
    }
    case 'text':
      return { kind: 'text', text: scope.text(body.text) }
    case 'form':
      return { kind: 'form', fields: fields(body.fields, scope) }
    case 'file':
      return { kind: 'file', file: scope.text(body.file) }
    case 'multipart':
      return {
        kind: 'multipart',
        parts: body.parts.map(({ name, text, file, filename, type }) => ({
          name,
          ...(text === undefined ? {} : { text: scope.text(text) }),
          ...(file === undefined ? {} : { file: scope.text(file) }),
          ...(filename === undefined ? {} : { filename: scope.text(filename) }),
          ...partType(type, filename ?? file),
        })),
      }
  }
}

/** The content type of a part: as written, else by the ending of its file. */
function partType(type: string | undefined, file: string | undefined): { readonly type?: string } {
  const known = type ?? (file === undefined ? undefined : (lookup(file) ?? 'application/octet-stream'))
  return known === undefined ? {} : { type: known }
}

type Credentials = Pick<ProgramRequest, 'headers' | 'query' | 'basic' | 'digest'> & {
  readonly before?: readonly Statement[]
  readonly losses: readonly Remark[]
}

function credentials({ auth }: WrittenRequest, scope: ProgramScope): Credentials {
  const none: Credentials = { headers: [], query: [], losses: [] }
  const [kind, value] = Object.entries(auth ?? {})[0] ?? []
  const keys = isObject(value) ? (value as Readonly<Record<string, string>>) : {}
  if (kind === undefined) return none
  if (kind === 'bearer') {
    const token = joined(['Bearer ', scope.text(valueText(value ?? ''))])
    return { ...none, headers: [{ name: 'Authorization', value: token }] }
  }
  if (kind === 'basic' || (kind === 'digest' && scope.target.sends?.has('digest') === true)) {
    const { username = '', password = '' } = keys
    return { ...none, [kind]: { username: scope.text(username), password: scope.text(password) } }
  }
  if (kind === 'api-key') {
    const { header, query = '', value: key = '' } = keys
    return header === undefined
      ? { ...none, query: [{ name: query, value: scope.text(key) }] }
      : { ...none, headers: [{ name: header, value: scope.text(key) }] }
  }
  const token = kind === 'oauth2' ? clientToken(keys, scope) : undefined
  if (token !== undefined)
    return { ...none, headers: [{ name: 'Authorization', value: token.value }], before: token.before }
  const why = 'tests have no such credentials without a library'
  return { ...none, losses: [{ what: `auth ${kind}`, why, isEssential: true }] }
}

/** A token that a form is enough for (RFC 6749), fetched before it is first needed. */
function clientToken(
  keys: Readonly<Record<string, string>>,
  scope: ProgramScope,
): { readonly value: Value; readonly before: readonly Statement[] } | undefined {
  const {
    'token-url': url = '',
    'client-id': id = '',
    'client-secret': secret = '',
    scope: wanted,
    credentials: way,
    grant = 'client-credentials',
  } = keys
  const others = Object.keys(keys).filter(key => !tokenKeys.has(key))
  const type = Object.hasOwn(grantTypes, grant) ? grantTypes[grant] : undefined
  if (others.length > 0 || type === undefined || way === 'tls') return undefined
  const isBasic = way === 'basic'
  const named = (key: string, name: string): readonly WrittenField[] =>
    keys[key] === undefined ? [] : [[name, keys[key]]]
  const form: readonly WrittenField[] = [
    ['grant_type', type],
    ...(isBasic ? [] : [...named('client-id', 'client_id'), ...named('client-secret', 'client_secret')]),
    ...named('username', 'username'),
    ...named('password', 'password'),
    ...named('refresh-token', 'refresh_token'),
    ...(wanted === undefined ? [] : [['scope', wanted] as const]),
  ]
  let before: readonly Statement[] = []
  const token = scope.token(JSON.stringify(keys), variable => {
    const request: ProgramRequest = {
      method: 'POST',
      url: buildUrl(url, scope),
      query: [],
      headers: [{ name: 'Content-Type', value: scope.text('application/x-www-form-urlencoded') }],
      ...(isBasic ? { basic: { username: scope.text(id), password: scope.text(secret) } } : {}),
      body: { kind: 'form', fields: fields(form, scope) },
      ...{ redirects: 0, cookies: true, insecure: false },
    }
    const status: Predicate = {
      ...{ kind: 'equal', actual: { kind: 'status' }, as: 'number' },
      expected: { kind: 'literal', value: 200 },
    }
    const value: Value = { kind: 'json', root: 'body', path: ['access_token'] }
    before = [
      { kind: 'send', request },
      { kind: 'expect', name: 'status equals 200', holds: status },
      { kind: 'extract', variable, value, isOptional: false },
    ]
  })
  return { value: joined(['Bearer ', token]), before }
}

const tokenKeys = new Set([
  ...['token-url', 'client-id', 'client-secret', 'scope', 'credentials'],
  ...['grant', 'username', 'password', 'refresh-token'],
])

/** The grants that need no more than a form; of a refresh token the first is asked with, once. */
const grantTypes: Readonly<Record<string, string>> = {
  'client-credentials': 'client_credentials',
  password: 'password',
  'refresh-token': 'refresh_token',
}

const settable = new Set([
  'correlation',
  'follow-redirects',
  'timeout',
  'cookies',
  'stop-on-failure',
  'unset-variables',
  'scripts',
])

/** Settings without which the request goes somewhere else, or nowhere. */
const essential = new Set(['resolve', 'proxy', 'tls', 'aws', 'unix-socket', 'path-as-is'])

function settingLosses(
  { settings, withoutHeaders, headers }: WrittenRequest,
  { target }: ProgramScope,
): readonly Remark[] {
  const keys = Object.entries(settings).flatMap(([key, value]) =>
    settable.has(key) ||
    (key === 'proxy' && value === 'none') ||
    (key === 'tls' && isObject(value) && Object.keys(value).join() === 'verify')
      ? []
      : [key],
  )
  return [
    ...keys.map(what => ({
      what,
      why: what === 'contract' ? 'tests are held against no description' : 'tests have no such setting',
      ...(essential.has(what) ? { isEssential: true as const } : {}),
    })),
    ...withoutHeaders.map(name => ({
      what: `no header ${name}`,
      why: 'the client has no way to leave one out',
    })),
    ...headers
      .filter(([name]) => name.toLowerCase() === 'host' && target.sends?.has('host') !== true)
      .map(([name]) => ({ what: `header ${name}`, why: 'the client always names the host of the URL' })),
  ]
}
