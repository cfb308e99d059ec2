import { RE2JS } from 're2js'
import { BoundedCache } from './bounded-cache.ts'
import { cutText } from './cut-text.ts'
import { toRe2Syntax } from './ecmascript-to-re2.ts'
import { EvaluationEnded, limitEvaluation } from './limit-evaluation.ts'
import { nativePattern } from './native-pattern.ts'
import { nativeRegExp } from './native-reg-exp.ts'
import { PatternTimeout, type Pattern, type PatternResult } from './pattern-result.ts'

const prepared = new BoundedCache<PatternResult>(1000)

/** The pattern of a text; see `compilePattern`, which loads this file when a pattern is first needed. */
export function preparePattern(text: string): PatternResult {
  return prepared.get(text, () => prepare(text))
}

function prepare(text: string): PatternResult {
  const native = nativeRegExp(text)
  const linear = linearPattern(text, native !== undefined)
  if (typeof linear !== 'string') return { ok: true, pattern: linear }
  if (native !== undefined) return { ok: true, pattern: nativePattern(native) }
  return { ok: false, message: linear }
}

/** The pattern as RE2 runs it, or why RE2 cannot. */
function linearPattern(text: string, isEcmascript: boolean): Pattern | string {
  // RE2JS would read a named back-reference as letters.
  if (text.includes(String.raw`\k<`)) return 'RE2 has no back-references'
  try {
    const translated = RE2JS.translateRegExp(toRe2Syntax(text, isEcmascript))
    const expression = RE2JS.compile(translated, RE2JS.LOOKBEHINDS)
    const steps = expression.programSize()
    return {
      test: subject => limited(text, subject, steps, () => expression.test(subject)),
      firstGroup: subject => limited(text, subject, steps, () => firstGroup(expression, subject)),
    }
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error)
  }
}

/** Linear is long where both the text and the pattern are. */
function limited<Result>(text: string, subject: string, steps: number, match: () => Result): Result {
  try {
    return limitEvaluation(subject, steps, match)
  } catch (error) {
    if (error instanceof EvaluationEnded) throw new PatternTimeout(cutText(text, 200), error.message)
    throw error
  }
}

function firstGroup(expression: RE2JS, subject: string): string | undefined {
  const matcher = expression.matcher(subject)
  if (!matcher.find()) return undefined
  return matcher.group(expression.groupCount() === 0 ? 0 : 1) ?? undefined
}
