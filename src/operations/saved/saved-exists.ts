import { itemName } from '../../compile/item-name.ts'
import type { CollectionItem } from '../../model/collection.ts'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'

/** Why a name cannot be given: something beside it has that name. What is saved could perhaps take its place. */
export function savedExists(message: string, isReplaceable = false): Result<never> {
  const hint = isReplaceable ? 'Choose another name, or replace it with --replace.' : 'Choose another name.'
  return refusal(errorProblem({ code: 'saved-exists', message, hint }))
}

/** True where something among the items has a name already: no path would tell the two apart. */
export function isNamed(items: readonly CollectionItem[], name: string): boolean {
  return items.some(item => itemName(item).trim() === name.trim())
}
