import type { Result } from '../../model/problem.ts'
import { changeSaved, readSaved, type Saved } from '../../store/saved-collections.ts'
import { historyFolder, type HistoryInput } from '../project-folder.ts'
import { findPlace, type NamedPlace } from './find-place.ts'

/** Whose saved collections are meant. */
export type SavedInput = HistoryInput

/** Whose, and what is saved under a path of names: `Shop/Users/List users`. */
export interface PlaceInput extends SavedInput {
  readonly place: string
}

/** Everything that is saved. */
export async function loadSaved(input: SavedInput): Promise<Result<Saved>> {
  const folder = await historyFolder(input)
  return folder.ok ? readSaved(folder.value) : folder
}

/** What is saved, and a place in it. */
export async function loadPlace(
  input: PlaceInput,
): Promise<Result<{ readonly saved: Saved; readonly place: NamedPlace }>> {
  const saved = await loadSaved(input)
  if (!saved.ok) return saved
  const place = findPlace(saved.value, input.place)
  return place.ok ? { ok: true, value: { saved: saved.value, place: place.value } } : place
}

/** Changes what is saved. */
export async function updateSaved(
  input: SavedInput,
  change: (saved: Saved) => Result<Saved>,
): Promise<Result<Saved>> {
  const folder = await historyFolder(input)
  return folder.ok ? changeSaved(folder.value, change) : folder
}

/** Changes what is saved at a place; answers with the names on the way to it. */
export async function updatePlace(
  input: PlaceInput,
  change: (saved: Saved, place: NamedPlace) => Result<Saved>,
): Promise<Result<readonly string[]>> {
  let names: readonly string[] = []
  const updated = await updateSaved(input, saved => {
    const place = findPlace(saved, input.place)
    if (!place.ok) return place
    names = place.value.names
    return change(saved, place.value)
  })
  return updated.ok ? { ok: true, value: names } : updated
}
