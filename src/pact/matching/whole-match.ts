import { PatternTimeout } from '../../patterns/index.ts'
import type { CompilePattern } from './context.ts'

/** Whether a regular expression matches all of a text; the reason when that cannot be told. */
export function wholeMatch(
  regex: string,
  text: string,
  compilePattern: CompilePattern,
): boolean | { readonly reason: string } {
  const compiled = compilePattern(`^(?:${regex})$`)
  if (!compiled.ok) return { reason: `${regex} is not a regular expression: ${compiled.message}` }
  try {
    return compiled.pattern.test(text)
  } catch (error) {
    if (error instanceof PatternTimeout) return { reason: error.message }
    throw error
  }
}
