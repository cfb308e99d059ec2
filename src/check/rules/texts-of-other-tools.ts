import type { Expectation, FoundExtract, TargetValidation, Validation } from '../../model/expectation.ts'
import type { Step } from '../../model/suite.ts'
import { isObject } from '../../util/is-json.ts'
import { everyTarget } from '../message-expectations.ts'
import { allSteps, type CheckedSuite } from '../rule.ts'

// The signs that a text is meant as more than itself. Most suites have none of them, and so need none of what judges them.

/** Where a body is written. */
export const bodyKeys: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'form', 'multipart'])

/** How a text begins that may say more than itself. */
export const mayCompare =
  /^(?:[#<>!=~/]|notnull$|not (?:null|empty)$|(?:contains|startsWith|endsWith|matches) )/

/** True for a suite that has a text with such a sign anywhere. */
export function hasTextsOfOtherTools(parsed: CheckedSuite): boolean {
  return allSteps(parsed).some(step => hasTextAsBody(step) || everyTarget(parsed, step).some(mayBeMistaken))
}

/** True where one of the expectations of a target may be a text that is meant as more. */
export function mayBeMistaken(item: Validation | FoundExtract): item is TargetValidation {
  return 'expectations' in item && !judgedBefore.has(item.target.kind) && item.expectations.some(isSign)
}

/** Targets whose own rule takes no text but the right ones. */
const judgedBefore = new Set(['status', 'time', 'size', 'sha256'])

function isSign({ operator, expected, inner }: Expectation): boolean {
  if (inner !== undefined || operator === 'matches') return true
  if (operator !== 'equals') return false
  return typeof expected === 'string'
    ? mayCompare.test(expected) || readCall.test(expected)
    : isObject(expected) && expected['file'] !== undefined
}

/** A file that is read in by the words of Karate. */
export const readCall = /^read\(\s*['"](?:classpath:)?([^'"]+)['"]\s*\)$/

/** True where a body, or a part of one, is written as a text that may be JSON or name a file. */
export function hasTextAsBody({ input }: Step): boolean {
  for (const key in input) {
    if (!bodyKeys.has(key)) continue
    const body = input[key]
    if (key === 'multipart' || (typeof body === 'string' && /^\s*[@[{]/.test(body))) return true
  }
  return false
}
