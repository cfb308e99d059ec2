import type { Collection, SavedEnvironment } from '../model/collection.ts'
import { defined } from '../util/defined.ts'

/**
 * The collection with the variables and secrets of its own environment that it names, for a reader that does not know that
 * environment.
 */
export function withOwnEnvironment(collection: Collection): Collection {
  const { environment, environments, variables, secrets, ...rest } = collection
  const own = environments.find(({ name }) => name === environment)
  if (own === undefined) return collection
  return {
    ...rest,
    environments,
    variables: { ...variables, ...own.variables },
    secrets: { ...secrets, ...own.secrets },
  }
}

/**
 * The collection with the environments of a project beside its own, and in that which the project usually runs in, unless
 * it names another one.
 */
export function withProjectEnvironments(
  collection: Collection,
  environments: readonly SavedEnvironment[],
  usual: string | undefined,
): Collection {
  const own = new Set(collection.environments.map(({ name }) => name))
  const others = environments.filter(({ name }) => !own.has(name))
  return defined({ environment: usual, ...collection, environments: [...collection.environments, ...others] })
}
