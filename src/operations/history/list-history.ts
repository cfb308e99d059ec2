import type { CallRecord } from '../../model/call-record.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import { readHistory } from '../../store/read-history.ts'
import { compilePattern } from '../../patterns/index.ts'
import { historyFolder, type HistoryInput } from '../project-folder.ts'
import type { Operation } from '../operation.ts'

/** Which calls are listed. */
export interface ListHistoryInput extends HistoryInput {
  /** The newest so many of those that the rest of the choice leaves. */
  readonly count: number
  /** Only calls that did not pass. */
  readonly failed: boolean
  /** A regular expression that is looked for in `METHOD url`. */
  readonly grep?: string
}

/** The calls made last, the oldest first. */
export const listHistory: Operation<ListHistoryInput, Result<readonly CallRecord[]>> = {
  name: 'history',
  permission: 'read',
  description: 'Lists the calls made last.',
  async run(input) {
    const folder = await historyFolder(input)
    if (!folder.ok) return folder
    const [calls, matches] = [readHistory(folder.value), await matcher(input.grep)]
    if (!calls.ok) return calls
    if (!matches.ok) return matches
    const chosen = calls.value.filter(
      call => (!input.failed || call.outcome !== 'passed') && matches.value(call),
    )
    return { ok: true, value: chosen.slice(-input.count) }
  },
}

async function matcher(grep: string | undefined): Promise<Result<(call: CallRecord) => boolean>> {
  if (grep === undefined) return { ok: true, value: () => true }
  const compiled = await compilePattern(grep)
  if (compiled.ok)
    return {
      ok: true,
      value: ({ request: { method, url } }) =>
        compiled.pattern.test(method === undefined ? url : `${method} ${url}`),
    }
  return {
    ok: false,
    problems: [usageProblem(`--grep ${grep} is not a regular expression: ${compiled.message}`)],
  }
}
