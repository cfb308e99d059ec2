import path from 'node:path'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { suiteText } from '../../parse/suite-text.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { Environment } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import { distinctProblems } from '../../check/distinct-problems.ts'
import { problemAt } from '../../check/rule.ts'
import { type AllowedReads, refusedReads } from '../../load/allowed-reads.ts'
import { errorProblem, type Problem, type Result, refusal } from '../../model/problem.ts'
import { readWithPlaces, type YamlSource } from '../../document/index.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { text } from '../../util/read-values.ts'
import { findPlace } from './find-place.ts'
import { defined } from '../../util/defined.ts'

/** The saved requests under some paths of names, as suites. */
export interface SavedSuites {
  /** The text of each, by the absolute path that stands for its file. */
  readonly texts: ReadonlyMap<string, string>
  /** The allowed reads of imported suites, by the same paths. */
  readonly reads: ReadonlyMap<string, AllowedReads>
  readonly environments: Readonly<Record<string, Environment>>
}

/**
 * The suites that saved requests run as; `directory` is the configuration's. What was imported must not read more than it
 * may, of which `allow` is a part for this time.
 */
export async function savedSuites(
  saved: Saved,
  written: readonly string[],
  directory: string,
  allow: readonly string[],
): Promise<Result<SavedSuites>> {
  const texts = new Map<string, string>()
  const reads = new Map<string, AllowedReads>()
  const problems: Problem[] = []
  const environments: Record<string, Environment> = environmentsOf(saved.environments)
  for (const one of written) {
    const place = findPlace(saved, one)
    if (!place.ok) return place
    const collection = saved.collections[place.value.collection]
    const suites = collection === undefined ? [] : suitesToRun(collection, place.value.path)
    if (suites.length === 0) return empty(one)
    for (const suite of suites) {
      const [file, content] = textOf(suite, directory, texts)
      texts.set(file, content)
      if (collection?.imported === undefined) continue
      const allowed = readsOf(collection.name, [...collection.imported.allow, ...allow], directory)
      reads.set(file, allowed)
      // Most read nothing that they may not, and need no places.
      if (refusedReads(suite, allowed).length === 0) continue
      const source = await readWithPlaces(content, file, '')
      problems.push(...readProblems(suite, allowed, source, 'what was imported'))
    }
    Object.assign(environments, environmentsOf(collection?.environments ?? [], collection?.name))
  }
  return problems.length > 0
    ? { ok: false, problems: distinctProblems(problems) }
    : { ok: true, value: { texts, reads, environments } }
}

/** The allowed reads of an imported collection. */
export function readsOf(name: string, entries: readonly string[], folder: string): AllowedReads {
  const hint = (entry: string): string =>
    `Allow it by ${allowCommand(name, entry)}, or with --allow ${shellQuote(entry)} for one run.`
  return { folder, entries: new Set(entries), hint }
}

/** The command that lets an imported collection read something. */
export function allowCommand(name: string, entry: string): string {
  return `apitest collections allow ${shellQuote(name)} ${shellQuote(entry)}`
}

/** One problem for each thing that is read and may not be, at the first place of it. `subject` is what reads it. */
export function readProblems(
  suite: JsonObject,
  reads: AllowedReads,
  source: YamlSource,
  subject: string,
): readonly Problem[] {
  const firsts = new Map(
    refusedReads(suite, reads)
      .toReversed()
      .map(one => [one.entry, one]),
  )
  return [...firsts.values()].toReversed().map(({ entry, words, path: place }) => {
    const message = `${subject} ${words}, which is not allowed yet`
    return problemAt(source, place, 'import-not-allowed', message, { hint: reads.hint(entry) })
  })
}

/** Environments as a configuration has them. */
export function environmentsOf(
  environments: readonly SavedEnvironment[],
  collection?: string,
): Record<string, Environment> {
  return Object.fromEntries(
    environments.map(({ name, variables, secrets, production, imported }) => [
      name,
      {
        variables,
        secrets,
        ...(production === true ? { production: defined({ name, collection }) } : {}),
        ...(imported === undefined ? {} : { imported: defined({ ...imported, collection }) }),
      },
    ]),
  )
}

/** A suite stands where `.tool` is, under its own name. */
function textOf(
  suite: JsonObject,
  directory: string,
  taken: ReadonlyMap<string, string>,
): readonly [string, string] {
  const name = (text(suite['suite']) ?? '').replace(/\s*[/\\]\s*/g, ' - ')
  let file = path.join(directory, name)
  for (let number = 2; taken.has(file); number++) file = path.join(directory, `${name} (${number})`)
  return [file, suiteText(relocateFiles(suite, directory, directory))]
}

function empty(written: string): Result<never> {
  const message = `"${written}" has no requests`
  const hint = 'Save some with apitest send --save, or import them.'
  return refusal(errorProblem({ code: 'nothing-selected', message, hint }))
}
