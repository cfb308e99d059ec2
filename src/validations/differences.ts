import type { Expectation } from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { bipartiteMatching } from '../util/bipartite-matching.ts'
import { cutText } from '../util/cut-text.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { jsonPointer } from '../util/json-pointer.ts'
import { EvaluationEnded, limitEvaluation, weigh } from '../util/limit-evaluation.ts'
import { differingMiddle } from '../util/differing-middle.ts'
import { PartialMatch } from './partial-match.ts'
import { writeJson } from '../util/exact-number.ts'

/** How a value differs from what is expected: in a few words, and place by place. */
export interface Differences {
  /** `3 places differ`, or `at /items/1/price: expected 10, got 12` where there is one. */
  readonly summary: string
  /** `- /name: "Ada"` for what is expected and `+ /name: "Bob"` for what was found, the first few. */
  readonly lines: readonly string[]
}

/** Places that are told; a terminal shows fewer. */
const mostPlaces = 50
/** Places that are counted; more would help no reader. */
const countedPlaces = 1000
/** Characters of a value that are shown. */
const shownLength = 90

/** Where two values differ. */
interface Place {
  /** A JSON Pointer, or `line 4` of a text. */
  readonly path: string
  /** Undefined where nothing is expected, or nothing was found. */
  readonly expected?: string
  readonly actual?: string
}

/**
 * Where an object, a list or a long text differs from what `equals`, `same-as` or `matches` expects of it; undefined where
 * both values show it themselves.
 */
export function differencesOf(
  actual: JsonValue,
  { operator, expected }: Pick<Expectation, 'operator' | 'expected'>,
): Differences | undefined {
  if (typeof actual === 'string' && typeof expected === 'string' && operator !== 'matches')
    return told(textPlaces(actual, expected), 'line')
  const areBoth = (isList(actual) && isList(expected)) || (isObject(actual) && isObject(expected))
  if (!areBoth) return undefined
  const comparison = operator === 'matches' ? partly() : wholly
  try {
    return limitEvaluation(actual, weigh(expected), () => {
      const places: Place[] = []
      collect(actual, expected, [], comparison, places)
      return told(places, 'place')
    })
  } catch (error) {
    // That they differ is known; where need not be.
    if (error instanceof EvaluationEnded) return undefined
    throw error
  }
}

/** Where a value differs from what it is to be as a whole; `isSame` says which numbers are the same. Throws `EvaluationEnded`. */
export function jsonDifferences(
  actual: JsonValue,
  expected: JsonValue,
  isSame?: Parameters<typeof jsonEqual>[2],
): Differences | undefined {
  return limitEvaluation(actual, weigh(expected), () => {
    const places: Place[] = []
    const holds = (left: JsonValue, right: JsonValue): boolean => jsonEqual(left, right, isSame)
    collect(actual, expected, [], { holds, isPartial: false }, places)
    return told(places, 'place')
  })
}

/** The lines in which two texts differ. */
export function lineDifferences(actual: string, expected: string): Differences | undefined {
  const places: Place[] = []
  collectLines(actual.split('\n'), expected.split('\n'), places)
  return told(places, 'line')
}

function told(places: readonly Place[], noun: string): Differences | undefined {
  const [first] = places
  if (first === undefined) return undefined
  const lines = places
    .slice(0, mostPlaces)
    .flatMap(({ path, expected, actual }) => [
      ...(expected === undefined ? [] : [`- ${path}: ${expected}`]),
      ...(actual === undefined ? [] : [`+ ${path}: ${actual}`]),
    ])
  const more = places.length - mostPlaces
  const count =
    places.length >= countedPlaces ? `${countedPlaces} ${noun}s or more` : `${places.length} ${noun}s`
  const isOne = places.length === 1 && noun === 'place'
  return {
    summary: isOne
      ? `at ${first.path}: expected ${first.expected ?? 'nothing'}, got ${first.actual ?? 'nothing'}`
      : `${places.length === 1 ? `1 ${noun} differs` : `${count} differ`}: - expected, + found`,
    lines: isOne ? [] : more > 0 ? [...lines, `… and ${more} ${noun}s more`] : lines,
  }
}

/** One way to compare parts. */
interface Comparison {
  /** True where a part is as expected. */
  holds(actual: JsonValue, expected: JsonValue): boolean
  /** True where what is not expected may be there, and items stand in any order. */
  readonly isPartial: boolean
}

const wholly: Comparison = { holds: (value, wanted) => jsonEqual(value, wanted), isPartial: false }

function partly(): Comparison {
  const match = new PartialMatch()
  return { holds: (value, wanted) => match.fits(value, wanted), isPartial: true }
}

