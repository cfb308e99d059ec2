import type { ProductionMark } from '../../model/configuration.ts'
import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { withoutCredentials } from '../../secrets/index.ts'
import { valueText } from '../../util/value-text.ts'
import { didYouMean } from '../../util/did-you-mean.ts'
import { type Host, operation, type Workspace } from '../operation.ts'
import { listed as inList, quoted } from '../preview.ts'
import { projectKeys } from '../project-folder.ts'
import { byHand, flag, list, object, optional, text, type ValueOf } from '../schema.ts'
import { allowing, readsNamed } from './allow-reads.ts'
import { changeCollection } from './change-items.ts'
import { findPlace } from './find-place.ts'
import { markOf, missing, unnamed } from './environment-words.ts'
import { savedExists } from './saved-exists.ts'
import { loadSaved, updateSaved, variablesSchema } from './saved-input.ts'
import { defined } from '../../util/defined.ts'

/** The environments of a collection, or without one those that belong to none. */
const environmentsInput = object({
  collection: optional(text('Collection it belongs to; none (default)')),
  ...projectKeys,
})

/** One of them. */
const environmentInput = object({ name: text('Its name'), ...environmentsInput.properties })

/** The change of an environment. */
const changeInput = object({
  set: optional(variablesSchema),
  unset: optional(list(text('A name'), 'Variable to take away')),
  secret: optional(flag('Mask the values in every output')),
  newName: optional(text('Another name for it')),
  markProduction: byHand(optional(flag('Mark it as production, or with false take the mark away'))),
  ...environmentInput.properties,
})

type EnvironmentsInput = ValueOf<typeof environmentsInput>
type EnvironmentInput = ValueOf<typeof environmentInput>
type ChangeEnvironmentInput = ValueOf<typeof changeInput>

/**
 * Sets variables of an environment, which is made when it is not there; takes some away; renames it; marks it as production. A
 * mark alone makes none: it would be for a name that is mistyped, and the one that was meant had no mark.
 */
export const changeEnvironment = operation({
  name: 'change-environment',
  permission: 'project',
  canRehearse: true,
  summary:
    'Sets variables of a saved environment, which is created when it is not there, renames it, or marks it as production.',
  input: changeInput,
  preview: async (input, host) => {
    const { name, unset = [], secret = false, newName } = input
    const given = input.set ?? {}
    const marks = await productionMarks(input, host)
    const shown = (key: string): string =>
      secret ? '***' : valueText(withoutCredentials(given[key] ?? null, key))
    const sentences = [
      `Changes the environment ${quoted(name)}${newName === undefined ? '' : `, and calls it ${quoted(newName)}`}`,
      ...Object.keys(given).map(key => `Sets ${quoted(key)} to ${quoted(shown(key))}`),
      ...(unset.length === 0 ? [] : [`Takes ${inList(unset.map(one => quoted(one)))} away`]),
    ]
    return marks.ok ? { ok: true, value: { sentences, production: marks.value } } : marks
  },
  answer: text('Its name'),
  run: (input, host) =>
    changeEnvironments(input, host, all => {
      const values = input.set ?? {}
      if (input.name.trim() === '' || input.newName?.trim() === '') return unnamed
      const found = all.find(({ name }) => name === input.name)
      if (found === undefined && Object.keys(values).length === 0) return missing(input, all)
      const problems = [...wrongNames(values), ...lackingIn(input.unset ?? [], input.name, found)]
      if (problems.length > 0) return { ok: false, problems }
      if (input.newName !== undefined && all.some(({ name }) => name === input.newName))
        return savedExists(`there is a saved environment "${input.newName}" already`)
      const before = found ?? { name: input.name, variables: {}, secrets: {} }
      const changed = allowing(withChanges(before, input), readsNamed({ variables: values }))
      return {
        ok: true,
        value: found === undefined ? [...all, changed] : all.map(one => (one === found ? changed : one)),
      }
    }),
})

