import { type Leaf, priorities } from './tokens.ts'

/** A line, or what is to be broken into several. */
export interface Line {
  readonly leaves: readonly Leaf[]
  readonly depth: number
  /** True where it stands in brackets, so that it may be broken anywhere. */
  readonly isInside: boolean
  /** True where it is broken even if it fits. */
  readonly isBroken: boolean
}

/** Where a line was broken: around what stands in a pair of brackets. */
interface Split {
  readonly head: Line
  readonly body: Line
  readonly tail: Line
  readonly opener: Leaf
  readonly closer: Leaf
}

/** Says that a line cannot be broken so. */
class CannotSplit extends Error {}

const width = 88

/**
 * Breaks a line where black does: at the last pair of brackets, at several where those before fit, or around all of it where
 * parentheses may be added; inside of brackets at all the commas, or whatever holds the parts least together.
 */
export function brokenLines(line: Line, isForced = false): readonly Line[] {
  if (!line.isBroken && fits(line)) return [line]
  const ways =
    line.leaves[0]?.text === 'def' && !line.isInside
      ? [leftSplit]
      : line.isInside
        ? [delimiterSplit, rightSplits]
        : [rightSplits]
  for (const way of ways) {
    try {
      return transformed(line, way, isForced)
    } catch (error) {
      if (!(error instanceof CannotSplit)) throw error
    }
  }
  return [line]
}

type Way = (line: Line, isForced: boolean) => readonly Line[]

function transformed(line: Line, way: Way, isForced: boolean): readonly Line[] {
  const untouched = cloned(line)
  const text = lineText(line)
  const parts = way(line, isForced)
  if (parts.some(part => lineText(part) === text)) throw new CannotSplit()
  const lines = parts.flatMap(part => brokenLines(part, isForced))
  const optional = outermostOptional(untouched)
  const isUsed =
    optional.length === 0 ||
    outermost(line).some(leaf => optional.includes(leaf.index) && leaf.leaf.text !== '')
  const [first] = lines
  if (isForced || way !== rightSplits || isUsed || (first !== undefined && fits(first))) return lines
  try {
    const forced = transformed(untouched, way, true)
    return forced.every(fits) ? forced : lines
  } catch (error) {
    if (error instanceof CannotSplit) return lines
    throw error
  }
}

/** The parentheses that may be added, and stand in no others. */
function outermostOptional(line: Line): readonly number[] {
  return outermost(line)
    .filter(({ leaf }) => leaf.text === '')
    .map(({ index }) => index)
}

function outermost({ leaves }: Line): readonly { readonly leaf: Leaf; readonly index: number }[] {
  let depth = 0
  const found: { leaf: Leaf; index: number }[] = []
  for (const [index, leaf] of leaves.entries()) {
    if (leaf.kind === 'close') depth--
    if (depth === 0 && (leaf.kind === 'open' || leaf.kind === 'close')) found.push({ leaf, index })
    if (leaf.kind === 'open') depth++
  }
  return found
}

function cloned(line: Line): Line {
  const copies = new Map<Leaf, Leaf>()
  const leaves = line.leaves.map(leaf => {
    const opener = leaf.opener === undefined ? undefined : (copies.get(leaf.opener) ?? leaf.opener)
    const copy = { ...leaf, ...(opener === undefined ? {} : { opener }) }
    copies.set(leaf, copy)
    return copy
  })
  return { ...line, leaves }
}

/** The text of a line with its indentation. */
export function lineText({ leaves, depth }: Line): string {
  const text = leaves.map(leaf => (leaf.space ? ' ' : '') + leaf.text).join('')
  return ' '.repeat(4 * depth) + text.trimStart()
}

function fits(line: Line): boolean {
  return textWidth(lineText(line)) <= width
}

