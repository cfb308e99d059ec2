import path from 'node:path'
import { factsOf, isOnce, suiteRunBy } from '../../actions/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { roundNames } from '../../template/scope.ts'
import { property, valueAt } from '../../util/read-values.ts'
import { isObject } from '../../util/is-json.ts'
import { namesFrom } from '../known-names.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'

/** A suite that runs once for all of a run is the same for all who use it, and gives them something. */
export const validOnce: Rule = (parsed, facts) =>
  allSteps(parsed).flatMap(step =>
    isOnce(step)
      ? [...repeated(step, parsed), ...newEachTime(step, parsed), ...ofUsed(step, parsed, facts)]
      : [],
  )

const ways = ['retry', 'for-each', 'repeat', 'data']

function repeated({ path: place }: Step, { source }: CheckedSuite): readonly Problem[] {
  const written = valueAt(source.value, place)
  return ways
    .filter(way => isObject(written) && Object.hasOwn(written, way))
    .map(way =>
      problemAt(source, [...place, way], 'misplaced-key', `"${way}" does nothing beside "once"`, {
        hint: 'What runs once is done one time, and whatever comes of it counts for all. Remove one of the two.',
        atKey: true,
      }),
    )
}

/** Values that are new in each pass: no two steps would ever ask for the same. */
function newEachTime({ path: place, input }: Step, { source, suite }: CheckedSuite): readonly Problem[] {
  const given = input['with']
  return isObject(given)
    ? Object.entries(given).flatMap(([name, value]) => {
        const made = madeAnew(value, suite.variables)
        if (made === undefined) return []
        const message = `with never says the same twice, {{${made}}} is new each time: nothing would be shared`
        return [problemAt(source, [...place, 'with', name], 'bad-value', message)]
      })
    : []
}

/** The placeholder that makes a value another one each time, if one does; variables of the suite are looked into. */
function madeAnew(
  value: JsonValue,
  variables: ParsedSuite['suite']['variables'],
  seen = new Set<string>(),
): string | undefined {
  for (const { name } of placeholdersIn(value)) {
    if (name.startsWith('$')) {
      if (!roundNames.some(one => one === name)) return name
      continue
    }
    for (const variable of possibleVariables(name)) {
      const inner = seen.has(variable) ? undefined : property(variables, variable)
      seen.add(variable)
      const made = inner === undefined ? undefined : madeAnew(inner, variables, seen)
      if (made !== undefined) return made
    }
  }
  return undefined
}

function ofUsed(step: Step, parsed: CheckedSuite, facts: Facts): readonly Problem[] {
  const written = suiteRunBy(step) ?? ''
  const used = facts.uses.get(path.resolve(path.dirname(parsed.suite.file), written))
  if (used?.state !== 'parsed') return []
  const { suite } = used.parsed
  const at = [...step.path, step.action]
  if (suite.data !== undefined)
    return [
      problemAt(parsed.source, at, 'bad-value', `"${suite.name}" has data rows: which row would count?`, {
        hint: 'Give it what it needs under `with`, and leave out its `data`.',
      }),
    ]
  const givesNothing =
    suite.steps.every(inner => namesFrom(used.parsed, inner, facts).length === 0) &&
    suite.after.length === 0 &&
    allSteps(used.parsed).every(({ action }) => factsOf(action).onlyPrepares === true)
  if (!givesNothing) return []
  const message = `"${suite.name}" gives nothing: it extracts nothing, asks nobody and has no \`after\``
  return [problemAt(parsed.source, at, 'setup-gives-nothing', message, { severity: 'warning' })]
}
