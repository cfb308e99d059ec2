import type { Expectation, FoundExtract, TargetValidation } from '../../model/expectation.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import { conditionTargets, endTargets, isConditional } from '../../model/targets-of.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import { settingsOfRun } from '../known-names.ts'
import { toleratesUnset } from '../../model/settings.ts'
import { allSteps, type Facts, problemAt } from '../rule.ts'
import { anyName, type ScriptFacts } from '../scripts/script-facts.ts'
import { listed, scriptsAround } from '../scripts/suite-scripts.ts'
import { mostRows, Play } from './play-suite.ts'
import { type Budget, type Count, mostPlayed, type Played, Tally } from './tally.ts'
import { noOrigin, WorldScope } from './world-scope.ts'
import { worlds } from './worlds.ts'

/**
 * Plays the steps of a suite in made worlds, and tells the validations that held in every one in which they were judged: no
 * answer can fail them. So it does the conditions of these steps that were met in none, whatever was answered.
 */
export async function worldProblems(
  parsed: ParsedSuite,
  facts: Facts,
  candidates: readonly (readonly [Step, TargetValidation])[],
  asking: readonly Step[],
): Promise<readonly Problem[]> {
  if (isOpen(parsed, facts)) return []
  const played = { parsed, facts, toleratesUnset: toleratesUnset(settingsOfRun(parsed, facts)) }
  try {
    const tally = await whenLoaded(() => {
      const budget = { left: mostPlayed }
      const first = playAll(played, new Set(), budget)
      const unfound = first.unfound()
      return unfound.size === 0 ? first : playAll(played, unfound, budget)
    })
    return [
      ...candidates.flatMap(([step, one]) => problemsOf(parsed, step, one, tally.countOf(one))),
      ...asking.flatMap(step => neverMet(parsed, step, tally)),
    ]
  } catch (error) {
    if (error instanceof EvaluationEnded) return []
    throw error
  }
}

/** True where a script decides which steps run and what variables are called, or where there is too much to play. */
function isOpen(parsed: ParsedSuite, facts: Facts): boolean {
  const { scripts, sharedScripts, rows = [] } = facts
  const steps = allSteps(parsed)
  return (
    rows.length > mostRows ||
    steps.length * worlds.length * Math.max(1, rows.length) > mostPlayed ||
    (scripts !== undefined &&
      steps.some(step =>
        listed(scriptsAround(step, parsed, sharedScripts)).some(script => {
          const { sets, jumps, leavesOut } = scripts.get(script) ?? unreadScript
          return jumps || leavesOut === true || sets.includes(anyName)
        }),
      ))
  )
}

