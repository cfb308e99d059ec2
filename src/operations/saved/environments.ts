import type { SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Result, usageProblem } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { suggesting } from '../../util/did-you-mean.ts'
import type { Operation } from '../operation.ts'
import { allowing, readsNamed } from './allow-reads.ts'
import { changeCollection } from './change-items.ts'
import { findPlace } from './find-place.ts'
import { savedExists } from './saved-exists.ts'
import { loadSaved, type SavedInput, updateSaved } from './saved-input.ts'

/** The environments of a collection, or without one those that belong to none. */
export interface EnvironmentsInput extends SavedInput {
  readonly collection?: string
}

/** One of them. */
export interface EnvironmentInput extends EnvironmentsInput {
  readonly name: string
}

/** What becomes of an environment. */
export interface ChangeEnvironmentInput extends EnvironmentInput {
  readonly set: JsonObject
  readonly unset: readonly string[]
  /** Whether what is set is secret. */
  readonly secret: boolean
  readonly newName?: string
}

/** An environment in a list. */
export interface ListedEnvironment {
  readonly name: string
  /** Absent for one that belongs to none. */
  readonly collection?: string
  readonly variables: readonly string[]
}

/** Lists all saved environments, or those of a collection. */
export const listEnvironments: Operation<EnvironmentsInput, Result<readonly ListedEnvironment[]>> = {
  name: 'environments',
  permission: 'read',
  description: 'Lists the saved environments.',
  async run(input) {
    const saved = await loadSaved(input)
    if (!saved.ok) return saved
    const { collections, environments } = saved.value
    const place = input.collection === undefined ? undefined : findPlace(saved.value, input.collection)
    if (place?.ok === false) return place
    const chosen = collections.filter((_, index) => place === undefined || place.value.collection === index)
    return {
      ok: true,
      value: [
        ...(place === undefined ? environments.map(one => listed(one)) : []),
        ...chosen.flatMap(collection => collection.environments.map(one => listed(one, collection.name))),
      ],
    }
  },
}

function listed({ name, variables, secrets }: SavedEnvironment, collection?: string): ListedEnvironment {
  return {
    name,
    ...(collection === undefined ? {} : { collection }),
    variables: [...Object.keys(variables), ...Object.keys(secrets)],
  }
}

/** Shows an environment; the values of its secrets are left to whoever shows it. */
export const showEnvironment: Operation<EnvironmentInput, Result<SavedEnvironment>> = {
  name: 'environments show',
  permission: 'read',
  description: 'Shows a saved environment.',
  async run(input) {
    const saved = await loadSaved(input)
    if (!saved.ok) return saved
    const all = environmentsIn(saved.value, input)
    if (!all.ok) return all
    const found = all.value.find(({ name }) => name === input.name)
    return found === undefined ? missing(input, all.value) : { ok: true, value: found }
  },
}

/** Sets variables of an environment, which is made when it is not there; takes some away; renames it. */
export const changeEnvironment: Operation<ChangeEnvironmentInput, Result<Saved>> = {
  name: 'environments set',
  permission: 'project',
  description: 'Sets variables of a saved environment.',
  run: input =>
    changeEnvironments(input, all => {
      if (input.name.trim() === '' || input.newName?.trim() === '') return unnamed
      const found = all.find(({ name }) => name === input.name)
      if (found === undefined && Object.keys(input.set).length === 0) return missing(input, all)
      if (input.newName !== undefined && all.some(({ name }) => name === input.newName))
        return savedExists(`there is a saved environment "${input.newName}" already`)
      const before = found ?? { name: input.name, variables: {}, secrets: {} }
      const changed = allowing(withChanges(before, input), readsNamed({ variables: input.set }))
      return {
        ok: true,
        value: found === undefined ? [...all, changed] : all.map(one => (one === found ? changed : one)),
      }
    }),
}

/** Deletes an environment. */
export const deleteEnvironment: Operation<EnvironmentInput, Result<Saved>> = {
  name: 'environments delete',
  permission: 'project',
  description: 'Deletes a saved environment.',
  run: input =>
    changeEnvironments(input, all => {
      const rest = all.filter(({ name }) => name !== input.name)
      return rest.length === all.length ? missing(input, all) : { ok: true, value: rest }
    }),
}

function withChanges(
  environment: SavedEnvironment,
  { set, unset, secret, newName }: ChangeEnvironmentInput,
): SavedEnvironment {
  const without = (values: JsonObject, gone: readonly string[]): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !gone.includes(name)))
  const { variables, secrets, disabled } = environment
  const gone = [...unset, ...Object.keys(set)]
  const values = {
    variables: without(variables, secret ? gone : unset),
    secrets: without(secrets, secret ? unset : gone),
  }
  return {
    ...environment,
    name: newName ?? environment.name,
    variables: secret ? values.variables : { ...values.variables, ...set },
    secrets: secret ? { ...values.secrets, ...set } : values.secrets,
    ...(disabled === undefined ? {} : { disabled: without(disabled, gone) }),
  }
}

function changeEnvironments(
  input: EnvironmentInput,
  change: (all: readonly SavedEnvironment[]) => Result<readonly SavedEnvironment[]>,
): Promise<Result<Saved>> {
  return updateSaved(input, saved => {
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

function missing({ name, collection }: EnvironmentInput, all: readonly SavedEnvironment[]): Result<never> {
  const message = `there is no saved environment "${name}"${collection === undefined ? '' : ` in ${collection}`}`
  const hint = suggesting(
    name,
    all.map(one => one.name),
    'See what there is with apitest environments.',
  )
  return { ok: false, problems: [errorProblem({ code: 'environment-unknown', message, hint })] }
}

const unnamed: Result<never> = { ok: false, problems: [usageProblem('the name of an environment is empty')] }
