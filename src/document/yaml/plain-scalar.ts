import { type Numeric, numberOfYaml } from '../../util/exact-number.ts'

/** Value of an unquoted scalar without tag in the core schema of YAML 1.2; undefined for numbers that are not in JSON. */
export function plainScalar(text: string): string | Numeric | boolean | null | undefined {
  const first = beginnings[text.charCodeAt(0)]
  if (first === nothing || (first === undefined && text !== '')) return text
  if (text in words) return words[text]
  if (first === word) return text
  if (everydayNumber.test(text)) return Number(text)
  return otherNumber.test(text) ? numberOfYaml(text) : text
}

/** By the code of a character, whether a word or a number that means something may begin with it. */
const beginnings = new Uint8Array(128)
const [nothing, word, number] = [0, 1, 2]
for (const character of 'nNtTfF') beginnings[character.charCodeAt(0)] = word
for (const character of '-+.0123456789~') beginnings[character.charCodeAt(0)] = number

const words: Readonly<Record<string, boolean | null>> = {
  __proto__: null,
  '': null,
  '~': null,
  null: null,
  Null: null,
  NULL: null,
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
}

/** Numbers that cannot lose a digit and that everyone reads the same. */
const everydayNumber = /^-?(?:[1-9][0-9]{0,14}|(?:0|[1-9][0-9]{0,7})\.(?:[0-9]{0,5}[1-9]))$|^0$/

/** Everything else that might be a number: with a sign, an exponent, another base, many digits. */
const otherNumber =
  /^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|0x[0-9a-f]+|0o[0-7]+|\.(?:inf|nan))$/i
