/** A regular expression as a tree, as far as it says which texts there are. */
export type PatternNode =
  | { readonly kind: 'characters'; readonly written: string }
  /** Holds, or not, at a place in the text: `^`, `\b`. */
  | { readonly kind: 'place' }
  | { readonly kind: 'look'; readonly isDenied: boolean; readonly inner: PatternNode }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: 'repeated'
      readonly inner: PatternNode
      readonly least: number
      readonly most: number | undefined
    }

/** The quantifiers that may stand behind a part of a pattern. */
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})[?+]?/y
const characterClass = /\[\^?\](?=[^\]]*\])|\[(?:\\[^]|[^\]\\])*\]/y
const escape =
  /\\(?:[xX][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x\{[\da-fA-F]+\}|[pP]\{[^}]*\}|c[A-Za-z]|[^])/y
const group = /\((?:\?(?:(:)|(<?[=!])|P?<([A-Za-z_$][\w$]*)>|([a-zA-Z]*(?:-[a-z]+)?)(:|\))))?/y

/** Reads a pattern; undefined for one with something in it of which a tree tells nothing, such as a back-reference. */
export function readPattern(pattern: string): PatternNode | undefined {
  const reader = { text: pattern, at: 0 }
  try {
    const node = choice(reader)
    return reader.at === pattern.length ? node : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Unreadable extends Error {}

interface Reader {
  readonly text: string
  at: number
}

function next(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at
  const match = expression.exec(reader.text)
  if (match === null) return undefined
  reader.at += match[0].length
  return match
}

function choice(reader: Reader): PatternNode {
  const parts = [sequence(reader)]
  while (reader.text[reader.at] === '|') {
    reader.at++
    parts.push(sequence(reader))
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts }
}

function sequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = []
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] ?? '')) {
    const inner = one(reader)
    const often = next(reader, quantifier)
    parts.push(often === undefined ? inner : repeated(inner, often))
  }
  return { kind: 'sequence', parts }
}

function repeated(inner: PatternNode, [written, least, comma, most = '']: RegExpExecArray): PatternNode {
  const kind = 'repeated'
  if (least === undefined) {
    const [sign] = written
    return { kind, inner, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : undefined }
  }
  const highest = comma === undefined ? Number(least) : most === '' ? undefined : Number(most)
  return { kind, inner, least: Number(least), most: highest }
}

function one(reader: Reader): PatternNode {
  const first = reader.text[reader.at] ?? ''
  if (first === '(') return inGroup(reader)
  if (first === '^' || first === '$') {
    reader.at++
    return { kind: 'place' }
  }
  const written = next(reader, first === '[' ? characterClass : first === '\\' ? escape : /[^]/uy)?.[0]
  if (written === undefined) throw new Unreadable()
  if (first !== '\\') return { kind: 'characters', written }
  if (/^\\[bBAzZG]$/.test(written)) return { kind: 'place' }
  if (/^\\(?:[1-9]|[kQE])/.test(written)) throw new Unreadable()
  return { kind: 'characters', written }
}

function inGroup(reader: Reader): PatternNode {
  const opened = next(reader, group)
  if (opened === undefined) throw new Unreadable()
  const [, , look, , , flagsEnd] = opened
  if (flagsEnd === ')') return { kind: 'sequence', parts: [] }
  const inner = choice(reader)
  if (reader.text[reader.at] !== ')') throw new Unreadable()
  reader.at++
  return look === undefined ? inner : { kind: 'look', isDenied: look.endsWith('!'), inner }
}
