import type { Collection, FolderContents, SavedEnvironment } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import { defined } from '../util/defined.ts'
import { joinSettings } from './join-settings.ts'
import { ownVariables } from './suite-header.ts'

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

/** The collection with what the configuration of a project says for all suites: it holds where the collection says nothing. */
export function withProject(collection: Collection, project: NonNullable<Collection['project']>): Collection {
  const settings = joinSettings(project.settings ?? {}, collection.settings ?? {})
  // A group that neither has is left out: the collection is as it was then.
  const joined = (key: 'variables' | 'secrets'): JsonObject | undefined => {
    const others = withoutOwn(project[key], collection)
    return Object.keys(others).length === 0 ? collection[key] : { ...others, ...collection[key] }
  }
  return defined({
    ...collection,
    project,
    settings: Object.keys(settings).length === 0 ? collection.settings : settings,
    variables: joined('variables'),
    secrets: joined('secrets'),
  })
}

/** Values but those of names for which a suite or a collection has its own. */
export function withoutOwn(values: JsonObject = {}, contents: FolderContents): JsonObject {
  const own = { ...ownVariables(contents), ...contents.secrets }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(own, name)))
}
