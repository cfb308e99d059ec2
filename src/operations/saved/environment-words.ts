import type { SavedEnvironment } from '../../model/collection.ts'
import { errorProblem, type Result, refusal, usageRefusal } from '../../model/problem.ts'
import { suggesting } from '../../util/did-you-mean.ts'

/** Only there where it says something. */
export function markOf(production = false): Pick<SavedEnvironment, 'production'> {
  return production ? { production } : {}
}

/** Refuses an environment that is not there. */
export function missing(
  { name, collection }: { readonly name: string; readonly collection?: string },
  all: readonly Pick<SavedEnvironment, 'name'>[],
  kind = 'saved environment',
): Result<never> {
  if (name.trim() === '') return unnamed
  const message = `there is no ${kind} "${name}"${collection === undefined ? '' : ` in ${collection}`}`
  const hint = suggesting(
    name,
    all.map(one => one.name),
    'See what there is with apitest environments.',
  )
  return refusal(errorProblem({ code: 'environment-unknown', message, hint }))
}

/** Refuses an environment without a name. */
export const unnamed: Result<never> = usageRefusal('the name of an environment is empty')
