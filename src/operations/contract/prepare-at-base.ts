import type { ApiDescription } from '../../api-description/api-description.ts'
import { serverPath } from '../../contract/conformance/find-operation.ts'
import type { OperationCall } from '../../contract/live/build-call.ts'
import { runCalls } from '../../contract/live/run-calls.ts'
import { isRead } from '../../contract/live/select-operations.ts'
import type { Result } from '../../model/problem.ts'
import { Secrets } from '../../util/secrets.ts'
import { callContext } from './call-context.ts'
import {
  type CheckContractInput,
  type LoadedCheck,
  type PreparedCheck,
  prepareContractCheck,
} from './prepare-contract-check.ts'

/**
 * Prepares a check at the base URL, or at the path below it that the servers of the description name: a base URL without
 * a path may be meant either way, so that one call that only reads finds out.
 */
export async function prepareAtBase(
  input: CheckContractInput,
  loaded: LoadedCheck,
  interrupt: AbortSignal,
): Promise<Result<PreparedCheck>> {
  const baseUrl = input.baseUrl.replace(/\/+$/, '')
  const literal = await prepareContractCheck(input, loaded, baseUrl)
  const path = pathOfServers(loaded.description)
  if (!literal.ok || path === '' || !/^https?:\/\/[^/?#{]+$/i.test(baseUrl)) return literal
  const probe = literal.value.calls.find(({ operation }) => isRead(operation))
  if (probe !== undefined && (await answersAt(literal.value, probe, interrupt)) !== 'elsewhere')
    return literal
  const below = await prepareContractCheck(input, loaded, `${baseUrl}${path}`)
  if (!below.ok || probe === undefined) return below
  return (await answersAt(below.value, probe, interrupt)) === 'here' ? below : literal
}

/** The path of the first server: `/v1`; empty where it has none. */
function pathOfServers({ servers }: ApiDescription): string {
  const [first] = servers
  return first === undefined ? '' : serverPath(first)
}

/** Whether the API seems to be where a call was sent to: its status is documented, and neither 404 nor of a broken server. */
async function answersAt(
  prepared: PreparedCheck,
  { operation }: OperationCall,
  interrupt: AbortSignal,
): Promise<'here' | 'elsewhere' | 'nowhere'> {
  const { planned, calls } = prepared
  const index = calls.findIndex(call => call.operation === operation)
  const [call, step] = [calls[index], planned?.steps[index]]
  if (planned === undefined || call === undefined || step === undefined) return 'nowhere'
  const context = callContext(prepared, interrupt, new Secrets())
  let answer: 'here' | 'elsewhere' | 'nowhere' = 'nowhere'
  try {
    await runCalls([call], {
      ...prepared,
      planned: { ...planned, steps: [step] },
      context,
      ended: ({ result, rules }) => {
        if (rules === undefined) return
        const isDocumented = rules.some(({ rule, outcome }) => rule === 'status' && outcome === 'passed')
        const status = Number(result.exchange?.response?.status ?? 0)
        answer = isDocumented && status !== 404 && status < 500 ? 'here' : 'elsewhere'
      },
    })
  } finally {
    await context.resources.close()
  }
  return answer
}
