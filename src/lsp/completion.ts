import type { CompletionItem } from 'vscode-languageserver'
import { mapping, valueAt } from '../util/read-values.ts'
import { completeKeys, completeValues } from './complete-by-schema.ts'
import { completeNames } from './complete-names.ts'
import { completePlaceholder } from './complete-placeholder.ts'
import { type Asked, type Place, placeAt } from './place.ts'

/** The completions at a cursor. Nothing is offered where whatever stands there would be refused. */
export async function completionsAt(asked: Asked): Promise<readonly CompletionItem[]> {
  const inBraces = completePlaceholder(asked)
  if (inBraces !== undefined) return inBraces
  const place = placeAt(asked.cursor)
  if (place.kind === 'none') return []
  const names = await completeNames(asked, place)
  if (place.kind === 'value') return names.length > 0 ? names : completeValues(asked, place)
  const values = isItemOfList(place) ? [...names, ...completeValues(asked, place)] : names
  return [...values, ...(await completeKeys(asked, place))]
}

/** A word behind a dash may be an item, or the first key of one. */
function isItemOfList({ path, around, kind }: Place): boolean {
  const isFirst = Object.keys(mapping(valueAt(around, path))).length === 0
  return kind === 'key' && typeof path.at(-1) === 'number' && isFirst
}
