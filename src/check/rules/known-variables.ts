import type { Step } from '../../model/suite.ts'
import type { PlacedPlaceholder } from '../../template/placeholders-in.ts'
import { namesFrom, outsideNames } from '../known-names.ts'
import { NameCheck } from '../name-check.ts'
import { allSteps, type Rule } from '../rule.ts'

/**
 * Every `{{name}}` has a value by the time it is used: from outside, from the suite, from a data row, or from an
 * earlier step. An unknown name is named with its place, never sent as empty text.
 */
export const knownVariables: Rule = (parsed, facts) => {
  const steps = allSteps(parsed).map(step => ({ step, gives: namesFrom(parsed, step, facts) }))
  const known = outsideNames(parsed, facts)
  const ever = new Set([...known, ...steps.flatMap(({ gives }) => gives)])
  const names = new NameCheck(parsed.source, facts, ever)
  const { templates } = parsed
  const problems = ['variables', 'secrets', 'settings'].flatMap(key =>
    names.unknown(templates.under(key), [ever]),
  )
  for (const { step, gives } of steps) {
    const own = new Set([
      ...(facts.stepColumns.get(step) ?? []),
      ...step.when.map(({ variable }) => variable),
    ])
    const placeholders = templates.of(step)
    const before = placeholders.filter(({ path }) => isFilledInBefore(step, path[2]))
    problems.push(...names.unknown(before, [known, own]))
    const inExtracts = placeholders.filter(({ path }) => path[2] === 'extracts')
    problems.push(
      ...inTurn(inExtracts, gives).flatMap(({ placeholders, earlier }) =>
        names.unknown(placeholders, [known, own, earlier]),
      ),
    )
    for (const name of gives) known.add(name)
    const after = placeholders.filter(({ path }) => filledInAfter.has(path[2]))
    problems.push(...names.unknown(after, [known, own]))
  }
  return problems
}

/** A step's input, and what else of it is filled in before it acts; `when` may ask about what is missing. */
function isFilledInBefore(step: Step, key: string | number | undefined): boolean {
  if (key === 'name' || key === 'when') return true
  return key !== undefined && (Object.hasOwn(step.input, key) || Object.hasOwn(step.transport ?? {}, key))
}

/** The keys that see all that the step itself extracted. */
const filledInAfter = new Set<string | number | undefined>(['validations', 'retry'])

/** The placeholders of each member of a mapping of variables, with the names of those before it, which have a value by then. */
function inTurn(
  placeholders: readonly PlacedPlaceholder[],
  variables: readonly string[],
): readonly { readonly placeholders: readonly PlacedPlaceholder[]; readonly earlier: ReadonlySet<string> }[] {
  if (placeholders.length === 0) return []
  return variables.map((variable, index) => ({
    placeholders: placeholders.filter(({ path }) => path[3] === variable),
    earlier: new Set(variables.slice(0, index)),
  }))
}
