import type { ApiDescription } from '../../api-description/api-description.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { OperationFinder } from '../../api-requests/matching/find-operation.ts'
import { sentRequest, sentValue } from '../../api-requests/matching/sent-request.ts'
import type { ValueSource } from './value-sources.ts'

/** The values that requests have, by the operation that each is for; of several for one the first counts. */
export function requestValues(
  requests: readonly RequestRecord[],
  description: ApiDescription,
  baseUrl: string,
): ValueSource {
  const finder = new OperationFinder(description, baseUrl)
  const schemas = new SchemaReader(description)
  const values = new Map<string, JsonValue>()
  const keep = (key: string, value: JsonValue | undefined): void => {
    if (value !== undefined && !values.has(key)) values.set(key, value)
  }
  for (const request of requests) {
    const found = finder.find(request.method ?? '', request.url ?? '')
    if (found.kind !== 'operation') continue
    const { operation } = found
    const sent = sentRequest(found, request)
    for (const parameter of operation.parameters) {
      const read = parameter.schema === undefined ? undefined : schemas.read(parameter.schema, 'request')
      const schema = read?.ok === true ? read.value.schema : {}
      const value = sentValue(parameter, sent, { schema, root: schema }, 'typed')
      keep(`${operationKey(operation)}\n${parameter.in}\n${parameter.name}`, value)
    }
    keep(`${operationKey(operation)}\nbody\n`, bodyOf(request))
  }
  return {
    find: (operation, part) => {
      const value = values.get(`${operationKey(operation)}\n${part.in}\n${part.name}`)
      return value === undefined ? undefined : { value, from: 'collection' }
    },
  }
}

/** A JSON body; others are made anew. */
function bodyOf({ body, headers }: RequestRecord): JsonValue | undefined {
  const type = headerValue(headers, 'content-type')
  if (body === undefined || body.truncated || type === undefined || !isJsonType(type)) return undefined
  return jsonIn(body.text)
}
