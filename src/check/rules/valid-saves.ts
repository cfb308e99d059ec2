import { variablesSetBy } from '../../actions/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import { secretName, wrongSavedName } from '../../model/saved-name.ts'
import type { Step } from '../../model/suite.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { parseTemplate } from '../../template/template.ts'
import { namesFrom } from '../known-names.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'
import { secretIn, secretNames } from '../secret-names.ts'
import { ofAnswers } from '../target-owners.ts'

/** A body that is saved has a file of its own, in its folder, and no answer says what that is called. */
export const validSaves: Rule = (parsed, facts) => {
  const problems: Problem[] = []
  const names = new Map<string, string>()
  const answered = namesOfAnswers(parsed, facts)
  const secrets = secretNames(parsed, facts)
  for (const step of allSteps(parsed)) {
    if (step.saveTo === undefined) continue
    const { name, span } = step.saveTo
    const { parts } = parseTemplate(name)
    const isConstant = parts.every(part => typeof part === 'string')
    const variables = { ...parsed.suite.variables, ...step.variables }
    const secret = secretIn(name, variables, one => secrets.has(one))
    const key = name.toLowerCase()
    const message =
      whyUnfit(step, name, parts, answered) ??
      (secret === undefined ? undefined : secretName) ??
      (isConstant ? whyOneOfMany(step, name, names.get(key), parsed, facts) : undefined)
    names.set(key, step.name)
    if (message !== undefined) problems.push(problemAt(parsed.source, span, 'bad-value', message))
  }
  return problems
}

function whyUnfit(
  { action }: Step,
  name: string,
  parts: ReturnType<typeof parseTemplate>['parts'],
  answered: (placeholder: string) => boolean,
): string | undefined {
  const withBody = ofAnswers['size'] ?? []
  if (!withBody.includes(action))
    return `"${action}" has no body of its own to save: ${withBody.join(' and ')} have one`
  const wrong = wrongSavedName(parts.map(part => (typeof part === 'string' ? part : 'x')).join(''))
  if (wrong !== undefined) return `"${name}" ${wrong}`
  const untold = parts.flatMap(part => (typeof part === 'string' ? [] : [part.name])).find(answered)
  if (untold === undefined) return undefined
  return `${untold} comes out of an answer, which names no files: write {{${untold} | url}}`
}

/** Why a name without placeholders is that of many bodies. */
function whyOneOfMany(
  { rounds, data, knownInGroup = [] }: Step,
  name: string,
  other: string | undefined,
  { suite }: CheckedSuite,
  facts: Facts,
): string | undefined {
  if (other !== undefined) return `"${name}" is the file of the step "${other}": write one name for each`
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
function namesOfAnswers(parsed: CheckedSuite, facts: Facts): (placeholder: string) => boolean {
  const answered = new Set<string>()
  const ofSuite = new Map(Object.entries(parsed.suite.variables))
  const isUnfit = (placeholder: string): boolean => {
    const [root = '', ...functions] = placeholder.split('|').map(part => part.trim())
    return functions.at(-1) !== 'url' && [root, root.replace(/[.[].*$/s, '')].some(isAnswered)
  }
  const holdsUnfit = (value: JsonValue): boolean =>
    placeholdersIn(value).some(one => one.within === undefined && isUnfit(one.name))
  const isAnswered = (name: string): boolean => {
    const value = ofSuite.get(name)
    if (answered.has(name) || value === undefined) return answered.has(name)
    ofSuite.delete(name)
    const isMade = holdsUnfit(value)
    ofSuite.set(name, value)
    return isMade
  }
  for (const step of allSteps(parsed)) {
    const { extracts, rounds, variables, steps: _, ...own } = step
    const given = { ...variablesSetBy(step), ...variables }
    for (const { variable } of extracts) answered.add(variable)
    // The variables that scripts set, and those that a used suite leaves.
    for (const name of namesFrom(parsed, { ...own, extracts: [] }, facts))
      if (!Object.hasOwn(given, name)) answered.add(name)
    if (rounds?.kind === 'for-each' && typeof rounds.list === 'string') answered.add(rounds.variable)
    for (const [name, value] of Object.entries(given)) if (holdsUnfit(value)) answered.add(name)
  }
  return isUnfit
}
