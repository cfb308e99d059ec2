import { readFileSync } from 'node:fs'
import { formatDuration } from '../../../util/quantity.ts'
import type { ScriptError } from './execution.ts'
import { heapLimit } from './start-process.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** Why a script was ended. */
export type LimitHit = ScriptError

/** Milliseconds that a script may hold its process without giving control back. */
const longestHold = 10_000

/** Bytes that the process of a script may have, buffers included. */
const memoryLimit = 640 * 1024 * 1024

/** Milliseconds between two looks at a script. */
const interval = 200

/** Milliseconds that the sandbox has to end a script by itself, which leaves its results. */
const grace = 500

interface Watched {
  /** Milliseconds the script may take. */
  readonly timeout: number
  readonly pid: number | undefined
  /** Asks the process for a sign of life. */
  readonly ask: () => void
  /** Told at most once that the script is to be ended, and why. */
  readonly stop: (hit: LimitHit) => void
}

/** Watches a script until it is released. `answered` is to be told of every sign of life. */
export function watchLimits({ timeout, pid, ask, stop }: Watched): {
  readonly answered: () => void
  readonly release: () => void
} {
  const startedAt = monotonicTime()
  let answeredAt = startedAt
  let isAsked = false
  const look = (): void => {
    const now = monotonicTime()
    if (now - startedAt > timeout + grace) stop(timeoutHit(timeout))
    else if (isAsked && now - answeredAt > longestHold) stop(holdHit)
    else if (residentBytes(pid) > memoryLimit) stop(memoryHit)
    else if (!isAsked) {
      isAsked = true
      answeredAt = now
      ask()
    }
  }
  const timer = setInterval(look, interval)
  return {
    answered: () => {
      isAsked = false
    },
    release: () => {
      clearInterval(timer)
    },
  }
}

/** The memory of a process; 0 where Linux does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid ?? ''}/statm`, 'utf8').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}

/** A script that took too long. */
export function timeoutHit(timeout: number): LimitHit {
  return { message: `the script was ended after ${formatDuration(timeout)} (timeout)`, isLate: true }
}

/** A script that used up its memory. */
export const memoryHit: LimitHit = {
  message: `the script was ended because it took more memory than the ${heapLimit} MiB there are`,
}

const holdHit: LimitHit = {
  message: `the script was ended because it held its process for ${formatDuration(longestHold)}`,
  hint: 'It may have an endless loop.',
}
