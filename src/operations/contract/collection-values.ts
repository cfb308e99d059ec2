import type { ApiDescription } from '../../api-description/api-description.ts'
import { requestValues } from '../../contract/live/request-values.ts'
import type { ValueSource } from '../../contract/live/value-sources.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import type { Result } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import { runPlan } from '../../run/run-plan.ts'
import { callContext } from '../calls/call-context.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import type { CheckContractInput } from './contract-check-input.ts'
import type { PreparedRun } from '../suites/prepared-run.ts'

/**
 * The values that saved requests have, by the operation that each is for. The requests are prepared as for a run, and not
 * sent; those that need values of other answers cannot be prepared, and give none.
 */
export async function collectionValues(
  input: CheckContractInput & { readonly collection: string },
  description: ApiDescription,
  interrupt: AbortSignal,
): Promise<Result<ValueSource>> {
  const { spec: _, settings: __, ...rest } = input
  const prepared = await prepareRun({
    ...rest,
    paths: [input.collection],
    history: false,
  })
  if (!prepared.ok) return prepared
  const requests = await rehearse(prepared.value, interrupt)
  return { ok: true, value: requestValues(requests, description, input.baseUrl) }
}

/** Every request as it would be sent. */
async function rehearse(prepared: PreparedRun, interrupt: AbortSignal): Promise<readonly RequestRecord[]> {
  const requests: RequestRecord[] = []
  const suites = prepared.plan.suites.map(suite => ({
    ...suite,
    settings: { ...suite.settings, stopOnFailure: false },
  }))
  const context = callContext(prepared, interrupt)
  try {
    await runPlan(
      // The values that a setup gives are not known without sending.
      { ...prepared.plan, suites, setup: [] },
      {
        ...context,
        emit: event => {
          if (event.type === 'step-finished') requests.push(...requestsOf(event.result))
        },
        rehearses: true,
      },
    )
  } finally {
    await context.resources.close()
  }
  return requests
}

function requestsOf({ action, exchange }: StepResult): readonly RequestRecord[] {
  return action === 'request' && exchange !== undefined ? [exchange.request] : []
}
