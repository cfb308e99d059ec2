import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Mock } from '../model/mock.ts'
import { withGrouped } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import { environmentVariable } from '../template/scope.ts'
import { besides, withUsed } from './production.ts'

/**
 * The variables of the process that are filled in somewhere: those that steps, mocks and settings name, or variables that these
 * name. One that another value wins over, such as that of `--var`, is not used. A script may ask for any.
 */
export function usedVariables(planned: PlannedSuite): readonly string[] {
  const { settings, values, rows = [], steps, after, loaded } = planned
  const used = withUsed(loaded).map(({ suite }) => suite)
  const all = [...withGrouped([...steps, ...after].map(({ step }) => step)), ...besides(planned)]
  const mocked = [loaded.suite, ...used].flatMap(({ mocks }) => mocks.map(textsOf))
  const written = [settings, used.map(one => one.settings), mocked, all] as unknown as JsonValue
  const layers: readonly JsonObject[] = [
    values.commandLine,
    ...rows.map(row => row.values),
    ...[values.environment, values.suite, ...used, values.configuration].flatMap(
      ({ secrets, variables }): readonly JsonObject[] => [secrets, variables],
    ),
    ...all.map(({ variables = {} }) => variables),
  ]
  const hasScripts = [settings, ...used.map(one => one.settings), ...all].some(
    ({ scripts }) => scripts !== undefined,
  )
  const names = new Set(hasScripts ? layers.flatMap(layer => Object.keys(layer)) : namesIn(written))
  if (hasScripts) for (const name of namesIn(written)) names.add(name)
  for (const name of names) for (const inner of definitionsOf(name, layers, rows.length)) names.add(inner)
  return [...names].flatMap(name => environmentVariable(name) ?? [])
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