/** How wide a text is shown: ideographs take two columns, marks none. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  return Array.from(text).reduce((sum, one) => sum + (/\p{M}/u.test(one) ? 0 : wide.test(one) ? 2 : 1), 0)
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6fc}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** A function at its parameters. */
function leftSplit(line: Line): readonly Line[] {
  const open = line.leaves.findIndex(({ kind }) => kind === 'open')
  const opener = line.leaves[open]
  const close = line.leaves.findIndex(leaf => leaf.opener === opener)
  if (opener === undefined || close <= open + 1) throw new CannotSplit()
  const inside = line.leaves.slice(open + 1, close)
  const comma: Leaf = {
    ...opener,
    text: ',',
    space: false,
    kind: 'other',
    priority: priorities.comma,
    isBehind: true,
  }
  return [
    { ...line, leaves: line.leaves.slice(0, open + 1) },
    bodyOf(inside.some(({ text }) => text === ',') ? inside : [...inside, comma], opener, line.depth),
    { ...line, leaves: line.leaves.slice(close) },
  ]
}

function bodyOf(leaves: readonly Leaf[], opener: Leaf, depth: number): Line {
  const line: Line = { leaves, depth: depth + 1, isInside: true, isBroken: false }
  return { ...line, isBroken: opener.isAtom && highest(line, leaves.at(-1)) === priorities.comma }
}

/** The places at which a line may be broken, those inside of brackets in it left out. */
function delimiters({ leaves }: Line): readonly { readonly leaf: Leaf; readonly index: number }[] {
  let depth = 0
  const found: { leaf: Leaf; index: number }[] = []
  for (const [index, leaf] of leaves.entries()) {
    if (leaf.kind === 'close') depth--
    if (depth === 0 && leaf.priority > 0 && (leaf.isBehind || index > 0)) found.push({ leaf, index })
    if (leaf.kind === 'open') depth++
  }
  return found
}

function highest(line: Line, except?: Leaf): number {
  return Math.max(
    0,
    ...delimiters(line).map(({ leaf }) => (leaf === except && leaf.isBehind ? 0 : leaf.priority)),
  )
}

function delimiterSplit(line: Line): readonly Line[] {
  const priority = highest(line, line.leaves.at(-1))
  const places = delimiters(line).filter(({ leaf }) => leaf.priority === priority)
  if (priority === 0 || (priority === priorities.dot && places.length === 1)) throw new CannotSplit()
  const cuts = places.map(({ leaf, index }) => (leaf.isBehind ? index + 1 : index))
  const bounds = [0, ...cuts.filter(cut => cut < line.leaves.length), line.leaves.length]
  const parts = bounds.slice(1).map((end, index) => line.leaves.slice(bounds[index], end))
  return parts.map((leaves, index): Line => {
    const last = leaves.at(-1)
    const needsComma = priority === priorities.comma && index === parts.length - 1 && last?.text !== ','
    const comma = { ...(places[0]?.leaf as Leaf), text: ',', space: false }
    return { ...line, isBroken: false, leaves: needsComma ? [...leaves, comma] : leaves }
  })
}

/** At the last brackets, or at others before, as far as the first line fits then. */
function rightSplits(line: Line, isForced: boolean): readonly Line[] {
  let usual: readonly Line[] | undefined
  for (const omitted of trailersToOmit(line)) {
    const lines = rightSplit(line, isForced, omitted)
    usual ??= lines
    if (lines[0] !== undefined && fits(lines[0])) return lines
  }
  return usual ?? rightSplit(line, isForced, new Set())
}

function* trailersToOmit(line: Line): Generator<ReadonlySet<Leaf>> {
  const omitted = new Set<Leaf>()
  yield new Set()
  let length = 4 * line.depth
  let opener: Leaf | undefined
  let closer: Leaf | undefined
  const inner = new Set<Leaf>()
  for (let index = line.leaves.length - 1; index >= 0; index--) {
    const leaf = line.leaves[index] as Leaf
    length += leafWidth(leaf)
    if (length > width) return
    if (opener !== undefined) {
      if (leaf === opener) opener = undefined
      else if (leaf.kind === 'close') inner.add(leaf)
    } else if (leaf.kind === 'close') {
      if (line.leaves[index - 1]?.kind === 'open') {
        inner.add(leaf)
        continue
      }
      if (closer !== undefined) {
        for (const one of [closer, ...inner]) omitted.add(one)
        inner.clear()
        yield new Set(omitted)
      }
      if (leaf.text !== '') {
        opener = leaf.opener
        closer = leaf
      }
    }
  }
}

