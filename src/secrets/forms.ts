import { literalPattern } from '../patterns/index.ts'
import { encodingOf } from '../util/text-encodings.ts'

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

/**
 * The ways a secret is written: itself with any of its special characters escaped, and inside base64, which may be that of
 * a text in which it is escaped.
 */
export function secretForms(secret: string): readonly SecretForm[] {
  const inBase64 = [...new Set([secret, ...escaped(secret)])].flatMap(text =>
    [0, 1, 2].map(bytesBefore => base64Form(text, bytesBefore)),
  )
  return [escapedForm(secret), ...inBase64]
}

/** A secret as it stands in JSON, as several programs write that, and in the query of a URL and a form. */
function escaped(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[^\0-\x7f]/g, unit => `\\u${hexadecimal(unit.charCodeAt(0), 4)}`)
  const form = new URLSearchParams([['', secret]]).toString().slice(1)
  return [json, ascii, ascii.replaceAll('/', String.raw`\/`), form, form.replaceAll('+', '%20')]
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

/** How often a text may have been escaped one after the other: JSON in JSON in JSON in JSON. */
const levels = 4

/** Backslashes that one becomes when it is escaped so often, and those that stand before another character then. */
const backslashesOfOne = 2 ** levels
const backslashesBefore = backslashesOfOne - 1

/**
 * The pattern of a character that is neither letter nor digit, with the backslashes before it (which have one quantifier
 * together with the character's own escape: two in a row would try every way to share the backslashes between them), or
 * of backslashes alone. It may be percent-encoded (encodeURIComponent, forms, URLs: each encodes others), escaped as in
 * JSON, an entity of HTML or XML, each also inside another text of its kind, or beyond ASCII read in the wrong encoding.
 */
function anyWritten(piece: string): string {
  const character = piece.replace(/^\\+/, '')
  const count = piece.length - character.length
  const encodedRun = count === 0 ? '' : `(?:${percent('\\')}|\\/|${entity}){${count}}`
  if (character === '') return `(?:\\\\{${count},${count * backslashesOfOne}}|${encodedRun})`
  const backslashes = (least: number) =>
    `\\\\{${count + least},${count * backslashesOfOne + backslashesBefore}}`
  if (character === '\n' || character === '\r\n')
    return `(?:(?:${backslashes(1)}r)?${backslashes(1)}n|${backslashes(0)}\\r?\\n|${encodedRun}(?:%(?:25)*0[dD])?%(?:25)*0[aA])`
  // The longest first: `%25` before `%`, and `&amp;` before `&`.
  const forms = [
    `${encodedRun}${percent(character)}`,
    `${encodedRun}${entity}`,
    `${backslashes(1)}${unicodeEscape(character)}`,
    `${backslashes(0)}${literalPattern(character)}`,
    ...(count > 0 ? [`${encodedRun}${literalPattern(character)}`] : []),
    ...(character === ' ' ? [`${encodedRun}\\+`] : []),
    ...(character === '\t' ? [`${backslashes(1)}t`] : []),
    ...(isBeyondAscii(character) ? misread(character).map(form => `${encodedRun}${form}`) : []),
  ]
  return `(?:${forms.join('|')})`
}

/** Any entity: which one it is makes no difference between the rest of a secret before and behind it. */
const entity = '&(?:amp;)*#?\\w{1,10};'

/** `%2F`, `%2f`, and `%252F` when it was encoded twice. */
function percent(character: string): string {
  return [...Buffer.from(character)].map(byte => `%(?:25)*${anyCase(hexadecimal(byte, 2))}`).join('')
}

/** `u00e9`, to stand behind a backslash; two of them for a character outside the basic plane. */
function unicodeEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map(unit => `u${anyCase(hexadecimal(unit, 4))}`).join(`\\\\{1,${backslashesBefore}}`)
}

function isBeyondAscii(character: string): boolean {
  return (character.codePointAt(0) ?? 0) > 127
}

/**
 * A character whose bytes in UTF-8 were read as another encoding, as servers do with header values: `Ã©` for `é`, itself
 * in any form. And one whose byte in Latin-1 was encoded, or is no UTF-8.
 */
function misread(character: string): readonly string[] {
  const bytes = Buffer.from(character)
  const readings = new Set([bytes.toString('latin1'), encodingOf('windows-1252')?.decode(bytes) ?? ''])
  const code = character.codePointAt(0) ?? 0
  return [
    ...Array.from(readings, reading => Array.from(reading, asOneCharacter).join('')),
    ...(code < 256 ? [`%(?:25)*${anyCase(hexadecimal(code, 2))}`] : []),
    '[?\\ufffd]',
  ]
}

function asOneCharacter(character: string): string {
  const escape = `\\\\{1,${backslashesBefore}}${unicodeEscape(character)}`
  return `(?:${literalPattern(character)}|${percent(character)}|${escape}|${entity})`
}

function hexadecimal(value: number, width: number): string {
  return value.toString(16).padStart(width, '0')
}

function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}
