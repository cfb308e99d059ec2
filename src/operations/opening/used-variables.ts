import path from 'node:path'
import { factsOf, suiteRunBy } from '../../actions/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { callbacksOf, type Mock } from '../../model/mock.ts'
import type { Settings } from '../../model/settings.ts'
import { type DataRow, type Step, withGrouped } from '../../model/suite.ts'
import type { PlannedStep, PlannedSuite } from '../../plan/plan.ts'
import { planUsedSuite } from '../../plan/plan-suite.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { environmentVariable } from '../../template/scope.ts'
import { mapValues } from '../../util/map-values.ts'
import { mapping } from '../../util/read-values.ts'

/**
 * The variables of the process that are filled in somewhere: those that steps, mocks and settings name, or variables that these
 * name. One that another value wins over, such as that of `--var`, is not used. A script may ask for any.
 */
export function usedVariables(planned: PlannedSuite): readonly string[] {
  const names = withUsedSuites(planned).flatMap(one => [...usedNames(one)])
  return [...new Set(names)].flatMap(name => environmentVariable(name) ?? [])
}

/**
 * A planned suite with those that it uses and that these use, because each has variables of its own. What a caller gives to one
 * wins as the command line does, and is filled in where the caller names it.
 */
export function withUsedSuites(
  planned: PlannedSuite,
  given: JsonObject = {},
  seen = new Set<string>(),
): readonly PlannedSuite[] {
  const { loaded, values } = planned
  const { file } = loaded.suite
  const key = [file, ...Object.keys(given)].join('\n')
  if (seen.has(key)) return []
  seen.add(key)
  const used = withGrouped(stepsOf(planned).map(({ step }) => step)).flatMap(step => {
    const name = suiteRunBy(step)
    const other = path.resolve(path.dirname(file), name ?? '')
    if (name === undefined || !loaded.uses.has(other)) return []
    const handed = mapValues(mapping(step.input['with']), () => null)
    return withUsedSuites(planUsedSuite(other, planned), handed, seen)
  })
  const commandLine = { ...values.commandLine, ...given }
  return [{ ...planned, values: { ...values, commandLine } }, ...used]
}

/**
 * The names of all variables that a suite takes from around its rows and steps, without those that it uses. With `mentioned`, a
 * script asks only for those whose names stand in it.
 */
export function usedNames(planned: PlannedSuite, mentioned = false): ReadonlySet<string> {
  const { settings, values, rows = [], loaded } = planned
  const shared = namesOfSettings(settings)
  const { mocks } = loaded.suite
  const outer = [values.environment, values.suite, values.configuration].flatMap(
    ({ secrets, variables }): readonly JsonObject[] => [secrets, variables],
  )
  const layers = [values.commandLine, ...rows.map(row => row.values), ...outer]
  const names = [
    ...namesIn(mocks.map(textsOf) as unknown as JsonValue),
    // Mocks hand on by the settings, to where the command line may say.
    ...(mocks.length === 0 ? [] : shared.others),
    ...stepsOf(planned).flatMap(step => namesOfStep(step, shared)),
    ...namesInScripts(planned, layers, mentioned),
  ]
  const found = namesWithin(names, layers, rows.length)
  for (const name of columnsOf(rows)) found.delete(name)
  return found
}

/** Some names, and those that their values are made of by the layers of variables, of which the first has a command line's. */
export function namesWithin(names: readonly string[], layers: readonly JsonObject[], rows = 0): Set<string> {
  const found = new Set(names)
  for (const name of found) for (const inner of definitionsOf(name, layers, rows)) found.add(inner)
  return found
}

/** The names in a value, and what each may be a member of. */
export function namesIn(value: JsonValue): readonly string[] {
  return placeholdersIn(value).flatMap(({ name }) => possibleVariables(name))
}

/** The names in the credentials of settings, and in what else of them is filled in. */
interface SettingsNames {
  readonly auth: readonly string[]
  readonly others: readonly string[]
}

function namesOfSettings({ auth = 'none', headers = {}, transport = {} }: Settings): SettingsNames {
  return { auth: namesIn(auth), others: namesIn([headers, transport]) }
}

