import type { OperationCall } from '../live/build-call.ts'
import { isRead } from '../live/select-operations.ts'
import type { CallOutcome, Turn } from '../live/call-outcome.ts'

/** The parts that the calls that break a rule are made with. */
export interface NegativeRun {
  readonly workers: number
  send(turn: Turn): Promise<CallOutcome>
  /** Why nothing is sent now that breaks a rule of an operation. */
  whyNot(call: OperationCall): string | undefined
  ended(call: OperationCall, came: CallOutcome | string): void
}

/** Makes the calls that break a rule: those of reads side by side, those of others one after the other. */
export async function runNegative(turns: readonly Turn[], run: NegativeRun): Promise<void> {
  const work = async (queue: Iterable<Turn>): Promise<void> => {
    for (const turn of queue) run.ended(turn.call, run.whyNot(turn.call) ?? (await run.send(turn)))
  }
  const reads = turns.filter(({ call }) => isRead(call.operation)).values()
  await Promise.all(Array.from({ length: run.workers }, () => work(reads)))
  await work(turns.filter(({ call }) => !isRead(call.operation)))
}
