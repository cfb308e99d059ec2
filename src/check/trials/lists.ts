import { foundJson, type Selected } from '../../extracts/selected.ts'
import { type Expectation, isQuantifier, type OperatorName } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { lengthsIn, madeValues } from '../made/values.ts'
import { areDecidedTogether, fits } from './verdicts.ts'
import type { Domain } from './answer-shape.ts'

/** The operators that a list may be held against beside its items, so that lists of a few items decide on all of it. */
const ofWholes: ReadonlySet<OperatorName> = new Set([
  ...(['has-type', 'exists', 'missing', 'contains', 'not-contains', 'has-length'] as const),
])

/** The most items that are told apart: of more, too many lists would be made. */
const mostItems = 12

/**
 * Lists that tell apart all that is expected of items: the empty one, and those of up to three of the sorts of items that the
 * expectations know. Undefined where nothing is expected of items, or something that such lists do not decide. To be called inside of `whenLoaded`.
 */
export function decidingLists(expectations: readonly Expectation[]): readonly Selected[] | undefined {
  const ofItems = expectations.filter(one => isQuantifier(one.operator))
  const others = expectations.filter(one => !isQuantifier(one.operator))
  if (ofItems.length === 0 || others.some(one => !ofWholes.has(one.operator))) return undefined
  const asked = [
    ...ofItems.flatMap(({ inner = [] }) => inner),
    ...others.filter(one => one.operator.endsWith('contains')).map(asItem),
  ]
  if (!areDecidedTogether(asked)) return undefined
  const sorts = new Map<string, JsonValue>()
  for (const value of madeValues(asked)) {
    const sort = asked.map(one => Number(fits(foundJson(value), [one]))).join('')
    if (!sorts.has(sort)) sorts.set(sort, value)
  }
  const items = [...sorts.values()]
  if (items.length > mostItems) return undefined
  const lengths = lengthsIn(others)
  if (lengths.some(length => length > mostItems)) return undefined
  const lists = upToThree(items)
  return [...lists, ...lists.flatMap(list => longer(list, lengths))].map(foundJson)
}

/** True where neither a value that is made nor any list is as expected. To be called inside of `whenLoaded`. */
export function noneIsSo({ values }: Domain, expectations: readonly Expectation[]): boolean {
  const lists = decidingLists(expectations)
  return lists !== undefined && ![...values, ...lists].some(value => fits(value, expectations))
}

function asItem(one: Expectation): Expectation {
  return { ...one, operator: 'equals' }
}

/** The same list with its last item over again, up to each of these lengths. */
function longer(list: readonly JsonValue[], lengths: readonly number[]): readonly (readonly JsonValue[])[] {
  const last = list.at(-1)
  if (last === undefined) return []
  return lengths
    .filter(length => length > list.length)
    .map(length => [...list, ...new Array<JsonValue>(length - list.length).fill(last)])
}

function upToThree(items: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  const one = items.map(item => [item])
  const two = items.flatMap((item, index) => items.slice(index + 1).map(other => [item, other]))
  const three = two.flatMap(pair =>
    items.slice(items.indexOf(pair[1] ?? null) + 1).map(other => [...pair, other]),
  )
  return [[], ...one, ...two, ...three]
}
