import type { Statement } from './test-program.ts'

/** Milliseconds that a test may take by what it says itself: its timeouts, pauses and attempts. 0 where it says nothing. */
export function longestTime(statements: readonly Statement[]): number {
  return statements.reduce((sum, statement) => {
    if (statement.kind === 'pause') return sum + statement.milliseconds
    if (statement.kind === 'send') return sum + (statement.request.timeout ?? 0)
    if (statement.kind === 'step') return sum + longestTime(statement.statements)
    if (statement.kind === 'loop') {
      const { over, interval, statements: inside } = statement
      const work = over.most * Math.max(longestTime(inside), 100)
      return sum + over.most * interval + Math.min(work, mostWork)
    }
    if (statement.kind !== 'repeat') return sum
    const { attempts, interval, backoff, longest, send } = statement
    let waits = 0
    for (let attempt = 1; attempt < attempts; attempt++)
      waits += Math.min(interval * backoff ** (attempt - 1), longest)
    return sum + waits + attempts * (send.request.timeout ?? 500)
  }, 0)
}

/** Few lists have as many items as there may be. */
const mostWork = 300_000
