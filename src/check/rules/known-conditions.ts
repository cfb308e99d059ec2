import type { Conditional, Condition, Expectation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import { toleratesUnset } from '../../model/settings.ts'
import { type DocumentPath, isWithinPath, type Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { conditionTargets, endTargets } from '../../model/targets-of.ts'
import { isList } from '../../util/is-json.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import {
  everKnownNames,
  mayJump,
  namesFrom,
  namesInRound,
  outsideNames,
  settingsOfRun,
  unchosenEnvironments,
} from '../known-names.ts'
import { neverSet } from '../name-check.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'

/** A variable that a condition asks about, what is expected of it, and where that stands. */
interface Asked extends Pick<Condition, 'variable' | 'expectations' | 'isDenied'> {
  readonly place: Expectation['span']
  /** True where it decides on a validation or an extract, and not on the step. */
  readonly isOfPart?: true
}

/**
 * Conditions ask about variables that something can set: otherwise what they stand on would never count, and nobody would
 * see it. Whoever asks for the absence of one may name any; one that looks like a known one is a warning. So is any in a
 * suite that takes unset variables as unset.
 */
export const knownConditions: Rule = (parsed, facts) => {
  const asked = allSteps(parsed).map(step => ({ step, all: [...ofStep(step), ...ofParts(step)] }))
  if (asked.every(({ all }) => all.length === 0)) return []
  const ever = everKnownNames(parsed, facts)
  const late = lateNames(parsed, facts)
  const isTolerant = toleratesUnset(settingsOfRun(parsed, facts))
  return asked.flatMap(({ step, all }) => {
    const known = new Set([...ever, ...(facts.stepColumns.get(step) ?? []), ...namesInRound(step)])
    if (known.has(anyName)) return []
    const own = all
      .filter(one => isOfStep(one) && !asksForAbsence(one) && late(step, one.variable))
      .map(({ variable, place }) => tooLate(parsed, variable, place))
    const unset = all
      .filter(({ variable }) => !isKnown(variable, known))
      .filter(one => !asksForAbsence(one) || didYouMean(one.variable, known) !== undefined)
      .map((one): Problem => {
        const { code, message, hint } = neverSet(
          one.variable,
          known,
          unchosenEnvironments(one.variable, facts),
        )
        const severity = (isTolerant && one.isOfPart === true) || asksForAbsence(one) ? 'warning' : 'error'
        return problemAt(parsed.source, one.place, code, message, { hint, severity, atKey: true })
      })
    return [...own, ...unset]
  })
}

/** True for what must be so for the step to run. */
function isOfStep({ isOfPart, isDenied }: Asked): boolean {
  return isOfPart !== true && isDenied !== true
}

/**
 * True for a variable that nothing gives a value but the step itself, which asks for it before: it never runs a second time. The
 * steps that set each variable are looked up once, when the first is asked about.
 */
function lateNames(parsed: CheckedSuite, facts: Facts): (step: Step, variable: string) => boolean {
  const { data, load } = parsed.suite
  let known: ReadonlyMap<string, readonly Step[]> | undefined
  return (step, variable) => {
    if (data !== undefined || load !== undefined || namesInRound(step).length > 0) return false
    const setters = (known ??= settersIn(parsed, facts)).get(variable) ?? []
    return setters.includes(step) && setters.every(({ path }) => areNested(path, step.path))
  }
}

function areNested(one: DocumentPath, other: DocumentPath): boolean {
  return isWithinPath(one, other) || isWithinPath(other, one)
}

/** The steps that set each variable which has no value before the first of them, in any environment; none where scripts change their order. */
function settersIn(parsed: CheckedSuite, facts: Facts): ReadonlyMap<string, readonly Step[]> {
  const setters = new Map<string, Step[]>()
  if (mayJump(parsed, facts)) return setters
  const outside = outsideNames(parsed, facts)
  for (const step of allSteps(parsed))
    for (const name of namesFrom(parsed, step, facts)) {
      const before = setters.get(name)
      if (before !== undefined) before.push(step)
      else if (!outside.has(name) && unchosenEnvironments(name, facts).length === 0) setters.set(name, [step])
    }
  return setters
}

function tooLate({ source }: CheckedSuite, variable: string, place: Span): Problem {
  const message = `nothing sets ${variable} before this asks for it, only the step itself does, so that it never runs`
  const hint = 'Set it under `variables` of the suite, or in a step before.'
  return problemAt(source, place, 'unknown-variable', message, { hint, severity: 'warning', atKey: true })
}

function ofStep({ when }: Step): readonly Asked[] {
  return when.map(one => ({ ...one, place: one.span }))
}

/** The conditions of validations and extracts, and of the last round. */
function ofParts(step: Step): readonly Asked[] {
  const { validations, extracts, retry } = step
  const parts: readonly Conditional[] = [...validations, ...extracts, ...(retry?.stopWhen ?? [])]
  return [...parts.flatMap(conditionTargets), ...endTargets(step)].flatMap(({ target, expectations, span }) =>
    target.kind === 'variable' ? [{ variable: target.name, expectations, place: span, isOfPart: true }] : [],
  )
}

function isKnown(name: string, known: ReadonlySet<string>): boolean {
  return /^(\$|env\.)/.test(name) || possibleVariables(name).some(variable => known.has(variable))
}

/** `exists: false` or `missing: true` (the opposite under `unless`), or the words that an import writes for JavaScript's `if (variable)`. */
function asksForAbsence({ expectations, isDenied }: Asked): boolean {
  return expectations.some(
    ({ operator, expected }) =>
      (operator === 'exists' && expected === (isDenied === true)) ||
      (operator === 'missing' && expected === (isDenied !== true)) ||
      (operator === 'not-one-of' && isList(expected) && expected.includes(null)),
  )
}
