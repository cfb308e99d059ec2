import { crc32 } from 'node:zlib'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { isObject } from '../util/is-json.ts'
import { writeJson } from '../util/exact-number.ts'
import { parseJson } from '../util/parse-json.ts'

/** The content of `.tool/api-collections.json`. Keys that this version does not know are kept as they are. */
export interface StoreDocument {
  readonly version: 1
  /** Calls, the oldest first, as they were read: `schemas/api-collections.schema.yaml`. */
  readonly history: readonly unknown[]
  readonly [key: string]: unknown
}

/** The store when there is no file. */
export const emptyStore: StoreDocument = { version: 1, history: [] }

/** Reads the text of the file. What is not understood is a problem, so that it is never written over. */
export function parseStore(text: string, file: string): Result<StoreDocument> {
  let document: unknown
  try {
    document = parseJson(text)
  } catch {
    // The message of JSON.parse repeats a part of the text.
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

/** The bytes of the file: as people lay JSON out, with each call on one line, and the checksum last. Ends with a line feed. */
export function printStore(document: StoreDocument): Buffer {
  const entries = Object.entries(document)
    .filter(([key]) => key !== 'checksum')
    .map(([key, value]) =>
      key === 'history' ? `  "history": ${printHistory(document.history)}` : printMember(key, value),
    )
  const content = Buffer.from(`{\n${entries.join(',\n')}`)
  return Buffer.concat([content, endOf(content)])
}

/**
 * The bytes of a file with calls added to its history, of which the newest `most` are kept; undefined unless the file is as
 * `printStore` has made it, which its checksum tells, with calls in it. So it is JSON, and its lines need not be understood: to
 * read and print five hundred takes longer than a small run.
 */
export function addCalls(file: Buffer, calls: readonly unknown[], most: number): Buffer | undefined {
  const content = file.subarray(0, Math.max(0, file.length - endLength))
  if (!file.subarray(content.length).equals(endOf(content))) return undefined
  const opening = content.indexOf(historyOpening)
  if (opening === -1 || content.indexOf(versionOpening) !== 0) return undefined
  const first = opening + historyOpening.length
  const end = content.indexOf(historyEnd, first)
  const kept = content.subarray(startOfLast(most - calls.length, content.subarray(first, end)) + first, end)
  const added = Buffer.from((kept.length === 0 ? '' : ',\n') + printCalls(calls))
  const next = [content.subarray(0, first), kept, added, content.subarray(end)]
  return Buffer.concat([...next, endOf(...next)])
}

/** How the file begins, and how its history does. No string of JSON has a line feed in it, and no other key as few spaces before it. */
const versionOpening = '{\n  "version": 1,\n'
const historyOpening = '\n  "history": [\n'
const historyEnd = '\n  ]'

const lineFeed = 0x0a

/** Where the last so many lines begin. */
function startOfLast(count: number, lines: Buffer): number {
  let start = lines.length + 1
  for (let left = count; left > 0 && start > 0; left--) start = lines.lastIndexOf(lineFeed, start - 2) + 1
  return Math.min(start, lines.length)
}

/** Makes the end of the file behind everything else: the checksum of that. */
function endOf(...parts: readonly Buffer[]): Buffer {
  const checksum = parts.reduce((sum, part) => crc32(part, sum), 0)
  return Buffer.from(`,\n  "checksum": "${checksum.toString(16).padStart(8, '0')}"\n}\n`)
}

const endLength = endOf(Buffer.alloc(0)).length

function printHistory(calls: readonly unknown[]): string {
  return calls.length === 0 ? '[]' : `[\n${printCalls(calls)}${historyEnd}`
}

function printCalls(calls: readonly unknown[]): string {
  return calls.map(call => `    ${writeJson(call)}`).join(',\n')
}

/** As it stands in an object, without that object's own braces. */
function printMember(key: string, value: unknown): string {
  return writeJson({ [key]: value }, 2).slice(2, -2)
}

function unreadable(message: string, hint = 'Mend it, or move it away; it is left as it is.'): Result<never> {
  return { ok: false, problems: [storeUnreadable(message, hint)] }
}

/** The problem of a file that is there and cannot be used. */
export function storeUnreadable(message: string, hint: string): Problem {
  return errorProblem({ code: 'store-unreadable', message, hint })
}
