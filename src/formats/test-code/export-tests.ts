import { environmentName } from '../../compile/environment-names.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { buildProgram, type RowReader, type ProgramSource } from '../../compile/test-program/build-program.ts'
import { expandUses, inOrder, type SuiteReader } from '../../compile/test-program/expand-uses.ts'
import { namesLeft, namesNeeded } from '../../compile/variable-flow.ts'
import type { Collection, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import { type Framework, type ProjectStyle, usualStyle, type WrittenTests } from './framework.ts'

/** What tests are written with. */
export interface TestOptions {
  /** A CSV or JSON file; all tests run once for each of its rows. */
  readonly data?: string
  readonly readRows: RowReader
  /** Gives the suites that steps use. */
  readonly readSuite?: SuiteReader
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
  source: Collection,
  framework: Framework,
  { data, readRows, readSuite = () => undefined, style = usualStyle }: TestOptions,
): Promise<ExportedTests> {
  const collection = inOrder(expandUses(source, readSuite))
  const taken = new Set<string>()
  const losses: Loss[] = []
  const notes: Loss[] = []
  const files: TestFile[] = []
  for (const part of partsOf(collection)) {
    const rows = data ?? collection.data
    const withRows = rows === undefined ? part : { ...part, data: rows }
    const name = freeName(part.name, taken, one => framework.fileName(one, style))
    const built = buildProgram(collection, withRows, readRows, variable => {
      const usual = environmentName(variable)
      return framework.ownEnvironment?.includes(usual) === true ? `API_${usual}` : usual
    })
    const program = { ...built, name }
    const { text, losses: lost, cases } = await framework.write(program, style)
    losses.push(...program.losses, ...lost)
    notes.push(...program.notes)
    if (cases.length > 0) files.push({ name: framework.fileName(name, style), text, cases })
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

/** A name whose file no other has, so that what is in the file may be called after it, as classes of Java are. */
function freeName(name: string, taken: Set<string>, fileName: (name: string) => string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`
    const key = fileName(candidate).toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return candidate
  }
}

function distinct(notes: readonly Loss[]): readonly Loss[] {
  return [...new Map(notes.map(note => [JSON.stringify(note), note])).values()]
}

/** What becomes a file of its own: each folder, unless one needs what another sets. */
function partsOf(collection: Collection): readonly ProgramSource[] {
  const { name, items, after = [] } = collection
  // A suite with inputs only runs where another one uses it.
  const folders = items.filter(item => item.kind === 'folder').filter(({ inputs }) => inputs === undefined)
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
