import type { FolderContents } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { usageRefusal } from '../../model/problem.ts'
import { operation } from '../operation.ts'
import { flag, list, object, optional, text, type ValueOf } from '../schema.ts'
import { readsNamed, withAllowed } from './allow-reads.ts'
import { changeFolder, folderAt } from './change-items.ts'
import { namesSchema, placeKeys, updatePlace, variablesSchema } from './saved-input.ts'

const setInput = object({
  set: variablesSchema,
  unset: list(text('A name'), 'Variable to take away'),
  secret: optional(flag('Mask the values in every output')),
  ...placeKeys,
})

type SetVariablesInput = ValueOf<typeof setInput>

/** Sets variables of a collection or a folder, or takes them away; answers with the names that lead to it. */
export const setVariables = operation({
  name: 'set-variables',
  permission: 'project',
  summary: 'Sets variables of a saved collection or folder, or takes them away.',
  input: setInput,
  answer: namesSchema,
  run: (input, host) =>
    updatePlace(input, host, (saved, place) => {
      const folder = folderAt(saved, place)
      if (folder === undefined)
        return usageRefusal(`"${input.place}" is a request, and variables belong to folders and collections`)
      const unknown = input.unset.find(name => !namesOf(folder).includes(name))
      if (unknown !== undefined) return usageRefusal(`"${input.place}" has no variable "${unknown}"`)
      return {
        ok: true,
        value: changeFolder(
          withAllowed(saved, place.collection, readsNamed({ variables: input.set })),
          place,
          contents => ({ ...contents, ...changed(contents, input) }),
        ),
      }
    }),
})

function namesOf({ variables = {}, secrets = {} }: FolderContents): readonly string[] {
  return [...Object.keys(variables), ...Object.keys(secrets)]
}

function changed(
  { variables = {}, secrets = {} }: FolderContents,
  { set, unset, secret = false }: SetVariablesInput,
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
