import { anyStatus, joinedStatus } from '../../compile/written-checks.ts'
import { authOfHeader } from '../../compile/auth-of-header.ts'
import { namedValues } from '../../compile/named-values.ts'
import { orderedStep } from '../../parse/argument-part.ts'
import type { SavedExample } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { defined } from '../../util/defined.ts'
import type { HttpRequest, HttpScript } from './http-file.ts'
import type { Said } from '../former-scripts.ts'
import { validationOf } from './checks.ts'
import { postmanScript } from './handler-script.ts'
import { bodyKeys, type BodyReading, isGraphql } from './request-body.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import type { PartLines } from '../kept-text.ts'
import { list, property } from '../../util/read-values.ts'

/** A script of Postman as the suite language says it. */
export interface TranslatedScript extends Said {
  /** The lines of it, and what became of each. */
  readonly statements: readonly { readonly text: string; readonly became: string; readonly reason?: string }[]
}

/** Turns a script of Postman into keys of a step. */
export type TranslateScript = (source: string, phase: 'before' | 'after') => TranslatedScript

/** The means of reading what is judged and taken over. */
interface JudgementReading extends Pick<BodyReading, 'tell' | 'textOf' | 'read'> {
  readonly translate: TranslateScript
  /** Extracts that other requests ask for, and variables that are set above this one. */
  readonly extracts: () => JsonObject
  readonly variables: JsonObject
}

/** The means of making a step of a request. */
export interface StepReading extends BodyReading, JudgementReading {
  /** The name that others know it by, where no other request has the same. */
  readonly id: string | undefined
}

/** Makes a step of a request; undefined, with a loss that says why, where suites cannot send it. */
export function stepOfRequest(request: HttpRequest, reading: StepReading): JsonObject | undefined {
  const { tell, textOf } = reading
  for (const { what, why } of request.others) tell.lose(what, why)
  if (!isAddress.test(request.url)) {
    tell.lose(request.url.slice(0, 40), 'it is no request line')
    return undefined
  }
  if (request.method.toUpperCase() === 'WEBSOCKET') return webSocketStep(request, reading)
  const method = isGraphql(request) ? 'POST' : request.method.toUpperCase()
  if (!requestMethods.includes(method)) {
    tell.lose(request.method, 'suites have no such requests here')
    return undefined
  }
  if (request.method !== request.method.toUpperCase()) tell.note(request.method, `it is sent as ${method}`)
  const lines = request.headers.filter(
    ([name]) => !/^(?:host|content-length|connection|x-request-type)$/i.test(name),
  )
  const [, type = ''] = lines.find(([name]) => /^content-type$/i.test(name)) ?? []
  const body = bodyKeys(request, type, reading)
  const isTyped = Object.keys(body).length > 0
  const { auth, headers: written } = headerKeys(
    lines.filter(([name]) => !(isTyped && /^content-type$/i.test(name))),
    reading,
  )
  const headers = body['content-type'] === '' ? { ...written, 'Content-Type': null } : written
  return orderedStep(
    defined({
      name: request.title ?? request.id,
      id: reading.id,
      request: `${method} ${textOf(addressOf(request, reading))}`,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      auth,
      ...translatedType(body, textOf),
      ...directiveKeys(request, reading),
      ...(/^2/.test(request.version ?? '') ? { 'http-version': 2 } : {}),
      'save-to': outputOf(request, reading),
      ...judgement(request, reading),
    }),
  )
}

