import { anyWritten } from './written-character.ts'

/** One form of a secret in a text. */
export interface SecretForm {
  /** A part that every text with this form contains: the cheap question before the pattern. Small letters for any case. */
  readonly guard: string
  /** Global; for any case where that makes no difference. */
  readonly pattern: RegExp
  /** The pattern in parts, of one letter or escaped character each: the beginning of the secret matches the first ones. */
  readonly pieces: readonly string[]
}

/** A host, or a URL with one, which is written in small letters when it is asked for something. */
const hostWithCapitals = /^(?=.*[A-Z])[\w.:/-]{8,}$/

/** The ways a secret is written: itself with any of its special characters escaped, and inside base64. */
export function secretForms(secret: string): readonly SecretForm[] {
  return [escapedForm(secret), ...[0, 1, 2].map(bytesBefore => base64Form(secret, bytesBefore))]
}

/** The secret itself, where each character but letters and digits may be encoded or escaped in some way. */
function escapedForm(secret: string): SecretForm {
  const pieces = (secret.match(/\\+(?=[a-z0-9]|$)|\\*(?:\r\n|[^\\a-z0-9])|[a-z0-9]/gisu) ?? []).map(piece =>
    /^[a-z0-9]/i.test(piece) ? piece : anyWritten(piece),
  )
  const source = pieces.join('')
  const guard = longestPlainPart(secret)
  return hostWithCapitals.test(secret)
    ? { guard: guard.toLowerCase(), pattern: new RegExp(source, 'gi'), pieces }
    : { guard, pattern: new RegExp(source, 'g'), pieces }
}

/**
 * The secret inside the base64 of a longer text, with so many bytes (modulo 3) before it. The first and last characters
 * also depend on the neighbours: what is certain must match, and the rest of the secret's bits goes with it.
 */
function base64Form(secret: string, bytesBefore: number): SecretForm {
  const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)])
  const firstCertain = Math.ceil((bytesBefore * 8) / 6)
  const endOfCertain = Math.floor((bytes.length * 8) / 6)
  const certain = bytes.toString('base64').slice(firstCertain, endOfCertain)
  const before = bytesBefore === 0 ? '' : '[\\w+/-]?'
  const after = (bytes.length * 8) % 6 === 0 ? '' : '[\\w+/-]?'
  const pieces = Array.from(certain, base64Piece)
  const pattern = new RegExp(`${before}${pieces.join('')}${after}={0,2}`, 'g')
  return { guard: longestPlainPart(certain), pattern, pieces }
}

function base64Piece(letter: string): string {
  if (letter === '+') return '(?:[-+]|%2[bB]|&#(?:43|x2[bB]);)'
  return letter === '/' ? '(?:\\\\{0,3}\\/|_|%2[fF]|&#(?:47|x2[fF]);)' : letter
}

/** The longest run of letters and digits, which no encoding changes; empty when there is none. */
function longestPlainPart(text: string): string {
  const runs = text.match(/[a-z0-9]+/gi) ?? []
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}
