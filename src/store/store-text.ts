import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { isObject } from '../util/is-json.ts'

/** What stands in `.tool/api-collections.json`. Keys that this version does not know are kept as they are. */
export interface StoreDocument {
  readonly version: 1
  /** Calls, the oldest first, as they were read: `schemas/api-collections.schema.yaml`. */
  readonly history: readonly unknown[]
  readonly [key: string]: unknown
}

/** What holds when there is no file. */
export const emptyStore: StoreDocument = { version: 1, history: [] }

/** Reads the text of the file. What is not understood is a problem, so that it is never written over. */
export function parseStore(text: string, file: string): Result<StoreDocument> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    // What JSON.parse says repeats a part of the text.
    return unreadable(`${file} is not JSON`)
  }
  if (!isObject(document)) return unreadable(`${file} is not a JSON object`)
  const { version, history = [] } = document
  if (typeof version === 'number' && version > 1)
    return unreadable(`${file} was written by a later version of apitest`, 'Update apitest.')
  if (version !== 1) return unreadable(`${file} has no "version": 1`)
  if (!Array.isArray(history)) return unreadable(`in ${file}, "history" is not a list`)
  return { ok: true, value: { ...document, version, history } }
}

/** The text of the file: as people lay JSON out, with each call on one line. Ends with a line feed. */
export function printStore(document: StoreDocument): string {
  const entries = Object.entries(document).map(([key, value]) =>
    key === 'history' ? `  "history": ${printCalls(document.history)}` : printMember(key, value),
  )
  return `{\n${entries.join(',\n')}\n}\n`
}

function printCalls(calls: readonly unknown[]): string {
  return calls.length === 0 ? '[]' : `[\n${calls.map(call => `    ${JSON.stringify(call)}`).join(',\n')}\n  ]`
}

/** As it stands in an object, without that object's own braces. */
function printMember(key: string, value: unknown): string {
  return JSON.stringify({ [key]: value }, null, 2).slice(2, -2)
}

function unreadable(message: string, hint = 'Mend it, or move it away; it is left as it is.'): Result<never> {
  return { ok: false, problems: [storeUnreadable(message, hint)] }
}

/** The problem of a file that is there and cannot be used. */
export function storeUnreadable(message: string, hint: string): Problem {
  return errorProblem({ code: 'store-unreadable', message, hint })
}
