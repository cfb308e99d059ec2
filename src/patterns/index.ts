import { nativeRegExp } from './native-reg-exp.ts'
import type { PatternResult } from './result.ts'
export { nativeRegExp } from './native-reg-exp.ts'
export { type PatternResult, PatternTimeout, type Pattern } from './result.ts'

/**
 * Reads a regular expression in ECMAScript's syntax, or with RE2's inline flags such as `(?i)`. It is run in linear
 * time by RE2; with look-ahead or back-references, which RE2 lacks, by the native engine with a time limit.
 */
export async function compilePattern(text: string): Promise<PatternResult> {
  const { preparePattern } = await import('./engine.ts')
  return preparePattern(text)
}

/** Whether a pattern may match the empty text, and so be found in every text; without a doubt for what is ECMAScript. */
export function mayMatchEmptyText(text: string): boolean {
  return nativeRegExp(text)?.test('') !== false
}

/** Why a text is no regular expression; undefined when it is one. RE2 is not even loaded for what is ECMAScript. */
export async function patternError(text: string): Promise<string | undefined> {
  if (nativeRegExp(text) !== undefined) return undefined
  const compiled = await compilePattern(text)
  return compiled.ok ? undefined : compiled.message
}

/** A text as a regular expression that matches it alone, outside of a character class. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
