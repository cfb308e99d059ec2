import { targetSubject } from '../extracts/target-subject.ts'
import { type Judged, prepareTarget, selectedBy } from '../extracts/prepare-target.ts'
import type { AnswerCondition, Condition, Conditional, Expectation, Target } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Step } from '../model/suite.ts'
import { renderVariable } from '../template/render.ts'
import { problemText, type RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { firstLine } from '../util/cut-text.ts'
import { refuseDefeat } from '../json-path/index.ts'
import { EvaluationEnded } from '../util/limit-evaluation.ts'
import { Undecided } from '../util/turns.ts'
import {
  emptiedOperand,
  evaluateExpectations,
  foundJson,
  foundText,
  judgeTarget,
  misuse,
  nothing,
  type Selected,
  undecided,
} from './index.ts'
import { inMilliseconds } from './judge-exchange.ts'
import { renderExpectations, renderTargetValidation } from './render-targets.ts'
import { writeJson } from '../util/exact-number.ts'

/** True where a step's `when` and `unless` let it run; if not, why not, or what in it cannot be filled in. */
type Verdict =
  | { readonly runs: true }
  | { readonly runs: false; readonly reason: string }
  | { readonly runs: false; readonly problems: readonly RenderProblem[] }

/**
 * Holds a step's conditions against the variables: the first of `when` that does not hold decides, or that all of `unless`
 * do. To be called inside of `whenLoaded`.
 */
export function evaluateConditions(step: Step, scope: Scope): Verdict {
  const denied: ValidationResult[] = []
  let isDenied = false
  for (const condition of step.when) {
    const held = evaluateCondition(condition, scope)
    if ('problems' in held) return { runs: false, ...held }
    const failed = held.results.find(({ passed }) => !passed)
    if (condition.isDenied === true) {
      isDenied = (denied.length === 0 || isDenied) && failed === undefined
      denied.push(...held.results)
    } else if (failed !== undefined) return { runs: false, reason: firstLine(failed.messages[0] ?? '') }
  }
  return isDenied ? { runs: false, reason: `unless: ${denied.map(words).join(' and ')}` } : { runs: true }
}

function evaluateCondition(condition: Condition, scope: Scope): Held {
  const { variable, expectations } = condition
  const value = renderVariable(variable, scope)
  const expected = renderExpectations(expectations, scope)
  if (!expected.ok) return expected
  const empty = emptiedOperand(expected.value)
  if (empty !== undefined) return { problems: [wrongCondition(`variable ${variable}: ${empty}`)] }
  const selected = value.ok ? found(value.value) : nothing
  try {
    const results = evaluateExpectations(`variable ${variable}`, selected, expected.value, refuseDefeat)
    const reason = undecidedIn(results, selected, expected.value)
    if (reason === undefined) return { results }
    return { problems: [wrongCondition(`variable ${variable} cannot be compared: found ${reason}`)] }
  } catch (error) {
    return endless(condition, error)
  }
}

/** Why what was found is neither as expected nor not. */
function undecidedIn(
  results: readonly ValidationResult[],
  selected: Selected,
  expectations: readonly Expectation[],
): string | undefined {
  if (results.every(({ passed }) => passed)) return undefined
  for (const expectation of expectations) {
    const reason = undecided(selected, expectation)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** True where the step is to run cannot be decided. */
function endless({ variable: name }: Condition, error: unknown): Held {
  if (!(error instanceof EvaluationEnded)) throw error
  const message = `"${name}" cannot be compared: ${error.about('that')}`
  return { problems: [{ name, kind: 'too-large', path: [], offset: 0, message }] }
}

/** A text compares as text, so that a row's `10` counts as a number. */
function found(value: JsonValue): Selected {
  return typeof value === 'string' ? foundText(value) : foundJson(value)
}

/** True where a validation or an extract counts; if not, why not, or what in its conditions cannot be filled in. */
export type Applies =
  | { readonly applies: true }
  | { readonly applies: false; readonly reason: string }
  | { readonly applies: false; readonly problems: readonly RenderProblem[] }

/** Why something does not count, as one text; undefined where it does. */
export function reasonAgainst(verdict: Applies): string | undefined {
  if (verdict.applies) return undefined
  return 'reason' in verdict ? verdict.reason : problemText(verdict.problems)
}

/**
 * Holds `when` and `unless` against an answer; the first that keeps the validation or extract from counting decides. To be
 * called inside of `whenLoaded`.
 */
export function appliesTo(
  { when = [], unless = [] }: Conditional,
  exchange: Judged,
  scope: Scope,
  toleratesUnset = false,
): Applies {
  for (const condition of when) {
    const held = hold(condition, exchange, scope, toleratesUnset)
    if ('problems' in held) return { applies: false, ...held }
    const failed = held.results.find(({ passed }) => !passed)
    if (failed !== undefined) return { applies: false, reason: failed.messages.map(firstLine).join('; ') }
  }
  for (const condition of unless) {
    const held = hold(condition, exchange, scope, toleratesUnset)
    if ('problems' in held) return { applies: false, ...held }
    if (held.results.every(({ passed }) => passed))
      return { applies: false, reason: `unless: ${held.results.map(words).join(' and ')}` }
  }
  return { applies: true }
}

type Held =
  | { readonly results: readonly ValidationResult[] }
  | { readonly problems: readonly RenderProblem[] }

/** With `toleratesUnset`, nothing is as a variable that has no value. */
function hold({ targets }: AnswerCondition, exchange: Judged, scope: Scope, toleratesUnset: boolean): Held {
  const results: ValidationResult[] = []
  for (const target of targets) {
    const rendered = renderTargetValidation(target, scope)
    if (!rendered.ok) {
      const subject = targetSubject(target.target)
      if (toleratesUnset && rendered.problems.every(isUnset)) {
        results.push(...target.expectations.map(one => unlikeUnset(subject, one, rendered.problems)))
        continue
      }
      return { problems: rendered.problems.map(one => ({ ...one, message: `${subject}: ${one.message}` })) }
    }
    const wrong = misuse(rendered.value)
    if (wrong !== undefined)
      return { problems: [wrongCondition(`${targetSubject(target.target)}: ${wrong}`)] }
    const { target: filled, expectations } = rendered.value
    const { kind, subject, select } = prepareTarget(filled)
    const selected = selectedBy(select, exchange)
    // A condition that nobody can look for neither holds nor does not.
    if (!selected.found && selected.wrong === true)
      return { problems: [wrongCondition(`${subject}: found ${selected.instead}`)] }
    const held = { kind, subject, select: () => selected }
    try {
      const judged = judgeTarget(held, expectations, exchange, false, refuseDefeat)
      const reason =
        kind === 'xpath' ? undefined : undecidedIn(judged, selected, comparedWith(filled, expectations))
      if (reason !== undefined)
        return { problems: [wrongCondition(`${subject} cannot be compared: found ${reason}`)] }
      results.push(...judged)
    } catch (error) {
      if (!(error instanceof Undecided)) throw error
      return { problems: [wrongCondition(error.about(subject))] }
    }
  }
  return { results }
}

/** A time is compared as a number. */
function comparedWith({ kind }: Target, expectations: readonly Expectation[]): readonly Expectation[] {
  return kind === 'time' ? expectations.map(inMilliseconds) : expectations
}

function unlikeUnset(
  subject: string,
  { operator, expected, span }: Expectation,
  problems: readonly RenderProblem[],
): ValidationResult {
  const messages = problems.map(({ message }) => `${subject}: ${message}`)
  return { subject, operator, expected, passed: false, messages, span }
}

function words({ subject, operator, expected }: ValidationResult): string {
  return `${subject} ${operator} ${writeJson(expected)}`
}

/** A condition that proves nothing is no reason to judge, nor to leave out. */
export function wrongCondition(message: string): RenderProblem {
  return { name: '', kind: 'syntax', path: [], offset: 0, message }
}

/** True where a placeholder is of a variable that has no value. */
export function isUnset({ kind }: RenderProblem): boolean {
  return kind === 'unknown'
}
