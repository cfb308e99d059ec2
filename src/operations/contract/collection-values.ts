import type { ApiDescription } from '../../api-description/api-description.ts'
import { requestValues } from '../../contract/live/request-values.ts'
import type { ValueSource } from '../../contract/live/value-sources.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import type { Result } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import { rehearse } from '../calls/rehearse.ts'
import { SecretReader } from '../secret-commands.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import type { CheckContractInput } from './contract-check-input.ts'

/**
 * The values that saved requests have, by the operation that each is for. The requests are prepared as for a run, and not
 * sent; those that need values of other answers cannot be prepared, and give none. Secrets of commands may stay masks.
 */
export async function collectionValues(
  input: CheckContractInput & { readonly collection: string },
  description: ApiDescription,
  interrupt: AbortSignal,
  keepsMasks: boolean,
): Promise<Result<ValueSource>> {
  const { spec: _, settings: __, ...rest } = input
  const prepared = await prepareRun({ ...rest, paths: [input.collection], history: false }, { interrupt })
  if (!prepared.ok) return prepared
  const filled = keepsMasks ? prepared : await new SecretReader({}, interrupt).fill(prepared.value)
  if (!filled.ok) return filled
  const requests = (await rehearse(filled.value, interrupt)).flatMap(requestsOf)
  return { ok: true, value: requestValues(requests, description, input.baseUrl) }
}

function requestsOf({ action, exchange }: StepResult): readonly RequestRecord[] {
  return action === 'request' && exchange !== undefined ? [exchange.request] : []
}
