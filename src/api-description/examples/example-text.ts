import type { JsonObject } from '../../model/json.ts'
import { preparePattern } from '../../patterns/engine.ts'
import { fakeValue } from './fake-value.ts'
import { textOfFormat } from './text-of-format.ts'
import { defined } from '../../util/defined.ts'

/**
 * A text that a schema allows and that a person might have written: by its format, by the name of its property, else by
 * the generator, which the seed makes repeatable. `separator` joins the words of a name.
 */
export function exampleText(schema: JsonObject, name: string, seed: number, separator: string): string {
  const fits = fitting(schema)
  const format = schema['format'] ?? (schema['contentEncoding'] === 'base64' ? 'byte' : undefined)
  const usual = textOfFormat(format) ?? textOfName(name) ?? wordsOf(name).join(separator)
  if (fits(usual)) return usual
  const stretched = withLength(usual, schema)
  if (fits(stretched)) return stretched
  return generated(schema, seed, fits) ?? stretched
}

/** True where a text has the length and the pattern that a schema asks for. */
export function fitsText(text: string, schema: JsonObject): boolean {
  return fitting(schema)(text)
}

function fitting(schema: JsonObject): (text: string) => boolean {
  const { pattern, minLength, maxLength } = schema
  const prepared = typeof pattern === 'string' ? preparePattern(pattern) : undefined
  return text => {
    const { length } = Array.from(text)
    if (typeof minLength === 'number' && length < minLength) return false
    if (typeof maxLength === 'number' && length > maxLength) return false
    return prepared?.ok !== true || prepared.pattern.test(text)
  }
}

/** Texts tried for a pattern before it is given up. */
const mostAttempts = 30

function generated(schema: JsonObject, seed: number, fits: (text: string) => boolean): string | undefined {
  const { pattern, minLength, maxLength } = schema
  if (typeof pattern !== 'string') return undefined
  const lengths = defined({ minLength, maxLength })
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const wanted = { type: 'string', pattern: plainPattern(pattern), ...(attempt % 2 === 0 ? lengths : {}) }
    const text = fakeValue(wanted, seed + attempt)
    if (typeof text === 'string' && fits(text)) return text
  }
  return undefined
}

/** A pattern without what the generator cannot read: flags in it, and the conditions of look-arounds. */
function plainPattern(pattern: string): string {
  return pattern
    .replace(/^\(\?[a-z]+\)/, '')
    .replace(/\(\?<?[=!](?:[^()\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\)/g, '')
}

/** A text cut or repeated to the length that a schema asks for. */
function withLength(text: string, { minLength, maxLength }: JsonObject): string {
  const characters = Array.from(text === '' ? 'text' : text)
  const least = typeof minLength === 'number' ? Math.min(minLength, longest) : 0
  const most = typeof maxLength === 'number' ? maxLength : Math.max(least, characters.length)
  const wanted = Math.min(Math.max(least, characters.length), most)
  const repeated = Array.from({ length: wanted }, (_, index) => characters[index % characters.length] ?? '')
  return repeated.join('').replace(/^\s|\s$/g, 'a')
}

/** Characters a text is stretched to at most. */
const longest = 10_000

/** The text that people write for such a name. */
function textOfName(name: string): string | undefined {
  const plain = name.replace(/[^A-Za-z]/g, '').toLowerCase()
  if (/(?:^|[a-z])ids?$/.test(plain) && /(?:^id|Id|ID|[_-]id)s?$/.test(name)) return '1'
  return usualTexts.get(plain)
}

const usualTexts: ReadonlyMap<string, string> = new Map([
  ['city', 'London'],
  ['country', 'United Kingdom'],
  ['countrycode', 'GB'],
  ['currency', 'EUR'],
  ['email', 'ada@example.org'],
  ['emailaddress', 'ada@example.org'],
  ['firstname', 'Ada'],
  ['homepage', 'https://example.org'],
  ['language', 'en'],
  ['lastname', 'Lovelace'],
  ['locale', 'en'],
  ['phone', '+442079460018'],
  ['phonenumber', '+442079460018'],
  ['timezone', 'Europe/London'],
  ['uri', 'https://example.org'],
  ['url', 'https://example.org'],
  ['website', 'https://example.org'],
])

/** The words of a name in small letters: `firstName` is `first name`. */
function wordsOf(name: string): readonly string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\d]+/u)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
  return words.length === 0 ? ['text'] : words
}
