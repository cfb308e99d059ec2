/**
 * The candidate closest to what was typed, when it is close enough to be a slip of the finger: at most a third of its
 * letters differ. Otherwise the one that begins with it, such as `certificate` for `cert`. Case does not count.
 */
export function closest(typed: string, candidates: Iterable<string>): string | undefined {
  return nearMiss(typed, candidates) ?? completion(typed, candidates)
}

/** The candidate closest to what was typed, when at most a third of its letters differ. Case does not count. */
export function nearMiss(typed: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of candidates) {
    // A word that is turned round is another one, however near it is.
    if (isNegated(typed) !== isNegated(candidate)) continue
    const distance = editDistance(typed.toLowerCase(), candidate.toLowerCase())
    const limit = Math.max(1, Math.floor(Math.max(typed.length, candidate.length) / 3))
    if (distance <= limit && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Letters of a word that are wrong at most, for it to be a slip of the finger for certain. */
const mostSlips = 2

function isNegated(word: string): boolean {
  return /^(?:is-?|does-?)?not(?:[-_ ]|[A-Z]|$)|^no[-_]|^[Nn]ot[a-df-z]/.test(word)
}

/** Returns the written word with the only candidate that it can be a slip of; nothing where several are as close. */
export function slipOf(
  written: string,
  candidates: Iterable<string>,
): { readonly written: string; readonly meant: string } | undefined {
  const all = new Set(candidates)
  const meant = nearMiss(written, all)
  if (meant === undefined) return undefined
  const distance = (one: string): number => editDistance(written.toLowerCase(), one.toLowerCase())
  const isOnly = [...all].filter(one => distance(one) <= distance(meant)).length === 1
  return isOnly && distance(meant) <= mostSlips ? { written, meant } : undefined
}

/** The only candidate that begins with what was typed, at least three letters of it. */
function completion(typed: string, candidates: Iterable<string>): string | undefined {
  if (typed.length < 3) return undefined
  const beginning = typed.toLowerCase()
  const found = [...candidates].filter(candidate => candidate.toLowerCase().startsWith(beginning))
  return found.length === 1 ? found[0] : undefined
}

/** `Did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, candidates: Iterable<string>): string | undefined {
  const candidate = closest(typed, candidates)
  return candidate === undefined ? undefined : `Did you mean "${candidate}"?`
}

/** A hint, after what was probably meant. */
export function suggesting(typed: string, candidates: Iterable<string>, hint: string): string {
  return suggestion(typed, candidates, hint).hint
}

/** A hint, and what it says that was probably meant. */
export interface Suggestion {
  readonly hint: string
  readonly meant?: string | undefined
}

/** The same, with what was probably meant. */
export function suggestion(typed: string, candidates: Iterable<string>, hint: string): Suggestion {
  const meant = closest(typed, candidates)
  return meant === undefined ? { hint } : asking(meant, hint)
}

/** A hint after the question if something was meant. */
export function asking(meant: string, hint: string): Suggestion {
  return { hint: [`Did you mean "${meant}"?`, hint].join(' '), meant }
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1
      let distance = Math.min(
        at(current, column - 1) + 1,
        at(previous, column) + 1,
        at(previous, column - 1) + cost,
      )
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        distance = Math.min(distance, at(beforePrevious, column - 2) + 1)
      current.push(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
