import { requestCount } from '../../compile/suites-to-run.ts'
import { buildProgram, type ProgramSource, type RowReader } from '../../compile/test-program/build-program.ts'
import { namesLeft, namesNeeded } from '../../compile/variable-flow.ts'
import type { Collection, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import { type Framework, type ProjectStyle, usualStyle, type WrittenTests } from './framework.ts'

/** What tests are written with. */
export interface TestOptions {
  /** A CSV or JSON file; all tests run once for each of its rows. */
  readonly data?: string
  readonly readRows: RowReader
  readonly style?: ProjectStyle
}

/** A file of tests. Its name is relative to the output folder, with forward slashes. */
export interface TestFile extends Pick<WrittenTests, 'text' | 'cases'> {
  readonly name: string
}

/** Files of tests, and where each of their tests comes from. */
export interface ExportedTests extends Exported {
  readonly files: readonly TestFile[]
}

/**
 * Writes a collection as tests for a framework: a file for each folder, or one for all where folders need variables of each
 * other.
 */
export async function exportTests(
  collection: Collection,
  framework: Framework,
  { data, readRows, style = usualStyle }: TestOptions,
): Promise<ExportedTests> {
  const names = new Set<string>()
  const losses: Loss[] = []
  const notes: Loss[] = []
  const files: TestFile[] = []
  for (const part of partsOf(collection)) {
    const rows = data ?? collection.data
    const source = rows === undefined ? part : { ...part, data: rows }
    const program = buildProgram(collection, source, readRows)
    const name = freeName(part.name, names, text => framework.fileName(text, style))
    const { text, losses: lost, cases } = await framework.write(program, style, name)
    losses.push(...program.losses, ...lost)
    notes.push(...program.notes)
    if (cases.length === 0) continue
    names.add(name.toLowerCase())
    files.push({ name, text, cases })
  }
  const created = files.reduce((sum, { cases }) => sum + cases.length, 0)
  return {
    files,
    report: {
      requests: requestCount(collection.items),
      created,
      merged: [],
      skipped: [],
      losses,
      notes: distinct(notes),
    },
  }
}

/**
 * The name of a file that none of these has, whatever the case of their letters. The number of the second `Users` is part of
 * the text that the framework makes the name of, as its names may end with a word: `test_users_2.py`, `users_2_test.go`.
 */
function freeName(text: string, taken: ReadonlySet<string>, fileName: (text: string) => string): string {
  const short = text.slice(0, 40)
  for (let number = 1; ; number++) {
    const name = fileName(number === 1 ? text : `${short} ${number}`)
    if (!taken.has(name.toLowerCase())) return name
  }
}

function distinct(notes: readonly Loss[]): readonly Loss[] {
  return [...new Map(notes.map(note => [JSON.stringify(note), note])).values()]
}

/** What becomes a file of its own: each folder, unless one needs what another sets. */
function partsOf(collection: Collection): readonly ProgramSource[] {
  const { name, items, after = [] } = collection
  const folders = items.filter(item => item.kind === 'folder')
  const own = items.filter(item => item.kind === 'request')
  if (after.length > 0 || needEachOther([...folders.map(requestsIn), own])) return [{ name, items, after }]
  const rest: readonly ProgramSource[] = own.length === 0 ? [] : [{ name, items: own, after: [] }]
  return [...folders.map(folder => ({ name: folder.name, items: [folder], after: [] })), ...rest]
}

function needEachOther(parts: readonly (readonly SavedRequest[])[]): boolean {
  const leftBy = new Map<string, Set<number>>()
  for (const [index, requests] of parts.entries())
    for (const name of requests.flatMap(({ step }) => namesLeft(step)))
      leftBy.set(name, (leftBy.get(name) ?? new Set()).add(index))
  return parts.some((requests, index) =>
    [...namesNeeded(requests)].some(name => [...(leftBy.get(name) ?? [])].some(other => other !== index)),
  )
}

function requestsIn({ items, after = [] }: FolderContents): readonly SavedRequest[] {
  return [...items.flatMap(item => (item.kind === 'folder' ? requestsIn(item) : [item])), ...after]
}
