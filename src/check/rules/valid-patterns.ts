import type { Expectation, TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { isFoundNowhere, patternError, withoutSlashes } from '../../patterns/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { matchesEverything } from '../../validations/operators/matches-regex.ts'
import { markerNames, markerPattern } from '../../validations/type-marker.ts'
import { everyTarget, mockTargets } from '../message-expectations.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { isCollection } from '../../util/is-json.ts'

/**
 * Regular expressions that can be told now, those without placeholders, are valid and can fail to be found; and what none
 * of the items may be like is something that an item can be.
 */
export const validPatterns: Rule = parsed => {
  const held: Expectation[] = []
  const extracted: WrittenPattern[] = []
  const look = (part: object | Pick<TargetValidation, 'expectations'>): void => {
    if ('expectations' in part) held.push(...part.expectations.filter(holdsPattern))
  }
  mockTargets(parsed).forEach(look)
  allSteps(parsed).forEach(step => {
    everyTarget(parsed, step).forEach(look)
    step.when.forEach(look)
    step.extracts.forEach(extract => {
      if ('regex' in extract) {
        const place = [...step.path, 'extracts', extract.variable, 'regex']
        extracted.push({ pattern: extract.regex, place })
      }
    })
  })
  return held.length === 0 && extracted.length === 0
    ? none
    : whenLoaded(() => patternProblems(parsed, held, extracted))
}

const none: readonly Problem[] = []

interface WrittenPattern {
  readonly pattern: string
  readonly place: DocumentPath | Span
}

function holdsPattern({ operator, inner }: Expectation): boolean {
  return ofPatterns.has(operator) || operator === 'matches' || inner?.some(holdsPattern) === true
}

const ofPatterns: ReadonlySet<string> = new Set(['matches-regex', 'not-matches-regex'])

function patternProblems(
  parsed: ParsedSuite,
  held: readonly Expectation[],
  extracted: readonly WrittenPattern[],
): readonly Problem[] {
  return [...extracted.flatMap(one => syntaxProblems(parsed, one)), ...operandProblems(parsed, held)]
}

function operandProblems(
  parsed: ParsedSuite,
  expectations: readonly Expectation[],
  isNone = false,
): readonly Problem[] {
  return expectations.flatMap(({ operator, expected, inner = [], span }) => {
    const invalid =
      ofPatterns.has(operator) && typeof expected === 'string'
        ? syntaxProblems(parsed, { pattern: expected, place: span })
        : none
    const why = invalid.length > 0 ? undefined : holdsAnyway(operator, expected, isNone)
    const own =
      why === undefined ? invalid : [problemAt(parsed.source, span, 'bad-value', `"${operator}": ${why}`)]
    return [...own, ...operandProblems(parsed, inner, operator === 'none')]
  })
}

function syntaxProblems({ source }: ParsedSuite, { pattern, place }: WrittenPattern): readonly Problem[] {
  const error = pattern.includes('{{') ? undefined : patternError(pattern)
  if (error === undefined) return none
  const message = `"${pattern}" is not a regular expression: ${error}`
  const hint = 'In YAML, single quotes keep backslashes as they are.'
  return [problemAt(source, place, 'bad-regular-expression', message, { hint })]
}

/** Why a pattern holds for everything, or nowhere where that is wanted, or a marker that there is not for nothing, which nobody sees in `none`. */
function holdsAnyway(operator: string, expected: JsonValue, isNone: boolean): string | undefined {
  if (!ofPatterns.has(operator) && operator !== 'matches') return undefined
  if (operator === 'not-matches-regex' && typeof expected === 'string' && inSlashes.test(expected))
    return `${expected} looks for the slashes, too, and so finds nothing: write ${withoutSlashes(expected) ?? expected}`
  for (const text of operator === 'matches' ? textsIn(expected) : [expected]) {
    if (typeof text !== 'string' || text === '' || text.includes('{{')) continue
    const pattern = operator === 'matches' ? markerPattern(text) : text
    if (pattern !== undefined && matchesEverything(pattern))
      return `${text} matches everything: it is found in every text`
    if (pattern !== undefined && (isNone || operator === 'not-matches-regex') && isFoundNowhere(pattern))
      return `${text} is found in no text, so that this always holds`
    const isMarker = operator === 'matches' && /^<[\w-]+>$/.test(text)
    if (isNone && isMarker && !markerNames.includes(text))
      return `${text} is none of the markers ${markerNames.join(', ')}, so that no value is like it`
  }
  return undefined
}

/** A pattern as JavaScript writes it, with flags, or with an anchor that no text can have there. */
const inSlashes = /^\/(?=.*\/[gimsuy]+$|\^|.*\$\/$).+\/[gimsuy]*$/s

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return isCollection(value) ? Object.values(value).flatMap(textsIn) : []
}
