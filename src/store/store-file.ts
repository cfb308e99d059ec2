import path from 'node:path'
import type { CallRecord } from '../model/call-record.ts'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { makeToolFolder, readToolText } from '../util/tool-folder.ts'
import { historyLimit } from './history-limits.ts'
import { type Next, replaceLocked } from './replace-locked.ts'
import {
  appendCalls,
  emptyStore,
  parseStore,
  printStore,
  type StoreDocument,
  storeUnreadable,
} from './store-text.ts'

/** What is stored beside the configuration; an empty store when there is no file. `directory` is the configuration's. */
export function readStore(directory: string): Result<StoreDocument> {
  const file = storeFile(directory)
  const text = readToolText(file)
  if (!(text instanceof Error)) return parseStore(text, file)
  if ('code' in text && text.code === 'ENOENT') return { ok: true, value: emptyStore }
  return {
    ok: false,
    problems: [storeUnreadable(`${file} cannot be read: ${text.message}`, 'It is left as it is.')],
  }
}

/**
 * Changes what is stored, and answers with what is stored then. No other process comes between reading and writing, the
 * file is the old one or the new one at every moment, and the new one is on the disk when this resolves. `change` gives
 * back what it was given when there is nothing to write; it is asked again when another process took the lock meanwhile.
 */
export function updateStore(
  directory: string,
  change: (document: StoreDocument) => StoreDocument,
): Promise<Result<StoreDocument>> {
  return replaceStore(directory, () => changed(directory, change))
}

/**
 * Adds calls to the call history, the oldest first, and lets go of those beyond the limit, as `updateStore` does it. Without
 * problems in the answer, the calls are on the disk.
 */
export async function appendHistory(
  directory: string,
  calls: readonly CallRecord[],
): Promise<readonly Problem[]> {
  if (calls.length === 0) return []
  const stored = await replaceStore<unknown>(directory, file => {
    const before = readToolText(file)
    const text = before instanceof Error ? undefined : appendCalls(before, calls, historyLimit)
    if (text !== undefined) return { text, value: { ok: true, value: undefined } }
    return changed(directory, document => ({
      ...document,
      history: [...document.history, ...calls].slice(-historyLimit),
    }))
  })
  return stored.ok ? [] : stored.problems
}

function changed(
  directory: string,
  change: (document: StoreDocument) => StoreDocument,
): Next<Result<StoreDocument>> {
  const read = readStore(directory)
  if (!read.ok) return { value: read }
  const value = change(read.value)
  return { value: { ok: true, value }, ...(value === read.value ? {} : { text: printStore(value) }) }
}

async function replaceStore<Value>(
  directory: string,
  next: (file: string) => Next<Result<Value>>,
): Promise<Result<Value>> {
  const file = storeFile(directory)
  try {
    await makeToolFolder(path.dirname(file))
    return await replaceLocked<Result<Value>>(file, () => next(file))
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { ok: false, problems: [unwritable(file, error)] }
  }
}

function unwritable(file: string, { code, message }: Error & { readonly code?: unknown }): Problem {
  return errorProblem({
    code: 'store-unwritable',
    message: code === 'ELOCKED' ? message : `${file} cannot be written: ${message}`,
    hint: 'A run writes nothing there with --no-history, or with `history: false` in apitest.config.yaml.',
  })
}

function storeFile(directory: string): string {
  return path.join(directory, '.tool', 'api-collections.json')
}
