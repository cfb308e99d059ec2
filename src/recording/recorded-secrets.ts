import type { Entry } from '../formats/har/har-document.ts'
import type { JsonValue } from '../model/json.ts'
import {
  cookiesIn,
  isCredentialField,
  isCredentialLine,
  looksLikeCredential,
  maskCookies,
  maskUrlCredentials,
  Secrets,
  urlCredentials,
  withoutCredentials,
} from '../secrets/index.ts'
import { isNumber, writeJson } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'

/** Characters of a credential from which it is hidden wherever it stands; a shorter one may be any word. */
const shortest = 8

/** The same of a cookie, whatever its name is: one such as `de` or `true` stands in many texts. */
const shortestCookie = 6

/** Everything secret that was seen in a session, and texts without it. */
export class SessionSecrets {
  readonly #secrets = new Secrets()

  /** `given` are credentials that the environment is to give. */
  constructor(calls: readonly Entry[], given: Readonly<Record<string, string>>) {
    for (const value of Object.values(given))
      if (value.length >= shortest || (value.length > 3 && /\d/.test(value))) this.#secrets.add(value)
    for (const call of calls) this.#learn(call)
  }

  /** True for a text that holds one of them, in whatever form it stands there. Bound, to be handed on as it is. */
  readonly isIn = (text: string): boolean => looksLikeCredential(text) || this.#secrets.mask(text) !== text

  /** A text with `***` in the place of what is secret, here and by the names in it. */
  text(text: string, type = ''): string {
    const json = /^\s*[[{]/.test(text) ? jsonIn(text) : undefined
    const isForm = type.startsWith('application/x-www-form-urlencoded')
    const plain =
      json !== undefined
        ? sameUnless(text, json)
        : isForm
          ? maskUrlCredentials(`?${text}`).slice(1)
          : maskUrlCredentials(text)
    return this.#secrets.mask(plain)
  }

  /** The value of a field of a form. */
  field(name: string, value: string): string {
    return isCredentialField(name) && value !== '' ? '***' : this.text(value)
  }

  header(name: string, value: string): string {
    if (/^(set-)?cookie$/i.test(name)) return this.#secrets.mask(maskCookies(name, value))
    return isCredentialLine(name) ? '***' : this.#secrets.mask(maskUrlCredentials(value))
  }

  #learn({ url, headers, body, answer }: Entry): void {
    for (const value of urlCredentials(url)) this.#add(value)
    for (const [name, value] of [...headers, ...(answer?.headers ?? [])]) this.#learnLine(name, value)
    for (const { name, value } of body?.fields ?? []) if (isCredentialField(name)) this.#add(value)
    for (const text of [body?.text, answer?.text()]) {
      const json = text === undefined || !/^\s*[[{]/.test(text) ? undefined : jsonIn(text)
      if (json !== undefined) this.#learnJson(json, '')
      else if (text !== undefined && body?.text === text)
        for (const value of urlCredentials(`?${text}`)) this.#add(value)
    }
  }

  #learnLine(name: string, value: string): void {
    if (/^(set-)?cookie$/i.test(name)) {
      for (const [, cookie] of cookiesIn(name, value))
        if (cookie.length >= shortestCookie) this.#secrets.add(cookie)
    } else if (isCredentialLine(name))
      for (const text of [value, value.replace(/^\S+\s+/, '')]) this.#add(text)
  }

  #learnJson(value: JsonValue, name: string): void {
    if (isList(value)) for (const item of value) this.#learnJson(item, name)
    else if (isObject(value)) for (const [key, inside] of Object.entries(value)) this.#learnJson(inside, key)
    else if ((typeof value === 'string' || isNumber(value)) && isCredentialField(name)) {
      // The text under `password` may be words about one, such as `is too short`.
      const text = String(value)
      if (/^(?=.*[\dA-Z])\S+$/.test(text)) this.#add(text)
    }
  }

  #add(value: string): void {
    if (value.length >= shortest) this.#secrets.add(value)
  }
}

/** JSON as it was written, unless it has to be written anew. */
function sameUnless(text: string, json: JsonValue): string {
  const clean = writeJson(withoutCredentials(json))
  return clean === writeJson(json) ? text : clean
}
