import type { LoadedSuite } from '../load/load-suites.ts'
import type { Configuration, Environment } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
import { stepJudgedByRows } from './expected-status.ts'
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
  const judged = loaded.rows === undefined ? undefined : stepJudgedByRows(steps, loaded.rows)
  return steps.map(step => {
    const rows = loaded.stepRows.get(step)
    return {
      step,
      ...(rows === undefined ? {} : { rows }),
      judgedByRow: rows === undefined ? step === judged : true,
    }
  })
}