/** Deletes an environment. */
export const deleteEnvironment = operation({
  name: 'delete-environment',
  permission: 'project',
  canRehearse: true,
  destroys: true,
  summary: 'Deletes a saved environment.',
  preview: async (input, host) => {
    const marks = await productionMarks(input, host)
    const sentences = [`Deletes the environment ${quoted(input.name)}`]
    return marks.ok ? { ok: true, value: { sentences, production: marks.value } } : marks
  },
  input: environmentInput,
  answer: text('Its name'),
  run: (input, host) =>
    changeEnvironments(input, host, all => {
      const rest = all.filter(({ name }) => name !== input.name)
      return rest.length === all.length ? missing(input, all) : { ok: true, value: rest }
    }),
})

/** Names that no placeholder could ask for. */
function wrongNames(set: JsonObject): readonly Problem[] {
  return Object.keys(set)
    .filter(name => !/^[^{}\s$]([^{}\r\n]*[^{}\s])?$/.test(name))
    .map(name => usageProblem(`"${name}" cannot be the name of a variable`, nameHint))
}

const nameHint = 'Names have no braces and no spaces at their ends, and do not start with $.'

/** Finds variables that are to be taken away, and are not there: the name was mistyped. */
function lackingIn(
  unset: readonly string[],
  environment: string,
  { variables, secrets, disabled = {} }: Partial<SavedEnvironment> = {},
): readonly Problem[] {
  const known = Object.keys({ ...variables, ...secrets, ...disabled })
  return unset
    .filter(name => !known.includes(name))
    .map(name => {
      const message = `the environment "${environment}" has no variable "${name}" to take away`
      const variablesThere = known.length === 0 ? 'It has none.' : `It has ${known.join(', ')}.`
      return usageProblem(message, didYouMean(name, known) ?? variablesThere)
    })
}

function withChanges(
  environment: SavedEnvironment,
  { set = {}, unset = [], secret = false, newName, markProduction }: ChangeEnvironmentInput,
): SavedEnvironment {
  const without = (values: JsonObject, gone: readonly string[]): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !gone.includes(name)))
  const { variables, secrets, disabled, production: before, ...others } = environment
  const gone = [...unset, ...Object.keys(set)]
  const values = {
    variables: without(variables, secret ? gone : unset),
    secrets: without(secrets, secret ? unset : gone),
  }
  return {
    ...others,
    name: newName ?? environment.name,
    variables: secret ? values.variables : { ...values.variables, ...set },
    secrets: secret ? { ...values.secrets, ...set } : values.secrets,
    ...markOf(markProduction ?? before),
    ...(disabled === undefined ? {} : { disabled: without(disabled, gone) }),
  }
}

/** Changes the environments that are meant; answers with the name of the one that was. */
async function changeEnvironments(
  input: EnvironmentInput,
  host: Workspace,
  change: (all: readonly SavedEnvironment[]) => Result<readonly SavedEnvironment[]>,
): Promise<Result<string>> {
  const updated = await updateSaved(input, host, saved => {
    const all = environmentsIn(saved, input)
    const changed = all.ok ? change(all.value) : all
    if (!changed.ok) return changed
    const place = input.collection === undefined ? undefined : findPlace(saved, input.collection)
    if (place === undefined) return { ok: true, value: { ...saved, environments: changed.value } }
    if (!place.ok) return place
    const value = changeCollection(saved, place.value.collection, collection => ({
      ...collection,
      environments: changed.value,
    }))
    return { ok: true, value }
  })
  return updated.ok ? { ok: true, value: input.name } : updated
}

function environmentsIn(
  saved: Saved,
  { collection }: EnvironmentsInput,
): Result<readonly SavedEnvironment[]> {
  if (collection === undefined) return { ok: true, value: saved.environments }
  const place = findPlace(saved, collection)
  if (!place.ok) return place
  return { ok: true, value: saved.collections[place.value.collection]?.environments ?? [] }
}

/** The mark of a saved environment that is one of production. */
async function productionMarks(
  { name, collection, ...input }: EnvironmentInput,
  host: Host,
): Promise<Result<readonly ProductionMark[]>> {
  const saved = await loadSaved(input, host)
  if (!saved.ok) return saved
  const all = environmentsIn(saved.value, defined({ collection }))
  // An environment that is not there is created, or refused by the change itself.
  const isMarked = all.ok && all.value.some(one => one.name === name && one.production === true)
  return { ok: true, value: isMarked ? [defined({ name, collection })] : [] }
}
