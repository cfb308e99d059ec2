import type { Direction } from '../../../api-description/api-description.ts'
import { describedBy } from '../../../api-description/testing/description.ts'
import type { Change } from '../../../model/contract-change.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { SchemaReader } from '../../../validations/answer/schema-reader.ts'
import { compareDescriptions } from '../compare-descriptions.ts'
import { schemaRules } from '../rules/index.ts'
import { idIn, levelIn, schemaPlaces } from '../rules/rule.ts'
import { Random } from './random.ts'
import { RandomSchemas, type Version } from './random-schemas.ts'
import { SampledValues } from './sampled-values.ts'

export const usePlaces = ['request body', 'response body', 'parameter', 'items of a response'] as const

/** Two schemas in one place of an API. */
export interface SchemaPair {
  readonly seed: number
  readonly place: (typeof usePlaces)[number]
  readonly before: JsonObject
  readonly after: JsonObject
}

/** How the comparison of a pair was found to be. */
export interface JudgedPair extends SchemaPair {
  readonly verdict: 'breaking' | 'warning' | 'safe'
  /** A value that breaks somebody, where one was found. */
  readonly witness?: JsonValue
  readonly isFalse: boolean
  readonly changes: readonly Change[]
}

/** A pair of documents that follows from a seed. */
export function randomPair(seed: number): SchemaPair {
  const random = new Random(seed)
  const version: Version = random.chance(0.5) ? '3.1.0' : '3.0.3'
  const schemas = new RandomSchemas(random, version)
  const place = random.pick(usePlaces)
  const old = place === 'parameter' ? schemas.schema(1) : schemas.schema()
  const components = schemas.components()
  const fresh = random.chance(0.15) ? schemas.schema(place === 'parameter' ? 1 : 2) : schemas.mutated(old)
  const others = random.chance(0.4) ? changedComponents(components, schemas, random) : components
  return {
    seed,
    place,
    before: documentOf(old, components, place, version),
    after: documentOf(fresh, others, place, version),
  }
}

function changedComponents(components: JsonObject, schemas: RandomSchemas, random: Random): JsonObject {
  const name = random.pick(['Card', 'Bank', 'Node'])
  return { ...components, [name]: schemas.mutated(components[name] ?? {}, 0) }
}

function documentOf(
  schema: JsonValue,
  components: JsonObject,
  place: SchemaPair['place'],
  version: Version,
): JsonObject {
  const json = (one: JsonValue): JsonObject => ({ content: { 'application/json': { schema: one } } })
  const used = place === 'items of a response' ? { type: 'array', items: schema } : schema
  const isResponse = place.endsWith('response') || place === 'response body'
  return {
    openapi: version,
    info: { title: 'Pair', version: '1' },
    paths: {
      '/things': {
        post: {
          ...(place === 'parameter' ? { parameters: [{ name: 'q', in: 'query', schema: used }] } : {}),
          ...(place === 'request body' ? { requestBody: { required: true, ...json(used) } } : {}),
          responses: { '200': { description: 'ok', ...(isResponse ? json(used) : {}) } },
        },
      },
    },
    components: { schemas: components },
  }
}

const agreed = new Set(
  schemaRules
    .filter(({ isAgreed }) => isAgreed === true)
    .flatMap(rule =>
      schemaPlaces.filter(place => levelIn(rule, place) !== undefined).map(place => idIn(rule, place, false)),
    ),
)

/**
 * The verdict on a pair, held against values that both schemas were asked about. What is told because it was agreed to be a
 * change, whatever values are right, counts neither way.
 */
export async function judgePair(pair: SchemaPair, most = 4000): Promise<JudgedPair> {
  const changes = compareDescriptions(await describedBy(pair.before), await describedBy(pair.after))
  const counting = changes.filter(({ rule }) => !agreed.has(rule))
  const isAgreed = changes.some(({ level }) => level === 'breaking')
  const verdict = counting[0]?.level ?? 'safe'
  const witness =
    verdict === 'warning'
      ? undefined
      : await witnessOf(pair, verdict === 'safe', verdict === 'safe' ? most / 8 : most)
  return {
    ...pair,
    verdict,
    ...(witness === undefined ? {} : { witness: witness.value }),
    isFalse:
      verdict === 'safe'
        ? witness !== undefined && !isAgreed
        : verdict === 'breaking' && witness === undefined,
    changes,
  }
}

