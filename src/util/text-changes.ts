/** A piece of a text, and what takes its place. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text with its changes, none of which overlap; what is put in stands in front of what takes a place that begins there. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((left, right) => right.start - left.start || right.end - left.end)
    .reduce((all, { start, end, text: instead }) => all.slice(0, start) + instead + all.slice(end), text)
}
