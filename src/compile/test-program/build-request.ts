import type { JsonObject } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isObject } from '../../util/is-json.ts'
import type { WrittenBody, WrittenField, WrittenRequest } from '../request-of-step.ts'
import { joined, type ProgramScope } from './program-scope.ts'
import type { Field, ProgramBody, ProgramRequest } from './test-program.ts'

/** What of a step is not in the program. */
export interface Remark {
  readonly what: string
  readonly why: string
}

/** A request, and what of it no test sends. */
export interface BuiltRequest {
  readonly request: ProgramRequest
  readonly losses: readonly Remark[]
}

/** A request with what its credentials and its body come to. */
export function buildRequest(written: WrittenRequest, scope: ProgramScope): BuiltRequest {
  const { method, url, settings } = written
  const auth = credentials(written, scope)
  const type = written.body === undefined || written.body.kind === 'multipart' ? undefined : written.body.type
  const limit = typeof settings['timeout'] === 'string' ? parseDuration(settings['timeout']) : undefined
  const redirects = settings['follow-redirects']
  const request: ProgramRequest = {
    method,
    url: scope.text(url),
    query: [...fields(written.query, scope), ...auth.query],
    headers: [
      ...fields(written.headers, scope),
      ...(type === undefined ? [] : [{ name: 'Content-Type', value: scope.text(type) }]),
      ...auth.headers,
    ],
    ...(auth.basic === undefined ? {} : { basic: auth.basic }),
    ...(written.body === undefined ? {} : { body: bodyOf(written.body, scope) }),
    ...(limit === undefined ? {} : { timeout: limit }),
    redirects: redirects === true ? 10 : typeof redirects === 'number' ? redirects : 0,
    cookies: settings['cookies'] !== false,
    insecure: isObject(settings['tls'] ?? null) && (settings['tls'] as JsonObject)['verify'] === false,
  }
  return { request, losses: [...auth.losses, ...settingLosses(written)] }
}

function fields(written: readonly WrittenField[], scope: ProgramScope): readonly Field[] {
  return written.map(([name, value]) => ({ name, value: scope.text(value) }))
}

function bodyOf(body: WrittenBody, scope: ProgramScope): ProgramBody {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: scope.value(body.value) }
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
          ...(type === undefined ? {} : { type }),
        })),
      }
  }
}

type Credentials = Pick<ProgramRequest, 'headers' | 'query' | 'basic'> & {
  readonly losses: readonly Remark[]
}

function credentials({ auth }: WrittenRequest, scope: ProgramScope): Credentials {
  const none: Credentials = { headers: [], query: [], losses: [] }
  const [kind, value] = Object.entries(auth ?? {})[0] ?? []
  const keys = isObject(value) ? (value as Readonly<Record<string, string>>) : {}
  if (kind === undefined) return none
  if (kind === 'bearer') {
    const token = joined(['Bearer ', scope.text(String(value))])
    return { ...none, headers: [{ name: 'Authorization', value: token }] }
  }
  if (kind === 'basic') {
    const { username = '', password = '' } = keys
    return { ...none, basic: { username: scope.text(username), password: scope.text(password) } }
  }
  if (kind === 'api-key') {
    const { header, query = '', value: key = '' } = keys
    return header === undefined
      ? { ...none, query: [{ name: query, value: scope.text(key) }] }
      : { ...none, headers: [{ name: header, value: scope.text(key) }] }
  }
  return {
    ...none,
    losses: [{ what: `auth ${kind}`, why: 'tests have no such credentials without a library' }],
  }
}

const settable = new Set([
  'follow-redirects',
  'timeout',
  'cookies',
  'stop-on-failure',
  'unset-variables',
  'scripts',
])

function settingLosses({ settings, withoutHeaders, headers }: WrittenRequest): readonly Remark[] {
  const keys = Object.entries(settings).flatMap(([key, value]) =>
    settable.has(key) || (key === 'tls' && isObject(value) && Object.keys(value).join() === 'verify')
      ? []
      : [key],
  )
  return [
    ...keys.map(what => ({ what, why: 'tests have no such setting' })),
    ...withoutHeaders.map(name => ({
      what: `no header ${name}`,
      why: 'the client has no way to leave one out',
    })),
    ...headers
      .filter(([name]) => name.toLowerCase() === 'host')
      .map(([name]) => ({ what: `header ${name}`, why: 'the client always names the host of the URL' })),
  ]
}