/**
 * A value that was accepted and is refused, or that may come and could not. Against a verdict that nothing breaks, such count as
 * keep to what was agreed: that nobody sends what is not described, or travels the other way, and that who reads a response looks
 * past what is not described.
 */
async function witnessOf(
  pair: SchemaPair,
  isStrict: boolean,
  most: number,
): Promise<{ readonly value: JsonValue } | undefined> {
  const direction: Direction = pair.place.includes('response') ? 'response' : 'request'
  const [from, to] = direction === 'request' ? [pair.before, pair.after] : [pair.after, pair.before]
  const judges = [await judgeOf(to, direction)]
  if (isStrict) judges.push(await judgeOf(agreedForm(to, direction), direction))
  const right = await judgeOf(from, direction)
  const components = componentsOf(from)
  const hidden = isStrict ? hidingKeyword(direction) : undefined
  const sampled = new SampledValues(new Random(pair.seed + 1), components, [from, to].map(saidBy), hidden)
  for (let count = 0; count < most; count++) {
    const value = sampled.value(schemaIn(!isStrict && count % 3 === 2 ? to : from))
    if (!right(value)) continue
    const forms = pair.place === 'parameter' ? asText(value) : [value]
    if (!forms.some(form => judges.some(accepts => accepts(form)))) return { value }
  }
  return undefined
}

function hidingKeyword(direction: Direction): string {
  return direction === 'request' ? 'readOnly' : 'writeOnly'
}

function saidBy(document: JsonObject): JsonValue {
  return [schemaIn(document), componentsOf(document)]
}

function componentsOf({ components }: JsonObject): JsonObject {
  const schemas = isObject(components) ? components['schemas'] : undefined
  return isObject(schemas) ? schemas : {}
}

/** The schema that a document is about. */
function schemaIn(document: JsonObject): JsonValue {
  const found = [document['paths'] ?? null]
  for (let value = found.pop(); value !== undefined; value = found.pop()) {
    if (isList(value)) found.push(...value)
    else if (isObject(value)) {
      const { schema } = value
      if (schema !== undefined) return schema
      found.push(...Object.values(value))
    }
  }
  return true
}

async function judgeOf(document: JsonObject, direction: Direction): Promise<(value: JsonValue) => boolean> {
  const description = await describedBy(document)
  const [operation] = description.operations
  const place =
    operation?.parameters[0]?.schema ??
    operation?.body?.contents[0]?.schema ??
    operation?.responses[0]?.contents[0]?.schema
  if (place === undefined) throw new Error(`no schema in ${JSON.stringify(document)}`)
  const read = new SchemaReader(description).read(place, direction)
  if (!read.ok) throw new Error(read.problems)
  return value => read.value.validate(value).length === 0
}

/**
 * Reduces a value to the form that counts as the same by agreement: properties that do not travel are free, and closed
 * objects of responses are open.
 */
function agreedForm(value: JsonObject, direction: Direction): JsonObject
function agreedForm(value: JsonValue, direction: Direction): JsonValue
function agreedForm(value: JsonValue, direction: Direction): JsonValue {
  if (isList(value)) return value.map(item => agreedForm(item, direction))
  if (!isObject(value)) return value
  const keyword = hidingKeyword(direction)
  if (value[keyword] === true) return { [keyword]: true }
  if (direction === 'request') return mapped(value, (key, member) => [key, agreedForm(member, direction)])
  const written = JSON.stringify(value['oneOf'] ?? null)
  const mayBeClosed = written.includes('"additionalProperties":false') || written.includes('"$ref"')
  const { additionalProperties, ...open } = value
  const kept = additionalProperties === false ? open : value
  return mapped(kept, (key, member) => [
    key === 'oneOf' && mayBeClosed ? 'anyOf' : key,
    agreedForm(member, direction),
  ])
}

function mapped(
  value: JsonObject,
  change: (key: string, member: JsonValue) => readonly [string, JsonValue],
): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => change(key, member)))
}

/** Every scalar of a parameter is text, and may be read as such: all ways to read the first four of them, the others all alike. */
function asText(value: JsonValue): readonly JsonValue[] {
  const read = (one: JsonValue, left: { bits: number }): JsonValue => {
    if (isList(one)) return one.map(item => read(item, left))
    if (isObject(one)) return mapped(one, (key, member) => [key, read(member, left)])
    if (one === null || typeof one === 'string') return one
    const isText = (left.bits & 1) === 1
    left.bits >>= 1
    return isText ? String(one) : one
  }
  return Array.from({ length: 32 }, (_, bits) => read(value, { bits: bits - 16 }))
}
