import type { Collection, Folder } from '../../model/collection.ts'
import { type Result, usageProblem } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import type { Operation } from '../operation.ts'
import { changeFolder, folderAt } from './change-items.ts'
import { findPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { type SavedInput, updateSaved } from './saved-input.ts'

/** A collection or a folder to be made. */
export interface CreateSavedInput extends SavedInput {
  readonly name: string
  /** The collection or folder it is made in; a collection is made when there is none. */
  readonly into?: string
  readonly description?: string
  readonly baseUrl?: string
}

/** Makes a collection, or a folder in one. */
export const createSaved: Operation<CreateSavedInput, Result<Saved>> = {
  name: 'collections create',
  permission: 'project',
  description: 'Creates a collection, or a folder in one.',
  run(input) {
    if (input.name.trim() === '') return Promise.resolve(refused('the name is empty'))
    return updateSaved(input, saved =>
      input.into === undefined ? withCollection(saved, input) : withFolder(saved, input, input.into),
    )
  },
}

function withCollection(saved: Saved, { name, description, baseUrl }: CreateSavedInput): Result<Saved> {
  if (saved.collections.some(collection => collection.name.trim() === name.trim()))
    return savedExists(`"${name}" is there already`)
  const collection: Collection = {
    name,
    ...(description === undefined ? {} : { description }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    environments: [],
    items: [],
  }
  return { ok: true, value: { ...saved, collections: [...saved.collections, collection] } }
}

function withFolder(saved: Saved, input: CreateSavedInput, into: string): Result<Saved> {
  const { name, description, baseUrl } = input
  if (baseUrl !== undefined) return refused('only a collection has a base URL')
  const place = findPlace(saved, into)
  if (!place.ok) return place
  const parent = folderAt(saved, place.value)
  if (parent === undefined) return refused(`"${into}" is a request, which has no folders`)
  if (isNamed(parent.items, name)) return savedExists(`"${into}/${name}" is there already`)
  const folder: Folder = {
    kind: 'folder',
    name,
    ...(description === undefined ? {} : { description }),
    items: [],
  }
  const value = changeFolder(saved, place.value, contents => ({
    ...contents,
    items: [...contents.items, folder],
  }))
  return { ok: true, value }
}

function refused(message: string): Result<never> {
  return { ok: false, problems: [usageProblem(message)] }
}
