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

/** The expectations of a flow, by its replays. */
export interface JudgedFlow {
  /** In the order of the steps; none where the replays did not come to their end. */
  readonly steps: readonly JudgedStep[]
  /** Why they did not. */
  readonly unreplayed?: string
}

/** Replays a flow, and decides what its steps expect by all that was answered. */
export async function judgeFlow(
  file: string,
  flow: Flow,
  calls: readonly RecordedEntry[],
  judging: Judging,
): Promise<JudgedFlow> {
  if (judging.input.replay === false) return { steps: [] }
  const replays = await replayAll(file, flow, judging)
  if (!replays.ok) return { steps: [], unreplayed: replays.problems.map(({ message }) => message).join('; ') }
  const days = recordedDays()
  const rounds = [recorded(calls), ...replays.value.map(replayed)]
  const variables = rounds.map(round => variablesKnown(flow, round))
  const around = { isSecret: judging.secrets.isIn, days, origin: judging.session.origin }
  const steps = calls.map(({ method, status }, index): JudgedStep => {
    const failure = failureOf(replays.value.map(steps => steps[index]))
    const answers = rounds.flatMap((round, number): readonly StepAnswer[] => {
      const answer = round[index]
      return answer?.status === status ? [{ ...answer, variables: variables[number]?.[index] ?? none }] : []
    })
    const validations = decideValidations(method, answers, { ...around, taken: takenBy(flow, index) })
    return failure === undefined ? { validations } : { validations: validations.slice(0, 2), skip: failure }
  })
  return { steps }
}

/** Today, as the clock of a server in any zone may tell it: the recording may have begun yesterday. */
function recordedDays(): readonly Date[] {
  const day = 24 * 60 * 60 * 1000
  return [0, -1, 1].map(offset => new Date(Date.now() + offset * day))
}

const none: ReadonlyMap<string, JsonValue> = new Map()

const interruption = usageRefusal('they were interrupted')

/** How often a flow is sent again. */
const replayCount = 2

/** The steps of the replays, each behind the command that resets the server, where there is one. */
async function replayAll(
  file: string,
  flow: Flow,
  { input, session, host }: Judging,
): Promise<Result<readonly (readonly ReplayedStep[])[]>> {
  const told = { ...input, processEnvironment: { ...input.processEnvironment, ...flow.secrets } }
  // The first Ctrl-C has ended the recording, and the next one ends the replays.
  const interrupt = host.interrupt.aborted ? host.insist : host.interrupt
  const isOver = (): boolean => interrupt.aborted
  const found: (readonly ReplayedStep[])[] = []
  for (let number = 1; number <= replayCount; number++) {
    const unreset = isOver() ? undefined : await resetServer(input, { ...host, interrupt })
    if (isOver()) return interruption
    if (unreset !== undefined) return usageRefusal(unreset)
    host.progress?.({ type: 'replaying', number, count: replayCount })
    const replayedOnce = await replay(file, told, session, { ...host, interrupt })
    if (isOver()) return interruption
    if (!replayedOnce.ok) return replayedOnce
    const { steps } = replayedOnce.value
    if (steps.every(({ exchange }) => exchange?.answer === undefined))
      return usageRefusal(`${session.origin} answered nothing any more`)
    found.push(steps)
  }
  return { ok: true, value: found }
}

/** Puts the server back into its first state, where a command for that is given; the reason where it fails. */
export async function resetServer(
  { resetCommand, workingFolder }: Placed<RecordInput>,
  host: Host,
): Promise<string | undefined> {
  if (resetCommand === undefined) return undefined
  const { exitCode, problem } = await runTestCommand(resetCommand, workingFolder, host)
  return exitCode === 0 ? undefined : (problem ?? `the command of --reset ended with ${exitCode}`)
}

/** Why a step does not pass every time. */
function failureOf(steps: readonly (ReplayedStep | undefined)[]): string | undefined {
  const failed = steps.find(step => step === undefined || step.failure !== undefined)
  if (failed === undefined && !steps.includes(undefined)) return undefined
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

/** The variables that are the whole of a value of a step's answer, by its place. */
function takenBy({ handedOn }: Flow, step: number): ReadonlyMap<string, string> {
  const whole = handedOn.filter(({ entry, place }) => entry === step && place.regex === undefined)
  return new Map(whole.map(({ name, place }) => [place.from, name]))
}

/** The values of variables that the validations of each step of a round know: extracts of the same step are made before them. */
function variablesKnown({ handedOn, steps }: Flow, round: Round): readonly ReadonlyMap<string, JsonValue>[] {
  let known = none
  return steps.map((_, index) => {
    const answer = round[index]
    const taken = handedOn.flatMap(({ entry, name, place }) => {
      const value = entry === index && answer !== undefined ? valueAt(answer, place) : undefined
      return value === undefined ? [] : [[name, value] as const]
    })
    if (taken.length > 0) known = new Map([...known, ...taken].slice(-mostVariables))
    return known
  })
}
