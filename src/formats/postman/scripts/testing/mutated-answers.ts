import type { AnswerForTest } from '../../../../extracts/testing/exchange.ts'
import type { JsonValue } from '../../../../model/json.ts'
import { isList, isObject } from '../../../../util/is-json.ts'

/** One answer, and what was done to the first one to get it. */
export interface MutatedAnswer {
  readonly change: string
  readonly answer: AnswerForTest
}

/** The answer itself, and it with one thing changed each: the status, a header, a value of the body, the body. */
export function mutatedAnswers(answer: AnswerForTest): readonly MutatedAnswer[] {
  return [
    { change: 'nothing', answer },
    ...[200, 201, 204, 302, 400, 401, 404, 500]
      .filter(status => status !== answer.status)
      .map(status => ({ change: `status ${status}`, answer: { ...answer, status } })),
    ...withHeadersChanged(answer),
    ...['', 'no JSON', 'null', '[]', '{}', '"text"', '5', '[{}]'].map(text => ({
      change: `body ${text}`,
      answer: { ...answer, text },
    })),
    ...withValuesChanged(answer),
    { change: 'slow', answer: { ...answer, duration: 60_000 } },
  ]
}

function withHeadersChanged(answer: AnswerForTest): readonly MutatedAnswer[] {
  const headers = answer.headers ?? []
  return headers.flatMap(([name], index) => [
    { change: `without ${name}`, answer: { ...answer, headers: headers.toSpliced(index, 1) } },
    { change: `other ${name}`, answer: { ...answer, headers: headers.with(index, [name, 'undefined']) } },
    {
      change: `small ${name}`,
      answer: { ...answer, headers: headers.with(index, [name.toLowerCase(), headers[index]?.[1] ?? '']) },
    },
  ])
}

function withValuesChanged(answer: AnswerForTest): readonly MutatedAnswer[] {
  const { json } = answer
  if (json === undefined) return []
  return placesIn(json).flatMap(place =>
    replacementsFor(place.value).map(replacement => ({
      change: `${JSON.stringify(place.path)} to ${replacement === undefined ? 'nothing' : JSON.stringify(replacement)}`,
      answer: { ...answer, json: replaced(json, place.path, replacement) ?? null },
    })),
  )
}

interface Place {
  readonly path: readonly (string | number)[]
  readonly value: JsonValue
}

function placesIn(value: JsonValue, path: readonly (string | number)[] = []): readonly Place[] {
  const own = path.length === 0 ? [] : [{ path, value }]
  if (isList(value)) return [...own, ...value.flatMap((item, index) => placesIn(item, [...path, index]))]
  if (!isObject(value)) return own
  return [...own, ...Object.entries(value).flatMap(([name, member]) => placesIn(member, [...path, name]))]
}

/**
 * Nothing at all, null, one of each other type, and the same in other clothes. No list becomes a text: an index into it
 * would be a character, which is the one difference that is accepted (docs/postman-scripts.md).
 */
function replacementsFor(value: JsonValue): readonly (JsonValue | undefined)[] {
  const texts = isList(value) ? [] : ['other', '7']
  const others: JsonValue[] = [null, true, false, 0, 7, '', ...texts, [], {}, [value], { length: 3 }]
  if (isList(value)) return [undefined, ...others]
  return [undefined, ...others, typeof value === 'string' ? lookingAlike(value) : JSON.stringify(value)]
}

/** A value that is no text with the same text, where there is one. */
function lookingAlike(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return `${text}!`
  }
}

function replaced(
  value: JsonValue,
  path: readonly (string | number)[],
  replacement: JsonValue | undefined,
): JsonValue | undefined {
  const [first, ...others] = path
  if (first === undefined) return replacement
  if (isList(value)) {
    const items = value.map((item, index) => (index === first ? replaced(item, others, replacement) : item))
    return items.filter(item => item !== undefined)
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(
    ([name, member]) => [name, name === first ? replaced(member, others, replacement) : member] as const,
  )
  return Object.fromEntries(
    members.filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined),
  )
}
