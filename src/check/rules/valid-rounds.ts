import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import { isWithinPath } from '../../model/span.ts'
import { type ForEach, type Step, tooManyRounds, withGrouped } from '../../model/suite.ts'
import { targetsOf } from '../../model/targets-of.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { placeholdersIn, placeholdersOf } from '../../template/placeholders-in.ts'
import { roundNames } from '../../template/scope.ts'
import { kindOf } from '../../validations/json-type.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueAt } from '../../util/read-values.ts'
import { everKnownNames, setElsewhere } from '../known-names.ts'
import { type CheckedSuite, allSteps, type Facts, problemAt, type Rule } from '../rule.ts'
import { listed, readsAll, scriptsAround } from '../scripts/suite-scripts.ts'

/** A step repeats in one way, over what is a list, and does not begin each round with what the last one found. */
export const validRounds: Rule = (parsed, facts) => {
  const all = allSteps(parsed)
  const steps = all.filter(({ rounds }) => rounds !== undefined)
  const deep = all.filter(({ path }) => path.length === 2 + 2 * deepest)
  const tooDeep = deep.map(({ path }) =>
    problemAt(parsed.source, path, 'bad-value', `groups stand in groups ${deepest - 1} deep at most`),
  )
  if (steps.length === 0) return tooDeep
  const known = everKnownNames(parsed, facts)
  const elsewhere = setElsewhere(parsed, facts)
  const ofRounds = steps.flatMap(step => [
    ...severalWays(step, parsed),
    ...(step.rounds?.kind === 'for-each'
      ? [...takenName(step, step.rounds, parsed, known), ...noList(step, step.rounds, parsed, elsewhere)]
      : resetVariables(step, parsed)),
  ])
  const idle = ofRounds.length > 0 ? [] : steps.flatMap(step => unnamedItem(step, parsed, facts))
  return [...tooDeep, ...ofRounds, ...idle]
}

/** How deep a step is that stands in one group more than there may be around each other. */
const deepest = 9

const ways = ['for-each', 'repeat', 'data']

function severalWays({ path }: Step, { source }: CheckedSuite): readonly Problem[] {
  const written = valueAt(source.value, path)
  const [first, ...others] = isObject(written) ? Object.keys(written).filter(key => ways.includes(key)) : []
  return others.map(other =>
    problemAt(
      source,
      [...path, other],
      'misplaced-key',
      `"${String(first)}" and "${other}" are two ways to repeat`,
      {
        hint: 'Keep one of them, and put a group around for the other: `steps` with steps of its own.',
        atKey: true,
      },
    ),
  )
}

function mayBeItems(list: JsonValue): boolean {
  return isList(list) ? list.length > 0 : typeof list === 'string' && /^\{\{[^{}]*\}\}$/.test(list)
}

function takenName(
  { path, knownInGroup = [] }: Step,
  { variable }: ForEach,
  { source }: CheckedSuite,
  known: ReadonlySet<string>,
): readonly Problem[] {
  if (!known.has(variable) && !knownInGroup.includes(variable)) return []
  const message = `${variable} is a variable already: choose another name`
  return [problemAt(source, [...path, 'for-each', variable], 'bad-value', message, { atKey: true })]
}

/** An item that nothing in its rounds names: each of them does the same. */
function unnamedItem(
  step: Step,
  parsed: CheckedSuite,
  { sharedScripts, configuration }: Facts,
): readonly Problem[] {
  const { rounds, input } = step
  if (rounds?.kind !== 'for-each' || input['once'] === true || !mayBeItems(rounds.list)) return []
  const { variable } = rounds
  const { written, source } = parsed
  const inRounds = written.templates.filter(({ path }) => isWithinPath(path, step.path))
  const shared = placeholdersIn((configuration?.value ?? null) as JsonValue)
  const around = [...written.under('settings'), ...written.under('variables'), ...shared]
  const steps = withGrouped([step])
  const asked = steps.flatMap(one => [
    ...one.when.map(({ variable: name }) => name),
    ...targetsOf(one).flatMap(({ target }) => (target.kind === 'variable' ? [target.name] : [])),
  ])
  const named = [...inRounds.flatMap(placeholdersOf), ...around].map(({ name }) => name)
  const wanted: readonly string[] = [variable, ...roundNames]
  const isNamed = [...named, ...asked].flatMap(possibleVariables).some(name => wanted.includes(name))
  const isRead = steps
    .flatMap(one => listed(scriptsAround(one, parsed, sharedScripts)))
    .some(script => script.source.includes(variable) || readsAll.test(script.source))
  if (isNamed || isRead) return []
  return [
    problemAt(
      source,
      [...step.path, 'for-each', variable],
      'bad-value',
      `nothing names ${variable}, so every round does the same`,
      {
        hint: `Write {{${variable}}} where it belongs, or \`repeat\` for rounds that are alike.`,
        severity: onlyCounts(rounds.list) ? 'warning' : 'error',
        atKey: true,
      },
    ),
  ]
}

/** True of `[1, 2, 3]` and `{{list}}`: who writes so may want just as many rounds. */
function onlyCounts(items: JsonValue): boolean {
  if (!isList(items)) return true
  const first = items[0] === 0 ? 0 : 1
  return items.every((item, at) => item === first + at)
}

/** A list that is a variable of the suite, and no list, or one that no run takes. */
function noList(
  { path }: Step,
  { variable, list }: ForEach,
  { source, suite }: CheckedSuite,
  elsewhere: ReadonlySet<string>,
): readonly Problem[] {
  const [, name] = typeof list === 'string' ? (/^\{\{\s*(.+?)\s*\}\}$/.exec(list) ?? []) : []
  const value = name === undefined ? undefined : suite.variables[name]
  const isKnown = value !== undefined && !(typeof value === 'string' && value.includes('{{'))
  const at = (message: string): readonly Problem[] => [
    problemAt(source, [...path, 'for-each', variable], 'bad-value', message),
  ]
  // Rounds that --allow-many would allow are refused where a run is asked for without it.
  const tooMany = isList(list) ? tooManyRounds('for-each', list.length, true) : undefined
  if (tooMany !== undefined) return at(tooMany.message)
  if (name === undefined || !isKnown || elsewhere.has(name)) return []
  if (!isList(value)) return at(`${name} is ${kindOf(value)}, not a list`)
  return value.length === 0 ? at(`${name} is an empty list: nothing would be repeated`) : []
}

/** Variables that a step sets in each round, although the round before has found them. */
function resetVariables(
  { path, variables = {}, extracts }: Step,
  { source }: CheckedSuite,
): readonly Problem[] {
  return extracts
    .filter(({ variable }) => Object.hasOwn(variables, variable))
    .map(({ variable }) =>
      problemAt(
        source,
        [...path, 'variables', variable],
        'bad-value',
        `each round would begin with this "${variable}" again, and not with that of the round before`,
        {
          hint: 'Set it once: under the `variables` of the suite, or of a group around the step.',
          atKey: true,
        },
      ),
    )
}
