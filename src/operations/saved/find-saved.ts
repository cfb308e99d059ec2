import type { Environment } from '../../model/configuration.ts'
import type { Result } from '../../model/problem.ts'
import { readSaved } from '../../store/saved-collections.ts'
import { environmentsOf, savedSuites, type SavedSuites } from './saved-suites.ts'

/**
 * Finds saved requests under some paths of names, as suites; undefined when nothing is saved at all, so that the paths
 * can only be meant as those of files. `directory` is the configuration's, `allow` the entries that imported ones may
 * read this time.
 */
export async function findSaved(
  written: readonly string[],
  directory: string,
  allow: readonly string[],
): Promise<Result<SavedSuites> | undefined> {
  const saved = readSaved(directory)
  if (!saved.ok) return saved
  if (saved.value.collections.length === 0) return undefined
  return savedSuites(saved.value, written, directory, allow)
}

/** The saved environments of all collections and of none; of two with one name that which belongs to none. */
export function savedEnvironments(directory: string): Readonly<Record<string, Environment>> {
  const saved = readSaved(directory)
  if (!saved.ok) return {}
  const { collections, environments } = saved.value
  return {
    ...Object.assign({}, ...collections.map(one => environmentsOf(one.environments, one.name))),
    ...environmentsOf(environments),
  } as Record<string, Environment>
}
