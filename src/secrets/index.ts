import { cutMark, CutSecrets } from './cut-secrets.ts'
import { isList, isCollection, isObject } from '../util/is-json.ts'
import { fitsPieces } from '../util/fits-pieces.ts'
import { jsonIn } from '../util/json-in.ts'
import type { JsonValue } from '../util/json-value.ts'
import { type SecretForm, secretForms } from './forms.ts'
export {
  isCredentialLine,
  isCredentialField,
  isCredentialCookie,
  looksLikeCredential,
} from './credential-names.ts'
export { withoutCredentials } from './without-credentials.ts'
export { urlPasswords, urlCredentials, maskUrlCredentials, maskUrlPasswords } from './url-passwords.ts'
export { cookiesIn, sessionCookies, maskCookies, mayTell } from './cookie-lines.ts'

/** The fewest characters a value must have to be masked: shorter ones stand in every other text. */
export const shortestSecret = 3

const mask = '***'

/** A mask; in JSON one that took the place of a number has quotes, which that had not. */
const masks = /\\*"\*{3}\\*"|\*{3}/

/** True where a text is a masked one but for the places of masks. */
export function fits(masked: string, text: string): boolean {
  return fitsPieces(masked.split(masks), text)
}

/** True where something in a text was masked. */
export function isMasked(text: string): boolean {
  return text.includes(mask)
}

/** The most characters that one takes in the usual forms: a URL-encoded one outside the basic plane, 4 * 3. */
const longestForm = 12

/** How many short texts are known with what they are without secrets, and how long a short one is: most of them come again. */
const mostKnown = 2000
const longestKnown = 200

/** Forms of secrets above which those that may stand in a text are found by the beginnings of their guards, of so many characters. */
const mostForms = 100
const beginning = 4

type Form = SecretForm & { readonly cut: CutSecrets }

/**
 * Values that no output may show, and the texts without them. Those of somebody who works within others, such as one of many
 * callers, are beside the secrets around them, and can be forgotten.
 */
export class Secrets {
  readonly #outer: Secrets | undefined
  readonly #values = new Set<string>()
  /** The values whose forms have not been needed yet. */
  #unformed: string[] = []
  #forms: Form[] = []
  /** The forms by the beginnings of their guards in small letters; those with shorter guards by an empty text. */
  readonly #byGuard = new Map<string, Form[]>()
  /** Short texts that were masked since the last secret was added. */
  readonly #known = new Map<string, string>()

  /** `outer` are the secrets around these. */
  constructor(outer?: Secrets) {
    this.#outer = outer
  }

