import path from 'node:path'
import type { Operation } from '../../api-description/api-description.ts'
import type { OperationCall } from '../../contract/live/build-call.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { IgnoredFindings } from '../../contract/exemptions/ignored-findings.ts'
import { CheckRecorder, checkSummary } from '../../contract/live/check-recorder.ts'
import { maskCheck } from '../../contract/live/mask-check.ts'
import { OperationPlaces } from '../../contract/live/operation-places.ts'
import { runCalls } from '../../contract/live/run-calls.ts'
import type { ContractCheck } from '../../model/contract-check.ts'
import type { Problem } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { curlOf } from '../../curl/write/curl-of.ts'
import { explain } from '../../report/explain/explain.ts'
import { maskEvent, maskStep } from '../../run/mask-event.ts'
import type { RunContext } from '../../run/run-context.ts'
import { readFileText } from '../convert/read-source.ts'
import { defined } from '../../util/defined.ts'
import { hearSignals } from '../../util/interruptions.ts'
import { isUrl } from '../../util/is-url.ts'
import type { Host } from '../operation.ts'
import type { CheckContractInput } from './contract-check-input.ts'
import type { PreparedCheck } from './prepare-contract-check.ts'
import type { CallOutcome } from '../../contract/live/call-outcome.ts'

/** Makes the calls, and reports what came of each operation. */
export async function runContractCheck(
  input: CheckContractInput,
  prepared: PreparedCheck,
  host: Pick<Host, 'interrupt' | 'emit'>,
  run: RunContext,
): Promise<{
  readonly check: ContractCheck
  readonly exitCode: number
  readonly warnings: readonly Problem[]
}> {
  const { description, baseUrl, secrets } = prepared
  const { interrupt } = host
  const workers = prepared.configuration.workers ?? 4
  const places = placesOf(input, prepared.description)
  const negative = negativeByOperation(prepared)
  const recorder = new CheckRecorder({
    spec: input.spec,
    title: description.title,
    calls: prepared.calls.filter(({ parameter }) => parameter === undefined).length,
    workers,
    curlOf: ({ result }) => {
      const { exchange } = maskStep(result, secrets)
      return exchange && curlOf(exchange.request)
    },
    hintOf: ({ result }) => {
      const { cause, next } = isRefusal(result) ? (explain(maskStep(result, secrets)) ?? {}) : {}
      return cause === undefined ? undefined : [cause, next].flatMap(text => text ?? []).join(' ')
    },
    negativeOf: operation => negative.get(operation) ?? [],
    placeOf: operation => places.of(operation),
    emit: event => host.emit?.(maskEvent(event, secrets)),
  })
  const warnings = await makeCalls(input.spec, prepared, { ...run, workers }, recorder)
  await hearSignals()
  leaveTheRest(prepared, interrupt, recorder)
  const operations = description.operations.flatMap(operation => recorder.of(operation) ?? [])
  const exitCode = exitCodeOf(recorder, interrupt)
  const duration = recorder.end(exitCode, interrupt.aborted)
  const check: ContractCheck = {
    version: 1,
    spec: input.spec,
    title: description.title,
    baseUrl,
    startedAt: recorder.startedAt,
    duration: Math.round(duration),
    summary: checkSummary(operations, input.negativeOptions?.seed),
    operations,
  }
  return { check: maskCheck(check, secrets), exitCode, warnings }
}

function negativeByOperation({ calls }: PreparedCheck): ReadonlyMap<Operation, readonly OperationCall[]> {
  const found = new Map<Operation, OperationCall[]>()
  for (const call of calls) {
    if (call.negative === undefined) continue
    const known = found.get(call.operation)
    if (known === undefined) found.set(call.operation, [call])
    else known.push(call)
  }
  return found
}

/** Makes the calls, and tells of entries of the ignore file that none of them needed. */
async function makeCalls(
  spec: string,
  prepared: PreparedCheck,
  context: RunContext,
  recorder: CheckRecorder,
): Promise<readonly Problem[]> {
  const { planned, calls, description, ignore } = prepared
  if (planned === undefined) return []
  const ignored = new IgnoredFindings(ignore, spec, description)
  const ended = (outcome: CallOutcome): void => {
    const tried = outcome.tried?.map(one => withoutIgnored(one, ignored))
    recorder.ended({ ...withoutIgnored(outcome, ignored), ...defined({ tried }) })
  }
  const endedNegative = (call: OperationCall, came: CallOutcome | string): void => {
    recorder.endedNegative(call, came)
  }
  await runCalls(calls, { ...prepared, planned, context, ended, endedNegative })
  return ignored.idle(!context.interrupt.aborted)
}

/** An outcome without what the ignore file names. */
function withoutIgnored(outcome: CallOutcome, ignored: IgnoredFindings): CallOutcome {
  const { call, rules, result } = outcome
  if (rules === undefined) return outcome
  const status = result.exchange?.response?.status
  return { ...outcome, rules: ignored.without(rules, operationKey(call.operation), status) }
}

/** Tells of the operations that were not called: those that were never reached, and those that were left out. */
function leaveTheRest({ calls, left }: PreparedCheck, interrupt: AbortSignal, recorder: CheckRecorder): void {
  const reason = interrupt.aborted ? 'the check was interrupted' : 'the first calls did not reach the API'
  for (const call of calls) {
    const { operation, negative } = call
    if (recorder.of(operation) === undefined) recorder.left({ operation, kind: 'stopped', reason })
    if (negative !== undefined && !recorder.knows(call)) recorder.endedNegative(call, reason)
  }
  for (const one of left) recorder.left(one)
}

/** A check in which nothing was called tells no one that all is well. */
function exitCodeOf({ counts }: CheckRecorder, interrupt: AbortSignal): number {
  return worstExitCode([
    interrupt.aborted ? 130 : 0,
    counts.errored > 0 ? 3 : 0,
    counts.failed > 0 ? 1 : 0,
    counts.passed + counts.failed + counts.errored === 0 ? 2 : 0,
  ])
}

/** Where operations are written; a document of the network has no lines here. */
function placesOf(
  { spec, workingFolder }: CheckContractInput,
  { documents }: PreparedCheck['description'],
): OperationPlaces {
  if (isUrl(spec)) {
    const file = path.join(workingFolder, path.posix.basename(spec.replace(/[?#].*$/s, '')))
    return new OperationPlaces(documents, file, () => '')
  }
  return new OperationPlaces(documents, path.resolve(workingFolder, spec), file => {
    const read = readFileText(file, path.relative(workingFolder, file))
    return read.ok ? read.value : ''
  })
}

/** The rules only say that there is a refusal, and not which. */
function isRefusal({ exchange }: StepResult): boolean {
  const { status } = exchange?.response ?? {}
  return typeof status === 'number' && status >= 400
}
