import type { CallRecord } from '../../model/call-record.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { compilePattern } from '../../patterns/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { readHistory } from '../../store/read-history.ts'
import { operation } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { flag, list, object, optional, published, text, whole } from '../schema.ts'

/** A call of the history, as it is kept. */
export const callSchema = published<CallRecord>('api-collections.schema.json#/definitions/call', 'A call')

/** Calls that are listed unless another number is said. */
export const usualCount = 20

/** The calls made last, the oldest first. */
export const listHistory = operation({
  name: 'list-history',
  permission: 'read',
  summary: 'Lists the calls made last, the oldest of them first.',
  input: object({
    count: optional(whole(`How many calls to list, the newest (${usualCount} by default)`, 1)),
    failed: optional(flag('Only calls of steps that did not pass')),
    grep: optional(text('Only calls whose "METHOD URL" matches a regular expression')),
    ...projectKeys,
  }),
  answer: list(callSchema, 'The calls'),
  tell: async calls => {
    const { callList } = await import('../../report/terminal/call-lines.ts')
    const { palette } = await import('../../report/terminal/palette.ts')
    return calls.length === 0 ? ['no calls'] : callList(calls, palette(false))
  },
  async run(input, host) {
    const folder = await projectFolder(input, host)
    if (!folder.ok) return folder
    const [calls, matches] = [readHistory(folder.value), await matcher(input.grep)]
    if (!calls.ok) return calls
    if (!matches.ok) return matches
    const chosen = calls.value.filter(
      call => (input.failed !== true || call.outcome !== 'passed') && matches.value(call),
    )
    return { ok: true, value: chosen.slice(-(input.count ?? usualCount)) }
  },
})

async function matcher(grep: string | undefined): Promise<Result<(call: CallRecord) => boolean>> {
  if (grep === undefined) return { ok: true, value: () => true }
  const compiled = await whenLoaded(() => compilePattern(grep))
  if (compiled.ok)
    return {
      ok: true,
      value: ({ request: { method, url } }) =>
        compiled.pattern.test(method === undefined ? url : `${method} ${url}`),
    }
  return usageRefusal(`--grep ${grep} is not a regular expression: ${compiled.message}`)
}
