import { targetSubject } from '../extracts/target-subject.ts'
import type { Exchange } from '../model/exchange.ts'
import type { AnswerCondition, Conditional, Expectation } from '../model/expectation.ts'
import type { ValidationResult } from '../model/result.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { firstLine } from '../util/cut-text.ts'
import { evaluateTarget, misuse } from '../validations/index.ts'
import { renderTargetValidation } from './render.ts'

/** Whether a validation or an extract counts; if not, why not, or what in its conditions cannot be filled in. */
export type Applies =
  | { readonly applies: true }
  | { readonly applies: false; readonly reason: string }
  | { readonly applies: false; readonly problems: readonly RenderProblem[] }

/** Holds `when` and `unless` against an answer; the first that keeps the validation or extract from counting decides. */
export async function appliesTo(
  { when = [], unless = [] }: Conditional,
  exchange: Exchange,
  scope: Scope,
  toleratesUnset = false,
): Promise<Applies> {
  for (const condition of when) {
    const held = await hold(condition, exchange, scope, toleratesUnset)
    if ('problems' in held) return { applies: false, ...held }
    const failed = held.results.find(({ passed }) => !passed)
    if (failed !== undefined) return { applies: false, reason: failed.messages.map(firstLine).join('; ') }
  }
  for (const condition of unless) {
    const held = await hold(condition, exchange, scope, toleratesUnset)
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
async function hold(
  { targets }: AnswerCondition,
  exchange: Exchange,
  scope: Scope,
  toleratesUnset: boolean,
): Promise<Held> {
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
    const wrong = await misuse(rendered.value)
    if (wrong !== undefined)
      return { problems: [wrongCondition(`${targetSubject(target.target)}: ${wrong}`)] }
    results.push(...(await evaluateTarget(rendered.value.target, rendered.value.expectations, exchange)))
  }
  return { results }
}

/** Whether a placeholder is of a variable that has no value. */
export function isUnset({ kind }: RenderProblem): boolean {
  return kind === 'unknown'
}

function unlikeUnset(
  subject: string,
  { operator, expected, span }: Expectation,
  problems: readonly RenderProblem[],
): ValidationResult {
  const messages = problems.map(({ message }) => `${subject}: ${message}`)
  return { subject, operator, expected, passed: false, messages, span }
}

/** A condition that proves nothing is no reason to judge, nor to leave out. */
export function wrongCondition(message: string): RenderProblem {
  return { name: '', kind: 'syntax', path: [], offset: 0, message }
}

function words({ subject, operator, expected }: ValidationResult): string {
  return `${subject} ${operator} ${JSON.stringify(expected)}`
}
