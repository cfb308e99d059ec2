import { environmentName } from '../../compile/environment-names.ts'
import type { JsonValue } from '../../model/json.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { encodePercent } from '../../util/encode-percent.ts'

/** The name of the environment that an import makes for the credentials it found. */
export const recordingEnvironment = 'Recording'

/** Characters that stand in no recorded text around the name of a variable, until the request is a step. */
const [open, close, blank] = ['\ue000', '\ue001', '\ue002'] as const
const marked = /\ue000([^\ue000\ue001]*)\ue001/g

/** The name of a variable in the place of a value of a recorded call. */
export function mark(name: string): string {
  // A blank would be encoded in a URL.
  return `${open}${name.replaceAll(' ', blank)}${close}`
}

/**
 * The credentials of a recording. Each becomes a variable, whose value the environment of the process gives: what was
 * recorded is written nowhere.
 */
export class RecordedSecrets {
  readonly #names = new Map<string, string>()
  /** Credentials in the texts of a recording, each with its placeholder. */
  readonly #forms: (readonly [form: string, placeholder: string])[] = []
  readonly #taken: Set<string>

  /** Names whose values are given already. */
  readonly #given: ReadonlySet<string>

  /** `taken` are names of variables that mean something else; `given` are credentials that have a variable, by its name. */
  constructor(taken: Iterable<string>, given: Readonly<Record<string, string>> = {}) {
    this.#taken = new Set([...taken, ...Object.keys(given)])
    this.#given = new Set(Object.keys(given))
    for (const [name, value] of Object.entries(given)) if (!this.#names.has(value)) this.#add(name, value)
  }

  /** The placeholder for a credential that was called `name` where it was found. */
  placeholder(name: string, value: string): string {
    // An earlier answer gives it.
    if (value.includes(open)) return value
    const known = this.#names.get(value)
    if (known !== undefined) return `{{${known}}}`
    return this.#add(this.#freeName(variableName(name)), value)
  }

  #add(name: string, value: string): string {
    this.#names.set(value, name)
    const placeholder = `{{${name}}}`
    const forms = new Map([
      [encodePercent(value), `{{${name} | url}}`],
      [JSON.stringify(value).slice(1, -1), placeholder],
      [value, placeholder],
    ])
    for (const [form, written] of forms) if (form.length >= shortest) this.#forms.push([form, written])
    return placeholder
  }

  /** The names that the environment has to give values for. */
  get #made(): readonly (readonly [value: string, name: string])[] {
    return [...this.#names].filter(([, name]) => !this.#given.has(name))
  }

  /** The recorded values, by the names of the variables of the process that are to give them. */
  values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#made.map(([value, name]) => [environmentName(name), value]))
  }

  /** The environment that has a variable for each credential; undefined when there is none. */
  environment(): SavedEnvironment | undefined {
    if (this.#made.length === 0) return undefined
    const secrets = this.#made.map(([, name]) => [name, `{{env.${environmentName(name)}}}`])
    return {
      name: recordingEnvironment,
      variables: {},
      secrets: Object.fromEntries(secrets) as SecretsObject,
    }
  }

  /**
   * A value in whose texts every credential is replaced that stands there by chance: in a path, a name, a body of text. Short
   * ones only where they are a word of their own; a very short one may be any word.
   */
  hideIn(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#hideInText(value)
    if (isList(value)) return value.map(item => this.hideIn(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, this.hideIn(inside)]))
  }

  #hideInText(text: string): string {
    let hidden = text.includes(open) ? text.replaceAll(marked, '{{$1}}').replaceAll(blank, ' ') : text
    for (const [form, placeholder] of this.#forms)
      if (hidden.includes(form))
        hidden = hidden.replaceAll(form.length >= certain ? form : wordPattern(form), placeholder)
    return hidden
  }

  #freeName(wanted: string): string {
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`
    this.#taken.add(name)
    return name
  }
}

type SecretsObject = SavedEnvironment['secrets']

/** Characters below which a credential may be any word, and from which it is none by chance. */
const shortest = 6
const certain = 12

function wordPattern(text: string): RegExp {
  return new RegExp(String.raw`(?<![\w{])${literalPattern(text)}(?![\w}])`, 'g')
}

/** `X-API-Key`, `api_key` and `apiKey` are `apiKey`. */
export function variableName(name: string): string {
  const words = name
    .replace(/^x[-_]/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
  const [first = 'secret', ...rest] = words
  const joined = [first, ...rest.map(word => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  return /^\d/.test(joined) ? `secret${joined}` : joined
}
