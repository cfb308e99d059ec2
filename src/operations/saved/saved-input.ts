import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { changeSaved, readSaved, type Saved } from '../../store/saved-collections.ts'
import type { Host } from '../operation.ts'
import { projectFolder, projectKeys } from '../project-folder.ts'
import { list, type ObjectOf, published, text } from '../schema.ts'
import { findPlace, type NamedPlace } from './find-place.ts'

/** Keys of every operation on something saved. */
export const placeKeys = {
  place: text('Names on the way to it: Shop/Users/List users'),
  ...projectKeys,
} as const

/** The answer of an operation that changes a saved object. */
export const namesSchema = list(text('A name'), 'The names that led to it before')

/** The tasks left to the user, as where a credential became a placeholder. */
export const notesSchema = list(text('A sentence'), 'What to do before it can run')

/** Variables with their values. */
export const variablesSchema = published<JsonObject>(
  'suite.schema.json#/definitions/variables',
  'Variables that get another value, name: value',
)

type Folder = Pick<Host, 'workingFolder' | 'rehearses'>
type ProjectInput = ObjectOf<typeof projectKeys>
type PlaceInput = ObjectOf<typeof placeKeys>

/** Everything that is saved. */
export async function loadSaved(input: ProjectInput, host: Folder): Promise<Result<Saved>> {
  const folder = await projectFolder(input, host)
  return folder.ok ? readSaved(folder.value) : folder
}

/** Loads the saved objects, and finds a place in them. */
export async function loadPlace(
  input: PlaceInput,
  host: Folder,
): Promise<Result<{ readonly saved: Saved; readonly place: NamedPlace }>> {
  const saved = await loadSaved(input, host)
  if (!saved.ok) return saved
  const place = findPlace(saved.value, input.place)
  return place.ok ? { ok: true, value: { saved: saved.value, place: place.value } } : place
}

/** Changes what is saved. */
export async function updateSaved(
  input: ProjectInput,
  host: Folder,
  change: (saved: Saved) => Result<Saved>,
): Promise<Result<Saved>> {
  const folder = await projectFolder(input, host)
  return folder.ok ? changeSaved(folder.value, change, host) : folder
}

/** Changes what is saved at a place; answers with the names on the way to it. */
export async function updatePlace(
  input: PlaceInput,
  host: Folder,
  change: (saved: Saved, place: NamedPlace) => Result<Saved>,
): Promise<Result<readonly string[]>> {
  let names: readonly string[] = []
  const updated = await updateSaved(input, host, saved => {
    const place = findPlace(saved, input.place)
    if (!place.ok) return place
    names = place.value.names
    return change(saved, place.value)
  })
  return updated.ok ? { ok: true, value: names } : updated
}
