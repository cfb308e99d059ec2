import type { ProductionMark } from '../model/configuration.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import type { Plan } from '../plan/plan.ts'
import { flag, optional } from './schema.ts'

/** Says of one call that production is meant. */
export const productionKey = optional(flag('You mean the environment that is marked as production'))

/**
 * The environments of a plan that are marked as production, each once. A suite that another one uses runs in the environment of
 * that one, whatever its own `environment` says.
 */
function productionIn({ suites }: Plan): readonly ProductionMark[] {
  return [...new Set(suites.flatMap(({ values }) => values.environment.production ?? []))]
}

/** Why nothing is done with a plan: it would be in production, and the call does not say that this is meant. */
export function unaskedProduction(
  plan: Plan,
  { production = false }: { readonly production?: boolean | undefined },
): readonly Problem[] {
  return production ? [] : productionIn(plan).map(notMeant)
}

function notMeant({ name, span, collection }: ProductionMark): Problem {
  const owner = collection === undefined ? '' : ` of ${collection}`
  const which =
    span === undefined
      ? `in .tool/api-collections.json, the environment "${name}"${owner}`
      : `the environment "${name}"`
  return errorProblem({
    code: 'production-unasked',
    message: `${which} is marked as production, so nothing is sent there unasked`,
    span,
    hint: 'Where you mean it, add --production.',
  })
}
