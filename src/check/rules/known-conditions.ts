import type { Condition } from '../../model/expectation.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { everKnownNames } from '../known-names.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'
import { anyName } from '../scripts/script-facts.ts'
import { neverSet } from '../name-check.ts'

/**
 * `when` asks about a variable that something can set. Only a warning: --var may give the name now and then, which is
 * why `exists: false` may ask for any name that does not look like a known one.
 */
export const knownConditions: Rule = (parsed, facts) => {
  const steps = allSteps(parsed).filter(step => step.when.length > 0)
  if (steps.length === 0) return []
  const ever = everKnownNames(parsed, facts)
  return steps.flatMap(step => {
    if (ever.has(anyName)) return []
    const known = new Set([...ever, ...(facts.stepColumns.get(step) ?? [])])
    return step.when
      .filter(
        ({ variable: name }) =>
          !/^(\$|env\.)/.test(name) && !possibleVariables(name).some(variable => known.has(variable)),
      )
      .filter(condition => !asksForAbsence(condition) || didYouMean(condition.variable, known) !== undefined)
      .map(({ variable: name }) => {
        const { code, message, hint } = neverSet(name, known)
        const more = { severity: 'warning', hint, atKey: true } as const
        return problemAt(parsed.source, [...step.path, 'when', name], code, message, more)
      })
  })
}

function asksForAbsence({ expectations }: Condition): boolean {
  return expectations.some(({ operator, expected }) => operator === 'exists' && expected === false)
}
