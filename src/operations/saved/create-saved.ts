import type { Collection, Folder } from '../../model/collection.ts'
import { refusal, type Result, usageRefusal } from '../../model/problem.ts'
import type { Saved } from '../../store/saved-collections.ts'
import { operation } from '../operation.ts'
import { baseUrlProblem } from '../base-url-problem.ts'
import { projectKeys } from '../project-folder.ts'
import { object, optional, text, type ValueOf } from '../schema.ts'
import { changeFolder, folderAt } from './change-items.ts'
import { findPlace } from './find-place.ts'
import { isNamed, savedExists } from './saved-exists.ts'
import { updateSaved } from './saved-input.ts'
import { defined } from '../../util/defined.ts'

const createInput = object({
  name: text('Its name'),
  into: optional(text('Collection or folder to make a folder in; without it a collection is made')),
  description: optional(text('What it is for')),
  baseUrl: optional(text('Value of {{baseUrl}} in its requests')),
  ...projectKeys,
})

type CreateSavedInput = ValueOf<typeof createInput>

/** Makes a collection, or a folder in one. */
export const createSaved = operation({
  name: 'create-saved',
  permission: 'project',
  canRehearse: true,
  summary: 'Creates a collection, or a folder in one.',
  input: createInput,
  answer: text('Names on the way to it: Shop/Users'),
  async run(input, host) {
    const { name, into } = input
    if (name.trim() === '') return usageRefusal('the name is empty')
    const wrong = input.baseUrl === undefined ? undefined : baseUrlProblem(input.baseUrl)
    if (wrong !== undefined) return refusal(wrong)
    const updated = await updateSaved(input, host, saved =>
      into === undefined ? withCollection(saved, input) : withFolder(saved, input, into),
    )
    return updated.ok ? { ok: true, value: into === undefined ? name : `${into}/${name}` } : updated
  },
})

function withCollection(saved: Saved, { name, description, baseUrl }: CreateSavedInput): Result<Saved> {
  if (saved.collections.some(collection => collection.name.trim() === name.trim()))
    return savedExists(`"${name}" is there already`)
  const collection: Collection = defined({ name, description, baseUrl, environments: [], items: [] })
  return { ok: true, value: { ...saved, collections: [...saved.collections, collection] } }
}

function withFolder(saved: Saved, input: CreateSavedInput, into: string): Result<Saved> {
  const { name, description, baseUrl } = input
  if (baseUrl !== undefined) return usageRefusal('only a collection has a base URL')
  const place = findPlace(saved, into)
  if (!place.ok) return place
  const parent = folderAt(saved, place.value)
  if (parent === undefined) return usageRefusal(`"${into}" is a request, which has no folders`)
  if (isNamed(parent.items, name)) return savedExists(`"${into}/${name}" is there already`)
  const folder: Folder = defined({ kind: 'folder', name, description, items: [] })
  const value = changeFolder(saved, place.value, contents => ({
    ...contents,
    items: [...contents.items, folder],
  }))
  return { ok: true, value }
}
