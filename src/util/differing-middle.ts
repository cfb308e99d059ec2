/** Two lists without those items, and how many these are. */
interface Middle<One, Other> {
  /** How many are the same at the beginning, and at the end. */
  readonly start: number
  readonly rest: number
  readonly found: readonly One[]
  readonly wanted: readonly Other[]
}

/** Returns two lists without the items that are the same at their beginnings and at their ends. */
export function differingMiddle<One, Other>(
  actual: readonly One[],
  expected: readonly Other[],
  isSame: (item: One | undefined, one: Other | undefined) => boolean,
): Middle<One, Other> {
  const most = Math.min(actual.length, expected.length)
  let start = 0
  while (start < most && isSame(actual[start], expected[start])) start++
  let rest = 0
  while (rest < most - start && isSame(actual.at(-1 - rest), expected.at(-1 - rest))) rest++
  return {
    start,
    rest,
    found: actual.slice(start, actual.length - rest),
    wanted: expected.slice(start, expected.length - rest),
  }
}
