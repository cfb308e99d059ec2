import type { JsonValue } from '../model/json.ts'
import { literalPattern } from '../patterns/index.ts'
import { renderVariable } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { parseTemplate, type Placeholder } from '../template/template.ts'
import { encodedInUrl, type UrlTextKind, urlTextKind } from '../util/text-in-url.ts'
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

/** A piece before anything in it is encoded. */
interface RawPiece extends Omit<Piece, 'from' | 'to'> {
  readonly kind: UrlTextKind
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
    const text = encodedInUrl(piece, before, behind.join(''))
    const from = before.length
    before += text
    return { ...piece, text, from, to: before.length }
  })
}

/** A text whose placeholders are filled in: that of the URL, or of a variable in it. */
interface Source {
  readonly text: string
  /** The text before it in the URL. */
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
  const kind = outer === 'value' ? outer : urlTextKind(value, before)
  if (found !== undefined && !found.literal && !found.secret && typeof found.value === 'string')
    return rawPieces({ text: found.value, before, kind, offset }, scope)
  return [{ text: value, writtenIn, placeholder, isGiven: isGiven(name, scope), kind }]
}

function valueOf(name: string, scope: Scope): JsonValue {
  const rendered = renderVariable(name, scope)
  return rendered.ok ? rendered.value : ''
}

/** The pieces with the texts that values made by chance had. */
function withActualTexts(pieces: readonly RawPiece[], rendered: string): readonly RawPiece[] | undefined {
  const pattern = pieces.map(piece => (piece.isByChance ? '(.*?)' : literalPattern(piece.text)))
  const actual = new RegExp(`^${pattern.join('')}$`, 's').exec(rendered)
  if (actual === null) return undefined
  let group = 0
  return pieces.map(piece => (piece.isByChance ? { ...piece, text: actual[++group] ?? '' } : piece))
}
