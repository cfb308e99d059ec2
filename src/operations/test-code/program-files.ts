import path from 'node:path'
import type { RowReader } from '../../compile/test-program/build-program.ts'
import type { SuiteReader } from '../../compile/test-program/expand-uses.ts'
import type { CollectionItem, FolderContents } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { folderContents } from '../../compile/suites-to-collection.ts'
import { readDataRows } from '../../parse/data-rows/read-data-rows.ts'
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
  const dataFiles = new Set(typeof data === 'string' ? [data] : [])
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const one of dataIn(next)) if (typeof one === 'string') dataFiles.add(one)
    for (const use of usesIn(next)) {
      if (suites.has(use)) continue
      const read = await readSuiteFile(path.resolve(folder, use), folder, folder)
      if (!read.ok) continue
      const { collection: suite } = withoutSavedSecrets({ ...folderContents(read.value), environments: [] })
      suites.set(use, suite)
      left.push(suite)
    }
  }
  for (const file of dataFiles) {
    const read = await readDataRows(path.resolve(folder, file), { limit })
    if (!read.ok) return read
    rows.set(
      file,
      read.value.map(({ values }) => values),
    )
  }
  return {
    ok: true,
    value: { readRows: file => rows.get(file) ?? [], readSuite: file => suites.get(file) },
  }
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
