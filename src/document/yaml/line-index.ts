import type { Position } from '../../model/span.ts'

/**
 * Gives a function from an offset in the text to its line and column. The lines are found when first asked; as most
 * questions are about the same line as the one before, or about the next, these are looked at first.
 */
export function lineIndex(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined
  let line = 0
  return offset => {
    starts ??= lineStarts(text)
    if (isInLine(starts, line + 1, offset)) line++
    else if (!isInLine(starts, line, offset)) line = lastAtMost(starts, offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function isInLine(starts: readonly number[], line: number, offset: number): boolean {
  return (starts[line] ?? Infinity) <= offset && offset < (starts[line + 1] ?? Infinity)
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
