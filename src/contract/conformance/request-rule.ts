import type { Parameter } from '../../api-description/api-description.ts'
import type { ContractFinding, RuleResult } from '../../model/contract.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { ReadSchema, SchemaReader } from '../../validations/answer/schema-reader.ts'
import type { FoundOperation } from './find-operation.ts'
import { judgeWritten } from './judge-written.ts'
import { requestBodyFindings } from './request-body.ts'
import { judged } from './rule-result.ts'
import { sentRequest, type SentRequest, sentValue } from './sent-request.ts'
import { unreadableSchema } from './unreadable-schema.ts'
import type { Preference, SchemaPart } from './written-value.ts'

/** Rule 5: the request that was sent satisfies the description: required parameters, their values, and the body. */
export function requestRule(found: FoundOperation, exchange: Exchange, schemas: SchemaReader): RuleResult {
  const { operation } = found
  const sent = sentRequest(found, exchange.request)
  return judged('request', [
    ...operation.parameters.flatMap(parameter => parameterFindings(parameter, sent, schemas)),
    ...requestBodyFindings(operation, exchange, schemas),
  ])
}

/** Header parameters of these names are ignored (OpenAPI "Parameter Object", `in`): other parts of a description speak of them. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])

function parameterFindings(
  parameter: Parameter,
  sent: SentRequest,
  schemas: SchemaReader,
): readonly ContractFinding[] {
  const place = `${parameter.in} ${parameter.name}`
  if (parameter.in === 'header' && ignoredHeaders.has(parameter.name.toLowerCase())) return []
  const schema =
    parameter.schema === undefined
      ? ({ ok: true, value: anything } as const)
      : schemas.read(parameter.schema, 'request')
  const { value: known } = schema.ok ? schema : { value: anything }
  const read = (part: SchemaPart, preference: Preference) => sentValue(parameter, sent, part, preference)
  if (read({ schema: known.schema, root: known.schema }, 'typed') === undefined)
    return parameter.required ? [{ place, message: 'is required, and was not sent' }] : []
  return schema.ok ? judgeWritten(place, known, read) : [unreadableSchema(place, schema.problems)]
}

const anything: ReadSchema = { schema: {}, validate: () => [] }
