import type { JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { millisecondsBetween } from '../../util/moment.ts'
import { momentOf } from '../compare-moments.ts'
import type { Operator } from '../operator.ts'
import { valueText } from '../../util/value-text.ts'
import { printValue } from '../print-value.ts'
import { unlikeList } from '../unlike-list.ts'
import { compareNumbers, isNumber } from '../../util/exact-number.ts'

/** A list of numbers, of dates or of texts in their order; neighbours may be equal. */
export const isSorted: Operator = {
  name: 'is-sorted',
  holds: ({ value }, expected) => isList(value) && firstMisplaced(value, expected) === undefined,
  unfit: actual =>
    unlikeList(actual, 'is-sorted', 2) ??
    (isList(actual.value) && orderOf(actual.value) === undefined ? unordered(actual.value) : undefined),
  explain({ value }, expected) {
    const at = isList(value) ? firstMisplaced(value, expected) : undefined
    if (!isList(value) || at === undefined) return undefined
    const [left, right] = [printValue(value[at - 1] ?? null), printValue(value[at] ?? null)]
    return `item ${at - 1} is ${left}, and item ${at} is ${right}`
  },
  wantsSomething: () => true,
}

/** Below 0 where the first comes before the second. */
type Order = (left: JsonValue, right: JsonValue) => number

/** Where the first item is that stands behind one it comes before. */
function firstMisplaced(items: readonly JsonValue[], expected: JsonValue): number | undefined {
  const order = orderOf(items)
  if (order === undefined) return undefined
  const sign = expected === 'descending' ? -1 : 1
  const at = items.findIndex((item, index) => index > 0 && sign * order(items[index - 1] ?? null, item) > 0)
  return at === -1 ? undefined : at
}

/** The order that all items have; undefined where they have none. */
function orderOf(items: readonly JsonValue[]): Order | undefined {
  if (items.every(isNumber)) return byNumber
  if (!items.every(item => typeof item === 'string')) return undefined
  const moments = items.map(momentOf).filter(moment => typeof moment !== 'string')
  const isOfDates = moments.length === items.length && new Set(moments.map(({ isDay }) => isDay)).size === 1
  return isOfDates ? byDate : byCodePoints
}

function byNumber(left: JsonValue, right: JsonValue): number {
  return isNumber(left) && isNumber(right) ? compareNumbers(left, right) : 0
}

function byDate(left: JsonValue, right: JsonValue): number {
  const [one, other] = [momentOf(left), momentOf(right)]
  return typeof one === 'string' || typeof other === 'string' ? 0 : millisecondsBetween(one, other)
}

/** Bytes of UTF-8 have the order of their code points. */
function byCodePoints(left: JsonValue, right: JsonValue): number {
  return Buffer.compare(Buffer.from(valueText(left)), Buffer.from(valueText(right)))
}

function unordered(items: readonly JsonValue[]): string {
  const isMixed = items.every(item => typeof item === 'string' || isNumber(item))
  return isMixed ? 'numbers and text have no order' : 'only numbers, dates and text have an order'
}
