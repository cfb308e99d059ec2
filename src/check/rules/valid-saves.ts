import { variablesSetBy } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import { secretName, wrongSavedName } from '../../model/saved-name.ts'
import type { Step } from '../../model/suite.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { parseTemplate } from '../../template/template.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { secretIn, secretNames } from '../secret-names.ts'
import { ofAnswers } from '../target-owners.ts'

/** What is saved has a file of its own, in its folder, and no answer says what that is called. */
export const validSaves: Rule = (parsed, facts) => {
  const problems: Problem[] = []
  const names = new Map<string, string>()
  const secrets = secretNames(parsed, facts)
  const answered = namesOfAnswers(allSteps(parsed))
  for (const step of allSteps(parsed)) {
    if (step.saveTo === undefined) continue
    const { name, span } = step.saveTo
    const { parts } = parseTemplate(name)
    const isConstant = parts.every(part => typeof part === 'string')
    const untold = parts.flatMap(part => (typeof part === 'string' ? [] : [part.name])).find(answered)
    const variables = { ...parsed.suite.variables, ...step.variables }
    const secret = secretIn(name, variables, one => secrets.has(one))
    const key = name.toLowerCase()
    const other = isConstant ? names.get(key) : undefined
    names.set(key, step.name)
    const wrong = wrongSavedName(parts.map(part => (typeof part === 'string' ? part : 'x')).join(''))
    const message = !ofAnswers['size']?.includes(step.action)
      ? `"${step.action}" has no body of its own to save: ${ofAnswers['size']?.join(' and ')} have one`
      : wrong !== undefined
        ? `"${name}" ${wrong}`
        : secret !== undefined
          ? secretName
          : untold !== undefined
            ? `${untold} comes out of an answer, which names no files: write {{${untold} | url}}`
            : other !== undefined
              ? `"${name}" is the file of the step "${other}": write one name for each`
              : isConstant
                ? writtenOften(step, name, parsed, facts)
                : undefined
    if (message !== undefined) problems.push(problemAt(parsed.source, span, 'bad-value', message))
  }
  return problems
}

/** Why a name without placeholders is that of many bodies. */
function writtenOften(step: Step, name: string, { suite }: CheckedSuite, facts: Facts): string | undefined {
  const { rounds, data, knownInGroup = [] } = step
  const at = Math.max(0, name.lastIndexOf('.'))
  const instead = (by: string): string =>
    `${at === 0 ? name : name.slice(0, at)}-{{${by}}}${at === 0 ? '' : name.slice(at)}`
  const count = rounds?.kind === 'repeat' ? String(rounds.most) : 'all'
  if (rounds !== undefined || data !== undefined || knownInGroup.includes('$round'))
    return `${count} ${data === undefined ? 'rounds' : 'rows'} would write one file: ${instead('$round')}`
  if (suite.data === undefined && facts.rows === undefined) return undefined
  return `all rows would write one file: ${instead(facts.columns[0] ?? 'column')}`
}

/** Tells placeholders whose value came out of an answer, and is not made fit for a name by `url`. */
function namesOfAnswers(steps: readonly Step[]): (placeholder: string) => boolean {
  const answered = new Set<string>()
  const isUnfit = (placeholder: string): boolean => {
    const [root = '', ...functions] = placeholder.split('|').map(part => part.trim())
    const isOne = answered.has(root) || answered.has(root.replace(/[.[].*$/s, ''))
    return isOne && functions.at(-1) !== 'url'
  }
  for (const step of steps) {
    const { extracts, rounds, variables } = step
    for (const { variable } of extracts) answered.add(variable)
    if (rounds?.kind === 'for-each' && typeof rounds.list === 'string') answered.add(rounds.variable)
    for (const [name, value] of Object.entries({ ...variablesSetBy(step), ...variables }))
      if (placeholdersIn(value).some(one => isUnfit(one.name))) answered.add(name)
  }
  return isUnfit
}
