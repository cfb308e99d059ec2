import type { Parameter } from '../../api-description/api-description.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { jsonIn } from '../../util/json-in.ts'
import type { FoundOperation } from './find-operation.ts'
import { headerItems, type TextPair, valueInPairs, valueOfText, writtenItems } from './parameter-value.ts'
import { type Preference, type SchemaPart, typesOf } from './written-value.ts'

/** A request taken apart. */
export interface SentRequest {
  readonly pathValues: ReadonlyMap<string, string>
  readonly query: readonly TextPair[]
  readonly cookies: readonly TextPair[]
  readonly request: RequestRecord
}

/** Takes a request apart that is for an operation. */
export function sentRequest({ pathValues }: FoundOperation, request: RequestRecord): SentRequest {
  return {
    pathValues,
    query: queryPairs(request.url ?? ''),
    cookies: cookiePairs(headerValue(request.headers, 'cookie') ?? ''),
    request,
  }
}

/** The parameters of its operation that a request has, whatever their values. */
export function sentParameters(found: FoundOperation, request: RequestRecord): readonly Parameter[] {
  const sent = sentRequest(found, request)
  return found.operation.parameters.filter(parameter => isSent(parameter, sent))
}

/** An object in a query may be there by the names of its members only; only its schema names them. */
function isSent(
  { in: place, name }: Parameter,
  { pathValues, query, cookies, request }: SentRequest,
): boolean {
  const has = (pairs: readonly TextPair[]) =>
    pairs.some(([key]) => key === name || key.startsWith(`${name}[`))
  if (place === 'path') return pathValues.has(name)
  if (place === 'header') return headerValue(request.headers, name) !== undefined
  return has(place === 'query' ? query : cookies)
}

/** The value that a request has for a parameter, read as its schema says; undefined where it has none. */
export function sentValue(
  parameter: Parameter,
  sent: SentRequest,
  part: SchemaPart,
  preference: Preference,
): JsonValue | undefined {
  if (parameter.mediaType !== undefined) return contentValue(parameter, sent)
  switch (parameter.in) {
    case 'query':
      return valueInPairs(parameter, sent.query, part, preference)
    case 'cookie':
      // Browsers send one name for several paths, the nearest path first (RFC 6265, 5.4).
      return valueInPairs(
        parameter,
        typesOf(part).has('array') ? sent.cookies : firstOfEach(sent.cookies),
        part,
        preference,
      )
    case 'header': {
      const text = headerValue(sent.request.headers, parameter.name)
      return text === undefined
        ? undefined
        : valueOfText(text, headerItems(text), part, preference, parameter.explode)
    }
    case 'path':
      return pathValue(parameter, sent.pathValues, part, preference)
  }
}

/** A parameter that is written in a media type, which is JSON wherever it can be read as that. */
function contentValue({ in: where, name }: Parameter, sent: SentRequest): JsonValue | undefined {
  const pairs = where === 'query' ? sent.query : sent.cookies
  const texts = pairs.flatMap(([key, value]) => (key === name ? [value] : []))
  if (texts.length > 1) return texts.map(one => jsonIn(one) ?? one)
  const text =
    where === 'header'
      ? headerValue(sent.request.headers, name)
      : where === 'path'
        ? decodePercent(sent.pathValues.get(name) ?? '')
        : texts[0]
  const value = text === undefined ? undefined : jsonIn(text)
  return value === undefined ? text : value
}

function pathValue(
  { name, style, explode }: Parameter,
  values: ReadonlyMap<string, string>,
  part: SchemaPart,
  preference: Preference,
): JsonValue | undefined {
  const written = values.get(name)
  if (written === undefined) return undefined
  if (style === 'matrix') {
    const pairs = written.split(';').filter(Boolean).map(pairOf)
    return valueInPairs({ name, style, explode }, pairs, part, preference)
  }
  const text = style === 'label' ? written.replace(/^\./, '') : written
  const items = writtenItems(text, style === 'label' && explode ? '.' : ',')
  return valueOfText(decodePercent(text), items, part, preference, explode)
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
  const written = text.slice(name.length + 1)
  return [decodePercent(name), decodePercent(written), written]
}

function firstOfEach(pairs: readonly TextPair[]): readonly TextPair[] {
  return pairs.filter(([name], index) => pairs.findIndex(([other]) => other === name) === index)
}
