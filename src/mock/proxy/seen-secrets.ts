import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import {
  isCredentialField,
  isCredentialLine,
  maskUrlPasswords,
  type Secrets,
  sessionCookies,
  urlPasswords,
} from '../../secrets/index.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { credentialsIn, type ReceivedRequest } from '../received-request.ts'

/** Writes `***` in the place of what is secret. */
export type Masker = Pick<Secrets, 'mask' | 'maskData'>

/** What is known to be secret, and becomes more with every call. */
export type SeenSecrets = Masker & Pick<Secrets, 'add'>

/** Characters of a credential that is hidden wherever it stands; shorter ones may be any word. */
const shortest = 8

/** Hides from now on what a call and its answer have as credentials; of a body that is JSON, what is called like one. */
export function learnSecrets(
  known: Pick<SeenSecrets, 'add'>,
  request: Pick<ReceivedRequest, 'headers' | 'query'>,
  headers: HeaderList,
  body?: JsonValue,
): void {
  const inHeaders = [...credentialsInHeaders(headers), ...credentialsIn(request), ...partsOf(request.headers)]
  const texts = [
    ...inHeaders.flatMap(text => [text, text.replace(/^\S+\s+/, '')]),
    // What stands under `password` of an answer may be words about one, such as `is too short`.
    ...(body === undefined ? [] : credentialsInBody(body)).filter(text => /^(?=.*[\dA-Z])\S+$/.test(text)),
  ]
  for (const text of texts) if (text.length >= shortest) known.add(text)
}

/** Cookies that tell who is asking, and the password of a user. */
function partsOf(headers: HeaderList): readonly string[] {
  return headers.flatMap(([name, value]) => {
    if (/^cookie$/i.test(name)) return sessionCookies(name, value)
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
    if (isPlace(name)) return credentialsInUrl(value)
    if (/^set-cookie$/i.test(name)) return sessionCookies(name, value)
    return isCredentialLine(name) ? [value] : []
  })
}

function credentialsInBody(value: JsonValue): readonly string[] {
  if (isList(value)) return value.flatMap(credentialsInBody)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    isCredentialMember(name, member) ? [valueText(member)] : credentialsInBody(member),
  )
}

/** Whether a member of JSON serves as a credential by its name. */
export function isCredentialMember(name: string, member: JsonValue): boolean {
  return isCredentialField(name) && ['string', 'number'].includes(typeof member)
}

/** Whether a header says where to go on. */
export function isPlace(name: string): boolean {
  return /^(?:content-)?location$|^refresh$|^link$/i.test(name)
}

/** A parameter in the query or the fragment of a URL. */
const parameter = /([?&#;])([^=&#?;\s"<>]+)=([^&#;\s"<>]+)/g

/** Whether a parameter serves as a credential; the code of a login does, and stands beside the state that was sent with it. */
function isCredentialParameter(name: string, url: string): boolean {
  return isCredentialLine(name) || (name === 'code' && /[?&#;]state=/.test(url))
}

function credentialsInUrl(text: string): readonly string[] {
  const values = [...text.matchAll(parameter)].flatMap(([, , name = '', value = '']) =>
    isCredentialParameter(name, text) ? [value, decodePercent(value)] : [],
  )
  return [...urlPasswords(text), ...values]
}

/** A URL without the credentials in it, however short. */
export function withoutUrlCredentials(text: string): string {
  return maskUrlPasswords(text).replace(parameter, (whole, before: string, name: string) =>
    isCredentialParameter(name, text) ? `${before}${name}=***` : whole,
  )
}
