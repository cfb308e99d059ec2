import type { UsedSuite } from '../actions/action.ts'
import type { JsonObject } from '../model/json.ts'
import type { StepResult } from '../model/result.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { mergeSettings } from '../plan/plan-suite.ts'
import { Pass } from './pass.ts'
import { runPass } from './run-pass.ts'

/** Runs the suite that a `use` step names, with the caller's environment and the variables it hands over. */
export async function runUsedSuite(file: string, variables: JsonObject, caller: Pass): Promise<UsedSuite> {
  const planned = plannedUse(file, caller.planned)
  if (planned === undefined) return { steps: [], passed: false, variables: {} }
  const pass = new Pass(planned, caller.run, undefined, variables)
  const steps: StepResult[] = []
  await runPass(planned, pass, {
    started: () => undefined,
    finished: result => {
      steps.push(result)
    },
  })
  const passed = steps.every(step => step.outcome === 'passed' || step.outcome === 'skipped')
  return { steps, passed, variables: { ...pass.extracted } }
}

function plannedUse(file: string, caller: PlannedSuite): PlannedSuite | undefined {
  const loaded = caller.loaded.uses.get(file)
  if (loaded === undefined) return undefined
  const { suite, stepRows } = loaded
  const planSteps = (steps: typeof suite.steps): PlannedSuite['steps'] =>
    steps.map(step => {
      const rows = stepRows.get(step)
      return { step, judgedByRow: rows !== undefined, ...(rows === undefined ? {} : { rows }) }
    })
  return {
    loaded,
    file,
    steps: planSteps(suite.steps),
    after: planSteps(suite.after),
    settings: mergeSettings(caller.sharedSettings, suite.settings),
    sharedSettings: caller.sharedSettings,
    values: { ...caller.values, suite },
  }
}
