import { itemName } from '../../compile/item-name.ts'
import type { CollectionItem } from '../../model/collection.ts'
import { errorProblem, type Result, refusal } from '../../model/problem.ts'

/** Why a name cannot be given: something beside it has that name. */
export function savedExists(message: string): Result<never> {
  return refusal(errorProblem({ code: 'saved-exists', message, hint: 'Choose another name.' }))
}

/** Whether something among the items has a name already: no path would tell the two apart. */
export function isNamed(items: readonly CollectionItem[], name: string): boolean {
  return items.some(item => itemName(item).trim() === name.trim())
}
