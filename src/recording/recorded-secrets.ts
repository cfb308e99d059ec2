import type { Entry } from '../formats/har/har-document.ts'
import { cookiesIn, isCredentialField, isCredentialLine, maskCookies, Secrets } from '../secrets/index.ts'
import { hiddenText } from './hidden-text.ts'

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
  readonly isIn = (text: string): boolean => this.text(text) !== text

  /** A text with `***` in the place of what is secret, here and by the names in it. */
  text(text: string): string {
    return this.#secrets.mask(hiddenText(text))
  }

  /** The value of a field of a form. */
  field(name: string, value: string): string {
    return isCredentialField(name) && value !== '' ? '***' : this.text(value)
  }

  header(name: string, value: string): string {
    if (/^(set-)?cookie$/i.test(name)) return this.#secrets.mask(maskCookies(name, value))
    return isCredentialLine(name) ? '***' : this.text(value)
  }

  #learn({ url, headers, body, answer }: Entry): void {
    for (const [name, value] of [...headers, ...(answer?.headers ?? [])]) this.#learnLine(name, value)
    for (const { name, value } of body?.fields ?? []) if (isCredentialField(name)) this.#add(value)
    for (const text of [url, body?.text, answer?.text()]) if (text !== undefined) this.#learnText(text)
  }

  #learnText(text: string): void {
    hiddenText(text, (value, isCertain) => {
      // The text under `password` may be words about one, such as `is too short`.
      if (isCertain || /^(?=.*[\dA-Z])\S+$/.test(value)) this.#add(value)
    })
  }

  #learnLine(name: string, value: string): void {
    if (/^(set-)?cookie$/i.test(name)) {
      for (const [, cookie] of cookiesIn(name, value))
        if (cookie.length >= shortestCookie) this.#secrets.add(cookie)
    } else if (isCredentialLine(name))
      for (const text of [value, value.replace(/^\S+\s+/, '')]) this.#add(text)
    else this.#learnText(value)
  }

  #add(value: string): void {
    if (value.length >= shortest) this.#secrets.add(value)
  }
}
