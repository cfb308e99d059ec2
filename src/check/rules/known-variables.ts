import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { PlacedPlaceholder } from '../../template/placeholders-in.ts'
import { mayJump, namesFrom, namesSetBefore, outsideNames, toleratesUnset } from '../known-names.ts'
import { NameCheck } from '../name-check.ts'
import { allSteps, type Rule } from '../rule.ts'

/**
 * Every `{{name}}` has a value by the time it is used: from outside, from the suite, from a data row, or from an
 * earlier step. An unknown name is named with its place, never sent as empty text. Where the suite says so, one in what is
 * not sent is a warning.
 */
export const knownVariables: Rule = (parsed, facts) => {
  const steps = allSteps(parsed).map(step => ({ step, gives: namesFrom(parsed, step, facts) }))
  const known = outsideNames(parsed, facts)
  const ever = new Set([...known, ...steps.flatMap(({ gives }) => gives)])
  const anyOrder = mayJump(parsed, facts) ? [ever] : []
  const names = new NameCheck(parsed.source, facts, ever)
  const { written } = parsed
  const later = toleratesUnset(parsed, facts) ? asWarnings : (found: readonly Problem[]) => found
  const problems = ['variables', 'secrets', 'settings'].flatMap(key =>
    names.unknown(written.under(key), [ever]),
  )
  for (const { step, gives } of steps) {
    const own = new Set([
      ...(facts.stepColumns.get(step) ?? []),
      ...step.when.map(({ variable }) => variable),
    ])
    const placeholders = written.of(step)
    const under = (key: string): readonly PlacedPlaceholder[] =>
      placeholders.filter(({ path }) => path[2] === key)
    const set = new Set(Object.keys(step.variables ?? {}))
    const early = [known, own, ...anyOrder]
    problems.push(...names.unknown(under('when'), early))
    problems.push(...later(unknownInTurn(names, under('variables'), [...set], early)))
    for (const name of namesSetBefore(parsed, step, facts)) known.add(name)
    problems.push(
      ...names.unknown(
        placeholders.filter(({ path }) => isFilledInBefore(step, path[2])),
        [...early, set],
      ),
      ...later(unknownInExtracts(names, under('extracts'), step, gives, [...early, set])),
    )
    for (const name of gives) known.add(name)
    const after = placeholders.filter(({ path }) => filledInAfter.has(path[2]))
    problems.push(...later(names.unknown(after, [known, own, ...anyOrder])))
  }
  return problems
}

function asWarnings(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(problem =>
    problem.code === 'unknown-variable' ? { ...problem, severity: 'warning' } : problem,
  )
}

/** A step's input, and what else of it is filled in before it acts. */
function isFilledInBefore(step: Step, key: string | number | undefined): boolean {
  if (key === 'name') return true
  return key !== undefined && (Object.hasOwn(step.input, key) || Object.hasOwn(step.transport ?? {}, key))
}

/** The keys that see all that the step itself extracted. */
const filledInAfter = new Set<string | number | undefined>(['validations', 'retry'])

/** Of an extract, what comes from the step's action has a value, and so have the extracts above it. */
function unknownInExtracts(
  names: NameCheck,
  placeholders: readonly PlacedPlaceholder[],
  { extracts }: Step,
  gives: readonly string[],
  known: readonly ReadonlySet<string>[],
): readonly Problem[] {
  if (placeholders.length === 0) return []
  const variables = extracts.map(({ variable }) => variable)
  const ofAction = new Set(gives.filter(name => !variables.includes(name)))
  return unknownInTurn(names, placeholders, variables, [...known, ofAction])
}

/** Of a mapping of variables each knows those above it. */
function unknownInTurn(
  names: NameCheck,
  placeholders: readonly PlacedPlaceholder[],
  variables: readonly string[],
  known: readonly ReadonlySet<string>[],
): readonly Problem[] {
  if (placeholders.length === 0) return []
  const above = new Set<string>()
  return variables.flatMap(variable => {
    const own = placeholders.filter(({ path }) => path[3] === variable)
    const unknown = names.unknown(own, [...known, above])
    above.add(variable)
    return unknown
  })
}
