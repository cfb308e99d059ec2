import type { OperationCall } from '../../contract/live/build-call.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem, Result } from '../../model/problem.ts'
import type { Plan, PlannedSuite } from '../../plan/plan.ts'
import { planArguments } from '../calls/plan-arguments.ts'
import type { ResolvedInput } from '../opening/resolve-scope.ts'
import type { CheckContractInput } from './contract-check-input.ts'
import { defined } from '../../util/defined.ts'

/** The suite of some calls, and what is to be told of it. */
export interface PlannedCalls extends Pick<Plan, 'setup'> {
  readonly planned?: PlannedSuite
  readonly warnings: readonly Problem[]
}

/** Checks the steps of calls by the rules of suites and plans them as one suite. Problems name the argument they are in. */
export async function planCalls(
  input: CheckContractInput,
  resolved: ResolvedInput,
  calls: readonly OperationCall[],
): Promise<Result<PlannedCalls>> {
  if (calls.length === 0) return { ok: true, value: { warnings: [] } }
  const given = input.given.map(argument => ({ ...argument, path: ['settings', ...argument.path] }))
  const result = await planArguments(suiteOf(input, calls), given, input, resolved)
  if (!result.ok) return result
  const { plan, warnings } = result.value
  const [planned] = plan.suites
  return { ok: true, value: defined({ warnings, planned, setup: plan.setup }) }
}

function suiteOf({ settings }: CheckContractInput, calls: readonly OperationCall[]): JsonObject {
  return {
    suite: 'Contract check',
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    steps: calls.map(({ step }) => step),
  }
}
