import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import {
  isCredentialField,
  isCredentialLine,
  type Secrets,
  sessionCookies,
  urlCredentials,
} from '../../secrets/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { credentialsIn, isCookie, type ReceivedRequest } from '../received-request.ts'

/** Writes `***` in the place of what is secret. */
export type Masker = Pick<Secrets, 'mask' | 'maskData'>

/** The known secrets, which become more with every call. */
export type SeenSecrets = Masker & Pick<Secrets, 'add'>

/** Characters of a credential that is hidden wherever it stands; shorter ones may be any word. */
const shortest = 8

/** Hides from now on what a request has as credentials in its headers and its query. */
export function learnFromRequest(known: Pick<SeenSecrets, 'add'>, request: ReceivedRequest): void {
  const lines = credentialsIn(request)
  if (lines.length > 0) learnLines(known, [...lines, ...partsOf(request.credentialHeaders)])
}

/** Hides from now on what an answer has as credentials. */
export function learnFromAnswer(
  known: Pick<SeenSecrets, 'add'>,
  headers: HeaderList,
  body?: JsonValue,
): void {
  learnLines(known, credentialsInHeaders(headers))
  if (body !== undefined) learnFromBody(known, body)
}

/** Hides from now on what is called like a credential in JSON. */
export function learnFromBody(known: Pick<SeenSecrets, 'add'>, body: JsonValue): void {
  // The text under `password` may be words about one, such as `is too short`.
  for (const text of credentialsInBody(body))
    if (text.length >= shortest && /^(?=.*[\dA-Z])\S+$/.test(text)) known.add(text)
}

function learnLines(known: Pick<SeenSecrets, 'add'>, lines: readonly string[]): void {
  for (const line of lines)
    for (const text of [line, line.replace(/^\S+\s+/, '')]) if (text.length >= shortest) known.add(text)
}

/** Cookies that tell who is asking, and the password of a user. */
function partsOf(headers: HeaderList): readonly string[] {
  return headers.flatMap(([name, value]) => {
    if (isCookie(name)) return sessionCookies(name, value)
    const [, user] = /^basic\s+([\w+/=-]+)$/i.exec(value) ?? []
    return user === undefined
      ? []
      : [
          Buffer.from(user, 'base64')
            .toString()
            .replace(/^[^:]*:/, ''),
        ]
  })
}

function credentialsInHeaders(headers: HeaderList): readonly string[] {
  return headers.flatMap(([name, value]) => {
    if (isPlace(name)) return urlCredentials(value)
    if (/^set-cookie$/i.test(name)) return sessionCookies(name, value)
    return isCredentialLine(name) ? [value] : []
  })
}

/** JSON may be nested more deeply than calls may be. */
function credentialsInBody(body: JsonValue): readonly string[] {
  const found: string[] = []
  const waiting = [body]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isList(value)) for (const item of value) waiting.push(item)
    else if (isObject(value))
      for (const [name, member] of Object.entries(value))
        if (isCredentialMember(name, member)) found.push(valueText(member))
        else waiting.push(member)
  }
  return found
}

/** True where a member of JSON serves as a credential by its name. */
export function isCredentialMember(name: string, member: JsonValue): boolean {
  return isCredentialField(name) && ['string', 'number'].includes(typeof member)
}

/** True where a header says where to go on. */
export function isPlace(name: string): boolean {
  return /^(?:content-)?location$|^refresh$|^link$/i.test(name)
}
