import type { Environment } from '../../model/configuration.ts'
import type { Result } from '../../model/problem.ts'
import { readSaved } from '../../store/saved-collections.ts'
import { environmentsOf, savedSuites, type SavedSuites } from './saved-suites.ts'

/**
 * What is saved under some paths of names, as suites; undefined when nothing is saved at all, so that the paths can only be
 * meant as those of files. `directory` is the configuration's.
 */
export function findSaved(written: readonly string[], directory: string): Result<SavedSuites> | undefined {
  const saved = readSaved(directory)
  if (!saved.ok) return saved
  if (saved.value.collections.length === 0) return undefined
  return savedSuites(saved.value, written, directory)
}

/** The saved environments of all collections and of none; of two with one name that which belongs to none. */
export function savedEnvironments(directory: string): Readonly<Record<string, Environment>> {
  const saved = readSaved(directory)
  if (!saved.ok) return {}
  const { collections, environments } = saved.value
  return environmentsOf([...collections.flatMap(collection => collection.environments), ...environments])
}
