import { type Failed, failed } from '../actions/failure.ts'
import { type AllowedReads, refusedFiles } from '../load/allowed-reads.ts'
import type { JsonObject } from '../model/json.ts'

/** Why what was imported may not read a file that an input names, when its placeholders are filled in and scripts have run. */
export function unreadable(reads: AllowedReads | undefined, input: JsonObject): Failed | undefined {
  const [first] = reads === undefined ? [] : refusedFiles(input, reads)
  if (reads === undefined || first === undefined) return undefined
  return failed('file-unreadable', {
    reason: `what was imported ${first.words}, which is not allowed yet`,
    hint: reads.hint(first.entry),
  })
}
