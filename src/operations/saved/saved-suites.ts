import path from 'node:path'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { suiteText } from '../../compile/suite-text.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { Environment } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Result } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { text } from '../../parse/read-values.ts'
import { findPlace } from './find-place.ts'

/** What is saved under some paths of names, as suites. */
export interface SavedSuites {
  /** The text of each, by the absolute path that stands for its file. */
  readonly texts: ReadonlyMap<string, string>
  readonly environments: Readonly<Record<string, Environment>>
}

/** The suites that saved requests run as; `directory` is the configuration's. */
export function savedSuites(
  saved: Saved,
  written: readonly string[],
  directory: string,
): Result<SavedSuites> {
  const texts = new Map<string, string>()
  const environments: Record<string, Environment> = environmentsOf(saved.environments)
  for (const one of written) {
    const place = findPlace(saved, one)
    if (!place.ok) return place
    const collection = saved.collections[place.value.collection]
    const suites = collection === undefined ? [] : suitesToRun(collection, place.value.path)
    if (suites.length === 0) return empty(one)
    for (const suite of suites) texts.set(...textOf(suite, directory, texts))
    Object.assign(environments, environmentsOf(collection?.environments ?? []))
  }
  return { ok: true, value: { texts, environments } }
}

/** Environments as a configuration has them. */
export function environmentsOf(environments: readonly SavedEnvironment[]): Record<string, Environment> {
  return Object.fromEntries(
    environments.map(({ name, variables, secrets }) => [name, { variables, secrets }]),
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
  return { ok: false, problems: [errorProblem({ code: 'nothing-selected', message, hint })] }
}
