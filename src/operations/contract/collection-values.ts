import type { ApiDescription } from '../../api-description/api-description.ts'
import { requestValues } from '../../contract/live/request-values.ts'
import type { ValueSource } from '../../contract/live/value-sources.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import type { Result } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import { withSetup } from '../../plan/plan.ts'
import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import type { Secrets } from '../../secrets/index.ts'
import { rehearse } from '../calls/rehearse.ts'
import type { SecretReader } from '../opening/secret-commands.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import type { CheckContractInput } from './contract-check-input.ts'

/**
 * The values that saved requests have, by the operation that each is for. The requests are prepared as for a run, and not
 * sent; those that need values of other answers cannot be prepared, and give none. Their secrets become those of the check;
 * without a reader, secrets of commands stay masks.
 */
export async function collectionValues(
  input: CheckContractInput & { readonly collection: string },
  description: ApiDescription,
  interrupt: AbortSignal,
  secrets: Secrets,
  reader: SecretReader | undefined,
): Promise<Result<ValueSource>> {
  const { spec: _, settings: __, ...rest } = input
  const prepared = await prepareRun({ ...rest, paths: [input.collection], history: false }, { interrupt })
  if (!prepared.ok) return prepared
  const run = { ...prepared.value, secrets }
  for (const planned of withSetup(run.plan)) hideOuterSecrets(planned, run.processEnvironment, secrets)
  const filled = reader === undefined ? { ok: true as const, value: run } : await reader.fill(run)
  if (!filled.ok) return filled
  const requests = (await rehearse(filled.value, interrupt)).flatMap(requestsOf)
  return { ok: true, value: requestValues(requests, description, input.baseUrl) }
}

function requestsOf({ action, exchange }: StepResult): readonly RequestRecord[] {
  return action === 'request' && exchange !== undefined ? [exchange.request] : []
}
