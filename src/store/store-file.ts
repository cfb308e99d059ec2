import path from 'node:path'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { decodeText } from '../util/decode-text.ts'
import { makeToolFolder, readToolBytes } from '../util/tool-folder.ts'
import { replaceLocked } from './replace-locked.ts'
import { emptyStore, parseStore, printStore, type StoreDocument, storeUnreadable } from './store-text.ts'

/** Reads the store beside the configuration; an empty store when there is no file. `directory` is the configuration's. */
export function readStore(directory: string): Result<StoreDocument> {
  const file = storeFile(directory)
  return storeIn(readToolBytes(file), file)
}

function storeIn(bytes: Buffer | Error, file: string): Result<StoreDocument> {
  const text = bytes instanceof Error ? bytes : decodeText(bytes)
  if (!(text instanceof Error)) return parseStore(text, file)
  if ('code' in text && text.code === 'ENOENT') return { ok: true, value: emptyStore }
  if ('code' in text && text.code === 'ENOTDIR')
    return {
      ok: false,
      problems: [storeUnreadable(`${path.dirname(file)} is no folder, and has to be one`, 'Move it away.')],
    }
  return {
    ok: false,
    problems: [storeUnreadable(`${file} cannot be read: ${text.message}`, 'It is left as it is.')],
  }
}

/**
 * Changes what is stored, and answers with what is stored then. No other process comes between reading and writing, the
 * file is the old one or the new one at every moment, and the new one is on the disk when this resolves. `change` gives
 * back what it was given when there is nothing to write; it is asked again when another process took the lock meanwhile.
 * `changeBytes` does the same where it can do without the document, and then the answer is without a value.
 */
export async function updateStore(
  directory: string,
  change: (document: StoreDocument) => StoreDocument,
): Promise<Result<StoreDocument>>
export async function updateStore(
  directory: string,
  change: (document: StoreDocument) => StoreDocument,
  changeBytes: (file: Buffer) => Buffer | undefined,
): Promise<Result<StoreDocument | undefined>>
export async function updateStore(
  directory: string,
  change: (document: StoreDocument) => StoreDocument,
  changeBytes?: (file: Buffer) => Buffer | undefined,
): Promise<Result<StoreDocument | undefined>> {
  const file = storeFile(directory)
  try {
    makeToolFolder(path.dirname(file))
    return await replaceLocked<Result<StoreDocument | undefined>>(file, () => {
      const bytes = readToolBytes(file)
      const changed = bytes instanceof Error ? undefined : changeBytes?.(bytes)
      if (changed !== undefined) return { value: { ok: true, value: undefined }, text: changed }
      const read = storeIn(bytes, file)
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
