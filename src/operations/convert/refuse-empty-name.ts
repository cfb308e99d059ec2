import { type Result, usageRefusal } from '../../model/problem.ts'

/** Refuses a name of blanks for a collection, as no path would lead to it. Undefined for any other name, and for none. */
export function refuseEmptyName(name: string | undefined): Result<never> | undefined {
  if (name === undefined || name.trim() !== '') return undefined
  return usageRefusal('--name is empty')
}
