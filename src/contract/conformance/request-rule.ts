import type { Parameter } from '../../api-description/api-description.ts'
import type { ContractFinding, RuleResult } from '../../model/contract.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import type { FoundOperation } from './find-operation.ts'
import { judgeWritten } from './judge-written.ts'
import { headerValue } from './header-value.ts'
import { type TextPair, valueInPairs, valueOfText } from './parameter-value.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { requestBodyFindings } from './request-body.ts'
import { judged } from './rule-result.ts'
import type { Preference, SchemaPart } from './written-value.ts'

/** Rule 5: the request that was sent satisfies the description: required parameters, their values, and the body. */
export function requestRule(
  { operation, pathValues }: FoundOperation,
  request: RequestRecord,
  schemas: SchemaReader,
): RuleResult {
  const sent: SentRequest = {
    pathValues,
    query: queryPairs(request.url ?? ''),
    cookies: cookiePairs(headerValue(request.headers, 'cookie') ?? ''),
    request,
  }
  return judged('request', [
    ...operation.parameters.flatMap(parameter => parameterFindings(parameter, sent, schemas)),
    ...requestBodyFindings(operation, request, schemas),
  ])
}

/** A request taken apart. */
interface SentRequest {
  readonly pathValues: ReadonlyMap<string, string>
  readonly query: readonly TextPair[]
  readonly cookies: readonly TextPair[]
  readonly request: RequestRecord
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
  // What nobody can read is a fault of the description, and told where that is loaded.
  const { value: known } = schema.ok ? schema : { value: anything }
  const read = (part: SchemaPart, preference: Preference) => sentValue(parameter, sent, part, preference)
  if (read({ schema: known.schema, root: known.schema }, 'typed') === undefined)
    return parameter.required ? [{ place, message: 'is required, and was not sent' }] : []
  return judgeWritten(place, known, read)
}

const anything = { schema: {}, validate: () => [] }

function sentValue(
  parameter: Parameter,
  sent: SentRequest,
  part: SchemaPart,
  preference: Preference,
): ReturnType<typeof valueInPairs> {
  if (parameter.mediaType !== undefined) return contentValue(parameter, sent)
  switch (parameter.in) {
    case 'query':
      return valueInPairs(parameter, sent.query, part, preference)
    case 'cookie':
      return valueInPairs(parameter, sent.cookies, part, preference)
    case 'header': {
      const text = headerValue(sent.request.headers, parameter.name)
      return text === undefined ? undefined : valueOfText(text, ',', part, preference, parameter.explode)
    }
    case 'path':
      return pathValue(parameter, sent.pathValues, part, preference)
  }
}

/** A parameter that is written in a media type, which is JSON wherever it can be read as that. */
function contentValue({ in: where, name }: Parameter, sent: SentRequest): ReturnType<typeof valueInPairs> {
  const pairs = where === 'query' ? sent.query : sent.cookies
  const text =
    where === 'header'
      ? headerValue(sent.request.headers, name)
      : where === 'path'
        ? decodePercent(sent.pathValues.get(name) ?? '')
        : pairs.find(([key]) => key === name)?.[1]
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as ReturnType<typeof valueInPairs>
  } catch {
    return text
  }
}

function pathValue(
  { name, style, explode }: Parameter,
  values: ReadonlyMap<string, string>,
  part: SchemaPart,
  preference: Preference,
): ReturnType<typeof valueInPairs> {
  const written = values.get(name)
  if (written === undefined) return undefined
  if (style === 'matrix') {
    const pairs = written.split(';').filter(Boolean).map(pairOf)
    return valueInPairs({ name, style, explode }, pairs, part, preference)
  }
  const text = style === 'label' ? written.replace(/^\./, '') : written
  return valueOfText(decodePercent(text), style === 'label' && explode ? '.' : ',', part, preference, explode)
}

function queryPairs(url: string): readonly TextPair[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  return query
    .split('&')
    .filter(Boolean)
    .map(pair => pairOf(pair.replaceAll('+', ' ')))
}

function cookiePairs(header: string): readonly TextPair[] {
  return header.split(/;\s*/).filter(Boolean).map(pairOf)
}

function pairOf(text: string): TextPair {
  const [name = ''] = text.split('=')
  return [decodePercent(name), decodePercent(text.slice(name.length + 1))]
}
