import path from 'node:path'
import { unreadable } from '../../compile/read-imported-json.ts'
import type { Folder, Kept, SavedEnvironment } from '../../model/collection.ts'
import type { ConversionReport, Imported } from '../../model/conversion.ts'
import type { Result } from '../../model/problem.ts'
import { mapping } from '../../util/read-values.ts'
import { type HttpSurroundings, importHttp } from './import-http.ts'

/**
 * Makes one collection of all files of requests in a folder and below it: a folder for each, named as it is there. `files` are
 * texts by their names in `folder`.
 */
export function importHttpFolder(
  files: ReadonlyMap<string, string>,
  folder: string,
  surroundings: HttpSurroundings,
): Result<Imported> {
  const folders: Folder[] = []
  const environments = new Map<string, SavedEnvironment>()
  const reports: ConversionReport[] = []
  for (const [name, text] of files) {
    if (!/\.(?:http|rest)$/i.test(name)) continue
    const file = path.join(folder, name)
    const read = importHttp(text, { ...surroundings, file, folder: path.dirname(path.resolve(file)) })
    if (!read.ok) continue
    const { collection, report } = read.value
    if (collection === undefined) continue
    const { environments: own, kept, ...contents } = collection
    for (const one of own) environments.set(one.name, environments.get(one.name) ?? one)
    const stem = name.replace(/\.\w+$/, '')
    folders.push({ ...contents, kind: 'folder', name: stem, kept: withFile(kept, name) })
    reports.push(report)
  }
  if (folders.length === 0) return unreadable('there is no request', folder)
  const collection = {
    name: path.basename(path.resolve(folder)),
    items: folders,
    environments: [...environments.values()],
  }
  return { ok: true, value: { collection, environments: [], report: joined(reports) } }
}

/** The kept text of a file, with its name. */
function withFile(kept: Kept | undefined, file: string): Kept {
  return { http: { ...mapping(kept?.['http']), file } }
}

function joined(reports: readonly ConversionReport[]): ConversionReport {
  const sum = (count: (report: ConversionReport) => number): number =>
    reports.reduce((all, report) => all + count(report), 0)
  return {
    requests: sum(({ requests }) => requests),
    created: sum(({ created }) => created),
    merged: reports.flatMap(({ merged }) => merged),
    skipped: reports.flatMap(({ skipped }) => skipped),
    losses: reports.flatMap(({ losses }) => losses),
    notes: reports.flatMap(({ notes }) => notes),
  }
}
