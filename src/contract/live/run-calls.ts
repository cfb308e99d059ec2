import { faultKind } from '../../actions/faults/index.ts'
import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import type { RuleResult } from '../../model/contract.ts'
import type { TriedParameter, ValueOrigin } from '../../model/contract-check.ts'
import type { JsonObject } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import type { PlannedStep, PlannedSuite } from '../../plan/plan.ts'
import type { RunContext } from '../../run/run-context.ts'
import { runSuite } from '../../run/run-suite.ts'
import { Tally } from '../../run/tally.ts'
import { mapping, number } from '../../util/read-values.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { negativeCall } from '../negative/negative-call.ts'
import { runNegative } from '../negative/run-negative.ts'
import { type CallBuilder, keysBesideBody, type OperationCall, untriedParameter } from './build-call.ts'
import { checkCall } from './check-call.ts'
import { isRead } from './select-operations.ts'
import { type CallOutcome, type Turn, isUnending } from './call-outcome.ts'

/** The parts that calls are made with. */
export interface CallRun {
  readonly description: ApiDescription
  readonly baseUrl: string
  /** The suite of all calls, a step for each in their order. */
  readonly planned: PlannedSuite
  readonly context: RunContext
  readonly builder: CallBuilder
  /** A call that has been made already. */
  readonly known?: CallOutcome
  /** Told of each call when it ends. */
  ended(outcome: CallOutcome): void
  /** Told of each call that breaks a rule when it ends, or with the reason why it is not made. */
  endedNegative(call: OperationCall, came: CallOutcome | string): void
}

/** Calls that all failed to reach the API, after which the rest is not tried. */
const mostUnreached = 3

/**
 * Makes the calls: reads side by side once one has reached the API, then the others one after the other. Ends early when
 * the first ones do not reach the API; what was not tried has no outcome. Calls with one optional parameter more follow the
 * plain one of their operation, and end with it as one outcome. Those that break a rule come before anything is deleted, as
 * there must be something that they could be about.
 */
export async function runCalls(calls: readonly OperationCall[], run: CallRun): Promise<void> {
  const schemas = new SchemaReader(run.description)
  const turns = calls.flatMap((call, index) => {
    const step = run.planned.steps[index]
    return step === undefined ? [] : [{ call, step }]
  })
  const plain = turns.filter(({ call }) => isPlain(call))
  const outcomes = new Map<Operation, CallOutcome>()
  const pace: Pace = { isLimited: false }
  let reached = false
  let unreached = 0
  const work = async (queue: Iterator<Turn>, isEnough = () => false): Promise<void> => {
    while (!isEnough()) {
      const next = queue.next()
      if (next.done === true) return
      if (run.context.interrupt.aborted || (!reached && unreached >= mostUnreached)) return
      const outcome = await outcomeOf(next.value, run, schemas)
      if (isUnreached(outcome) && !isUnending(outcome)) unreached++
      else reached = true
      const whole = await withParameters(outcome, turns, run, schemas, pace)
      outcomes.set(outcome.call.operation, whole)
      run.ended(whole)
    }
  }
  for (const reads of byDepth(plain.filter(({ call }) => isRead(call.operation)))) {
    const queue = reads.values()
    await work(queue, () => reached)
    await Promise.all(Array.from({ length: run.context.workers }, () => work(queue)))
  }
  const writes = plain.filter(({ call }) => !isRead(call.operation))
  await work(writes.filter(({ call }) => call.operation.method !== 'DELETE').values())
  const unjudged: [OperationCall, CallOutcome][] = []
  await runNegative(
    turns.filter(({ call }) => call.negative !== undefined),
    {
      workers: run.context.workers,
      send: async turn => {
        const outcome = await outcomeOf(turn, run, schemas)
        // Behind an answer that tells of a failure servers close a connection, which may be taken for an open one until then.
        return isUnreached(outcome) ? outcomeOf(turn, run, schemas) : outcome
      },
      whyNot: ({ operation }) => {
        if (run.context.interrupt.aborted) return 'the check was interrupted'
        if (pace.isLimited) return tooMany
        const outcome = outcomes.get(operation)
        if (outcome !== undefined) return whyUnproven(outcome)
        return operation.method === 'DELETE' && reached ? undefined : 'the sound request was not answered'
      },
      ended: (call, came) => {
        if (typeof came !== 'string' && statusOf(came) === 429) pace.isLimited = true
        if (typeof came === 'string' || outcomes.has(call.operation)) run.endedNegative(call, came)
        else unjudged.push([call, came])
      },
    },
  )
  await work(writes.filter(({ call }) => call.operation.method === 'DELETE').values())
  // A refusal proves something once it is known that the sound request is not refused.
  for (const [call, came] of unjudged) {
    const sound = outcomes.get(call.operation)
    const why = sound === undefined ? 'the sound request was not answered' : whyUnproven(sound)
    run.endedNegative(call, why !== undefined && isRefusal(came) ? { ...came, unproven: why } : came)
  }
}

function isRefusal(outcome: CallOutcome): boolean {
  const status = statusOf(outcome) ?? 0
  return status >= 400 && status < 500
}

function outcomeOf(turn: Turn, run: CallRun, schemas: SchemaReader): Promise<CallOutcome> {
  if (isPlain(turn.call) && run.known?.call.operation === turn.call.operation)
    return Promise.resolve(run.known)
  const { call, step } = withAnswers(turn, run)
  return makeCall(call, step, run, schemas)
}

/** True where the API takes more requests than there must be. */
interface Pace {
  isLimited: boolean
}

