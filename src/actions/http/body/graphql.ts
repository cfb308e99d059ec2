import type { JsonValue } from '../../../model/json.ts'
import { failed, prepared, type Prepared } from '../../failure.ts'
import { textBody, type PreparedBody } from './prepared-body.ts'
import { isObject } from '../../../util/is-json.ts'

/**
 * A GraphQL operation as JSON with `query`, `variables` and `operationName` (GraphQL over HTTP, section 5.4). The value
 * is the query itself, or a mapping of `query`, `variables` and `operation`.
 */
export function graphqlBody(value: JsonValue, contentType: string | undefined): Prepared<PreparedBody> {
  const { query, variables, operation } = isObject(value) ? value : { query: value }
  if (typeof query !== 'string') return failed('Request Error', 'graphql needs a query, written as text')
  const text = JSON.stringify({
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operation === undefined ? {} : { operationName: operation }),
  })
  return prepared(textBody(text, contentType ?? 'application/json'))
}
