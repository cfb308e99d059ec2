import { bareType, isJsonType } from '../api-description/find-response.ts'
import { pathText } from '../json-path/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { BodyPreview, HeaderList } from '../model/exchange.ts'
import { isCredentialField, looksLikeCredential } from '../secrets/index.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { plural } from '../util/quantity.ts'
import { property } from '../util/read-values.ts'
import { parseJson } from '../util/parse-json.ts'
import { isNumber } from '../util/exact-number.ts'
import { jsonType } from './json-type.ts'

/** An answer that came once. */
export interface KnownAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body?: BodyPreview
}

/** A validation as in a suite, and why it probably holds for every answer. */
export interface Proposal {
  readonly validation: JsonObject
  readonly reason: string
}

/**
 * Validations that the last of some answers satisfies and its like will, too: its status, its type, the schema of its body, and
 * fields that look as if they stay. Answers of another status count for nothing. What is masked is never among them.
 */
export function proposeValidations(answers: readonly KnownAnswer[]): readonly Proposal[] {
  const last = answers.at(-1)
  if (last === undefined) return []
  const alike = answers.filter(({ status }) => status === last.status)
  const seen = alike.length === 1 ? 'the last answer' : `the last ${plural(alike.length, 'answer')}`
  const bodies = alike.map(jsonBody)
  const body = bodies.at(-1)
  const known = bodies.filter(value => value !== undefined)
  return [
    { validation: { status: last.status }, reason: `${seen} had it` },
    ...typeProposal(alike, seen),
    ...(body === undefined ? [] : bodyProposals(known, body)),
  ]
}

function typeProposal(answers: readonly KnownAnswer[], seen: string): readonly Proposal[] {
  const [type = '', ...others] = new Set(answers.map(contentType))
  if (type === '' || others.length > 0) return []
  return [{ validation: { 'header content-type': { contains: type } }, reason: `${seen} had this type` }]
}

function contentType({ headers }: KnownAnswer): string {
  return bareType(headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '')
}

/** Undefined for a body that is no JSON, or is not known to its end. */
function jsonBody(answer: KnownAnswer): JsonValue | undefined {
  const { body } = answer
  if (body === undefined || body.truncated || !isJsonType(contentType(answer))) return undefined
  try {
    return parseJson(body.text)
  } catch {
    return undefined
  }
}

function bodyProposals(bodies: readonly JsonValue[], last: JsonValue): readonly Proposal[] {
  const schema = schemaOf(bodies)
  const of = plural(bodies.length, 'answer')
  const says = Object.keys(schema).length > 0
  return [
    ...(says ? [{ validation: { schema }, reason: `the types and the keys of ${of}` }] : []),
    ...leavesOf(last, [])
      .filter(leaf => isLasting(leaf, bodies))
      .slice(0, mostFields)
      .map(({ path, value }) => ({
        validation: { [pathText(path)]: value },
        reason: bodies.length === 1 ? 'does not look as if it changed' : `the same in ${of}`,
      })),
  ]
}

const mostFields = 8

/**
 * Makes the common schema of all values: their types, and the keys that are always there; nothing of parts that differ
 * in their type.
 */
function schemaOf(values: readonly JsonValue[]): JsonObject {
  if (values.some(isMasked)) return {}
  const present = values.filter(value => value !== null)
  const [type, ...others] = new Set(present.map(typeOf))
  if (type === undefined || others.length > 0) return {}
  if (present.length < values.length)
    return type === 'object' || type === 'array' ? {} : { type: [type, 'null'] }
  if (type === 'array') {
    const items = schemaOf(values.filter(isList).flat())
    return Object.keys(items).length === 0 ? { type } : { type, items }
  }
  return type === 'object' ? schemaOfObjects(values.filter(isObject)) : { type }
}

function typeOf(value: JsonValue): string {
  return jsonType(value)
}

/** Keys that look like ids are no names: the next answer has others. */
function schemaOfObjects(objects: readonly JsonObject[]): JsonObject {
  const keys = [...new Set(objects.flatMap(Object.keys))]
  if (keys.length === 0 || keys.some(key => passing.test(key) || isMasked(key))) return { type: 'object' }
  const required = keys.filter(key => objects.every(object => Object.hasOwn(object, key)))
  const valuesOf = (key: string): readonly JsonValue[] =>
    objects.map(object => property(object, key)).filter(value => value !== undefined)
  const properties = Object.fromEntries(keys.map(key => [key, schemaOf(valuesOf(key))]))
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties }
}

/** A single value, and the way to it by names. */
interface Leaf {
  readonly path: readonly string[]
  readonly value: JsonValue
}

/** Lists the values outside of lists: the content of lists is another one each time. */
function leavesOf(value: JsonValue, path: readonly string[]): readonly Leaf[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
  return isList(value) || value === null || path.length === 0 ? [] : [{ path, value }]
}

/** True where a value is the same wherever it was seen, and does not look as if it changed; one number alone says nothing. */
function isLasting({ path, value }: Leaf, bodies: readonly JsonValue[]): boolean {
  if (path.some(isPassingName) || !bodies.every(body => jsonEqual(valueIn(body, path), value))) return false
  if (typeof value === 'boolean') return true
  if (isNumber(value)) return bodies.length > 1 && Math.abs(Number(value)) < 1_000_000
  return typeof value === 'string' && isLastingText(value)
}

function valueIn(body: JsonValue, path: readonly string[]): JsonValue {
  return path.reduce<JsonValue>(
    (inside, name) => (isObject(inside) ? (property(inside, name) ?? null) : null),
    body,
  )
}

/** Words at the end of names whose values come and go. */
const passingWords = new Set(
  [
    'id ids uuid guid key hash etag nonce cursor seq sequence version revision count counter total size length',
    'time timestamp date day at on expires expiry created updated modified age uptime duration elapsed latency',
    'host hostname ip port pid trace span session offset page remaining index number url uri href link',
  ]
    .join(' ')
    .split(' '),
)

function isPassingName(name: string): boolean {
  const last = name.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.at(-1)
  return passing.test(name) || isCredentialField(name) || passingWords.has((last ?? '').toLowerCase())
}

/** Moments, UUIDs, hashes, long numbers and texts that were drawn by chance. */
const passing =
  /\d{4}-\d\d-\d\d|\d\d:\d\d|\d{4,}|^\d+$|^[\da-f]{8}-([\da-f]{4}-){3}|^(?=.*\d)[\da-f]{12,}$|^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{16,}$/i

/** Braces and angle brackets would mean something in a validation. */
function isLastingText(value: string): boolean {
  if (value === '' || value.length > 60 || isMasked(value) || looksLikeCredential(value)) return false
  return !passing.test(value) && !value.includes('{{') && !value.startsWith('<')
}

function isMasked(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('***')
}
