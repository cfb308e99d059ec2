import type { JsonValue } from '../../model/json.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { isList } from '../../util/is-json.ts'
import { watchEvaluation } from '../../util/limit-evaluation.ts'
import type { Operator } from '../operator.ts'
import { printValue } from '../print-value.ts'
import { unlikeList } from '../unlike-list.ts'

/** A list of which no two items are equal as JSON. */
export const unique: Operator = {
  name: 'unique',
  holds: ({ value }) => isList(value) && firstTwice(value) === undefined,
  unfit: actual => unlikeList(actual, 'unique', 1),
  explain({ value }) {
    const twice = isList(value) ? firstTwice(value) : undefined
    if (twice === undefined) return undefined
    return `items ${twice[0]} and ${twice[1]} are both ${printValue(twice[2])}`
  },
  describe: () => 'unique items',
  wantsSomething: () => true,
}

/** The places of the first two items that are equal, and what they are. */
function firstTwice(
  items: readonly JsonValue[],
): readonly [first: number, second: number, item: JsonValue] | undefined {
  const goOn = watchEvaluation(items)
  const places = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    goOn()
    const key = canonicalJson(item)
    const before = places.get(key)
    if (before !== undefined) return [before, index, item]
    places.set(key, index)
  }
  return undefined
}
