/** A piece of a text, and what takes its place. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text with its changes, none of which overlap; what is put in stands in front of what takes a place that begins there. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
  const fromBehind = changes.toSorted((left, right) => right.start - left.start || right.end - left.end)
  const pieces: string[] = []
  let end = text.length
  for (const change of fromBehind) {
    pieces.push(text.slice(change.end, end), change.text)
    end = change.start
  }
  return [...pieces, text.slice(0, end)].toReversed().join('')
}