function collect(
  actual: JsonValue,
  expected: JsonValue,
  path: readonly (string | number)[],
  comparison: Comparison,
  places: Place[],
): void {
  if (places.length >= countedPlaces) return
  if (isObject(actual) && isObject(expected)) collectMembers(actual, expected, path, comparison, places)
  else if (!isList(actual) || !isList(expected)) {
    if (!comparison.holds(actual, expected))
      places.push({ path: jsonPointer(path), expected: shown(expected), actual: shown(actual) })
  } else if (comparison.isPartial) collectUnmatched(actual, expected, path, comparison, places)
  else collectItems(actual, expected, path, comparison, places)
}

function collectMembers(
  actual: JsonObject,
  expected: JsonObject,
  path: readonly (string | number)[],
  comparison: Comparison,
  places: Place[],
): void {
  for (const [key, wanted] of Object.entries(expected)) {
    const member = Object.hasOwn(actual, key) ? actual[key] : undefined
    collectPart(member, wanted, [...path, key], comparison, places)
  }
  if (comparison.isPartial) return
  for (const [key, member] of Object.entries(actual))
    if (!Object.hasOwn(expected, key)) collectPart(member, undefined, [...path, key], comparison, places)
}

/** A part that is in both, or only in one. */
function collectPart(
  actual: JsonValue | undefined,
  expected: JsonValue | undefined,
  path: readonly (string | number)[],
  comparison: Comparison,
  places: Place[],
): void {
  if (actual !== undefined && expected !== undefined) collect(actual, expected, path, comparison, places)
  else if (expected !== undefined) places.push({ path: jsonPointer(path), expected: shown(expected) })
  else if (actual !== undefined) places.push({ path: jsonPointer(path), actual: shown(actual) })
}

/** Items by their places; what one list has more at its beginning, middle or end is reported as such. */
function collectItems(
  actual: readonly JsonValue[],
  expected: readonly JsonValue[],
  path: readonly (string | number)[],
  comparison: Comparison,
  places: Place[],
): void {
  const { start, found, wanted } = differingMiddle(actual, expected, (item, one) =>
    comparison.holds(item ?? null, one ?? null),
  )
  for (let index = 0; index < Math.max(found.length, wanted.length); index++) {
    collectPart(found[index], wanted[index], [...path, start + index], comparison, places)
    if (places.length >= countedPlaces) return
  }
}

/** Expected items that no item matches: against one that is left at the same place, or alone. */
function collectUnmatched(
  actual: readonly JsonValue[],
  expected: readonly JsonValue[],
  path: readonly (string | number)[],
  comparison: Comparison,
  places: Place[],
): void {
  const partners = bipartiteMatching(expected.length, actual.length, (wanted, item) =>
    comparison.holds(actual[item] ?? null, expected[wanted] ?? null),
  )
  const taken = new Set(partners)
  const left = [...actual.keys()].filter(index => !taken.has(index))
  expected.forEach((wanted, index) => {
    if (partners[index] !== undefined) return
    const near = left.includes(index) ? index : left[0]
    const item = near === undefined ? undefined : actual[near]
    if (near === undefined || item === undefined || !isObject(item) || !isObject(wanted))
      places.push({ path: jsonPointer(path), expected: `an item ${shown(wanted)}` })
    else {
      left.splice(left.indexOf(near), 1)
      collect(item, wanted, [...path, near], comparison, places)
    }
  })
}

/** Markers bare, anything else as JSON. */
function shown(value: JsonValue): string {
  return typeof value === 'string' && /^<.+>$/s.test(value) ? value : cutText(writeJson(value), shownLength)
}

/** The lines that differ of texts that are too long to be compared by eye. */
function textPlaces(actual: string, expected: string): readonly Place[] {
  const hasLines = actual.includes('\n') || expected.includes('\n')
  if (!hasLines && firstDifference(actual, expected) < shownLength / 2) return []
  const [found, wanted] = [actual, expected].map(text => text.split(/\r?\n/))
  const places: Place[] = []
  collectLines(found ?? [], wanted ?? [], places)
  return places
}

function collectLines(actual: readonly string[], expected: readonly string[], places: Place[]): void {
  const { start, found, wanted } = differingMiddle(actual, expected, (line, one) => line === one)
  for (let index = 0; index < Math.max(found.length, wanted.length); index++) {
    const [line, one] = [found[index], wanted[index]]
    if (line === one) continue
    const from = line === undefined || one === undefined ? 0 : firstDifference(line, one)
    places.push({
      path: `line ${start + index + 1}`,
      ...(one === undefined ? {} : { expected: upTo(one, from) }),
      ...(line === undefined ? {} : { actual: upTo(line, from) }),
    })
    if (places.length >= countedPlaces) return
  }
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}

/**
 * A line to just behind where it begins to differ, quoted, so that blanks at its end are seen. Nothing is cut off in front
 * of that: of a secret that was cut there, the rest would not be known for one.
 */
function upTo(line: string, at: number): string {
  return JSON.stringify(cutText(line, at + shownLength))
}
