import type { Parameter } from '../../api-description/api-description.ts'
import { isIgnoredHeader } from '../../api-description/ignored-header.ts'
import type { RuleResult } from '../../model/contract.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import type { FoundOperation } from './find-operation.ts'
import { anything, requestBodyFindings, type RequestFinding, type Sent } from './request-body.ts'
import { judged, checkWritten, unreadableSchema } from './rule-result.ts'
import { sentRequest, type SentRequest, sentValue } from './sent-request.ts'
import type { Preference, SchemaPart } from './written-value.ts'

/** Rule 5: the request that was sent satisfies the description: required parameters, their values, and the body. */
export function requestRule(found: FoundOperation, exchange: Sent, schemas: SchemaReader): RuleResult {
  const findings = requestFindings(found, exchange, schemas)
  return judged(
    'request',
    findings.map(({ fault: _, ...finding }) => finding),
  )
}

/** All that is wrong with a request. */
export function requestFindings(
  found: FoundOperation,
  exchange: Sent,
  schemas: SchemaReader,
): readonly RequestFinding[] {
  const { operation } = found
  const sent = sentRequest(found, exchange.request)
  return [
    ...operation.parameters.flatMap(parameter => parameterFindings(parameter, sent, schemas)),
    ...requestBodyFindings(operation, exchange, schemas),
  ]
}

function parameterFindings(
  parameter: Parameter,
  sent: SentRequest,
  schemas: SchemaReader,
): readonly RequestFinding[] {
  const place = `${parameter.in} ${parameter.name}`
  if (isIgnoredHeader(parameter) || isRightlyEmpty(parameter, sent)) return []
  const mark = missingMark(parameter, sent)
  if (mark !== undefined)
    return [{ place, message: `must begin with ${JSON.stringify(mark)}, as its style asks for` }]
  const schema =
    parameter.schema === undefined
      ? ({ ok: true, value: anything } as const)
      : schemas.read(parameter.schema, 'request')
  const { value: known } = schema.ok ? schema : { value: anything }
  const read = (part: SchemaPart, preference: Preference) => sentValue(parameter, sent, part, preference)
  if (read({ schema: known.schema, root: known.schema }, 'typed') === undefined)
    return parameter.required ? [{ place, message: 'is required, and was not sent' }] : []
  return schema.ok
    ? checkWritten(place, known, read)
    : [{ ...unreadableSchema(place, schema.problems), fault: 'description' }]
}

/** True where it stands in the query without a value, and may. */
function isRightlyEmpty({ name, allowsEmpty }: Parameter, { query }: SentRequest): boolean {
  const own = query.filter(([key]) => key === name)
  return allowsEmpty === true && own.length > 0 && own.every(([, value]) => value === '')
}

/** The character that a value in a path begins with in its style (RFC 6570, 3.2.5 and 3.2.7), where it is not there. */
function missingMark(
  { in: place, name, style, mediaType }: Parameter,
  { pathValues }: SentRequest,
): string | undefined {
  const mark = place !== 'path' || mediaType !== undefined ? undefined : marks[style]
  const written = pathValues.get(name)
  return mark === undefined || written === undefined || written.startsWith(mark) ? undefined : mark
}

const marks: Partial<Record<Parameter['style'], string>> = { label: '.', matrix: ';' }
