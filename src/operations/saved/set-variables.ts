import type { FolderContents } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import type { Operation } from '../operation.ts'
import { readsNamed, withAllowed } from './allow-reads.ts'
import { changeFolder, folderAt } from './change-items.ts'
import { type PlaceInput, updatePlace } from './saved-input.ts'

/** Variables of a collection or a folder that get another value, and those that go. */
export interface SetVariablesInput extends PlaceInput {
  readonly set: JsonObject
  readonly unset: readonly string[]
  /** Whether they are secrets. */
  readonly secret: boolean
}

/** Sets variables of a collection or a folder, or takes them away; answers with the names that lead to it. */
export const setVariables: Operation<SetVariablesInput, Result<readonly string[]>> = {
  name: 'collections set',
  permission: 'project',
  description: 'Sets variables of a saved collection or folder.',
  run: input =>
    updatePlace(input, (saved, place) => {
      const folder = folderAt(saved, place)
      if (folder === undefined)
        return refused(`"${input.place}" is a request, and variables belong to folders and collections`)
      const unknown = input.unset.find(name => !namesOf(folder).includes(name))
      if (unknown !== undefined) return refused(`"${input.place}" has no variable "${unknown}"`)
      return {
        ok: true,
        value: changeFolder(
          withAllowed(saved, place.collection, readsNamed({ variables: input.set })),
          place,
          contents => ({ ...contents, ...changed(contents, input) }),
        ),
      }
    }),
}

function namesOf({ variables = {}, secrets = {} }: FolderContents): readonly string[] {
  return [...Object.keys(variables), ...Object.keys(secrets)]
}

function changed(
  { variables = {}, secrets = {} }: FolderContents,
  { set, unset, secret }: SetVariablesInput,
): { readonly variables: JsonObject; readonly secrets: JsonObject } {
  const names = [...unset, ...Object.keys(set)]
  const keep = (values: JsonObject, own: boolean): JsonObject => ({
    ...Object.fromEntries(
      Object.entries(values).filter(([name]) => !names.includes(name) || (own && Object.hasOwn(set, name))),
    ),
    ...(own ? set : {}),
  })
  return { variables: keep(variables, !secret), secrets: keep(secrets, secret) }
}

function refused(message: string): Result<never> {
  return { ok: false, problems: [usageProblem(message)] }
}
