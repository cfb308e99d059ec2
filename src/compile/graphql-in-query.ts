import { graphqlOperation, graphqlParameters } from '../actions/http/graphql-operation.ts'
import type { JsonObject } from '../model/json.ts'
import { holdsBraces } from '../template/holds-braces.ts'
import { mapping } from '../util/read-values.ts'

/**
 * A step as it is sent: the GraphQL operation of a GET stands in its query. Variables are a text there, in which the type of a
 * placeholder is lost.
 */
export function withGraphqlInQuery(step: JsonObject): {
  readonly step: JsonObject
  readonly losses: readonly { readonly what: string; readonly why: string }[]
} {
  const { graphql, ...rest } = step
  const { request } = rest
  const operation = graphql === undefined ? undefined : graphqlOperation(graphql)
  if (operation === undefined || typeof request !== 'string' || !/^\s*GET\s/.test(request))
    return { step, losses: [] }
  return {
    step: { ...rest, query: { ...mapping(rest['query']), ...graphqlParameters(operation) } },
    losses: holdsBraces(operation['variables'] ?? null)
      ? [{ what: 'types of GraphQL variables', why: 'they are filled into the query of a GET as text' }]
      : [],
  }
}
