import { factsOf } from '../actions/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Mock } from '../model/mock.ts'
import { withGrouped } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { possibleVariables } from '../template/member-path.ts'
import { environmentVariable } from '../template/scope.ts'
import { besides, withUsed } from './production.ts'

/**
 * The variables of the process that are filled in somewhere: those that steps, mocks and settings name, or variables that these
 * name. One that another value wins over, such as that of `--var`, is not used. A script may ask for any.
 */
export function usedVariables(planned: PlannedSuite): readonly string[] {
  return [...usedNames(planned)].flatMap(name => environmentVariable(name) ?? [])
}

/**
 * The names of all variables that are filled in somewhere, as in `usedVariables`, and in what is `started` with the suite. With
 * `mentioned`, a script asks only for those whose names stand in it.
 */
export function usedNames(
  planned: PlannedSuite,
  { started = null, mentioned = false }: { readonly started?: unknown; readonly mentioned?: boolean } = {},
): ReadonlySet<string> {
  const { settings, values, rows = [], steps, after, loaded } = planned
  const used = withUsed(loaded).map(({ suite }) => suite)
  const all = [...withGrouped([...steps, ...after].map(({ step }) => step)), ...besides(planned)]
  const mocked = [loaded.suite, ...used].flatMap(({ mocks }) => mocks.map(textsOf))
  const written = [settings, used.map(one => one.settings), mocked, all, started] as unknown as JsonValue
  const layers: readonly JsonObject[] = [
    values.commandLine,
    ...rows.map(row => row.values),
    ...[values.environment, values.suite, ...used, values.configuration].flatMap(
      ({ secrets, variables }): readonly JsonObject[] => [secrets, variables],
    ),
    ...all.map(({ variables = {} }) => variables),
  ]
  const scripts = [settings, ...used.map(one => one.settings), ...all].flatMap(one => one.scripts ?? [])
  const inSteps = all.map(({ action, input }) => factsOf(action).holdsScript === true && input[action])
  const sources = JSON.stringify([scripts, inSteps])
  const asked = all.flatMap(({ when, validations }) => [
    ...when.map(({ variable }) => variable),
    ...validations.flatMap(one => ('target' in one && one.target.kind === 'variable' ? one.target.name : [])),
  ])
  const keys = layers.flatMap(layer => Object.keys(layer))
  const others = mentioned ? keys.filter(name => sources.includes(name)) : scripts.length > 0 ? keys : []
  return namesWithin(written, layers, rows.length, [...asked, ...others])
}

/** The names in a value, and those that their values are made of by the layers of variables, of which the first has a command line's. */
export function namesWithin(
  written: JsonValue,
  layers: readonly JsonObject[],
  rows = 0,
  known: readonly string[] = [],
): ReadonlySet<string> {
  const names = new Set([...known, ...namesIn(written)].flatMap(possibleVariables))
  for (const name of names)
    for (const inner of definitionsOf(name, layers, rows).flatMap(possibleVariables)) names.add(inner)
  return names
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

function namesIn(value: JsonValue): readonly string[] {
  return placeholdersIn(value).map(({ name }) => name)
}
