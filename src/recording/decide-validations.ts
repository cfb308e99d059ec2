import { literalText } from '../compile/literal-text.ts'
import { bareType, isJsonType } from '../api-description/find-response.ts'
import type { EntryAnswer } from '../formats/har/har-document.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { writeJson } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'
import { type CommonPattern, commonPattern, type IsSecret, type KnownBody } from './common-pattern.ts'
import { markerOfDay } from './marker-of-day.ts'

/** An answer to a step: as it was recorded, or in a replay. */
export interface StepAnswer extends EntryAnswer {
  readonly status: number
  /** SHA-256 of the body, in hex; undefined for none, and for one that is not known. */
  digest(): string | undefined
  /** The values that variables had before the step. */
  readonly variables: ReadonlyMap<string, JsonValue>
}

/** Characters of what a step says of a body. */
const longestPattern = 4000

/** Characters of a text that is told word for word. */
const longestText = 200

/** Shorter and shorter ways to tell of a body. */
const limits = [
  { items: 50, characters: 400 },
  { items: 10, characters: 200 },
  { items: 3, characters: 100 },
  { items: 1, characters: 40 },
] as const

/**
 * The validations that hold for all answers to a step, and say as much as they have in common: status and type always, and of a body what
 * is constant, what it repeats of earlier answers, and the shape of the rest.
 */
export function decideValidations(
  method: string,
  answers: readonly StepAnswer[],
  isSecret: IsSecret,
  days: readonly Date[] = [],
): readonly JsonObject[] {
  const [first] = answers
  if (first === undefined) return []
  const status = { status: first.status }
  const type = typeValidation(answers)
  const isBodiless = method === 'HEAD' || first.status === 204 || first.status === 304
  return [
    status,
    ...(type === undefined ? [] : [type]),
    ...locationValidation(answers, isSecret),
    ...(isBodiless ? [] : bodyValidations(answers, isSecret, days)),
  ]
}

function typeOf({ headers }: EntryAnswer): string {
  return bareType(headerValue(headers, 'content-type') ?? '')
}

function typeValidation(answers: readonly StepAnswer[]): JsonObject | undefined {
  const [type = '', ...others] = new Set(answers.map(typeOf))
  return type === '' || others.length > 0 ? undefined : { 'header content-type': { contains: type } }
}

/** Where an answer leads to, as far as it does not differ. */
function locationValidation(answers: readonly StepAnswer[], isSecret: IsSecret): readonly JsonObject[] {
  const places = answers.map(({ headers }) => headerValue(headers, 'location'))
  if (places.includes(undefined)) return []
  const bodies = answers.map(({ variables }, index) => ({ value: places[index] ?? '', variables }))
  const found = commonPattern(bodies, { items: 0, characters: 500 }, isSecret)
  const { pattern } = found ?? {}
  if (typeof pattern !== 'string') return []
  return [{ 'header location': /^<.*>$/s.test(pattern) ? { exists: true } : pattern }]
}

function bodyValidations(
  answers: readonly StepAnswer[],
  isSecret: IsSecret,
  days: readonly Date[],
): readonly JsonObject[] {
  const texts = answers.map(answer => answer.text())
  const [text] = texts
  if (text === '') return []
  const values = answers.map((answer, index) => {
    const written = texts[index]
    return written !== undefined && isJsonType(typeOf(answer)) ? jsonIn(written) : undefined
  })
  if (!values.includes(undefined))
    return jsonValidations(
      answers.map(({ variables }, index) => ({ value: values[index] ?? null, variables })),
      isSecret,
      days,
    )
  if (text !== undefined && (isSecret(text) || markerOfDay(text, days) !== undefined))
    return [{ text: { exists: true } }]
  if (text === undefined || text.length > longestText) {
    const [digest, ...others] = new Set(answers.map(answer => answer.digest()))
    if (digest !== undefined && others.length === 0) return [{ sha256: digest }]
    return text === undefined ? [] : [{ text: { exists: true } }]
  }
  if (texts.some(other => other !== text)) return [{ text: { exists: true } }]
  return [{ text: text.includes('\n') ? { contains: literalText(text.trim()) } : literalText(text) }]
}

function jsonValidations(
  bodies: readonly KnownBody[],
  isSecret: IsSecret,
  days: readonly Date[],
): readonly JsonObject[] {
  let found: CommonPattern | undefined
  for (const limit of limits) {
    found = commonPattern(bodies, limit, isSecret, days)
    if (found === undefined || writeJson(found.pattern).length <= longestPattern) break
  }
  if (found === undefined) return []
  const { pattern, isWhole, lengths } = found
  if (isWhole && writeJson(pattern).length <= longestPattern) return [{ $: { equals: pattern } }]
  const of = ([path, length]: readonly [string, number]): JsonObject => ({ [path]: { 'has-length': length } })
  const own = Object.entries(lengths).map(of)
  return [...(isEmpty(pattern) ? kindOf(pattern) : [{ $: { matches: withKinds(pattern) } }]), ...own]
}

/** True for a pattern that holds whatever comes. */
function isEmpty(pattern: JsonValue): boolean {
  return (
    pattern === '<any>' ||
    (isList(pattern) && pattern.length === 0) ||
    (isObject(pattern) && Object.keys(pattern).length === 0)
  )
}

/** A pattern with the kinds of lists and objects of which it says nothing: an empty one would hold for all of them. */
function withKinds(pattern: JsonValue): JsonValue {
  if (isList(pattern)) return pattern.length === 0 ? '<array>' : pattern.map(withKinds)
  if (!isObject(pattern)) return pattern
  const members = Object.entries(pattern)
  return members.length === 0
    ? '<object>'
    : Object.fromEntries(members.map(([name, inside]) => [name, withKinds(inside)]))
}

function kindOf(pattern: JsonValue): readonly JsonObject[] {
  return isObject(pattern) ? [{ $: { 'has-type': 'object' } }] : []
}
