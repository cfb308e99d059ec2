import type { ApiDescription } from '../../api-description/api-description.ts'
import { serverPath } from '../../api-requests/matching/find-operation.ts'
import { runCalls } from '../../contract/live/run-calls.ts'
import type { Result } from '../../model/problem.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { CheckContractInput } from './contract-check-input.ts'
import {
  hasPath,
  type LoadedCheck,
  type PreparedCheck,
  prepareContractCheck,
} from './prepare-contract-check.ts'
import type { CallOutcome } from '../../contract/live/call-outcome.ts'

/**
 * A check as it was prepared at the base URL, or at the path below it that the servers of the description name: a base URL
 * without a path may be meant either way, so that the first call finds out. That one is not made again.
 */
export async function atBase(
  input: CheckContractInput,
  loaded: LoadedCheck,
  literal: PreparedCheck,
  run: RunContext,
): Promise<Result<PreparedCheck>> {
  const path = pathOfServers(loaded.description)
  if (path === '' || hasPath(input.baseUrl)) return { ok: true, value: literal }
  const first = await firstCall(literal, run)
  if (first === undefined || !isElsewhere(first)) return known(literal, first)
  const below = await prepareContractCheck(input, loaded, `${literal.baseUrl}${path}`)
  if (!below.ok) return below
  const second = await firstCall(below.value, run)
  return second === undefined || second.rules === undefined || isElsewhere(second)
    ? known(literal, first)
    : known(below.value, second)
}

function known(prepared: PreparedCheck, call: CallOutcome | undefined): Result<PreparedCheck> {
  return { ok: true, value: call === undefined ? prepared : { ...prepared, known: call } }
}

/** The path of the first server: `/v1`; empty where it has none. */
function pathOfServers({ servers }: ApiDescription): string {
  const [first] = servers
  return first === undefined ? '' : serverPath(first)
}

/** True where the API seems not to be where a call went: its status is not documented, or that of a lost or broken place. */
function isElsewhere({ rules, result }: CallOutcome): boolean {
  if (rules === undefined) return false
  const isDocumented = rules.some(({ rule, outcome }) => rule === 'status' && outcome === 'passed')
  const status = Number(result.exchange?.response?.status ?? 0)
  return !isDocumented || status === 404 || status >= 500
}

/** Makes the first call that has no server of its own. */
async function firstCall(prepared: PreparedCheck, context: RunContext): Promise<CallOutcome | undefined> {
  const { planned, calls } = prepared
  const index = calls.findIndex(({ operation }) => operation.servers.length === 0)
  const [call, step] = [calls[index], planned?.steps[index]]
  if (planned === undefined || call === undefined || step === undefined) return undefined
  const outcomes: CallOutcome[] = []
  await runCalls([call], {
    ...prepared,
    planned: { ...planned, steps: [step] },
    context,
    ended: outcome => outcomes.push(outcome),
    endedNegative: () => undefined,
  })
  return outcomes[0]
}
