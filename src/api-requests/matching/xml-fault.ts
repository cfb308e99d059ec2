import { charsetOfBytes, decodeText, invalidUtf8At, isUtf8Name } from '../../actions/body/charset.ts'

/**
 * Why a text, or bytes, are no well-formed XML (XML 1.0), as a fragment: `<a> is not closed`; undefined when they are. Bytes are read
 * by their mark, else by the charset of their content type, else by the encoding they declare (RFC 7303, 3). A document type is
 * passed over, and what it may declare is taken for right.
 */
export function xmlFault(written: string | Buffer, contentType = 'application/xml'): string | undefined {
  if (typeof written === 'string') return textFault(written)
  const wrongAt = isUtf8Name(charsetOfBytes(written, contentType)) ? invalidUtf8At(written) : undefined
  return wrongAt === undefined
    ? textFault(decodeText(written, contentType))
    : `its byte ${wrongAt + 1} is not valid in UTF-8, which is its encoding`
}

function textFault(text: string): string | undefined {
  const open: string[] = []
  let hasRoot = false
  let hasType = false
  const start = text.startsWith('\uFEFF') ? 1 : 0
  for (let at = start; at < text.length;) {
    const token = tokenAt(text, at)
    if (token === undefined) return `nothing can be made of ${JSON.stringify(text.slice(at, at + 20))}`
    const { kind, written } = token
    const isInside = open.length > 0
    if (kind === 'begin' && !isInside && hasRoot) return 'it has more than one root element'
    if (kind === 'begin') {
      const [, name = '', attributes = ''] = beginning.exec(written) ?? []
      const twice = repeated([...attributes.matchAll(attributeName)].map(([, one = '']) => one))
      if (twice !== undefined) return `<${name}> has the attribute ${twice} twice`
      const unknown = unknownEntity(attributes, hasType)
      if (unknown !== undefined) return `nothing says what ${unknown} is`
      hasRoot = true
      if (!written.endsWith('/>')) open.push(name)
    }
    if (kind === 'end') {
      const name = written.slice(2, -1).trim()
      const last = open.pop()
      if (last !== name)
        return last === undefined ? `</${name}> closes nothing` : `<${last}> is closed by </${name}>`
    }
    if (kind === 'type') hasType = true
    if (kind === 'text' && !isInside && written.trim() !== '')
      return 'there is text outside of its root element'
    const unknown = kind === 'text' ? unknownEntity(written, hasType) : undefined
    if (unknown !== undefined) return `nothing says what ${unknown} is`
    if (kind === 'aside' && /^<\?xml\s/.test(written) && at !== start)
      return 'its declaration is not at its beginning'
    at += written.length
  }
  const [last] = open.slice(-1)
  if (last !== undefined) return `<${last}> is not closed`
  return hasRoot ? undefined : 'it has no element'
}

interface Token {
  readonly kind: 'begin' | 'end' | 'text' | 'type' | 'aside'
  readonly written: string
}

function tokenAt(text: string, at: number): Token | undefined {
  for (const [first, last, kind] of enclosed) {
    if (!text.startsWith(first, at)) continue
    const end = text.indexOf(last, at + first.length)
    return end === -1 ? undefined : { kind, written: text.slice(at, end + last.length) }
  }
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const [written] = pattern.exec(text) ?? []
    if (written !== undefined) return { kind, written }
  }
  return undefined
}

const enclosed = [
  ['<!--', '-->', 'aside'],
  // Its end is written as no text can be, so it is no text outside of an element.
  ['<![CDATA[', ']]>', 'text'],
  ['<?', '?>', 'aside'],
] as const

const name = String.raw`[\p{L}_:][\p{L}\p{N}\p{M}_:.\u00B7-]*`
const value = `"[^<"]*"|'[^<']*'`
const beginning = new RegExp(`^<(${name})(.*)`, 'su')
const attributeName = new RegExp(`(${name})\\s*=\\s*(?:${value})`, 'gu')

const patterns = [
  ['text', /[^<]+/y],
  ['end', new RegExp(`</${name}\\s*>`, 'uy')],
  ['begin', new RegExp(`<${name}(?:\\s+${name}\\s*=\\s*(?:${value}))*\\s*/?>`, 'uy')],
  ['type', /<!DOCTYPE\s(?:[^<>[\]"']|"[^"]*"|'[^']*')*(?:\[[^\]]*\]\s*)?>/y],
] as const

/** The first reference to a character or an entity that is none of XML's own, nor one that a document type may declare. */
function unknownEntity(written: string, hasType: boolean): string | undefined {
  if (written.startsWith('<![CDATA[')) return undefined
  const [found] = (hasType ? noReference : noOwnReference).exec(written) ?? []
  return found
}

const noOwnReference = /&(?!(?:lt|gt|amp|apos|quot|#\d+|#x[\dA-Fa-f]+);)[^\s;"'<]*;?/
const noReference = new RegExp(`&(?!(?:${name}|#\\d+|#x[\\dA-Fa-f]+);)[^\\s;"'<]*;?`, 'u')

function repeated(names: readonly string[]): string | undefined {
  return names.find((one, index) => names.indexOf(one) !== index)
}
