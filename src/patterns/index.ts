import { lazyPart } from '../util/lazy-part.ts'
import { nativeRegExp } from './native-reg-exp.ts'
import type { PatternParts } from './decide-pattern.ts'
import type { PatternResult } from './result.ts'
export { executeWithin, nativeRegExp } from './native-reg-exp.ts'
export { type PatternResult, PatternTimeout, type Pattern } from './result.ts'

/** The engine is a heavy part of its own, and few suites have patterns. */
const engine = lazyPart(() => import('./engine.ts'))

/**
 * Reads a regular expression in ECMAScript's syntax, or with RE2's inline flags such as `(?i)`. It is run in linear
 * time by RE2; with look-ahead or back-references, which RE2 lacks, by the native engine with a time limit. To be called
 * inside of `whenLoaded`.
 */
export function compilePattern(text: string): PatternResult {
  return engine().preparePattern(text)
}

const decision = lazyPart(() => import('./decide-pattern.ts'))

/** True where a pattern is certainly found in every text. To be called inside of `whenLoaded`. */
export function isFoundEverywhere(text: string): boolean {
  return decision().reachOf(text) === 'every'
}

/** The constructs that keep a pattern from being found: places within it, looking around, and classes without a character. */
const mayForbid = /.[\^]|\$.|\\[bBAzZ]|\(\?<?[!=]|\[\]/s

/** True where a pattern is certainly found in no text, as `a^`. To be called inside of `whenLoaded`. */
export function isFoundNowhere(text: string): boolean {
  return mayForbid.test(text) && decision().reachOf(text) === 'none'
}

/** The parts of a pattern, to make texts of; undefined where they do not tell all of what it says. To be called inside of `whenLoaded`. */
export function partsOfPattern(text: string): PatternParts | undefined {
  return decision().partsOf(text)
}

/** True where a pattern may match the empty text, and so be found in every text; without a doubt for what is ECMAScript. */
export function mayMatchEmptyText(text: string): boolean {
  return nativeRegExp(text)?.test('') !== false
}

/**
 * Why a text is no regular expression; undefined when it is one. RE2 is not even loaded for what is ECMAScript. To be
 * called inside of `whenLoaded`.
 */
export function patternError(text: string): string | undefined {
  if (nativeRegExp(text) !== undefined) return undefined
  const compiled = compilePattern(text)
  return compiled.ok ? undefined : compiled.message
}

/** True for a pattern that looks at nothing in front of it: found in the empty text, it is at the end of every one. */
export function isAnywhere(pattern: string): boolean {
  return !/\^|\\[AbB]|\(\?<[=!]/.test(pattern.replaceAll(/\\[^AbB]|\[(?:\\.|[^\]])*\]/gs, ''))
}

/** A pattern between slashes, as JavaScript writes it, with its flags in front; undefined for any other text. */
export function withoutSlashes(written: string): string | undefined {
  const [, pattern, flags = ''] = /^\/(.*)\/([gimsuy]*)$/s.exec(written) ?? []
  const kept = flags.replaceAll(/[^ims]/g, '')
  return pattern === undefined || kept === '' ? pattern : `(?${kept})${pattern}`
}

/** A text as a regular expression that matches it alone, outside of a character class. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
