/** What an unquoted scalar without tag means in the core schema of YAML 1.2; undefined for a number in doubt. */
export function plainScalar(text: string): string | number | boolean | null | undefined {
  const first = text.charAt(0)
  if (!beginsMore.has(first)) return text
  if (text in words) return words[text]
  if (beginsWord.has(first)) return text
  if (everydayNumber.test(text)) return Number(text)
  return otherNumber.test(text) ? undefined : text
}

/** How words that mean something begin, and how everything does that is no text. */
const beginsWord: ReadonlySet<string> = new Set('nNtTfF')
const beginsMore: ReadonlySet<string> = new Set(['', ...Array.from('nNtTfF-+.0123456789~')])

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
const everydayNumber = /^-?(?:[1-9][0-9]{0,14}|(?:0|[1-9][0-9]{0,7})\.[0-9]{1,7})$|^0$/

/** Everything else that might be a number: with a sign, an exponent, another base, many digits. */
const otherNumber =
  /^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|0x[0-9a-f]+|0o[0-7]+|\.(?:inf|nan))$/i
