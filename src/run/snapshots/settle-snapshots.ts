import type { ValidationResult, WrittenFile } from '../../model/result.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { writeWhole } from '../../util/whole-file.ts'
import type { Attempt } from '../attempt.ts'
import type { Snapshots } from '../run-context.ts'
import { parseExactly } from './exact-json.ts'
import { type JudgedSnapshot, takenText } from './judge-snapshot.ts'

/**
 * Ends the last attempt at a step: takes the names of its snapshots and, where all else is right, writes those that differ.
 * What is not written fails.
 */
export async function settleSnapshots(attempt: Attempt, { taken }: Snapshots): Promise<Attempt> {
  const { snapshots = [], outcome, validations } = attempt
  const hasPassed = outcome === 'passed'
  const failed = new Map<unknown, readonly string[]>()
  const files: WrittenFile[] = []
  for (const one of snapshots) {
    const messages = hasPassed ? await keep(one, taken) : one.messages
    if (messages.length > 0) failed.set(one.span, messages)
    else if (hasPassed && one.text !== undefined) files.push({ kind: 'snapshot', file: one.file })
  }
  const settled = files.length === 0 ? attempt : { ...attempt, files: [...(attempt.files ?? []), ...files] }
  if (failed.size === 0) return settled
  return {
    ...settled,
    ...(hasPassed ? { outcome: 'failed' } : {}),
    validations: validations.map((result): ValidationResult => {
      const messages = failed.get(result.span)
      return messages === undefined ? result : { ...result, passed: false, messages }
    }),
  }
}

/** Takes a name and writes its file; what is wrong with that. */
async function keep(
  { file, name, owner, text }: JudgedSnapshot,
  taken: Snapshots['taken'],
): Promise<readonly string[]> {
  const before = taken.get(file)
  if (before === undefined) taken.set(file, { owner, text })
  // Another has written it since this body was held against it.
  else if (text !== undefined && !isSame(file, text, before.text))
    return [`snapshot ${name}: ${takenText(name, before.owner)}`]
  if (text === undefined || before !== undefined) return []
  try {
    await writeWhole(file, text)
    return []
  } catch (error) {
    return [`snapshot ${name}: ${file} cannot be written: ${reasonOf(error)}`]
  }
}

/** Keys may have come in another order. */
function isSame(file: string, text: string, before = ''): boolean {
  if (text === before || !file.endsWith('.json') || before === '') return text === before
  return jsonEqual(parseExactly(text), parseExactly(before))
}
