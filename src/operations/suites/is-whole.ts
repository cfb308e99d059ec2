import { namedLines } from './named-lines.ts'
import type { RunInput } from './run-input.ts'

/** True where all steps of the suites run. */
export function isWhole(input: RunInput): boolean {
  const { tags = [], grep, lastFailed } = input
  return tags.length === 0 && grep === undefined && lastFailed !== true && namedLines(input).lines.size === 0
}
