import { differingMiddle } from '../../util/differing-middle.ts'
import type { HurlItem } from './hurl-file.ts'
import { linesAbove, withRemark } from './hurl-text.ts'

/** The lines of one thing that a step says. */
export interface Written {
  /** The same for what says the same. */
  readonly key: string
  /** The name of a header or a capture, the target of a check: what it is about. */
  readonly name: string
  readonly lines: readonly string[]
  /** A comment above the lines. */
  readonly remark?: string
}

/** A piece of a file. */
export interface Piece<Own extends Written> extends HurlItem {
  /** Of what the writer makes of it; absent where that is nothing. */
  readonly key?: string
  readonly name: string
  /** True for a piece that stands outside of the section that new lines are written in. */
  readonly isFixed?: true
  /** The piece as it says something else; undefined where the lines for that are written in its place. */
  readonly restated?: (now: Own, before: Own | undefined) => string | undefined
}

/** Pieces with what has changed in them. */
export interface MergedPieces<Own extends Written> {
  readonly text: string
  /** The pieces elsewhere that are left. */
  readonly fixed: ReadonlyMap<Piece<Own>, string>
}

/** A thing that is said now, at the piece that it was or replaces. */
interface Placed<Own extends Written> {
  readonly piece?: Piece<Own>
  readonly origin?: number
  readonly text: string
}

/**
 * Pieces of a file in which only what has changed is written anew: what is still said stays as it is, what is said of the same thing
 * takes the place of the former, and new lines stand behind those that they follow.
 */
export function mergePieces<Own extends Written>(
  pieces: readonly Piece<Own>[],
  before: readonly Own[],
  now: readonly Own[],
): MergedPieces<Own> {
  const owners = ownersOf(pieces, before)
  const owned = new Set(owners.values())
  const strangers = pieces.filter(piece => piece.key !== undefined && !owned.has(piece))
  const origins = originsOf(before, now)
  const placed = now.map((written, index): Placed<Own> => {
    const origin = origins[index]
    const former = origin === undefined ? undefined : before[origin]
    const piece = origin === undefined ? takenFrom(strangers, written.name) : owners.get(origin)
    if (former?.key === written.key)
      return { ...at(piece, origin), text: piece === undefined ? '' : kept(piece, written) }
    const anew = piece === undefined ? undefined : changed(piece, written, former)
    return anew === undefined ? { text: linesOf(written) } : { ...at(piece, origin), text: anew }
  })
  const left = pieces.filter(piece => piece.key === undefined || strangers.includes(piece))
  return laidOut(pieces, placed, new Set(left))
}

function at<Own extends Written>(
  piece: Piece<Own> | undefined,
  origin: number | undefined,
): Partial<Placed<Own>> {
  return { ...(piece === undefined ? {} : { piece }), ...(origin === undefined ? {} : { origin }) }
}

function kept<Own extends Written>({ source }: Piece<Own>, { remark = '' }: Own): string {
  return ended(withRemark(source, remark))
}

function changed<Own extends Written>(
  piece: Piece<Own>,
  now: Own,
  before: Own | undefined,
): string | undefined {
  const anew = piece.restated?.(now, before)
  if (anew !== undefined) return ended(withRemark(linesAbove(piece.source) + anew, now.remark ?? ''))
  if (piece.isFixed) return undefined
  return now.lines.length === 0
    ? ''
    : withRemark(linesAbove(piece.source), now.remark ?? '') + plainLines(now)
}

function linesOf({ remark = '', ...written }: Written): string {
  return written.lines.length === 0 ? '' : withRemark('', remark) + plainLines(written)
}

function plainLines({ lines }: Pick<Written, 'lines'>): string {
  return lines.map(line => `${line}\n`).join('')
}

/** The pieces of what is written of a file, by the places of that. */
function ownersOf<Own extends Written>(
  pieces: readonly Piece<Own>[],
  before: readonly Own[],
): ReadonlyMap<number, Piece<Own>> {
  const places = new Map<string, number[]>()
  for (const [index, { key }] of before.entries()) {
    const same = places.get(key)
    if (same === undefined) places.set(key, [index])
    else same.push(index)
  }
  const owners = new Map<number, Piece<Own>>()
  for (const piece of pieces) {
    const place = places.get(piece.key ?? '')?.shift()
    if (place !== undefined) owners.set(place, piece)
  }
  return owners
}

/** For each thing that is said now the place of what it was: the same, or else something of the same name. */
function originsOf(before: readonly Written[], now: readonly Written[]): readonly (number | undefined)[] {
  const { start, rest, found } = differingMiddle(before, now, (one, other) => one?.key === other?.key)
  const origins = now.map((_, index): number | undefined =>
    index < start ? index : index >= now.length - rest ? index + before.length - now.length : undefined,
  )
  const free = new Set(found.map((_, index) => index + start))
  for (const part of ['key', 'name'] as const) {
    let last = -1
    for (const [index, written] of now.entries()) {
      const same = (): readonly number[] => [...free].filter(place => before[place]?.[part] === written[part])
      const origin = origins[index] ?? same().find(place => place > last) ?? same()[0]
      origins[index] = origin
      if (origin === undefined) continue
      free.delete(origin)
      last = origin
    }
  }
  return origins
}

function takenFrom<Own extends Written>(strangers: Piece<Own>[], name: string): Piece<Own> | undefined {
  const found = strangers.findIndex(piece => piece.name === name)
  return found < 0 ? undefined : strangers.splice(found, 1)[0]
}

/** The pieces in the order of the file, or of what is said now where that was moved. */
function laidOut<Own extends Written>(
  pieces: readonly Piece<Own>[],
  placed: readonly Placed<Own>[],
  left: ReadonlySet<Piece<Own>>,
): MergedPieces<Own> {
  const fixed = new Map(placed.flatMap(({ piece, text }) => (piece?.isFixed ? [[piece, text] as const] : [])))
  const staying = placed.filter(({ piece }) => piece !== undefined && !piece.isFixed)
  const own = new Set(staying.map(({ piece }) => piece))
  const inFile = pieces.filter(piece => own.has(piece))
  const known = staying.flatMap(({ origin = [] }) => origin)
  const isMoved = known.some((origin, index) => origin < (known[index - 1] ?? -1))
  const slots = new Map(staying.map((one, index) => [one, isMoved ? inFile[index] : one.piece]))
  const shown = new Map(staying.map(one => [slots.get(one), one.text]))
  const heads = new Map<Piece<Own> | undefined, string>()
  const [first] = staying
  let front: Placed<Own> | undefined
  for (const one of placed) {
    if (slots.has(one)) front = one
    if (one.piece !== undefined) continue
    // Behind all others they stand behind those that the writer knows nothing of, too.
    const slot = front === staying.at(-1) ? undefined : slots.get(front ?? first ?? one)
    if (front === undefined || slot === undefined) heads.set(slot, (heads.get(slot) ?? '') + one.text)
    else shown.set(slot, (shown.get(slot) ?? '') + one.text)
  }
  const lines = pieces.map(piece => {
    const text = shown.get(piece) ?? (left.has(piece) ? ended(piece.source) : '')
    return (heads.get(piece) ?? '') + text
  })
  return { text: lines.join('') + (heads.get(undefined) ?? ''), fixed }
}

/** A piece at the end of a file gets the line break that what follows needs. */
export function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
