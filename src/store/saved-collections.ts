import type { JsonValue } from '../model/json.ts'
import { withKeptDigits } from '../compile/kept-digits.ts'
import validateCollections from '../generated/collections-validator.js'
import type { Collection, SavedEnvironment } from '../model/collection.ts'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { readStore, updateStore } from './store-file.ts'
import { type StoreDocument, storeUnreadable } from './store-text.ts'
import { plainNumbers } from '../util/plain-numbers.ts'

/** The collections and environments that a user has saved beside the call history. */
export interface Saved {
  readonly collections: readonly Collection[]
  /** Environments that belong to no collection. */
  readonly environments: readonly SavedEnvironment[]
}

/** The saved collections and environments, none when there is no file. `directory` is the configuration's. */
export function readSaved(directory: string): Result<Saved> {
  const read = readStore(directory)
  return read.ok ? savedIn(read.value) : read
}

/**
 * Changes what is saved, and answers with what is saved then; nothing is written when `change` has problems, or when that is
 * only rehearsed. Keys of the file that this version does not know are kept.
 */
export async function changeSaved(
  directory: string,
  change: (saved: Saved) => Result<Saved>,
  { rehearses = false }: { readonly rehearses?: boolean } = {},
): Promise<Result<Saved>> {
  if (rehearses) {
    const saved = readSaved(directory)
    return saved.ok ? change(saved.value) : saved
  }
  let changed: Result<Saved> | undefined
  const updated = await updateStore(directory, document => {
    const saved = savedIn(document)
    changed = saved.ok ? change(saved.value) : saved
    if (!changed.ok || (saved.ok && changed.value === saved.value)) return document
    return { ...document, ...withKeptDigits(changed.value) }
  })
  if (!updated.ok) return { ok: false, problems: updated.problems.map(withoutHistoryHint) }
  return changed ?? savedIn(updated.value)
}

function savedIn(document: StoreDocument): Result<Saved> {
  if (!isSaved(document)) return { ok: false, problems: [unreadable()] }
  const { collections = [], environments = [] } = document
  return { ok: true, value: { collections, environments } }
}

function isSaved(document: unknown): document is Partial<Saved> {
  return validateCollections(plainNumbers(document as JsonValue))
}

function unreadable(): Problem {
  const [error] = validateCollections.errors ?? []
  const place = error?.instancePath ?? ''
  return storeUnreadable(
    `in .tool/api-collections.json, ${place === '' ? 'what is saved' : place} ${error?.message ?? 'is not as it should be'}`,
    'Mend it (its schema is schemas/api-collections.schema.json), or move the file away; it is left as it is.',
  )
}

/** Removes the hint about the history: a run can do without it, collections cannot. */
function withoutHistoryHint(problem: Problem): Problem {
  if (problem.code !== 'store-unwritable') return problem
  return errorProblem({ code: problem.code, message: problem.message, span: problem.span })
}
