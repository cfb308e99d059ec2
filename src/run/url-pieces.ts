import type { JsonValue } from '../model/json.ts'
import { literalPattern } from '../patterns/index.ts'
import { renderVariable } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { parseTemplate, type Placeholder } from '../template/template.ts'
import { valueText } from '../util/value-text.ts'
import { isByChance, isGiven } from '../validations/is-given.ts'

/** A piece of a URL that is filled in, as it is sent. */
export interface Piece {
  readonly text: string
  readonly from: number
  readonly to: number
  /** The text it is written in: that of the step, or that of a variable. */
  readonly writtenIn: string
  readonly placeholder?: Placeholder
  /** True where an answer, a round or a caller gave it. */
  readonly isGiven: boolean
}

/** What ends a part of a URL, or would be no percent sign where it stands. */
export const marks = /[?#@\\&]|%(?![\da-f]{2})/i

/** A piece before anything in it is encoded. */
interface RawPiece extends Omit<Piece, 'from' | 'to'> {
  /**
   * `written` is the URL's own text, and that of a variable at its beginning; `link` what a variable says from the end of the
   * host or of a base path on; `value` what stands inside of a part.
   */
  readonly kind: 'written' | 'link' | 'value'
  /** True where it is another one each time that it is asked for. */
  readonly isByChance?: true
}

/**
 * The pieces of a URL that was filled in, with each value encoded where it would end the part of the URL that it stands in:
 * `C#` in `/search?q={{term}}&page=2` is `C%23`. Undefined where they are not what was filled in.
 */
export function piecesOfUrl(written: string, rendered: string, scope: Scope): readonly Piece[] | undefined {
  const raw = withActualTexts(rawPieces({ text: written, before: '', kind: 'written' }, scope), rendered)
  let before = ''
  return raw?.map((piece, index) => {
    const behind = raw.slice(index + 1).map(({ isGiven: given, text: next }) => (given ? '' : next))
    const text = encoded(piece, before, behind.join(''))
    const from = before.length
    before += text
    return { ...piece, text, from, to: before.length }
  })
}

/** A text whose placeholders are filled in: that of the URL, or of a variable in it. */
interface Source {
  readonly text: string
  /** What stands before it in the URL. */
  readonly before: string
  readonly kind: RawPiece['kind']
  /** Where its placeholder stands in the URL. */
  readonly offset?: number
}

/** The pieces of a text, those of the texts that variables of the suite stand for among them. */
function rawPieces(source: Source, scope: Scope): readonly RawPiece[] {
  const { text: writtenIn, kind: outer } = source
  let { before } = source
  return parseTemplate(writtenIn).parts.flatMap(part => {
    const pieces =
      typeof part === 'string'
        ? [{ text: part, writtenIn, isGiven: false, kind: outer }]
        : piecesOfVariable({ ...part, offset: source.offset ?? part.offset }, { ...source, before }, scope)
    for (const { text } of pieces) before += text
    return pieces
  })
}

function piecesOfVariable(
  placeholder: Placeholder,
  { text: writtenIn, before, kind: outer }: Source,
  scope: Scope,
): readonly RawPiece[] {
  const { name, offset } = placeholder
  // To ask for it would make another value.
  if (isByChance(name))
    return [{ text: '0', writtenIn, placeholder, isGiven: false, isByChance: true, kind: 'value' }]
  const found = scope.find(name)
  const value = valueText(found?.literal === true ? found.value : valueOf(name, scope))
  const kind = outer === 'value' ? outer : kindOf(value, before)
  if (found !== undefined && !found.literal && !found.secret && typeof found.value === 'string')
    return rawPieces({ text: found.value, before, kind, offset }, scope)
  return [{ text: value, writtenIn, placeholder, isGiven: isGiven(name, scope), kind }]
}

function valueOf(name: string, scope: Scope): JsonValue {
  const rendered = renderVariable(name, scope)
  return rendered.ok ? rendered.value : ''
}

/** A base URL and a link such as `/items?page=2` behind one have parts of their own; any other value is inside of one. */
function kindOf(value: string, before: string): RawPiece['kind'] {
  const [, behindHost] = /:\/\/[^/?#\\]*(.*)$/s.exec(before) ?? []
  if (behindHost === undefined) return 'written'
  const isLink = /^[/?#]/.test(value)
  if (behindHost === '') return isLink ? 'link' : 'written'
  return isLink && !/[?#]|\/$/.test(behindHost) ? 'link' : 'value'
}

/** The pieces with the texts that values made by chance had. */
function withActualTexts(pieces: readonly RawPiece[], rendered: string): readonly RawPiece[] | undefined {
  const pattern = pieces.map(piece => (piece.isByChance ? '(.*?)' : literalPattern(piece.text)))
  const actual = new RegExp(`^${pattern.join('')}$`, 's').exec(rendered)
  if (actual === null) return undefined
  let group = 0
  return pieces.map(piece => (piece.isByChance ? { ...piece, text: actual[++group] ?? '' } : piece))
}

/** A query of its own at the end of a path: `items?page=2`, `orders?wsdl`. */
const ownQuery = /^\?[\w.~$[\]-]+(?:[=&]|$)/

function encoded({ text, kind, isGiven: given }: RawPiece, before: string, behind: string): string {
  if (kind === 'written' || !marks.test(text)) return text
  // The fragment of a link that an answer gave is not sent, as no browser sends it.
  if (kind === 'link') return given ? text : text.replaceAll('#', '%23')
  const own = text.replaceAll('#', '%23').replace(/%(?![\da-f]{2})/gi, '%25')
  const [, query] = /:\/\/[^?#]*\?(.*)$/s.exec(before) ?? []
  if (query === undefined) return inPath(own, behind)
  return isOneParameter(query, own, behind) ? own.replaceAll('&', '%26') : own
}

/** A question mark stays where a query begins with it: what looks like one, with nothing of the path behind it. */
function inPath(text: string, behind: string): string {
  const segments = text.replaceAll('\\', '%5C')
  const mark = segments.indexOf('?')
  const isQuery = mark !== -1 && ownQuery.test(segments.slice(mark))
  const isAtEnd = behind === '' || /^[&#]/.test(behind) || (/[=&?]$/.test(text) && /^[\w%+~-]/.test(behind))
  return isQuery && isAtEnd ? segments : segments.replaceAll('?', '%3F')
}

/** True where a value in a query is that of a parameter, or its name, and not parameters of its own. */
function isOneParameter(query: string, value: string, behind: string): boolean {
  const parameter = query.slice(query.lastIndexOf('&') + 1)
  return !value.startsWith('&') && (parameter.includes('=') || behind.startsWith('='))
}
