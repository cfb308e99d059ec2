const millisecondsPerUnit: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Longest time that Node's timers can take, in milliseconds: about 24 days. Longer ones would end at once. */
export const longestTimer = 2 ** 31 - 1

/**
 * Milliseconds of a duration as suites write it: a number and one of `ms`, `s`, `m`, `h`, such as `500ms`, `1.5s` or
 * `2m`. Undefined when the text is anything else.
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? []
  if (amount === undefined || unit === undefined) return undefined
  return round(Number(amount) * (millisecondsPerUnit[unit] ?? NaN))
}

/** Takes off what binary fractions add: 1.1 s are 1100 ms, not 1100.0000000000002. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1e6) / 1e6
}
