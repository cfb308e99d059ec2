import type { JsonObject, JsonValue } from '../model/json.ts'
import { bipartiteMatching } from '../util/bipartite-matching.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonPointer } from '../util/json-pointer.ts'
import { cutText } from '../util/cut-text.ts'
import { asExpected } from './as-expected.ts'
import { findMarker, type PreparePattern } from './type-marker.ts'

/** The deepest place that shows why a value does not match. */
export interface Mismatch {
  readonly path: readonly (string | number)[]
  readonly wanted: 'value' | 'object' | 'list' | 'item'
  readonly expected: JsonValue
  /** Undefined when nothing is there. */
  readonly actual: JsonValue | undefined
}

/**
 * Compares the parts that are expected and ignores the rest. Every key of an expected object must match; other keys do
 * not matter. Every item of an expected list must match an item of its own, in any order; other items do not matter.
 * A marker such as `<number>` stands for its kind; anything else follows the rule of `equals`.
 */
export class PartialMatch {
  readonly #preparePattern: PreparePattern

  constructor(preparePattern: PreparePattern) {
    this.#preparePattern = preparePattern
  }

  /** Where the value (found at `path`) differs from what is expected, or undefined when it matches. */
  mismatch(
    actual: JsonValue,
    expected: JsonValue,
    path: readonly (string | number)[] = [],
  ): Mismatch | undefined {
    if (isObject(expected)) return this.#objectMismatch(actual, expected, path)
    if (isList(expected)) return this.#listMismatch(actual, expected, path)
    return this.#holds(actual, expected) ? undefined : { path, wanted: 'value', expected, actual }
  }

  #holds(actual: JsonValue, expected: JsonValue): boolean {
    const marker = typeof expected === 'string' ? findMarker(expected, this.#preparePattern) : undefined
    return marker === undefined ? asExpected({ value: actual, textual: false }, expected) : marker(actual)
  }

  #objectMismatch(
    actual: JsonValue,
    expected: JsonObject,
    path: readonly (string | number)[],
  ): Mismatch | undefined {
    if (!isObject(actual)) return { path, wanted: 'object', expected, actual }
    for (const [key, wanted] of Object.entries(expected)) {
      const member = Object.hasOwn(actual, key) ? actual[key] : undefined
      const place = [...path, key]
      if (member === undefined) return { path: place, wanted: 'value', expected: wanted, actual: undefined }
      const mismatch = this.mismatch(member, wanted, place)
      if (mismatch !== undefined) return mismatch
    }
    return undefined
  }

  #listMismatch(
    actual: JsonValue,
    expected: readonly JsonValue[],
    path: readonly (string | number)[],
  ): Mismatch | undefined {
    if (!isList(actual)) return { path, wanted: 'list', expected, actual }
    const alone = this.#findAlone(actual, expected)
    const wanted = expected[alone]
    if (wanted === undefined) return undefined
    const nearest = deepest(actual.map((item, index) => this.mismatch(item, wanted, [...path, index])))
    if (nearest !== undefined && nearest.path.length > path.length + 1) return nearest
    return { path, wanted: 'item', expected: wanted, actual }
  }

  /** Whether there is no mismatch, without finding out where. */
  #fits(actual: JsonValue, expected: JsonValue): boolean {
    if (isList(expected)) return isList(actual) && this.#findAlone(actual, expected) === -1
    if (!isObject(expected)) return this.#holds(actual, expected)
    return (
      isObject(actual) &&
      Object.keys(expected).every(
        key => Object.hasOwn(actual, key) && this.#fits(actual[key] ?? null, expected[key] ?? null),
      )
    )
  }

  /** The index of an expected item that finds none of its own; -1 when all do. Two items are compared only once. */
  #findAlone(actual: readonly JsonValue[], expected: readonly JsonValue[]): number {
    const known = expected.map(() => undefined as Uint8Array | undefined)
    const fits = (wanted: number, place: number): boolean => {
      const [part, found] = [expected[wanted], actual[place]]
      if (part === undefined || found === undefined) return false
      const row = (known[wanted] ??= new Uint8Array(actual.length))
      row[place] ||= this.#fits(found, part) ? 1 : 2
      return row[place] === 1
    }
    // One that fits nothing is found without comparing each with each, which matters where lists hold lists.
    const hopeless = expected.findIndex(
      (_, index) => !fits(index, index) && !actual.some((_, place) => fits(index, place)),
    )
    if (hopeless !== -1) return hopeless
    return bipartiteMatching(expected.length, actual.length, fits).indexOf(undefined)
  }
}

/** What to say of an item nothing matched: how the item that came nearest differs. */
function deepest(mismatches: readonly (Mismatch | undefined)[]): Mismatch | undefined {
  let found: Mismatch | undefined
  for (const mismatch of mismatches)
    if (mismatch !== undefined && mismatch.path.length > (found?.path.length ?? 0)) found = mismatch
  return found
}

/** `at /items/1/price: expected <number>, got "x"`. */
export function describeMismatch({ path, wanted, expected, actual }: Mismatch): string {
  const found = actual === undefined ? 'nothing' : print(actual)
  return `at ${jsonPointer(path)}: expected ${describeWanted(wanted, expected)}, got ${found}`
}

function describeWanted(wanted: Mismatch['wanted'], expected: JsonValue): string {
  if (wanted === 'object') return 'an object'
  if (wanted === 'list') return 'a list'
  return wanted === 'item' ? `an item ${printExpected(expected)}` : printExpected(expected)
}

/** Markers bare, everything else as JSON. */
function printExpected(expected: JsonValue): string {
  return typeof expected === 'string' && /^<.+>$/s.test(expected) ? expected : print(expected)
}

function print(value: JsonValue): string {
  return cutText(JSON.stringify(value), 80)
}