function leafWidth({ space, text }: Leaf): number {
  return (space ? 1 : 0) + text.length
}

function rightSplit(line: Line, isForced: boolean, omitted: ReadonlySet<Leaf>): readonly Line[] {
  return withoutOptional(lastBrackets(line, omitted), line, isForced, omitted)
}

function lastBrackets(line: Line, omitted: ReadonlySet<Leaf>): Split {
  const { leaves } = line
  for (let close = leaves.length - 1; close >= 0; close--) {
    const closer = leaves[close] as Leaf
    if (closer.kind !== 'close' || omitted.has(closer)) continue
    const open = leaves.indexOf(closer.opener as Leaf)
    if (open < 0) throw new CannotSplit()
    if (open === close - 1) continue
    const head = leaves.slice(0, open + 1)
    const part = { depth: line.depth, isInside: false, isBroken: false }
    return {
      head: { ...part, leaves: head },
      body: bodyOf(leaves.slice(open + 1, close), closer.opener as Leaf, line.depth),
      tail: { ...part, leaves: leaves.slice(close) },
      opener: closer.opener as Leaf,
      closer,
    }
  }
  throw new CannotSplit()
}

/** Breaks a line at brackets; where those would have to be added, at the ones before them if that looks well. */
function withoutOptional(
  split: Split,
  line: Line,
  isForced: boolean,
  omitted: ReadonlySet<Leaf>,
): readonly Line[] {
  if (!isForced && split.opener.text === '' && split.closer.text === '' && canOmit(split.body)) {
    const more = new Set([...omitted, split.closer])
    try {
      return withoutOptional(lastBrackets(line, more), line, isForced, more)
    } catch (error) {
      if (!(error instanceof CannotSplit)) throw error
      if (!canBeSplit(split.body) && !fits(split.body)) throw error
    }
  }
  if (split.opener.kind === 'open' && split.opener.text === '') {
    split.opener.text = '('
    split.closer.text = ')'
  }
  return [split.head, split.body, split.tail].filter(({ leaves }) => leaves.length > 0)
}

function canBeSplit({ leaves }: Line): boolean {
  return leaves.length >= 2 && !(leaves[0]?.kind === 'string' && leaves[1]?.text === '.')
}

/** True where an expression reads well without parentheses of its own. */
function canOmit(line: Line): boolean {
  const places = delimiters(line)
  if (places.length === 0) return true
  const priority = highest(line)
  if (places.filter(({ leaf }) => leaf.priority === priority).length > 1) return false
  if (priority === priorities.dot) return true
  const { leaves } = line
  const [first, second] = leaves
  const last = leaves.at(-1)
  const penultimate = leaves.at(-2)
  if (first?.kind === 'open' && second?.kind !== 'close' && canOmitFirst(line, first)) return true
  if (last === undefined || last.kind !== 'close') return false
  if (last.text === ']' && last.opener?.isAtom !== true) return false
  return penultimate?.kind !== 'open' && canOmitLast(line, last)
}

function canOmitFirst(line: Line, first: Leaf): boolean {
  let length = 4 * line.depth
  let isBehind = false
  for (const leaf of line.leaves) {
    if (leaf.opener === first) isBehind = true
    if (!isBehind) continue
    length += leafWidth(leaf)
    if (length > width) return false
    if (leaf.kind === 'open') isBehind = false
  }
  return true
}

function canOmitLast(line: Line, last: Leaf): boolean {
  let length = 4 * line.depth
  let hasOthers = false
  for (const leaf of line.leaves) {
    length += leafWidth(leaf)
    if (leaf === last.opener) return hasOthers || length <= width
    if (leaf.kind === 'open') hasOthers = true
  }
  return false
}
