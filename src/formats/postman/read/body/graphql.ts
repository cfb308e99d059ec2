import { exactJson } from '../../../../compile/exact-json.ts'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isObject } from '../../../../util/is-json.ts'
import { memberAt, withoutUndefined } from '../../parts.ts'
import { templateOf } from '../../template.ts'
import { staysText } from '../stays-text.ts'
import type { BodySurroundings, ReadBody } from './index.ts'

/** A GraphQL operation. Variables with bare placeholders are no JSON, so then the whole body is written as text. */
export function readGraphql(body: JsonObject, around: BodySurroundings): ReadBody {
  const graphql = memberAt(body, 'graphql')
  if (!isObject(graphql)) return { keys: {} }
  const query = memberAt(graphql, 'query')
  const operation = memberAt(graphql, 'operationName')
  const variables = variablesOf(memberAt(graphql, 'variables'), around)
  if (typeof query !== 'string' || variables === undefined) return { keys: written(graphql, around) }
  const operationText = typeof operation === 'string' ? templateOf(operation) : undefined
  const keys = { query: templateOf(query), operation: operationText, variables: variables ?? undefined }
  return { keys: { graphql: withoutUndefined(keys) } }
}

/** The variables as an object; null when there are none, undefined when they can only be written as text. */
function variablesOf(
  variables: JsonValue | undefined,
  around: BodySurroundings,
): JsonObject | null | undefined {
  if (variables === undefined || variables === '') return null
  const template = typeof variables === 'string' ? templateOf(variables) : undefined
  const value = template === undefined ? variables : template === variables ? exactJson(template) : undefined
  return isObject(value) && staysText(value, around.known) && isPlain(value) ? value : undefined
}

function isPlain(value: JsonObject): boolean {
  const text = JSON.stringify(value)
  return templateOf(text) === text
}

/** The body as the runner puts it together: variables that are text stand in it as they are written. */
function written(graphql: JsonObject, { type }: BodySurroundings): JsonObject {
  const { query, operationName, variables } = graphql
  const contentType = type === undefined ? { 'content-type': 'application/json' } : {}
  if (typeof variables !== 'string')
    return { text: templateOf(JSON.stringify({ query, operationName, variables })), ...contentType }
  const members = [
    ...(typeof query === 'string' ? [`"query":${JSON.stringify(query)}`] : []),
    ...(typeof operationName === 'string' ? [`"operationName":${JSON.stringify(operationName)}`] : []),
    ...(variables === '' ? [] : [`"variables":${variables}`]),
  ]
  return { text: templateOf(`{${members.join(',')}}`), ...contentType }
}
