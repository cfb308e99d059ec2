import path from 'node:path'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { makeToolFolder, readToolText } from '../util/tool-folder.ts'
import { replaceLocked } from './replace-locked.ts'
import { emptyStore, parseStore, printStore, type StoreDocument, storeUnreadable } from './store-text.ts'

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
export async function updateStore(
  directory: string,
  change: (document: StoreDocument) => StoreDocument,
): Promise<Result<StoreDocument>> {
  const file = storeFile(directory)
  try {
    makeToolFolder(path.dirname(file))
    return await replaceLocked<Result<StoreDocument>>(file, () => {
      const read = readStore(directory)
      if (!read.ok) return { value: read }
      const value = change(read.value)
      return {
        value: { ok: true, value },
        ...(value === read.value ? {} : { text: printStore(value) }),
      }
    })
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
