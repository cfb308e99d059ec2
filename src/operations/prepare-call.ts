import type { JsonObject } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import type { Argument } from '../parse/argument-source.ts'
import { planArguments } from './plan-arguments.ts'
import type { PreparedRun } from './prepare-run.ts'
import { resolveSurroundings, type SuiteInput } from './suite-input.ts'

/** A step that is in no suite. */
export interface CalledStep {
  /** The step as a suite would hold it; file names count from the working folder. */
  readonly step: JsonObject
  /** What the step was made of; paths begin in the step. */
  readonly given: readonly Argument[]
}

/** A call that is in no suite. */
export interface CallInput extends Omit<SuiteInput, 'paths'>, CalledStep {
  /** What must be done first: the listener is opened that the call collects from. */
  readonly before?: CalledStep
  /** Whether the call is kept in the call history; as the configuration says when absent. */
  readonly history?: boolean
}

/** Checks a call by the rules of suites, and plans it as a suite of its own. Problems name the argument they are in. */
export async function prepareCall(input: CallInput): Promise<Result<PreparedRun>> {
  const resolved = await resolveSurroundings({ ...input, paths: [] })
  if (!resolved.ok) return resolved
  const { configuration, processEnvironment } = resolved.value
  const steps = [...(input.before === undefined ? [] : [input.before]), input]
  const given = steps.flatMap((step, index) =>
    step.given.map(argument => ({ ...argument, path: ['steps', index, ...argument.path] })),
  )
  const suite = { suite: 'One call', steps: steps.map(({ step }) => step) }
  const planned = await planArguments(suite, given, input, resolved.value)
  return planned.ok ? { ok: true, value: { ...planned.value, configuration, processEnvironment } } : planned
}
