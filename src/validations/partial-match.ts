import type { JsonValue } from '../model/json.ts'
import { bipartiteMatching } from '../util/bipartite-matching.ts'
import { isList, isObject } from '../util/is-json.ts'
import { asExpected } from './as-expected.ts'
import { findMarker } from './type-marker.ts'

/**
 * Compares the parts that are expected and ignores the rest. Every key of an expected object must match; other keys do
 * not matter. Every item of an expected list must match an item of its own, in any order; other items do not matter.
 * A marker such as `<number>` matches its kind; anything else follows the rule of `equals`.
 */
export class PartialMatch {
  readonly #isExpected: typeof asExpected

  constructor(isExpected = asExpected) {
    this.#isExpected = isExpected
  }

  /** True where the value matches what is expected. */
  fits(actual: JsonValue, expected: JsonValue): boolean {
    if (isList(expected)) return isList(actual) && this.#allFit(actual, expected)
    if (!isObject(expected)) return this.#holds(actual, expected)
    return (
      isObject(actual) &&
      Object.keys(expected).every(
        key => Object.hasOwn(actual, key) && this.fits(actual[key] ?? null, expected[key] ?? null),
      )
    )
  }

  #holds(actual: JsonValue, expected: JsonValue): boolean {
    const marker = typeof expected === 'string' ? findMarker(expected) : undefined
    return marker === undefined
      ? this.#isExpected({ value: actual, textual: false }, expected)
      : marker(actual)
  }

  /** True where each expected item finds one of its own. Two items are compared only once. */
  #allFit(actual: readonly JsonValue[], expected: readonly JsonValue[]): boolean {
    const known = expected.map(() => undefined as Uint8Array | undefined)
    const fits = (wanted: number, place: number): boolean => {
      const [part, found] = [expected[wanted], actual[place]]
      if (part === undefined || found === undefined) return false
      const row = (known[wanted] ??= new Uint8Array(actual.length))
      row[place] ||= this.fits(found, part) ? 1 : 2
      return row[place] === 1
    }
    // One that fits nothing is found without comparing each with each, which matters where lists hold lists.
    const isHopeless = expected.some(
      (_, index) => !fits(index, index) && !actual.some((_, place) => fits(index, place)),
    )
    return !isHopeless && !bipartiteMatching(expected.length, actual.length, fits).includes(undefined)
  }
}
