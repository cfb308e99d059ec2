import type { PatternResult } from './pattern-result.ts'

/**
 * Reads a regular expression in ECMAScript's syntax, or with RE2's inline flags such as `(?i)`. It is run in linear
 * time by RE2; with look-ahead or back-references, which RE2 lacks, by the native engine with a time limit.
 */
export async function compilePattern(text: string): Promise<PatternResult> {
  const { preparePattern } = await import('./pattern-engine.ts')
  return preparePattern(text)
}
