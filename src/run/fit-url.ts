import type { JsonObject, JsonValue } from '../model/json.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { parseTemplate, type Placeholder } from '../template/template.ts'
import { isByChance } from '../validations/is-given.ts'
import { urlMarks } from '../util/text-in-url.ts'
import { type Piece, piecesOfUrl } from './url-pieces.ts'

type Parts = readonly (string | Placeholder)[]
type Why = Pick<RenderProblem, 'message' | 'hint'>

/** Where the parts of a URL are. */
interface Places {
  readonly url: string
  readonly start: number
  readonly host: number
  readonly hostEnd: number
  readonly pathEnd: number
}

/** A segment that is empty, or that every URL parser takes out together with the one before it, or space, which it does not see. */
const suspicious = /[^:]\/(?:\/|[?#]|\s*$)|[\\/](?:\.|%2e){1,2}(?:[\\/?#\s]|$)/i

const dots = /^(?:\.|%2e){1,2}$/i

/** Where a request of a step went when it was last looked at: to the same host, and with nothing unusual behind it, goes any other. */
const lookedAt = new WeakMap<JsonObject, string>()

/** A URL with its values encoded, or why it is not sent. */
export interface FittedUrl {
  readonly url: string
  readonly problems: readonly RenderProblem[]
}

/**
 * A URL that was filled in, with each value encoded where it would end the part that it stands in, whoever gave it. What an
 * answer, a round or a caller has given must not make another address of it either: `DELETE /pets/{{id}}` must not become
 * `DELETE /pets/`, or `DELETE /` where the id is `..`, nor `{{baseUrl}}{{next}}` go to the host of a `next` `@other/`. What a
 * variable of the suite or a row says is taken as it is there, but for what it is given itself. `step` is whose URL it is, and
 * `path` where it stands in it.
 */
export function fitUrl(
  written: string,
  rendered: string,
  { step, path }: { readonly step: JsonObject; readonly path: RenderProblem['path'] },
  scope: Scope,
): FittedUrl {
  const isSuspicious = suspicious.test(rendered)
  const isUsual = !isSuspicious && !urlMarks.test(rendered)
  const { parts } = parseTemplate(written)
  const isPlain = !isSuspicious && isHostWritten(parts, scope)
  if (isPlain && (isUsual || marksIn([rendered]) === marksIn(parts))) {
    const behind = placesIn(rendered)?.hostEnd ?? rendered.length
    if (behind < rendered.length) lookedAt.set(step, rendered.slice(0, behind + 1))
    return { url: rendered, problems: none }
  }
  const pieces = piecesOfUrl(written, rendered, scope) ?? []
  const url = pieces.length === 0 ? rendered : pieces.map(({ text }) => text).join('')
  return { url, problems: unfitPieces(pieces, url, path) }
}

/** Where the URL of a step has nothing that could make another of it, and the host that was looked at before. */
export function isUsualUrl(rendered: string, step: JsonObject): boolean {
  const host = lookedAt.get(step)
  return (
    host !== undefined && rendered.startsWith(host) && !suspicious.test(rendered) && !urlMarks.test(rendered)
  )
}

function unfitPieces(
  pieces: readonly Piece[],
  url: string,
  path: RenderProblem['path'],
): readonly RenderProblem[] {
  const places = placesIn(url)
  if (places === undefined) return none
  const problems: RenderProblem[] = []
  for (const [index, piece] of pieces.entries()) {
    const { placeholder } = piece
    if (placeholder === undefined || !piece.isGiven) continue
    const behind = pieces.slice(index + 1).map(({ isGiven: given, text }) => (given ? '' : text))
    const why = unfit({ ...piece, placeholder }, pieces[index - 1], behind.join(''), places)
    const { name, offset } = placeholder
    if (why !== undefined && !problems.some(({ message }) => message === why.message))
      problems.push({ name, kind: 'unknown', path, offset, ...why })
  }
  return problems
}

/**
 * Finds the values that have made another host of a URL that a variable is made of: a request by that variable could
 * not tell any more which part of it a response, a round or a caller gave.
 */
export function movedHosts(
  written: JsonValue,
  rendered: JsonValue,
  path: RenderProblem['path'],
  scope: Scope,
): readonly RenderProblem[] {
  if (typeof written === 'object' && written !== null && typeof rendered === 'object' && rendered !== null)
    return Object.entries(written as JsonObject).flatMap(([key, inner]) =>
      movedHosts(inner, (rendered as JsonObject)[key] ?? null, [...path, key], scope),
    )
  if (typeof written !== 'string' || typeof rendered !== 'string') return none
  if (!holdsBraces(written) || !rendered.includes('://')) return none
  const pieces = piecesOfUrl(written, rendered, scope) ?? []
  const places = placesIn(pieces.map(({ text }) => text).join(''))
  if (places === undefined) return none
  return pieces.flatMap((piece, index) => {
    const { placeholder } = piece
    if (placeholder === undefined || !piece.isGiven) return []
    const behind = pieces.slice(index + 1).map(({ isGiven: given, text }) => (given ? '' : text))
    if (!movesHost(piece, pieces[index - 1], behind.join(''), places)) return []
    const { name, offset } = placeholder
    return [{ name, kind: 'unknown', path, offset, ...otherHost(name, piece.text) } as const]
  })
}

/** Says that a value makes another host of a URL. */
function otherHost(name: string, text: string): Why {
  return {
    message: `{{${name}}} is ${text.trim() === '' ? 'empty' : text}, which makes another host of it`,
    hint: 'A value behind the host begins with a slash.',
  }
}

const none: readonly RenderProblem[] = []

/** How often a part of a URL ends. */
function marksIn(parts: Parts): number {
  let count = 0
  for (const part of parts) if (typeof part === 'string') count += part.split(urlMarks).length - 1
  return count
}

/** True where no value stands in the host but one that is all of it, so that none can make another of it. */
function isHostWritten(parts: Parts, scope: Scope): boolean {
  const start = typeof parts[0] === 'string' && !parts[0].includes('://') ? 1 : 0
  const [first, next] = [parts[start], parts[start + 1]]
  if (typeof first === 'string') return next === undefined || /:\/\/[^/?#\\]*[/?#\\]/.test(first)
  if (next !== undefined && !(typeof next === 'string' && /^[/?#]/.test(next))) return false
  if (first === undefined || isByChance(first.name)) return true
  const found = scope.find(first.name)
  return found === undefined || found.literal || !holdsBraces(found.value)
}

function placesIn(text: string): Places | undefined {
  const url = text.trimEnd()
  const start = /^\s*(?:[^\s:/]+\s+)?/.exec(url)?.[0].length ?? 0
  const scheme = url.indexOf('://', start)
  if (scheme === -1) return undefined
  const host = scheme + 3
  const hostEnd = placeOf(/[/?#\\]/g, url, host)
  return { url, start, host, hostEnd, pathEnd: placeOf(/[?#]/g, url, hostEnd) }
}

function placeOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** Why a piece that was given makes another address; `behind` is what the suite writes behind it. */
function unfit(
  piece: Piece & { readonly placeholder: Placeholder },
  before: Piece | undefined,
  behind: string,
  places: Places,
): Why | undefined {
  const { text, placeholder } = piece
  const isNow = `{{${placeholder.name}}} is ${text.trim() === '' ? 'empty' : text}`
  const asSegment = `Write {{${placeholder.name} | url}} where it is one segment.`
  if (movesHost(piece, before, behind, places)) return otherHost(placeholder.name, text)
  if (cutsOff(piece, behind, places))
    return { message: `${isNow}, which cuts off what is written behind it`, hint: asSegment }
  const segment = segmentsOf(places).find(
    ({ from, to, value }) =>
      piece.from <= to && piece.to >= from && (value === '' ? text.trim() === '' : dots.test(value)),
  )
  if (segment === undefined) return undefined
  if (text.trim() !== '')
    return {
      message: `${isNow}, whose dots make another path of it`,
      ...(text.includes('/') && { hint: asSegment }),
    }
  const left = segment.value === '' ? 'which makes' : 'and the dots beside it make'
  return { message: `${isNow}, ${left} another path of it`, hint: 'Ask for it with `when`.' }
}

/**
 * True where a piece makes another host: what stands for the whole of it, or for a part that is left open for it
 * (`https://{{region}}.shop.example/`), may be any; one behind a host that is complete has to begin what is behind hosts.
 */
function movesHost(
  { text, from, writtenIn }: Piece,
  before: Piece | undefined,
  behind: string,
  { url, start, host, hostEnd }: Places,
): boolean {
  if (from === start || from < host || from > hostEnd) return false
  const [head = ''] = text.split(/[/?#\\]/, 1)
  const mark = text.charAt(head.length)
  if (head.includes('@') || mark === '\\') return true
  const isOpen = from === host || /[.:@[-]$/.test(url.slice(host, from))
  if (mark !== '') return isOpen ? head === '' || !/^(?:[/?#&]|$)/.test(behind) : head !== ''
  if (isOpen) return false
  const isBesideText = before?.placeholder === undefined && before?.writtenIn === writtenIn
  return isBesideText ? behind === '' && !/^[\w-]*$/.test(head) : head !== ''
}

/** True where a piece begins a query or a fragment in front of more of the path or of the query. */
function cutsOff({ text, from, to }: Piece, behind: string, { pathEnd }: Places): boolean {
  if (behind === '' || behind.startsWith('#')) return false
  if (text.includes('#')) return true
  if (pathEnd < from || pathEnd >= to) return false
  // `/items?page={{number}}` may come in two parts, too.
  return !behind.startsWith('&') && !(/[=&?]$/.test(text) && /^[\w%+~-]/.test(behind))
}

function segmentsOf({ url, hostEnd, pathEnd }: Places) {
  let to = hostEnd
  const [, ...values] = url.slice(hostEnd, pathEnd).split(/[/\\]/)
  return values.map(value => {
    const from = to + 1
    to = from + value.length
    return { from, to, value }
  })
}