/** Plays a suite in all worlds; what these extracts take is made, as it is in none of the answers. */
function playAll(played: Played, unfound: ReadonlySet<FoundExtract>, budget: Budget): Tally {
  const { parsed, facts } = played
  const { suite } = parsed
  const tally = new Tally(unfound, budget)
  const constants = { ...suite.secrets, ...suite.variables }
  const isOuter = (name: string): boolean =>
    facts.outerVariables.has(name) ||
    suite.inputs.includes(name) ||
    /^(?:env\.|mocks(?:$|[.[]))/.test(name) ||
    (facts.rows === undefined && facts.columns.includes(name))
  for (const { values } of facts.rows ?? [{ values: {} }])
    for (const world of worlds) {
      const variables = new WorldScope(constants, isOuter)
      variables.during('row', values, () => {
        new Play(played, world, variables, tally).all()
      })
    }
  return tally
}

/** A script of which nothing is known. */
const unreadScript: ScriptFacts = { sets: [anyName], jumps: true }

/** In fewer worlds it may be chance that it held. */
const fewest = 3

function problemsOf(
  parsed: ParsedSuite,
  step: Step,
  one: TargetValidation,
  count: Count | undefined,
): readonly Problem[] {
  const { source } = parsed
  if (count === undefined || count.failed > 0 || count.held < fewest) return []
  const { looksAtAnswer, origin } = count
  const isOwn = !looksAtAnswer && !origin.isOfAnswer
  if (!isOwn && !one.expectations.every(expected => isDecided(expected) || isPattern(expected))) return []
  const { isOfRow, isSet, isConstant } = origin
  // Whoever sets a value, and looks at it, may try what is made of it.
  if (isOwn && one.target.kind === 'variable' && !isOfRow && (isSet || !isConstant)) return []
  const isOfRowAlone = isOfRow && !isSet && !isConstant && !readsFile(parsed, step)
  const span = one.expectations[0]?.span ?? one.span
  if (endTargets(step).includes(one)) {
    const message = 'every round meets this, whatever is answered, so that there is only one'
    return [
      problemAt(source, span, 'bad-value', message, {
        hint: 'Write what the last answer is like, and no other.',
      }),
    ]
  }
  const message = isOwn
    ? 'this looks only at what the suite itself has said, and so proves nothing'
    : 'this holds whatever is answered, and so proves nothing'
  return [
    problemAt(source, span, 'bad-value', message, {
      hint: 'Look at what is answered, and write what it must be.',
      ...((isOwn && !isOfRowAlone) || countsOwn(one, count) || one.expectations.some(isPattern)
        ? { severity: 'warning' as const }
        : {}),
    }),
  ]
}

/** True where rows come from a file, which may be another one tomorrow. */
function readsFile({ suite }: ParsedSuite, step: Step): boolean {
  return [suite.data, step.data].some(data => data?.kind === 'file')
}

/** The conditions of a step, and of its parts, that the suite's own values never meet. */
function neverMet(parsed: ParsedSuite, step: Step, tally: Tally): readonly Problem[] {
  const { when, validations, extracts } = step
  const [first] = when
  const parts = [...validations, ...extracts].filter(isConditional)
  const asked = [
    ...(first === undefined ? [] : [[step, first.span] as const]),
    ...parts.map(part => [part, conditionTargets(part)[0]?.span ?? step.span] as const),
  ]
  return asked.flatMap(([one, span]) => {
    const { met, origin } = tally.answerTo(one) ?? { met: 1, origin: noOrigin }
    const { isOfRow, isSet, isOfAnswer, isUnknown, isConstant, isMade } = origin
    if (met > 0 || isOfAnswer || isUnknown || isConstant || isMade || !(isOfRow || isSet)) return []
    const given = isOfRow ? 'no row or round' : 'no step'
    const message = `${given} gives a value that meets this: what depends on it never counts`
    // Rows come and go, and with `--rows` some are left out; rounds stand in the step.
    const isSure = isOfRow && parsed.suite.data === undefined && step.data === undefined
    return [
      problemAt(parsed.source, span, 'bad-value', message, {
        hint: 'Look at the condition, or take it out with what depends on it.',
        ...(isSure ? {} : { severity: 'warning' as const }),
      }),
    ]
  })
}

/** How many variables a group leaves is what the suite itself says: whoever counts them may try that. */
function countsOwn({ target, expectations }: TargetValidation, { looksAtAnswer }: Count): boolean {
  return (
    !looksAtAnswer && target.kind !== 'variable' && expectations.some(one => one.operator === 'has-length')
  )
}

/** The operators that made answers decide on. What must not be so, and patterns, take more than these. */
const decided: ReadonlySet<Expectation['operator']> = new Set([
  ...(['equals', 'same-as', 'one-of', 'within', 'has-type', 'contains', 'starts-with', 'ends-with'] as const),
  ...(['greater-than', 'less-than', 'at-least', 'at-most', 'later-than', 'earlier-than'] as const),
  ...(['has-length', 'unique', 'is-sorted', 'each', 'any', 'exists', 'missing'] as const),
])

/** True for patterns: that a value is like one in all made answers tells that it probably always is. */
function isPattern({ operator }: Expectation): boolean {
  return operator === 'matches-regex'
}

function isDecided({ operator, expected, inner = [] }: Expectation): boolean {
  if (!decided.has(operator)) return false
  if (operator === 'exists') return expected !== false
  if (operator === 'missing') return expected === false
  if (operator !== 'has-length') return inner.every(isDecided)
  return expected !== 0 && !inner.some(one => one.operator === 'less-than' || one.operator === 'at-most')
}
