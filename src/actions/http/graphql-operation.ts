import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { writeJson } from '../../util/exact-number.ts'
import { isObject } from '../../util/is-json.ts'

/**
 * A GraphQL operation as it goes over HTTP: `query`, `variables` and `operationName` (GraphQL over HTTP, section 5.4). The value is
 * the query itself, or a mapping of `query`, `variables` and `operation`; undefined where its query is no text.
 */
export function graphqlOperation(value: JsonValue): JsonObject | undefined {
  const { query, variables, operation } = isObject(value) ? value : { query: value }
  return typeof query === 'string' ? defined({ query, variables, operationName: operation }) : undefined
}

/** The parameters of a GET that asks for an operation (GraphQL over HTTP, section 6.1). */
export function graphqlParameters(operation: JsonObject): Readonly<Record<string, string>> {
  const parts = Object.entries(operation).map(([name, part]): [string, string] => [
    name,
    typeof part === 'string' ? part : writeJson(part),
  ])
  return Object.fromEntries(parts)
}
