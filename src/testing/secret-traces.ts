/** A way in which a program may write a text. */
type Write = (text: string) => string

const percent: Write = text => encodeURIComponent(text)
const json: Write = text => JSON.stringify(text).slice(1, -1)

/** The ways by name. Those of base64 also depend on what stands before the text: see `tracesOf`. */
export const forms: Readonly<Record<string, Write>> = {
  plain: text => text,
  percent,
  'percent in lower case': text => percent(text).replace(/%../g, code => code.toLowerCase()),
  'percent twice': text => percent(percent(text)),
  form: text => new URLSearchParams({ a: text }).toString().slice(2),
  json,
  'json twice': text => json(json(text)),
  'ascii json': text => json(text).replace(/[^ -~]|[<>&']/g, unicodeEscape),
  html: text => text.replace(/[&<>"']/g, character => named[character] ?? character),
  'html numbers': text => text.replace(/[^\w ]/gu, character => `&#${character.codePointAt(0) ?? 0};`),
  'html hexadecimal numbers': text =>
    text.replace(/[^\w ]/gu, character => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`),
  'html twice': text =>
    text.replace(/[&<>"']/g, character => (named[character] ?? character).replace('&', '&amp;')),
  'utf-8 read as latin-1': text => Buffer.from(text).toString('latin1'),
  base64: text => Buffer.from(text).toString('base64'),
  base64url: text => Buffer.from(text).toString('base64url'),
  'base64 behind a name': text => Buffer.from(`ada:${text}`).toString('base64'),
  'percent of base64': text => percent(Buffer.from(text).toString('base64')),
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Letters of base64 that nothing but the secret's own has in a row. */
const stretch = 10

/** Letters of which a stretch holds one block, wherever it begins: what lacks all blocks has no stretch. */
const block = stretch / 2

/**
 * Finds the traces of a secret in a text: each of its words (runs of six letters and digits or more, which no form but
 * base64 changes) and each stretch of its base64, whatever stands before it.
 */
export function tracesOf(text: string, secret: string): readonly string[] {
  const { words, encodings } = piecesOf(secret)
  const { inSmallLetters, plainly } = readingsOf(text)
  return [
    ...words.filter(word => inSmallLetters.includes(word.toLowerCase())),
    ...encodings
      .filter(encoding => partsOf(encoding, block, block).some(part => plainly.includes(part)))
      .flatMap(encoding => partsOf(encoding, stretch, 1).filter(part => plainly.includes(part))),
  ]
}

interface Pieces {
  readonly words: readonly string[]
  /** Its base64 behind nothing, one byte, and two, as far as it is the same whatever these are. */
  readonly encodings: readonly string[]
}

const knownPieces = new Map<string, Pieces>()

function piecesOf(secret: string): Pieces {
  const known = knownPieces.get(secret)
  if (known !== undefined) return known
  const encodings = [0, 1, 2].map(before => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    return bytes.toString('base64').slice(before + 1, Math.floor((bytes.length * 8) / 6))
  })
  const pieces = { words: secret.match(/[a-z0-9]{6,}/gi) ?? [], encodings }
  knownPieces.set(secret, pieces)
  return pieces
}

/** The text that was asked for last, which is searched for one secret after the other. */
let last = { text: '', inSmallLetters: '', plainly: '' }

function readingsOf(text: string): typeof last {
  if (text !== last.text)
    last = {
      text,
      inSmallLetters: text.toLowerCase(),
      plainly: text.replaceAll('-', '+').replaceAll('_', '/').replace(/%2b/gi, '+').replace(/%2f/gi, '/'),
    }
  return last
}

/** The parts of a text of a length, each so many letters behind the one before. */
function partsOf(text: string, length: number, distance: number): readonly string[] {
  const count = Math.max(0, Math.floor((text.length - length) / distance) + 1)
  return Array.from({ length: count }, (_, index) => text.slice(index * distance, index * distance + length))
}
