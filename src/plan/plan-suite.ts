import type { LoadedSuite } from '../load/loaded-suite.ts'
import type { Configuration, Environment } from '../model/configuration.ts'
import { joinExemptions } from '../model/exemption.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Scripts } from '../model/script.ts'
import type { Settings } from '../model/settings.ts'
import type { Step } from '../model/suite.ts'
import { stepJudgedByRows, stepsNamingStatus } from '../check/expected-status.ts'
import type { PlannedStep, PlannedSuite } from './plan.ts'
import { defined } from '../util/defined.ts'

/** The common parts of all files of a run. */
export interface PlanContext {
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
  { configuration, environment, commandLine, settings }: PlanContext,
): PlannedSuite {
  const { suite } = loaded
  return defined({
    loaded,
    file,
    // A suite that is left out is told once.
    rows: suite.skip === undefined ? loaded.rows : undefined,
    steps: planSteps(loaded, steps),
    after: planSteps(loaded, suite.after),
    settings: mergeSettings(configuration.settings, suite.settings, settings),
    sharedSettings: configuration.settings,
    commandLineSettings: settings,
    values: { commandLine, environment, suite, configuration },
  })
}

/** Every iteration of a suite uses the same ones. */
const used = new WeakMap<PlannedSuite, Map<string, PlannedSuite>>()

/** A suite that a step of `caller` uses, by absolute path: it runs in the environment of the caller, with settings of its own. */
export function planUsedSuite(file: string, caller: PlannedSuite): PlannedSuite {
  let known = used.get(caller)
  if (known === undefined) used.set(caller, (known = new Map<string, PlannedSuite>()))
  let planned = known.get(file)
  if (planned === undefined) known.set(file, (planned = planUsed(file, caller)))
  return planned
}

function planUsed(
  file: string,
  { loaded: from, sharedSettings, commandLineSettings, values }: PlannedSuite,
): PlannedSuite {
  const loaded = from.uses.get(file)
  // The check has followed every `use` before.
  if (loaded === undefined) throw new Error(`The suite ${file} was not loaded.`)
  const { suite, rows } = loaded
  return defined({
    loaded,
    file,
    rows,
    steps: planSteps(loaded, suite.steps),
    after: planSteps(loaded, suite.after),
    settings: mergeSettings(sharedSettings, suite.settings, commandLineSettings),
    sharedSettings,
    commandLineSettings,
    values: { ...values, suite },
  })
}

/**
 * Settings of which the later ones win; headers are joined, whatever the case of their names, and so are the keys of
 * `transport`. Scripts all run, the earlier ones first.
 */
export function mergeSettings(...all: readonly Settings[]): Settings {
  const headers = new Map<string, readonly [name: string, value: JsonValue]>()
  for (const { headers: own = {} } of all)
    for (const header of Object.entries(own)) headers.set(header[0].toLowerCase(), header)
  const scripts = all.flatMap(({ scripts = [] }) => scripts)
  const namespaces = all.flatMap(({ namespaces: own }) => (own === undefined ? [] : [own]))
  const contract = all.map(one => one.contract).reduce(joinExemptions, undefined)
  const transports = all.flatMap(({ transport = [] }) => transport)
  return {
    ...(Object.assign({}, ...all) as Settings),
    ...(transports.length === 0 ? {} : { transport: Object.assign({}, ...transports) as JsonObject }),
    ...(contract === undefined ? {} : { contract }),
    ...(namespaces.length === 0
      ? {}
      : { namespaces: Object.fromEntries(namespaces.flatMap(own => Object.entries(own))) }),
    ...(scripts.length === 0 ? {} : { scripts: joinScripts(scripts) }),
    headers: Object.fromEntries(headers.values()),
  }
}

function joinScripts(scripts: readonly Scripts[]): Scripts {
  return {
    before: scripts.flatMap(({ before }) => before),
    after: scripts.flatMap(({ after }) => after),
  }
}

function planSteps(loaded: LoadedSuite, steps: readonly Step[]): readonly PlannedStep[] {
  const judged = loaded.rows === undefined ? undefined : stepJudgedByRows(steps, loaded.rows)
  const judging = new Set(loaded.rows === undefined ? [] : stepsNamingStatus(steps))
  if (judged !== undefined) judging.add(judged)
  const holdsJudge = (step: Step): boolean => judging.has(step) || (step.steps ?? []).some(holdsJudge)
  const last = loaded.rows === undefined ? undefined : (steps.findLast(holdsJudge) ?? steps.at(-1))
  return steps.map(step => planStep(loaded, step, judged, last))
}

/** A step, with those of the group that it is; what is judged by a row of the suite may be one of them. */
function planStep(
  loaded: LoadedSuite,
  step: Step,
  judged: Step | undefined,
  last: Step | undefined,
): PlannedStep {
  const rows = loaded.stepRows.get(step)
  const judgedByRow = step === judged
  const isLastJudge = step === last && step.phase === 'steps'
  const planned =
    rows === undefined ? { step, judgedByRow, isLastJudge } : { step, rows, judgedByRow, isLastJudge }
  if (step.steps === undefined) return planned
  return { ...planned, grouped: step.steps.map(one => planStep(loaded, one, judged, undefined)) }
}
