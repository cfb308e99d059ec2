import path from 'node:path'
import type { RowReader } from '../../compile/test-program/build-program.ts'
import type { SuiteReader } from '../../compile/test-program/expand-uses.ts'
import type { CollectionItem, FolderContents } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { folderContents } from '../../compile/suites-to-collection.ts'
import type { ReadRows } from '../../parse/data-rows/raw-rows.ts'
import { readDataRows, readDataSource } from '../../parse/data-rows/read-data-rows.ts'
import { buildData } from '../../parse/build-data.ts'
import { contentsWithFiles } from '../../compile/contents-with-files.ts'
import type { Span } from '../../model/span.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { readSuiteFile } from '../convert/read-suites.ts'
import { withoutSavedSecrets } from '../convert/without-credentials.ts'

/** The contents of the files that a collection names, and that become code. */
export interface ProgramFiles {
  readonly readRows: RowReader
  readonly readSuite: SuiteReader
}

/**
 * Reads the data rows and the used suites of a collection, whose names of files count from `folder`. A suite that cannot be
 * read is left to the loss of the step that uses it; rows that cannot be read, or are more than `limit`, are a problem.
 */
export async function programFiles(
  contents: FolderContents,
  folder: string,
  data: JsonValue | undefined,
  limit: number = rowLimit.maximum,
): Promise<Result<ProgramFiles>> {
  const rows = new Map<string, readonly JsonObject[]>()
  const suites = new Map<string, FolderContents>()
  const left: FolderContents[] = [contents]
  const dataFiles = new Map<string, JsonValue>()
  const needRows = (one: JsonValue | undefined): void => {
    if (one !== undefined && !isList(one)) dataFiles.set(valueText(one), one)
  }
  needRows(data)
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    dataIn(next).forEach(needRows)
    for (const use of usesIn(next)) {
      if (suites.has(use)) continue
      const read = await readSuiteFile(path.resolve(folder, use), folder, folder)
      if (!read.ok) continue
      const { collection: suite } = withoutSavedSecrets({ ...folderContents(read.value), environments: [] })
      const whole = contentsWithFiles(suite, folder)
      suites.set(use, whole)
      left.push(whole)
    }
  }
  for (const [name, one] of dataFiles) {
    const read = await readWrittenRows(one, folder, limit)
    if (!read.ok) return read
    rows.set(
      name,
      read.value.rows.map(({ values }) => values),
    )
  }
  return {
    ok: true,
    value: { readRows: file => rows.get(file) ?? [], readSuite: file => suites.get(file) },
  }
}

/** The rows of a data file, by its name or what is said of it; problems have no place in the suite. */
async function readWrittenRows(data: JsonValue, folder: string, limit: number): Promise<Result<ReadRows>> {
  if (typeof data === 'string') return readDataRows(path.resolve(folder, data), { limit })
  const source = buildData(data, unplaced, [])
  if (source?.kind !== 'file') return { ok: true, value: { rows: [], total: 0 } }
  const read = await readDataSource({ ...source, file: path.resolve(folder, source.file) }, { limit })
  if (read.ok) return read
  return {
    ok: false,
    problems: read.problems.map(({ span, ...one }) =>
      defined({ ...one, span: span === nowhere ? undefined : span }),
    ),
  }
}

const nowhere: Span = { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
const unplaced = { spanOf: () => nowhere, keySpanOf: () => nowhere, lineText: () => '' }

/** A data file that is given in place of that of the collection: its cells have the types that are said there. */
export function givenData(file: string, own: JsonValue | undefined): JsonValue {
  return isObject(own) ? { ...own, file, separator: 'any' } : file
}

function dataIn(contents: FolderContents): readonly (JsonValue | undefined)[] {
  return [
    contents.data,
    ...contents.items.flatMap(item => (item.kind === 'folder' ? dataIn(item) : [item.step['data']])),
  ]
}

function usesIn(contents: { readonly items: readonly CollectionItem[] }): readonly string[] {
  return contents.items.flatMap(item => {
    if (item.kind === 'folder') return usesIn(item)
    const { use } = item.step
    return typeof use === 'string' ? [use] : []
  })
}
