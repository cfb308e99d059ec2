/** One form of a secret in a text. */
export interface SecretForm {
  /** A part that every text with this form contains: the cheap question before the pattern. */
  readonly guard: string
  /** Global. */
  readonly pattern: RegExp
}

/** The ways a secret is written: itself with any of its special characters escaped, and inside base64. */
export function secretForms(secret: string): readonly SecretForm[] {
  return [escapedForm(secret), ...[0, 1, 2].map(bytesBefore => base64Form(secret, bytesBefore))]
}

/**
 * The secret itself, where each character but letters and digits may be percent-encoded (encodeURIComponent, forms,
 * URLs: each encodes others) or escaped as in JSON, once or inside another JSON text.
 */
function escapedForm(secret: string): SecretForm {
  const pieces = secret.match(/[a-z0-9]+|\\+(?=[a-z0-9]|$)|\\*(?:\r\n|[^\\])/gisu) ?? []
  return { guard: longestPlainPart(secret), pattern: new RegExp(pieces.map(escapedPiece).join(''), 'g') }
}

/**
 * The pattern of a word, or of one other character with the backslashes before it. These have one quantifier together
 * with the character's own escape: two in a row would try every way to share the backslashes between them.
 */
function escapedPiece(piece: string): string {
  if (/^[a-z0-9]/i.test(piece)) return piece
  const character = piece.replace(/^\\+/, '')
  const count = piece.length - character.length
  const encodedRun = count === 0 ? '' : `(?:${percent('\\')}){${count}}`
  if (character === '') return `(?:\\\\{${count},${count * 4}}|${encodedRun})`
  const backslashes = (least: number) => `\\\\{${count + least},${count * 4 + 3}}`
  if (character === '\n' || character === '\r\n')
    return `(?:(?:${backslashes(1)}r)?${backslashes(1)}n|${backslashes(0)}\\r?\\n|${encodedRun}(?:%(?:25)?0[dD])?%(?:25)?0[aA])`
  // The longest first: `%25` before `%`.
  const forms = [
    `${encodedRun}${percent(character)}`,
    `${backslashes(1)}${unicodeEscape(character)}`,
    `${backslashes(0)}${literal(character)}`,
    ...(count > 0 ? [`${encodedRun}${literal(character)}`] : []),
    ...(character === ' ' ? [`${encodedRun}\\+`] : []),
    ...(character === '\t' ? [`${backslashes(1)}t`] : []),
  ]
  return `(?:${forms.join('|')})`
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** `%2F`, `%2f`, and `%252F` when it was encoded twice. */
function percent(character: string): string {
  return [...Buffer.from(character)].map(byte => `%(?:25)?${anyCase(hexadecimal(byte, 2))}`).join('')
}

/** `u00e9`, to stand behind a backslash; two of them for a character outside the basic plane. */
function unicodeEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map(unit => `u${anyCase(hexadecimal(unit, 4))}`).join('\\\\{1,3}')
}

function hexadecimal(value: number, width: number): string {
  return value.toString(16).padStart(width, '0')
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`)
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
  const core = certain.replace(/\+/g, '(?:[-+]|%2[bB])').replace(/\//g, '(?:\\\\{0,3}\\/|_|%2[fF])')
  return { guard: longestPlainPart(certain), pattern: new RegExp(`${before}${core}${after}={0,2}`, 'g') }
}

/** The longest run of letters and digits, which no encoding changes; empty when there is none. */
function longestPlainPart(text: string): string {
  const runs = text.match(/[a-z0-9]+/gi) ?? []
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}
