import path from 'node:path'
import { unreadable } from '../compile/read-imported-json.ts'
import type { Collection, Folder, SavedEnvironment } from '../model/collection.ts'
import type { ConversionReport, Imported, Loss } from '../model/conversion.ts'
import type { JsonObject } from '../model/json.ts'
import type { Problem, Result } from '../model/problem.ts'
import { keptFile, type TextFormat } from './kept-text.ts'

/** How the files of a folder are read, each by itself. */
export interface FileReading {
  readonly format: TextFormat
  /** The ending of files with requests. */
  readonly ending: RegExp
  readonly read: (text: string, file: string) => Result<Imported>
}

/** Settings that a folder of a collection has no word for. */
const settingsOfRun: ReadonlySet<string> = new Set(['stop-on-failure', 'unset-variables'])

/**
 * Makes one collection of all files of requests in a folder and below it: a folder for each, named as it is there. `files` are
 * texts by their names in `folder`. A file that is no file of requests is told, and left out.
 */
export function importFolder(
  files: ReadonlyMap<string, string>,
  folder: string,
  { format, ending, read }: FileReading,
): Result<Imported> {
  const folders: Folder[] = []
  const environments = new Map<string, SavedEnvironment>()
  const reports: ConversionReport[] = []
  const losses: Loss[] = []
  const notes: Loss[] = []
  let problems: readonly Problem[] = []
  let ofRun: JsonObject = {}
  for (const [name, text] of files) {
    if (!ending.test(name)) continue
    const imported = read(text, path.join(folder, name))
    if (!imported.ok) {
      for (const problem of imported.problems) {
        if (problem.span === undefined)
          notes.push({ where: name, what: 'file', why: 'there is no request in it' })
        else losses.push({ where: name, what: `line ${problem.span.start.line}`, why: problem.message })
      }
      problems = problems.length === 0 ? imported.problems : problems
      continue
    }
    const { collection, report } = imported.value
    if (collection === undefined) continue
    const { environments: own, settings, ...contents } = collection
    for (const one of own) environments.set(one.name, environments.get(one.name) ?? one)
    const { shared, others } = splitSettings(settings)
    ofRun = { ...ofRun, ...shared }
    folders.push(folderOf(contents, others, format, name))
    reports.push(report)
  }
  const isBroken = problems.some(({ span }) => span !== undefined)
  if (folders.length === 0)
    return isBroken ? { ok: false, problems } : unreadable('there is no request', folder)
  const collection = {
    name: path.basename(path.resolve(folder)),
    ...(Object.keys(ofRun).length === 0 ? {} : { settings: ofRun }),
    items: folders,
    environments: [...environments.values()],
  }
  return { ok: true, value: { collection, environments: [], report: joined(reports, losses, notes) } }
}

/** The settings that are those of the whole run, and the others. */
function splitSettings(settings: JsonObject = {}): Readonly<Record<'shared' | 'others', JsonObject>> {
  const entries = Object.entries(settings)
  return {
    shared: Object.fromEntries(entries.filter(([key]) => settingsOfRun.has(key))),
    others: Object.fromEntries(entries.filter(([key]) => !settingsOfRun.has(key))),
  }
}

/** A file as a folder, with its name. */
function folderOf(
  { kept, ...contents }: Omit<Collection, 'environments' | 'settings'>,
  settings: JsonObject,
  format: TextFormat,
  file: string,
): Folder {
  return {
    ...contents,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    kind: 'folder',
    name: file.replace(/\.\w+$/, ''),
    kept: keptFile(kept, format, file),
  }
}

function joined(
  reports: readonly ConversionReport[],
  losses: readonly Loss[],
  own: readonly Loss[],
): ConversionReport {
  const sum = (count: (report: ConversionReport) => number): number =>
    reports.reduce((all, report) => all + count(report), 0)
  return {
    requests: sum(({ requests }) => requests),
    created: sum(({ created }) => created),
    merged: reports.flatMap(({ merged }) => merged),
    skipped: reports.flatMap(({ skipped }) => skipped),
    losses: [...losses, ...reports.flatMap(report => report.losses)],
    notes: [...own, ...reports.flatMap(({ notes }) => notes)],
  }
}
