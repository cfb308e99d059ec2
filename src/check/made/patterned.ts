import type { Expectation, OperatorName } from '../../model/expectation.ts'
import { partsOfPattern } from '../../patterns/index.ts'
import { valueText } from '../../util/value-text.ts'
import { patternOfMarker } from '../../validations/type-marker.ts'
import { isOfType } from '../trials/verdicts.ts'
import { lengthsIn, madeValues } from './values.ts'

/** The operators that texts decide beside patterns. */
const ofTexts: ReadonlySet<OperatorName> = new Set([
  ...(['equals', 'not-equals', 'one-of', 'not-one-of', 'has-type'] as const),
  ...(['exists', 'missing', 'has-length'] as const),
  ...(['contains', 'not-contains', 'starts-with', 'ends-with'] as const),
])

/** The most texts that are changed, the most places of one, and the most that is put there. */
const most = { texts: 12, places: 20, pieces: 48 }

const sorts = ['a', 'Z', '0', '9', ' ', '-', '_', '.', '/', '@', 'é', '\n']

/**
 * Texts that tell apart what patterns and words say: those of which they are made, with something more, something else and
 * something less at each place. Undefined where there is no pattern, or they do not decide. To be called inside of `whenLoaded`.
 */
export function patternedTexts(expectations: readonly Expectation[]): readonly string[] | undefined {
  const patterns = expectations.flatMap(one => patternOf(one) ?? [])
  const others = expectations.filter(one => patternOf(one) === undefined)
  if (patterns.length === 0 || others.some(one => !ofTexts.has(one.operator) && !isOfType(one)))
    return undefined
  const parts = patterns.map(partsOfPattern).flatMap(one => one ?? [])
  const counts = [...new Set([...parts.flatMap(one => one.counts), ...lengthsIn(others)])]
  if (parts.length < patterns.length || counts.length > 20 || counts.some(count => count > 400))
    return undefined
  const words = others
    .filter(one => !/^has-/.test(one.operator) && !isOfType(one))
    .flatMap(one => [one.expected].flat().map(valueText))
  const texts = parts.flatMap(one => some(one.texts, most.texts))
  const seeds = some([...new Set([...texts, ...words])], most.texts)
  const named = [...sorts, ...parts.flatMap(one => one.characters)].flatMap(one => [one, one.toUpperCase()])
  const runs = [...new Set(seeds.flatMap(one => Array.from(one)))]
    .slice(0, 6)
    .flatMap(one =>
      [...new Set(counts.flatMap(count => [count - 1, count, count + 1]))].map(count =>
        one.repeat(Math.max(0, count)),
      ),
    )
  const pieces = [...new Set(['', ...seeds, ...some([...new Set(named)], most.pieces), ...runs])]
  const made = seeds.flatMap(text => changed(text, pieces))
  return [...new Set([...texts, ...made, ...madeValues(expectations).map(valueText)])]
}

function patternOf({ operator, expected }: Expectation): string | undefined {
  if (operator === 'matches-regex' || operator === 'not-matches-regex') return valueText(expected)
  return operator === 'matches' && typeof expected === 'string' ? patternOfMarker(expected) : undefined
}

/** Of many those from all over. */
function some<Item>(all: readonly Item[], count: number): readonly Item[] {
  return all.filter((_, index) => all.length <= count || index % Math.ceil(all.length / count) === 0)
}

/** A text with each of these pieces at each place, between what is there and in place of it. */
function changed(text: string, pieces: readonly string[]): readonly string[] {
  const places = some(
    Array.from({ length: text.length + 1 }, (_, index) => index),
    most.places,
  )
  return places.flatMap(place =>
    pieces.flatMap(piece =>
      [0, Math.max(1, piece.length)].map(length => text.slice(0, place) + piece + text.slice(place + length)),
    ),
  )
}
