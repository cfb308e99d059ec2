import type { Position } from '../../model/span.ts'

/** Gives a function from an offset in the text to its line and column; the lines are found when first asked. */
export function lineIndex(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined
  return offset => {
    starts ??= lineStarts(text)
    const line = lastAtMost(starts, offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The index of the last number that is not greater than `limit`, in ascending numbers that start with 0. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle
  }
  return low
}
