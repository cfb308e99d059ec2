import type { Step } from '../../model/suite.ts'
import { mayJump, namesFrom, namesSetBefore, outsideNames } from '../known-names.ts'
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
  const anyOrder = mayJump(parsed, facts) ? [ever] : []
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
    for (const name of namesSetBefore(parsed, step, facts)) known.add(name)
    const placeholders = templates.of(step)
    const before = placeholders.filter(({ path }) => isFilledInBefore(step, path[2]))
    problems.push(...names.unknown(before, [known, own, ...anyOrder]))
    for (const name of gives) known.add(name)
    const after = placeholders.filter(({ path }) => filledInAfter.has(path[2]))
    problems.push(...names.unknown(after, [known, own, ...anyOrder]))
  }
  return problems
}

/** A step's input, and what else of it is filled in before it acts; `when` may ask about what is missing. */
function isFilledInBefore(step: Step, key: string | number | undefined): boolean {
  if (key === 'name' || key === 'when') return true
  return key !== undefined && (Object.hasOwn(step.input, key) || Object.hasOwn(step.transport ?? {}, key))
}

/** The keys that also see what the step itself extracted. */
const filledInAfter = new Set<string | number | undefined>(['extracts', 'validations', 'retry'])
