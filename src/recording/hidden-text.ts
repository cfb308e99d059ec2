import type { JsonObject, JsonValue } from '../model/json.ts'
import {
  isCredentialField,
  isCredentialLine,
  looksLikeCredential,
  maskUrlCredentials,
  urlCredentials,
} from '../secrets/index.ts'
import { decodePercent } from '../util/decode-percent.ts'
import { isNumber, writeJson } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'

/** Told of each credential that is hidden; one that is certain is none of the words that may stand under such a name. */
export type Found = (value: string, isCertain: boolean) => void

const mask = '***'

/** A text with `***` for the credentials in it: in JSON, also within texts of it, in forms, URLs, XML, YAML and keys. */
export function hiddenText(text: string, found: Found = () => undefined): string {
  if (looksLikeCredential(text)) return told(text, found, true)
  const isJson = /^\s*[[{]/.test(text)
  const json = isJson ? jsonIn(text) : undefined
  if (json !== undefined) {
    const written = writeJson(hiddenJson(json, [], found))
    // As it was written, unless it has to be written anew.
    return written === writeJson(json) ? text : written
  }
  // Lines of JSON, each of its own.
  if (isJson && text.includes('\n'))
    return text
      .split('\n')
      .map(line => hiddenText(line, found))
      .join('\n')
  return /^[^\s=&?#]+=\S*$/.test(text) ? hiddenWords(`?${text}`, found).slice(1) : hiddenWords(text, found)
}

/** True for a value that nobody may read because of the names above it, the nearest last. */
export function isHiddenMember(names: readonly string[], value: JsonValue): boolean {
  if (isNumber(value)) return isCredentialField(names.at(-1) ?? '')
  return typeof value === 'string' && value !== '' && names.some(name => isHiddenUnder(name, value))
}

/** True for `{ name: password, value: … }`, whose value is a credential. */
export function isCredentialPair(object: JsonObject): boolean {
  const name = object['name'] ?? object['key']
  return typeof name === 'string' && isCredentialField(name) && 'value' in object
}

/** Looks of a key that opens something: most of what is called `key` alone opens nothing, and is short or a word. */
const madeUp = /^(?=.*\d)(?=.*[a-z])[\w+/=.-]{16,}$/i

function isHiddenUnder(name: string, value: string): boolean {
  if (/^key$/i.test(name)) return madeUp.test(value)
  return isCredentialField(name) || isCredentialLine(name) || name === 'secrets'
}

function hiddenJson(value: JsonValue, names: readonly string[], found: Found): JsonValue {
  if (isList(value)) return value.map(item => hiddenJson(item, names, found))
  if (isObject(value)) {
    const isPair = isCredentialPair(value)
    return Object.fromEntries(
      Object.entries(value).map(([name, inside]) => [
        name,
        hiddenJson(inside, [...names, isPair && name === 'value' ? 'password' : name], found),
      ]),
    )
  }
  if (isHiddenMember(names, value)) {
    const text = String(value)
    if (isCredentialField(names.at(-1) ?? '')) found(text, false)
    return mask
  }
  return typeof value === 'string' ? hiddenText(value, found) : value
}

const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]+?(?:-----END [A-Z ]{0,40}-----|$)/g

/** A name and a value in a text: what stands before the value, the name, the value. */
const named = [
  /((?<![\w.-])([\w.-]{1,64})=)([^\s"'&,;<>]+)/g,
  /((?<![\w.-])([\w.-]{1,64})["']?\s{0,4}:\s{0,4}")((?:[^"\\]|\\.)+)(?=")/g,
  /(^[ \t]{0,40}(?:- )?([\w.-]{1,64}):[ \t]{1,40})([^\s"'{}[\]]+)(?=[ \t]*$)/gm,
  /(<(?:[\w.-]{1,64}:)?([\w.-]{1,64})(?:\s[^<>]*)?>)([^<>]+)(?=<\/)/g,
] as const

/** A parameter whose value is something that had to be encoded. */
const encodedParameter = /([?&][^=&#?\s"<>]+=)([^&#?\s"'<>]*%[57][bB][^&#?\s"'<>]*)/g

function hiddenWords(text: string, found: Found): string {
  let hidden = text.replace(privateKey, key => told(key, found, true))
  for (const pattern of named)
    hidden = hidden.replace(pattern, (whole, before: string, name: string, value: string) =>
      isCredentialField(name) ? before + told(value, found, false) : whole,
    )
  hidden = hidden.replace(encodedParameter, (whole, before: string, value: string) => {
    const plain = decodePercent(value.replaceAll('+', ' '))
    return hiddenText(plain, found) === plain ? whole : before + mask
  })
  for (const value of urlCredentials(text)) found(value, true)
  return maskUrlCredentials(hidden)
}

function told(value: string, found: Found, isCertain: boolean): string {
  found(value, isCertain)
  return mask
}
