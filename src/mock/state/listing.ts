import type { Operation, Parameter } from '../../api-description/api-description.ts'
import type { DescribedCollection } from '../../api-description/collections.ts'
import type { FoundOperation } from '../../api-requests/matching/find-operation.ts'
import { sentRequest, type SentRequest, sentValue } from '../../api-requests/matching/sent-request.ts'
import { hasProperty, typesOf } from '../../api-requests/matching/written-value.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { defined } from '../../util/defined.ts'
import { isNumber, sameNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { mapping, property } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import type { ReceivedRequest } from '../received-request.ts'
import type { Collection } from './collection.ts'

/** Content of a response: an item, or a page of a list. */
export type Told =
  | { readonly kind: 'item'; readonly value: JsonObject; readonly key: string }
  | { readonly kind: 'list'; readonly items: readonly JsonObject[]; readonly page: Page }

/** Which part of a list an answer tells. */
export interface Page {
  readonly total: number
  readonly offset: number
  readonly limit?: number
  /** Its number, where it was asked for by that. */
  readonly number?: number
}

/** The page of a list that is told without a word of the request. */
export function firstPage(items: readonly JsonObject[], operation: Operation): Told {
  return listed(items, operation, { query: {}, filters: [] })
}

/** The items of a collection that a request asks for. */
export function askedItems(
  all: readonly JsonObject[],
  found: FoundOperation,
  { described }: Collection,
  { method, url, headers, query }: ReceivedRequest,
  schemas: SchemaReader,
): Told {
  const sent = sentRequest(found, { summary: `${method} ${url}`, method, url: `http://mock${url}`, headers })
  const filters = found.operation.parameters.flatMap(parameter => {
    const wanted = parameter.in === 'query' ? wantedOf(parameter, sent, described, schemas) : undefined
    return wanted === undefined ? [] : filtersOf(parameter, wanted, described, sent, all)
  })
  return listed(all, found.operation, { query, filters })
}

/** A member of items, and what it has to be: one of some texts, or an object with such members. */
type Filter = readonly [name: string, wanted: JsonValue]

/** The part of a list that a request asks for. */
interface Asked {
  readonly query: ReceivedRequest['query']
  readonly filters: readonly Filter[]
}

/** The value that a request gives for a parameter, by its style: a text, several, or an object of them. */
function wantedOf(
  parameter: Parameter,
  sent: SentRequest,
  { members }: DescribedCollection,
  schemas: SchemaReader,
): JsonValue | undefined {
  const read = parameter.schema === undefined ? undefined : schemas.read(parameter.schema, 'request')
  const root = read?.ok === true ? read.value.schema : {}
  const part = { schema: root, root }
  const types = typesOf(part)
  const described = members.filter(name => hasProperty(part, name)).map(name => [name, {}] as const)
  const texts: JsonObject = types.has('array')
    ? { type: 'array' }
    : types.has('object')
      ? { type: 'object', properties: Object.fromEntries(described) }
      : {}
  return sentValue(parameter, sent, { schema: texts, root: texts }, 'text')
}

/** A parameter of the name of a member is about that member, and the members of an object of another name are. */
function filtersOf(
  { name }: Parameter,
  wanted: JsonValue,
  { members }: DescribedCollection,
  sent: SentRequest,
  all: readonly JsonObject[],
): readonly Filter[] {
  if (isPaging(name) && !isObject(wanted)) return []
  if (!members.includes(name))
    return isObject(wanted) ? Object.entries(wanted).filter(([member]) => members.includes(member)) : []
  const whole = isList(wanted) ? wholeText(name, sent) : undefined
  const isThere = whole !== undefined && all.some(item => fits(item[name], whole))
  return [[name, isThere ? whole : wanted]]
}

/** The text of a list as one value: an encoded separator belongs to it, though some clients encode those between items, too. */
function wholeText(name: string, { query }: SentRequest): string | undefined {
  const [only, ...others] = query.filter(([key]) => key === name)
  const written = only?.[2]
  if (written === undefined || others.length > 0 || /[,|\s]|%20|\+/.test(written)) return undefined
  return decodePercent(written)
}

/** The items whose members are as wanted, and of these a page. */
function listed(all: readonly JsonObject[], { parameters }: Operation, { query, filters }: Asked): Told {
  const fitting = all.filter(item => filters.every(([name, wanted]) => fits(item[name], wanted)))
  const asked = (names: RegExp): number | undefined => {
    const parameter = parameters.find(one => one.in === 'query' && names.test(one.name))
    if (parameter === undefined) return undefined
    const value = property(query, parameter.name) ?? property(mapping(parameter.schema?.value), 'default')
    const count = Number(value)
    return value === undefined || !Number.isInteger(count) || count < 0 ? undefined : count
  }
  const limit = asked(limitNames)
  const page = asked(pageNames)
  const first = parameters.some(one => pageNames.test(one.name) && startsAtZero(mapping(one.schema?.value)))
    ? 0
    : 1
  const offset = asked(offsetNames) ?? Math.max((page ?? first) - first, 0) * (limit ?? 0)
  const items = fitting.slice(offset, limit === undefined ? undefined : offset + limit)
  return { kind: 'list', items, page: defined({ total: fitting.length, offset, limit, number: page }) }
}

function startsAtZero(schema: JsonObject): boolean {
  return schema['default'] === 0 || schema['minimum'] === 0
}

/** Members of a list count when one of them is wanted; `10.50` is the number 10.5, and `007` not the text `7`. */
function fits(member: JsonValue | undefined, wanted: JsonValue): boolean {
  if (member === undefined) return false
  if (isObject(wanted))
    return isObject(member) && Object.entries(wanted).every(([name, one]) => fits(member[name], one))
  const texts = [wanted].flat().map(valueText)
  return [member].flat().some(one => texts.some(text => isWritten(one, text)))
}

function isWritten(value: JsonValue, text: string): boolean {
  if (valueText(value) === text) return true
  const read = isNumber(value) ? jsonIn(text) : undefined
  return isNumber(value) && isNumber(read) && sameNumber(value, read)
}

/** Names of the parameters of pages. */
const limitNames = /^(?:limit|per_?page|page_?size|size|take|top)$/i
const offsetNames = /^(?:offset|skip)$/i
const pageNames = /^page(?:_?number)?$/i

function isPaging(name: string): boolean {
  return [limitNames, offsetNames, pageNames].some(names => names.test(name))
}
