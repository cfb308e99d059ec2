import { hasFunctions } from '../../template/functions/pipeline.ts'
import { possibleVariables } from '../../template/member-path.ts'
import {
  type PlacedPlaceholder,
  placeholdersIn,
  placeholdersOf,
  templatesIn,
} from '../../template/placeholders-in.ts'
import { environmentVariable } from '../../template/scope.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { YamlSource } from '../../document/index.ts'
import { property, valueAt } from '../../util/read-values.ts'
import { appliesTo } from '../applying-settings.ts'
import { namesFrom } from '../known-names.ts'
import { environmentProblem, type NameProblem } from '../name-check.ts'
import { allSteps, type CheckedSuite, type Facts, problemAt, type Rule } from '../rule.ts'

/**
 * A variable that the environment or the configuration makes of one of the process has a value where the suite uses it, as one
 * that the suite makes itself does: nothing is sent before it is known.
 */
export const setEnvironmentVariables: Rule = (parsed, facts) => {
  const unset = unsetOutside(parsed, facts)
  if (unset.size === 0) return []
  const tell = (
    source: YamlSource,
    placeholders: readonly PlacedPlaceholder[],
    given: ReadonlySet<string>,
  ): readonly Problem[] =>
    placeholders.flatMap(({ name, path, hasDefault = false }) => {
      if (hasDefault || hasFunctions(name)) return []
      const variable = possibleVariables(name).find(one => unset.has(one) && !given.has(one))
      const problem = variable === undefined ? undefined : unset.get(variable)
      if (problem === undefined) return []
      const { code, message, hint } = problem
      return [problemAt(source, path, code, `${message}, and "${variable}" is made of it`, { hint })]
    })
  const given = new Set<string>()
  const ofSteps = allSteps(parsed).flatMap(step => {
    for (const name of [...namesFrom(parsed, step, facts), ...(facts.stepColumns.get(step) ?? [])])
      given.add(name)
    return tell(parsed.source, parsed.written.of(step), given)
  })
  const ofSuite = ['variables', 'secrets', 'settings'].flatMap(key =>
    tell(parsed.source, parsed.written.under(key), given),
  )
  const { configuration } = facts
  const shared = configuration === undefined ? [] : settingsOf(parsed, configuration)
  return [...ofSuite, ...ofSteps, ...(configuration === undefined ? [] : tell(configuration, shared, given))]
}

/** The placeholders in the settings of the configuration that the suite is sent with. */
function settingsOf(parsed: CheckedSuite, configuration: YamlSource): readonly PlacedPlaceholder[] {
  return templatesIn(valueAt(configuration.value, ['settings']) ?? null, ['settings'])
    .flatMap(placeholdersOf)
    .filter(({ path: [, key, name] }) => appliesTo(parsed, String(key), String(name)))
}

/** Of which values from outside it is known whether one asks for a variable of the process: they are the same for all suites. */
const asking = new WeakMap<object, boolean>()

function asksProcess(values: JsonObject): boolean {
  const known =
    asking.get(values) ?? placeholdersIn(values).some(({ name }) => environmentVariable(name) !== undefined)
  asking.set(values, known)
  return known
}

/** The variables from outside that are made of one of the process that is not set. */
function unsetOutside({ suite }: CheckedSuite, facts: Facts): ReadonlyMap<string, NameProblem> {
  const { outerOrigins, processEnvironment } = facts
  const unset = new Map<string, NameProblem>()
  if (outerOrigins === undefined || processEnvironment === undefined) return unset
  const { values, stronger } = outerOrigins
  if (!asksProcess(values)) return unset
  const given = new Set([...suite.inputs, ...facts.columns])
  const own = { ...suite.variables, ...suite.secrets }
  const problemOf = (name: string, seen: ReadonlySet<string>): NameProblem | undefined => {
    const value = property(values, name)
    const isOwn = !stronger.has(name) && Object.hasOwn(own, name)
    if (value === undefined || isOwn || given.has(name) || seen.has(name)) return undefined
    for (const { name: inner, hasDefault = false } of placeholdersIn(value)) {
      if (hasDefault || hasFunctions(inner)) continue
      const asked = environmentVariable(inner)
      const problem =
        asked === undefined
          ? possibleVariables(inner)
              .map(one => problemOf(one, new Set([...seen, name])))
              .find(one => one !== undefined)
          : environmentProblem(asked, facts)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  for (const name of Object.keys(values)) {
    const problem = problemOf(name, new Set())
    if (problem !== undefined) unset.set(name, problem)
  }
  return unset
}