/** The names in what a step takes of the settings; its own credentials win over theirs. */
function sharedWith({ action, input }: Step, { auth, others }: SettingsNames): readonly string[] {
  const { sendsRequests, withoutCredentials } = factsOf(action)
  if (sendsRequests !== true) return []
  return withoutCredentials === true || input['auth'] !== undefined ? others : [...auth, ...others]
}

/** A step with its rows and those of its group; a callback's has none. */
type NamingStep = Pick<PlannedStep, 'step'> & Partial<Pick<PlannedStep, 'rows' | 'grouped'>>

function stepsOf({ steps, after, loaded }: PlannedSuite): readonly NamingStep[] {
  const callbacks = callbacksOf(loaded.suite.mocks).flatMap(callback => callback.steps)
  return [...steps, ...after, ...callbacks.map(step => ({ step }))]
}

/** The names that a step takes from around it: neither a variable of its own, nor a column of all its rows. */
function namesOfStep({ step, rows = [], grouped }: NamingStep, settings: SettingsNames): readonly string[] {
  const { when, variables = {}, data, steps, ...others } = step
  const inline = data?.kind === 'inline' ? data.rows : []
  const around = [when, variables, inline, rows.map(({ values }) => values)]
  const input = steps === undefined ? others.input : { ...others.input, [others.action]: null }
  const inner = grouped ?? (steps ?? []).map(one => ({ step: one }))
  const asked = others.validations.flatMap(one =>
    'target' in one && one.target.kind === 'variable' ? possibleVariables(one.target.name) : [],
  )
  const own = new Set([...Object.keys(variables), ...columnsOf(rows)])
  const within = [
    ...namesIn({ ...others, input } as unknown as JsonValue),
    ...asked,
    ...sharedWith(step, settings),
    ...inner.flatMap(one => namesOfStep(one, settings)),
  ]
  return [
    ...when.flatMap(({ variable }) => possibleVariables(variable)),
    ...namesIn(around as unknown as JsonValue),
    ...within.filter(name => !own.has(name)),
  ]
}

/** The names that every one of some rows has. */
function columnsOf(rows: readonly DataRow[]): readonly string[] {
  const [first, ...others] = rows
  return Object.keys(first?.values ?? {}).filter(name =>
    others.every(({ values }) => Object.hasOwn(values, name)),
  )
}

/** The variables that scripts may ask for. */
function namesInScripts(
  planned: PlannedSuite,
  layers: readonly JsonObject[],
  mentioned: boolean,
): readonly string[] {
  const steps = withGrouped(stepsOf(planned).map(({ step }) => step))
  const scripts = [planned.settings, ...steps].flatMap(one => one.scripts ?? [])
  const keys = [...layers, ...steps.map(({ variables = {} }) => variables)].flatMap(one => Object.keys(one))
  if (!mentioned) return scripts.length > 0 ? keys : []
  const sources = JSON.stringify([scripts, steps.map(scriptOf)])
  return keys.filter(name => sources.includes(name))
}

function scriptOf({ action, input }: Step): JsonValue {
  return factsOf(action).holdsScript === true ? (input[action] ?? null) : null
}

/** The parts of a mock that are filled in: where it hands on to, and its answers. */
function textsOf({ proxy, routes }: Mock): readonly unknown[] {
  return [proxy ?? '', routes.flatMap(({ answers }) => answers)]
}

/** The names in the value of a variable: of all rows, or of the first layer that has one. */
function definitionsOf(name: string, layers: readonly JsonObject[], rows: number): readonly string[] {
  const has = (layer: JsonObject): boolean => Object.hasOwn(layer, name)
  const [commandLine = {}, ...others] = layers
  if (has(commandLine)) return namesIn(commandLine[name] ?? null)
  const ofRows = others.slice(0, rows).filter(has)
  const [first] = others.slice(rows).filter(has)
  const found =
    rows > 0 && ofRows.length === rows ? ofRows : [...ofRows, ...(first === undefined ? [] : [first])]
  return found.flatMap(layer => namesIn(layer[name] ?? null))
}
