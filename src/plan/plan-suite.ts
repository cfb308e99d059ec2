import type { LoadedSuite } from '../load/load-suites.ts'
import type { Configuration, Environment } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { placeholdersIn } from '../template/placeholders-in.ts'
import type { PlannedStep, PlannedSuite } from './plan.ts'

/** What all files of a run share. */
export interface Surroundings {
  readonly configuration: Configuration
  readonly environment: Environment
  readonly commandLine: JsonObject
  readonly settings: Settings
}

/** A suite's chosen steps with its rows, settings and values; nearest wins. */
export function planSuite(
  loaded: LoadedSuite,
  file: string,
  steps: readonly Step[],
  { configuration, environment, commandLine, settings }: Surroundings,
): PlannedSuite {
  const { suite, rows } = loaded
  return {
    loaded,
    file,
    ...(rows === undefined ? {} : { rows }),
    steps: planSteps(loaded, steps),
    after: planSteps(loaded, suite.after),
    settings: mergeSettings(configuration.settings, suite.settings, settings),
    sharedSettings: mergeSettings(configuration.settings, settings),
    values: { commandLine, environment, suite, configuration },
  }
}

/** Settings of which the later ones win; headers are joined. */
export function mergeSettings(...all: readonly Settings[]): Settings {
  const headers = Object.assign({}, ...all.map(settings => settings.headers)) as JsonObject
  return { ...(Object.assign({}, ...all) as Settings), headers }
}

function planSteps(loaded: LoadedSuite, steps: readonly Step[]): readonly PlannedStep[] {
  const judged = loaded.rows === undefined ? undefined : stepJudgedByRows(steps)
  return steps.map(step => {
    const rows = loaded.stepRows.get(step)
    return {
      step,
      ...(rows === undefined ? {} : { rows }),
      judgedByRow: rows === undefined ? step === judged : true,
    }
  })
}

/**
 * A row's `expected_status` is about the last request of the suite: the ones before it prepare. A suite that names
 * `{{expected_status}}` itself says where it belongs, and none is judged by default.
 */
function stepJudgedByRows(steps: readonly Step[]): Step | undefined {
  const namesIt = steps.some(step =>
    step.validations.some(
      validation =>
        'expectations' in validation &&
        placeholdersIn(validation.expectations.map(({ expected }) => expected)).some(
          ({ name }) => name === statusColumn,
        ),
    ),
  )
  return namesIt ? undefined : steps.findLast(step => step.phase === 'steps' && step.action === 'request')
}

/** The column of the mission's data files that says which status a row expects. */
export const statusColumn = 'expected_status'

/** The status a row expects, when it says so. */
export function expectedStatus(row: DataRow | undefined): string | undefined {
  const value =
    row !== undefined && Object.hasOwn(row.values, statusColumn) ? row.values[statusColumn] : undefined
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? undefined : text
}
