import path from 'node:path'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { defined } from '../../util/defined.ts'
import { loadConfiguration } from '../opening/load-configuration.ts'
import { type Host, operation } from '../operation.ts'
import { projectKeys } from '../project-folder.ts'
import { flag, list, object, optional, published, text, type ValueOf } from '../schema.ts'
import { markOf, missing } from './environment-words.ts'
import { findPlace } from './find-place.ts'
import { loadSaved } from './saved-input.ts'

const listInput = object({
  name: optional(text('Only those of this name')),
  collection: optional(text('Only those of this collection; of all and of none (default)')),
  ...projectKeys,
})

const valuesSchema = published<JsonObject>(
  'api-collections.schema.json#/definitions/named-values',
  'The values by their names',
)

const listedEnvironment = object({
  name: text('Its name'),
  collection: optional(text('Collection it belongs to; absent for none')),
  file: optional(text('The configuration that it stands in; absent for a saved one')),
  variables: valuesSchema,
  secrets: { ...valuesSchema, description: 'Its secrets by their names, each as ***' },
  disabled: optional({ ...valuesSchema, description: 'Variables that are switched off' }),
  production: optional(flag('Whether it is marked as production; absent for one that is not')),
})

/** An environment as it may be shown. */
export type ListedEnvironment = ValueOf<typeof listedEnvironment>

/** Lists the environments of the configuration and all saved ones, those of a collection or of a name, without the values of their secrets. */
export const listEnvironments = operation({
  name: 'list-environments',
  permission: 'read',
  summary:
    'Lists the environments with their variables: those of the configuration, and the saved ones of all collections and of none, or of one.',
  input: listInput,
  answer: list(listedEnvironment, 'The environments'),
  async run({ name, ...input }, host) {
    const saved = await loadSaved(input, host)
    if (!saved.ok) return saved
    const { collections, environments } = saved.value
    const place = input.collection === undefined ? undefined : findPlace(saved.value, input.collection)
    if (place?.ok === false) return place
    const chosen = collections.filter((_, index) => place === undefined || place.value.collection === index)
    const own = place === undefined ? await configured(input, host) : { ok: true as const, value: [] }
    if (!own.ok) return own
    const all = [
      ...own.value,
      ...(place === undefined ? environments.map(one => listed(one)) : []),
      ...chosen.flatMap(collection => collection.environments.map(one => listed(one, collection.name))),
    ]
    const found = all.filter(one => name === undefined || one.name === name)
    return name !== undefined && found.length === 0
      ? missing({ ...input, name }, all, place === undefined ? 'environment' : 'saved environment')
      : { ok: true, value: found }
  },
})

/** The environments of the configuration. */
async function configured(
  { configurationFile }: ValueOf<typeof listInput>,
  { workingFolder }: Host,
): Promise<Result<readonly ListedEnvironment[]>> {
  const loaded = await loadConfiguration(workingFolder, configurationFile)
  if (!loaded.ok) return loaded
  const { environments, file } = loaded.value
  const where = file === undefined ? undefined : path.relative(workingFolder, file)
  const own = Object.entries(environments).map(([name, { variables, secrets, production }]) => ({
    ...listed({ name, variables, secrets, ...markOf(production !== undefined) }),
    ...defined({ file: where }),
  }))
  return { ok: true, value: own }
}

function listed(environment: SavedEnvironment, collection?: string): ListedEnvironment {
  const { name, variables, disabled, production } = environment
  const secrets = Object.fromEntries(Object.keys(environment.secrets).map(secret => [secret, '***']))
  return {
    ...defined({ name, collection }),
    variables,
    secrets,
    ...defined({ disabled }),
    ...markOf(production),
  }
}
