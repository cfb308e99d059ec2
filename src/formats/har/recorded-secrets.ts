import { environmentName } from '../../compile/environment-names.ts'
import type { JsonValue } from '../../model/json.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { encodePercent } from '../../util/encode-percent.ts'

/** The name of the environment that an import makes for the credentials it found. */
export const recordingEnvironment = 'Recording'

/**
 * The credentials of a recording. Each becomes a variable, whose value the environment of the process gives: what was
 * recorded is written nowhere.
 */
export class RecordedSecrets {
  readonly #names = new Map<string, string>()
  /** Credentials in the texts of a recording, each with its placeholder. */
  readonly #forms: (readonly [form: string, placeholder: string])[] = []
  readonly #taken: Set<string>

  /** `taken` are names of variables that mean something else. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** The placeholder for a credential that was called `name` where it was found. */
  placeholder(name: string, value: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return `{{${known}}}`
    const chosen = this.#freeName(variableName(name))
    this.#names.set(value, chosen)
    const placeholder = `{{${chosen}}}`
    for (const form of new Set([value, encodePercent(value), JSON.stringify(value).slice(1, -1)]))
      if (form.length >= shortest) this.#forms.push([form, placeholder])
    return placeholder
  }

  /** The environment that has a variable for each credential; undefined when there is none. */
  environment(): SavedEnvironment | undefined {
    if (this.#names.size === 0) return undefined
    const secrets = [...this.#names.values()].map(name => [name, `{{env.${environmentName(name)}}}`])
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
    let hidden = text
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
function variableName(name: string): string {
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