  /** True where nothing is secret, so that every text is what it is without secrets. */
  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#outer?.isEmpty !== false
  }

  /** The most characters a secret takes in any of its forms; 0 when nothing is secret. */
  get longest(): number {
    const own = longestForm * Math.max(0, ...[...this.#values].map(value => value.length))
    return Math.max(own, this.#outer?.longest ?? 0)
  }

  /**
   * Masks this value from now on; when it has several lines, each of them, too, and when it is percent-encoded, what that
   * stands for. Short ones are left out. Bound, to be handed on as it is.
   */
  readonly add = (value: string): void => {
    const lines = value.includes('\n') ? value.split(/\r?\n/) : []
    for (const secret of [value, ...lines, ...decoded(value)].map(text => text.trim())) {
      if (secret.length < shortestSecret || secret === mask || this.#has(secret)) continue
      this.#values.add(secret)
      this.#known.clear()
      this.#unformed.push(secret)
    }
  }

  /** Forgets those that are not around it. */
  forget(): void {
    if (this.#values.size === 0) return
    this.#values.clear()
    this.#known.clear()
    this.#unformed = []
    this.#forms = []
    this.#byGuard.clear()
  }

  #has(secret: string): boolean {
    return this.#values.has(secret) || (this.#outer !== undefined && this.#outer.#has(secret))
  }

  /** Makes the forms that are wanting: many secrets are never looked for. */
  #formAll(): void {
    if (this.#outer !== undefined) this.#outer.#formAll()
    // Asked with each text, and there is mostly nothing to do.
    if (this.#unformed.length === 0) return
    for (const secret of this.#unformed.splice(0))
      for (const form of secretForms(secret)) this.#addForm({ ...form, cut: new CutSecrets(form) })
  }

  /** All forms, those around it among them. */
  get #allForms(): readonly Form[] {
    return this.#outer === undefined ? this.#forms : [...this.#outer.#allForms, ...this.#forms]
  }

  #addForm(form: Form): void {
    this.#forms.push(form)
    const key = form.guard.length < beginning ? '' : form.guard.slice(0, beginning).toLowerCase()
    const known = this.#byGuard.get(key)
    if (known === undefined) this.#byGuard.set(key, [form])
    else known.push(form)
  }

  /**
   * The text with `***` for every secret, whether it stands there plainly, URL-encoded, escaped as in JSON or HTML, or
   * inside base64; also for the beginning of one that `cutText` has cut. Mask before cutting a text in any other way: half
   * a secret is not recognised. Bound, to be handed on as it is.
   */
  readonly mask = (text: string): string => {
    if (this.isEmpty) return text
    // The known mask of a text may be another one when there are more secrets around it.
    if (text.length > longestKnown || this.#outer !== undefined) return this.#search(text)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const masked = this.#search(text)
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(text, masked)
    return masked
  }

  #search(text: string): string {
    this.#formAll()
    const found: [start: number, end: number][] = []
    const isCut = text.includes(cutMark)
    let inLowerCase: string | undefined
    for (const { guard, pattern, cut } of isCut ? this.#allForms : this.#formsFor(text)) {
      const searched = pattern.ignoreCase ? (inLowerCase ??= text.toLowerCase()) : text
      if (searched.includes(guard)) for (const match of overlappingMatches(text, pattern)) found.push(match)
      if (isCut && searched.includes(cut.guard)) for (const match of cut.find(text)) found.push(match)
    }
    return found.length === 0 ? text : quoteMasks(cover(text, found), text)
  }

  /** The forms that may stand in a text. A run may have a session for each of its rows, and each is a secret. */
  #formsFor(text: string): Iterable<Form> {
    const around = this.#outer === undefined ? [] : this.#outer.#formsFor(text)
    if (this.#forms.length <= mostForms)
      return this.#outer === undefined ? this.#forms : [...around, ...this.#forms]
    const found = new Set([...around, ...(this.#byGuard.get('') ?? [])])
    const searched = text.toLowerCase()
    for (let at = 0; at + beginning <= searched.length; at++)
      for (const form of this.#byGuard.get(searched.slice(at, at + beginning)) ?? []) found.add(form)
    return found
  }

  /** The value with all its texts masked (keys and numbers stay); the same object when nothing changed. */
  maskDeep<Value>(value: Value): Value
  maskDeep(value: unknown): unknown {
    if (this.isEmpty) return value
    if (typeof value === 'string') return this.mask(value)
    if (Array.isArray(value)) return this.#maskList(value)
    return isPlainObject(value) ? this.#maskObject(value) : value
  }

  /** JSON with every secret in it masked: also in the names of members, and numbers, which become text then. */
  maskData(value: JsonValue): JsonValue {
    if (this.isEmpty || value === null || typeof value === 'boolean') return value
    if (isList(value)) return value.map(item => this.maskData(item))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [this.mask(name), this.maskData(member)]),
      )
    const text = String(value)
    const masked = this.mask(text)
    return masked === text ? value : masked
  }

  #maskList(list: readonly unknown[]): readonly unknown[] {
    const masked = list.map(item => this.maskDeep(item))
    return masked.some((item, index) => item !== list[index]) ? masked : list
  }

  #maskObject(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const entries = Object.entries(object)
    const masked = entries.map(([key, value]): [string, unknown] => [key, this.maskDeep(value)])
    const changed = masked.some(([, value], index) => value !== entries[index]?.[1])
    return changed ? Object.fromEntries(masked) : object
  }
}

/** Decodes a percent-encoded text, if it is one: a password that is ready for the URL of a proxy. */
function decoded(value: string): readonly string[] {
  if (!/%[\da-f]{2}/i.test(value)) return []
  try {
    return [decodeURIComponent(value)]
  } catch {
    return []
  }
}

/** Every match, also those that begin inside another one. */
function* overlappingMatches(text: string, pattern: RegExp): Generator<[start: number, end: number]> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    yield [match.index, pattern.lastIndex]
    pattern.lastIndex = match.index + 1
  }
}

/** One mask for each stretch of text that matches cover together, so that no end of a secret looks out. */
function cover(text: string, found: [start: number, end: number][]): string {
  found.sort(([a], [b]) => a - b)
  let covered = ''
  let position = 0
  for (const [start, end] of found) {
    if (start >= position) covered += text.slice(position, start) + mask
    position = Math.max(position, end)
  }
  return covered + text.slice(position)
}

/** A text of JSON, and what stands in JSON without quotes. */
const jsonPart = /"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+/gs

/** A masked text that is JSON where the text was: a number or `true` became a mask, which has to be a text there. */
function quoteMasks(masked: string, text: string): string {
  // A mask in place of the whole text, or of its beginning, is no value inside of it.
  if (!/^\s*[[{]/.test(masked)) return masked
  const quoted = masked.replaceAll(jsonPart, part =>
    part.startsWith('"') || !part.includes(mask) ? part : `"${mask}"`,
  )
  return quoted === masked || jsonIn(text) === undefined ? masked : quoted
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isCollection(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
