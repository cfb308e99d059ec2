import { literalText } from '../compile/literal-text.ts'
import { bareType, isJsonType } from '../api-description/find-response.ts'
import type { EntryAnswer } from '../formats/har/har-document.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { defined } from '../util/defined.ts'
import { writeJson } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonIn } from '../util/json-in.ts'
import {
  basedText,
  type CommonPattern,
  commonPattern,
  type KnownBody,
  type RecordedAround,
  variableIn,
} from './common-pattern.ts'
import { markerOfDay } from './marker-of-day.ts'
import { textPattern } from './text-pattern.ts'

/** An answer to a step: as it was recorded, or in a replay. */
export interface StepAnswer extends EntryAnswer {
  readonly status: number
  /** SHA-256 of the body, in hex; undefined for none, and for one that is not known. */
  digest(): string | undefined
  /** The values of variables: those from before the step, and those that its answer gives. */
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
  around: RecordedAround,
): readonly JsonObject[] {
  const [first] = answers
  if (first === undefined) return []
  const status = { status: first.status }
  const type = typeValidation(answers)
  const isBodiless = method === 'HEAD' || first.status === 204 || first.status === 304
  return [
    status,
    ...(type === undefined ? [] : [type]),
    ...locationValidation(answers, around),
    ...(isBodiless ? [] : bodyValidations(answers, around)),
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
function locationValidation(answers: readonly StepAnswer[], around: RecordedAround): readonly JsonObject[] {
  const places = answers.map(({ headers }) => headerValue(headers, 'location'))
  if (places.includes(undefined)) return []
  const bodies = answers.map(({ variables }, index) => ({ value: places[index] ?? '', variables }))
  const taken = defined({ $: around.taken?.get('header location') })
  const own = { ...around, taken: new Map(Object.entries(taken)) }
  const found = commonPattern(bodies, { items: 0, characters: 500 }, own)
  const { pattern } = found ?? {}
  if (typeof pattern !== 'string') return []
  if (!/^<.*>$/s.test(pattern)) return [{ 'header location': pattern }]
  return [{ 'header location': patternOf(places as readonly string[], around) }]
}

function bodyValidations(answers: readonly StepAnswer[], around: RecordedAround): readonly JsonObject[] {
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
      around,
    )
  const { isSecret, days = [], origin } = around
  if (text === undefined || texts.includes(undefined)) return digestValidation(answers)
  const isLoose = isSecret(text) || markerOfDay(text, days) !== undefined
  const isConstant = !isLoose && texts.every(other => other === text)
  const based = basedText(text, origin)
  if (isConstant && (text.length <= longestText || based !== literalText(text))) return [{ text: based }]
  if (isConstant) return digestValidation(answers)
  const known = texts as readonly string[]
  const variable = isLoose
    ? undefined
    : variableIn(
        known,
        answers.map(one => one.variables),
        origin,
      )
  if (variable !== undefined && variable.length <= longestText) return [{ text: variable }]
  return [{ text: patternOf(known, around) }]
}

function patternOf(texts: readonly string[], around: RecordedAround): JsonObject {
  const pattern = textPattern(texts, around)
  return pattern === undefined ? { exists: true } : { 'matches-regex': pattern }
}

function digestValidation(answers: readonly StepAnswer[]): readonly JsonObject[] {
  const [digest, ...others] = new Set(answers.map(answer => answer.digest()))
  if (digest !== undefined && others.length === 0) return [{ sha256: digest }]
  return answers.some(answer => answer.text() === undefined) ? [] : [{ text: { exists: true } }]
}

function jsonValidations(bodies: readonly KnownBody[], around: RecordedAround): readonly JsonObject[] {
  let found: CommonPattern | undefined
  for (const limit of limits) {
    found = commonPattern(bodies, limit, around)
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