/** A URL, with or without its scheme; a line of any other text is none. */
const isAddress = /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{|\/|\[|[\w-]+(?:\.[\w-]+)*(?:[/?#]|:(?:\d|\{\{)|$))/i

function translatedType(body: JsonObject, textOf: StepReading['textOf']): JsonObject {
  const { 'content-type': type, ...untyped } = body
  if (type === '') return untyped
  return typeof type === 'string' ? { ...body, 'content-type': textOf(type) } : body
}

/** The URL, without what is never sent; a path alone is that of the host in the headers, or of httpYac's variable. */
export function addressOf(
  { url, version, headers, hasHost }: HttpRequest,
  { tell }: Pick<StepReading, 'tell'>,
): string {
  const [, sent = url, fragment] = /^([^#]*)(#.*)$/s.exec(url) ?? []
  if (fragment !== undefined) tell.note(fragment, 'is not sent')
  if (/^3/.test(version ?? '')) tell.lose(`HTTP/${version}`, 'suites have no HTTP/3')
  else if (/^1/.test(version ?? ''))
    tell.note(`HTTP/${version}`, 'is what is sent unless the server offers HTTP/2')
  const written = sent
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, index) => (index % 2 === 0 ? piece.replaceAll(' ', '%20') : piece))
    .join('')
  const [, host] = headers.find(([name]) => /^host$/i.test(name)) ?? []
  if (written.startsWith('/') && host !== undefined)
    return `${/:8?443$/.test(host) ? 'https' : 'http'}://${host}${written}`
  if (written.startsWith('/') && hasHost === true) return `{{host}}${written}`
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{)/i.test(written) ? written : `http://${written}`
}

function headerKeys(
  lines: HttpRequest['headers'],
  { textOf, tell }: StepReading,
): { readonly auth: JsonObject | undefined; readonly headers: JsonObject } {
  const [, credentials] = lines.find(([name]) => /^authorization$/i.test(name)) ?? []
  const auth = credentials === undefined ? undefined : authOf(textOf(credentials))
  const others = auth === undefined ? lines : lines.filter(([name]) => !/^authorization$/i.test(name))
  const headers = namedValues(others.map(([name, value]) => [textOf(name), textOf(value)]))
  for (const [name, value] of Object.entries(headers))
    if (Array.isArray(value))
      tell.note(`${name} twice`, 'REST Client joins them with a comma; here each is a line of its own')
  return { auth, headers }
}

/** `Basic user password` and `Basic user:password` are encoded by the client, and Digest and AWS are words of it alone. */
function authOf(value: string): JsonObject | undefined {
  const [scheme = '', ...words] = value.split(/\s+(?![^{]*\}\})/)
  const [first = '', second] = words
  if (/^(?:basic|digest)$/i.test(scheme) && (second !== undefined || first.includes(':'))) {
    const [, username = first, password = second ?? ''] =
      second === undefined ? (/^([^:]*):(.*)$/s.exec(first) ?? []) : []
    return { [scheme.toLowerCase()]: { username, password } }
  }
  if (scheme === 'AWS' && second !== undefined) {
    const named = (key: string): string | undefined =>
      words.find(word => word.startsWith(`${key}:`))?.slice(key.length + 1)
    const [token, region, service] = ['token', 'region', 'service'].map(named)
    return {
      aws: defined({
        'access-key-id': first,
        'secret-access-key': second,
        'session-token': token,
        region,
        service,
      }),
    }
  }
  return authOfHeader(value)
}

const withoutEffect: Readonly<Record<string, string>> = {
  note: 'it asks before the request is sent, and nothing here does',
  'no-log': 'the call history is kept as always; --no-history keeps none',
  'no-auto-encoding': 'what is in a URL already is never encoded twice',
  'connection-timeout': 'a suite has one timeout for the whole call',
  prompt: 'give it with --var',
}

/** The keys of `# @no-redirect` and the like. */
function directiveKeys({ directives }: HttpRequest, { tell }: StepReading): JsonObject {
  const keys: Record<string, JsonValue> = {}
  for (const [name, value] of directives) {
    const [, amount, unit = 's'] = /^(\d+)\s*(ms|s|m)?$/.exec(value) ?? []
    if (name === 'no-redirect') keys['follow-redirects'] = false
    else if (name === 'no-cookie-jar') keys['cookies'] = false
    else if (name === 'disabled') keys['skip'] = value === '' ? 'disabled' : value
    else if (name === 'timeout' && amount !== undefined) keys['timeout'] = `${amount}${unit}`
    else {
      const reason = property(withoutEffect, name)
      if (reason !== undefined) tell.note(`# @${name} ${value}`.trim(), reason)
      else tell.lose(`# @${name} ${value}`.trim(), 'suites have no word for it')
    }
  }
  return keys
}

function outputOf({ output }: HttpRequest, { tell }: StepReading): string | undefined {
  const name = output?.split('/').at(-1)
  if (name !== undefined && name !== output)
    tell.note(`>> ${output}`, 'answers are saved below .tool/saved, or --save-dir')
  return name
}

/** The words of scripts and checks about the answer, and the extracts that others need of it. */
export function judgement(request: HttpRequest, reading: JudgementReading): JsonObject {
  const before = translated(request.before, 'before', reading)
  const after = translated(request.after, 'after', reading)
  const variables = Object.assign({}, reading.variables, ...before.map(one => one.variables)) as JsonObject
  const extracts = Object.assign(reading.extracts(), ...after.map(one => one.extracts)) as JsonObject
  const checks = [
    ...after.flatMap(one => one.validations),
    ...request.checks.flatMap(check => checkedBy(check, reading)),
  ]
  const hasTests = checks.length > 0 || after.some(({ rest }) => /\bpm\.(?:test|expect)\b/.test(rest))
  const judgesStatus = checks.some(one => Object.hasOwn(one, 'status'))
  const validations = hasTests && !judgesStatus ? [...checks, anyStatus] : joinedStatus(checks)
  const scripts = defined({ before: restOf(before), after: restOf(after) })
  return {
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(scripts).length === 0 ? {} : { scripts }),
    ...(validations.length === 0 ? {} : { validations }),
    ...(Object.keys(extracts).length === 0 ? {} : { extracts }),
  }
}

function restOf(scripts: readonly TranslatedScript[]): JsonValue | undefined {
  const rest = scripts.map(one => one.rest).filter(source => source.trim() !== '')
  return rest.length > 1 ? rest : rest[0]
}

function translated(scripts: readonly HttpScript[], phase: 'before' | 'after', reading: JudgementReading) {
  const { tell, read, translate } = reading
  return scripts.flatMap(({ source, file }) => {
    const text = source ?? read(file ?? '')
    if (text === undefined) {
      tell.lose(`script ${file ?? ''}`, 'the file is not there, or not below the project')
      return []
    }
    const script = postmanScript(text)
    if (script === undefined) tell.lose('script', 'it is no JavaScript')
    else if (script.unknown.length > 0)
      tell.lose(
        `script: ${script.unknown.join(', ')}`,
        'scripts have no such word here; the script is left out',
      )
    else {
      const made = translate(script.source, phase)
      for (const { text: line, became, reason } of made.statements)
        if (became === 'nothing' && reason !== undefined) tell.note(`script: ${line}`, reason)
      return [made]
    }
    return []
  })
}

/** The lines of the validations of a step: those of its checks, and of others the one where its script begins. */
export function linesOfChecks(
  step: JsonObject,
  { line, places, checks }: HttpRequest,
  { textOf }: StepReading,
): PartLines {
  const first = line - places.target[0]
  const [[script] = []] = places.after
  const made = checks.map(check => validationOf(check, textOf) ?? null)
  const lines = list(step['validations'] ?? []).map((validation, index) => {
    const at = places.checks[made.findIndex(one => jsonEqual(one, validation))] ?? script
    return [`validations/${index}`, at === undefined ? undefined : first + at] as const
  })
  return new Map(lines)
}

function checkedBy(check: string, { tell, textOf }: JudgementReading): readonly JsonObject[] {
  const validation = validationOf(check, textOf)
  if (validation === undefined) tell.lose(`?? ${check}`, 'it is a check of httpYac that suites do not know')
  return validation === undefined ? [] : [validation]
}

function webSocketStep(request: HttpRequest, { textOf, tell }: StepReading): JsonObject {
  const messages = request.body.join('\n').split(/^===(?: wait-for-server)?.*\n?/m)
  if (messages.length > 1) tell.lose('=== wait-for-server', 'the messages are sent one after the other')
  const headers = namedValues(
    request.headers
      .filter(([name]) => !/^content-type$/i.test(name))
      .map(([name, value]) => [name, textOf(value)]),
  )
  return defined({
    name: request.title ?? request.id,
    websocket: textOf(request.url),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    messages: messages.map(message => textOf(message.trim())),
  })
}

/** The answers that were kept beside a request. */
export function examplesOf({ saved }: HttpRequest, { read, tell }: StepReading): readonly SavedExample[] {
  return saved.flatMap(file => {
    const body = read(file)
    if (body === undefined)
      tell.note(`<> ${file}`, 'the file is not there; one that is becomes a saved example')
    const [, status] = /\.(\d{3})\.\w+$/.exec(file) ?? []
    const name = file.split('/').at(-1) ?? file
    return body === undefined
      ? []
      : [defined({ name, status: status === undefined ? undefined : Number(status), body })]
  })
}