/** An outcome with those of the optional parameters, one after the other for as long as their answers are informative. */
async function withParameters(
  outcome: CallOutcome,
  turns: readonly Turn[],
  run: CallRun,
  schemas: SchemaReader,
  pace: Pace,
): Promise<CallOutcome> {
  const { operation, untried = [], step: sent } = outcome.call
  const variables = mapping(sent['variables'])
  const tried: CallOutcome[] = []
  const left: TriedParameter[] = []
  let why = whyUntried(outcome)
  const whyNow = (): string | undefined =>
    why ??
    (run.context.interrupt.aborted ? 'the check was interrupted' : pace.isLimited ? tooMany : undefined)
  for (const { call, step } of turns) {
    if (call.operation !== operation || call.parameter === undefined) continue
    const turn = { ...step, step: { ...step.step, variables } }
    const one = whyNow() === undefined ? await makeCall(call, turn, run, schemas) : undefined
    if (one !== undefined && statusOf(one) === 429) pace.isLimited = true
    const reason = whyNow()
    if (one !== undefined && reason === undefined) tried.push(one)
    else left.push(untriedParameter(call.parameter, reason ?? ''))
    if (one !== undefined && one.rules === undefined)
      why ??= 'a request with another parameter was not answered'
  }
  return { ...outcome, tried, untried: [...untried, ...left] }
}

const tooMany = 'the API answered 429, too many requests'

/** Answers that say nothing of the parameters: access is denied, nothing is found, or the server fails anyway. */
const unyielding: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 429])

function whyUntried(outcome: CallOutcome): string | undefined {
  const status = statusOf(outcome)
  return whyNot(outcome, 'the request without it', unyielding.has(status ?? 0) || (status ?? 0) >= 500)
}

/** Behind a sound request that is refused, no refusal says anything. */
function whyUnproven(outcome: CallOutcome): string | undefined {
  return whyNot(outcome, 'the sound request', (statusOf(outcome) ?? 0) >= 400)
}

function whyNot(outcome: CallOutcome, request: string, isRefused: boolean): string | undefined {
  const status = statusOf(outcome)
  if (outcome.rules === undefined || status === undefined) return `${request} was not answered`
  return isRefused ? `${request} is answered with ${status}` : undefined
}

function statusOf({ result }: CallOutcome): number | undefined {
  return number(result.exchange?.response?.status)
}

/** Lists before what they list: the answer of `/users` has the id for `/users/{id}`. */
function byDepth(turns: readonly Turn[]): readonly (readonly Turn[])[] {
  const depthOf = ({ call }: Turn): number => call.operation.path.split('{').length
  const depths = [...new Set(turns.map(depthOf))].sort((a, b) => a - b)
  return depths.map(depth => turns.filter(turn => depthOf(turn) === depth))
}

/** A call whose path holds a guess is built once more, as there may be an answer by now that knows better. */
function withAnswers(turn: Turn, { builder, description }: CallRun): Turn {
  const { call, step } = turn
  if (!call.values.some(({ in: place, from }) => place === 'path' && from === 'guessed')) return turn
  const built =
    call.negative === undefined
      ? builder.build(call.operation)
      : negativeCall(call.negative, builder, description)
  if (!built.ok) return turn
  const variables = mapping(built.value.step['variables'])
  return { call: built.value, step: { ...step, step: { ...step.step, variables } } }
}

async function makeCall(
  call: OperationCall,
  step: PlannedStep,
  { planned, context, description, baseUrl, builder }: CallRun,
  schemas: SchemaReader,
): Promise<CallOutcome> {
  const results: StepResult[] = []
  const ruled: (readonly RuleResult[])[] = []
  const { loaded } = planned
  // A run looks for credentials in all steps of its suite: of the other calls there may be thousands.
  const suite = { ...loaded.suite, steps: [step.step] }
  await runSuite(
    { ...planned, loaded: { ...loaded, suite }, steps: [step], after: [] },
    {
      ...context,
      filledIn: input => context.filledIn?.(withoutMadeUp(input, call)),
      tally: new Tally(),
      contract: {
        spec: '',
        judge: exchange => {
          if (isPlain(call)) builder.answers.learn(call.operation, exchange)
          ruled.push(checkCall(call, exchange, description, baseUrl, schemas))
          return undefined
        },
      },
      emit: event => {
        if (event.type === 'step-finished') results.push(event.result)
      },
    },
  )
  const result = results.at(-1)
  if (result === undefined) throw new Error('A step ended without a result.')
  const rules = ruled.at(-1)
  return { call, result, ...(rules === undefined || result.outcome === 'errored' ? {} : { rules }) }
}

function isPlain({ parameter, negative }: OperationCall): boolean {
  return parameter === undefined && negative === undefined
}

/** No connection, or nothing that came over it. */
function isUnreached({ result }: CallOutcome): boolean {
  return result.failures.some(({ code }) => faultKind(code) === 'Network Error')
}

/** Where values are from that everybody may read: nobody has given them. */
const shown: ReadonlySet<ValueOrigin> = new Set(['documented', 'guessed'])

/** The input of a call without the values that are made up or that the description shows, which are nobody's secrets. */
function withoutMadeUp(input: JsonObject, { values }: OperationCall): JsonObject {
  const made = values.filter(({ from }) => shown.has(from))
  const hasBody = made.some(({ in: place }) => place === 'body')
  const kept = Object.entries(input).filter(([key]) => !hasBody || keysBesideBody.has(key))
  const without = (place: 'query' | 'header'): JsonObject => {
    const names = new Set(made.flatMap(one => (one.in === place ? one.name.toLowerCase() : [])))
    const given = mapping(input[place === 'query' ? 'query' : 'headers'])
    return Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name.toLowerCase())))
  }
  return { ...Object.fromEntries(kept), query: without('query'), headers: without('header') }
}
