import type { CallRecord } from '../model/call-record.ts'
import type { Problem } from '../model/problem.ts'
import { historyLimit } from './history-limits.ts'
import { updateStore } from './store-file.ts'
import { addCalls } from './store-text.ts'

/**
 * Adds calls to the call history, the oldest first, and lets go of those beyond the limit. Without problems in the
 * answer, the calls are on the disk. `directory` is the configuration's.
 */
export async function appendHistory(
  directory: string,
  calls: readonly CallRecord[],
): Promise<readonly Problem[]> {
  if (calls.length === 0) return []
  const updated = await updateStore(
    directory,
    document => ({ ...document, history: [...document.history, ...calls].slice(-historyLimit) }),
    file => addCalls(file, calls.slice(-historyLimit), historyLimit),
  )
  return updated.ok ? [] : updated.problems
}
