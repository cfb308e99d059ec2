import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ValidationResult, WrittenFile } from '../../model/result.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { refuseLinks } from '../../util/tool-folder.ts'
import { writeWhole } from '../../util/whole-file.ts'
import type { Attempt } from '../attempt.ts'
import type { Iteration } from '../iteration.ts'
import type { Snapshots } from '../run-context.ts'
import { areSpeltAlike } from './snapshot-values.ts'
import { filesOf, type JudgedSnapshot, takenText } from './judge-snapshot.ts'
import { parseJson } from '../../util/parse-json.ts'

/**
 * Ends the last attempt at a step: takes the names of its snapshots and, where all else is right, writes those that differ.
 * What is not written fails.
 */
export async function settleSnapshots(
  attempt: Attempt,
  snapshots: Snapshots,
  { undo }: Pick<Iteration, 'undo'>,
): Promise<Attempt> {
  const { snapshots: judged = [], outcome, validations } = attempt
  const hasPassed = outcome === 'passed'
  const failed = new Map<unknown, readonly string[]>()
  const files: WrittenFile[] = []
  for (const one of judged) {
    const messages = hasPassed ? await keep(one, snapshots, undo) : one.messages
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
  { place, file, name, owner, text, span }: JudgedSnapshot,
  { taken, pass }: Snapshots,
  undo: Iteration['undo'],
): Promise<readonly string[]> {
  const key = place.toLowerCase()
  const before = taken.get(key)
  if (before === undefined) {
    taken.set(key, { owner, pass, file, text })
    undo.push(() => taken.delete(key))
  }
  // Another has written it since this body was held against it.
  else if (before.file !== file || (text !== undefined && !isSame(file, text, before.text)))
    return [`snapshot ${name}: ${takenText(name, before.owner)}`]
  if (text === undefined || before !== undefined) return []
  try {
    refuseLinks(file, path.dirname(span.file))
    await hideUnfinished(path.dirname(path.dirname(file)))
    await writeWhole(file, text)
    // The body was of another kind before.
    for (const other of filesOf(place)) if (other !== file) rmSync(other, { force: true })
    return []
  } catch (error) {
    return [`snapshot ${name}: ${file} cannot be written: ${reasonOf(error)}`]
  }
}

/** Git is not to see what a process that is killed leaves in a folder of snapshots, which is new. */
async function hideUnfinished(folder: string): Promise<void> {
  if (!existsSync(folder)) await writeWhole(path.join(folder, '.gitignore'), '*.partial\n')
}

/** Keys may have come in another order. */
function isSame(file: string, text: string, before = ''): boolean {
  if (text === before || !file.endsWith('.json') || before === '') return text === before
  return jsonEqual(parseJson(text), parseJson(before), areSpeltAlike)
}
