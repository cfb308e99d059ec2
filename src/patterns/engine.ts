import { RE2JS } from 're2js'
import { BoundedCache } from '../util/bounded-cache.ts'
import { cutText } from '../util/cut-text.ts'
import { EvaluationEnded, limitEvaluation } from '../util/limit-evaluation.ts'
import { executeWithin, nativeRegExp } from './native-reg-exp.ts'
import { PatternTimeout, type Pattern, type PatternResult, patternTimeout } from './result.ts'

const prepared = new BoundedCache<PatternResult>(1000)

/** The pattern of a text; see `compilePattern`, which loads this file when a pattern is first needed. */
export function preparePattern(text: string): PatternResult {
  return prepared.get(text, prepare)
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

/** Runs a native regular expression, which may backtrack for ever, under a time limit. */
function nativePattern(expression: RegExp): Pattern {
  const execute = (text: string) => executeWithin(patternTimeout, expression, text)
  return {
    test: text => execute(text) !== null,
    firstGroup: text => {
      const match = execute(text)
      return match === null ? undefined : match[match.length === 1 ? 0 : 1]
    },
  }
}

const blanks = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const nonBlanks = [
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}`,
  String.raw`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join('')
const anyButLineEnds = String.raw`[^\n\r\x{2028}\x{2029}]`

/** A class, an escape or a dot; classes do not nest. */
const part = /(?<class>\[(?:\\[^]|[^\]\\])*\])|\\[^]|\./gu

/**
 * Writes an ECMAScript pattern so that RE2 means the same by it: `\s` and `.` know the same characters, and `[[:` opens
 * no POSIX class. A pattern that is no ECMAScript (it may have inline flags) keeps RE2's own dot.
 */
function toRe2Syntax(pattern: string, isEcmascript: boolean): string {
  return pattern.replace(part, (text, group: string | undefined) => {
    if (group !== undefined) return classToRe2(group)
    if (text === '.') return isEcmascript ? anyButLineEnds : text
    if (text === String.raw`\s`) return `[${blanks}]`
    if (text === String.raw`\S`) return `[^${blanks}]`
    return text
  })
}

function classToRe2(text: string): string {
  const inner = text.slice(1).replace(/\\[^]|\[/gu, inside => {
    if (inside === '[') return String.raw`\[`
    if (inside === String.raw`\s`) return blanks
    return inside === String.raw`\S` ? nonBlanks : inside
  })
  return `[${inner}`
}
