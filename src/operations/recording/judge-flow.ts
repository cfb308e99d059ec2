import type { Flow } from '../../formats/har/flow/import-flow.ts'
import { valueAt } from '../../formats/har/flow/values-in-answer.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { decideValidations, type StepAnswer } from '../../recording/decide-validations.ts'
import { answerOf, type RecordedEntry } from '../../recording/entry-of.ts'
import { statusOf } from '../../recording/recorded-exchange.ts'
import type { SessionSecrets } from '../../recording/recorded-secrets.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import type { Placed } from '../input-keys.ts'
import type { Host } from '../operation.ts'
import { runTestCommand } from '../services/run-test-command.ts'
import type { RecordInput } from './record-input.ts'
import type { RecordingSession } from './recording-session.ts'
import { replay, type ReplayedStep } from './replay.ts'

/** The expectations that a step of a recording is written with. */
export interface JudgedStep {
  readonly validations: readonly JsonObject[]
  /** Why it is left out of runs. */
  readonly skip?: string
}

/** The surroundings of a replay. */
export interface Judging {
  readonly input: Placed<RecordInput>
  readonly session: RecordingSession
  readonly secrets: SessionSecrets
  readonly host: Host
}

/** Replays a flow, and decides what its steps expect by all that was answered. */
export async function judgeFlow(
  file: string,
  flow: Flow,
  calls: readonly RecordedEntry[],
  judging: Judging,
): Promise<Result<readonly JudgedStep[]>> {
  const { secrets } = judging
  const replays = await replayAll(file, flow, judging)
  if (!replays.ok) return replays
  const days = recordedDays()
  const rounds = [recorded(calls), ...replays.value.map(replayed)]
  const variables = rounds.map(round => variablesBefore(flow, round))
  const value = calls.map(({ method, status }, index): JudgedStep => {
    const failure = failureOf(
      replays.value.map(steps => steps[index]),
      judging.input.resetCommand !== undefined,
    )
    const answers = rounds.flatMap((round, number): readonly StepAnswer[] => {
      const answer = round[index]
      return answer?.status === status ? [{ ...answer, variables: variables[number]?.[index] ?? none }] : []
    })
    const validations = decideValidations(
      method,
      replays.value.length === 0 ? [] : answers,
      secrets.isIn,
      days,
    )
    return failure === undefined ? { validations } : { validations: validations.slice(0, 2), skip: failure }
  })
  return { ok: true, value }
}

/** Today, as the clock of a server in any zone may tell it: the recording may have begun yesterday. */
function recordedDays(): readonly Date[] {
  const day = 24 * 60 * 60 * 1000
  return [0, -1, 1].map(offset => new Date(Date.now() + offset * day))
}

const none: ReadonlyMap<string, JsonValue> = new Map()

/** The steps of two replays, and of one more behind the command that resets the server. */
async function replayAll(
  file: string,
  flow: Flow,
  { input, session, host }: Judging,
): Promise<Result<readonly (readonly ReplayedStep[])[]>> {
  const { resetCommand, replay: wanted = true, workingFolder } = input
  if (!wanted) return { ok: true, value: [] }
  const told = { ...input, processEnvironment: { ...input.processEnvironment, ...flow.secrets } }
  // The first Ctrl-C has ended the recording, and the next one ends the replays.
  const interrupt = host.interrupt.aborted ? host.insist : host.interrupt
  const found: (readonly ReplayedStep[])[] = []
  const count = resetCommand === undefined ? 2 : 3
  for (let number = 1; number <= count; number++) {
    if (interrupt.aborted) break
    if (number === 3 && resetCommand !== undefined) {
      const { exitCode, problem } = await runTestCommand(resetCommand, workingFolder, host)
      if (exitCode !== 0) return usageRefusal(problem ?? `the command of --reset ended with ${exitCode}`)
    }
    host.progress?.({ type: 'replaying', number, count })
    const replayedOnce = await replay(file, told, session, { ...host, interrupt })
    if (!replayedOnce.ok) return replayedOnce
    found.push(replayedOnce.value.steps)
  }
  return { ok: true, value: found }
}

/** Why a step does not pass. Behind a reset it has to; without one, every time. */
function failureOf(steps: readonly (ReplayedStep | undefined)[], isReset: boolean): string | undefined {
  const counted = isReset ? steps.slice(-1) : steps
  const failed = counted.find(step => step === undefined || step.failure !== undefined)
  if (counted.length === 0 || (failed === undefined && !counted.includes(undefined))) return undefined
  return `it did not pass in the replay: ${failed?.failure ?? 'it was not reached'}`
}

/** The answers of a round, step by step; undefined where none came. */
type Round = readonly (Omit<StepAnswer, 'variables'> | undefined)[]

function recorded(calls: readonly RecordedEntry[]): Round {
  return calls.map(({ answer, status }) => (answer === undefined ? undefined : { ...answer, status }))
}

function replayed(steps: readonly ReplayedStep[]): Round {
  return steps.map(({ exchange }) =>
    exchange?.answer === undefined
      ? undefined
      : { ...answerOf(exchange.answer), status: statusOf(exchange.answer) },
  )
}

/** Variables that answers are searched for: those that were taken last. */
const mostVariables = 50

/** The values that the variables of a flow have before each step of a round. */
function variablesBefore({ handedOn, steps }: Flow, round: Round): readonly ReadonlyMap<string, JsonValue>[] {
  let known = none
  return steps.map((_, index) => {
    const before = known
    const answer = round[index]
    const taken = handedOn.flatMap(({ entry, name, place }) => {
      const value = entry === index && answer !== undefined ? valueAt(answer, place) : undefined
      return value === undefined ? [] : [[name, value] as const]
    })
    if (taken.length > 0) known = new Map([...known, ...taken].slice(-mostVariables))
    return before
  })
}
