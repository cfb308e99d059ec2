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

/**
 * What a text gives away of a secret: each of its words (runs of six letters and digits or more, which no form but base64
 * changes) and each stretch of its base64, whatever stands before it.
 */
export function tracesOf(text: string, secret: string): readonly string[] {
  const words = secret.match(/[a-z0-9]{6,}/gi) ?? []
  const stretches = [0, 1, 2].flatMap(before => stretchesOf(secret, before))
  const inSmallLetters = text.toLowerCase()
  const plainly = text.replaceAll('-', '+').replaceAll('_', '/').replace(/%2b/gi, '+').replace(/%2f/gi, '/')
  return [
    ...words.filter(word => inSmallLetters.includes(word.toLowerCase())),
    ...stretches.filter(part => plainly.includes(part)),
  ]
}

function stretchesOf(secret: string, before: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const certain = bytes.toString('base64').slice(before + 1, Math.floor((bytes.length * 8) / 6))
  return Array.from({ length: certain.length - stretch + 1 }, (_, index) =>
    certain.slice(index, index + stretch),
  )
}
