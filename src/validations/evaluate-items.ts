import type { Selected } from '../extracts/selected.ts'
import type { Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { watchEvaluation } from '../util/limit-evaluation.ts'
import { plural } from '../util/quantity.ts'
import { describeExpectation } from './describe-expectation.ts'
import type { Actual } from './operator.ts'
import { printBeginning, printValue } from './print-value.ts'

/** The value found instead of the expected one: in a few words, or item by item. */
export type Verdict =
  | {
      readonly got: string
      /** The differences, place by place. */
      readonly lines?: readonly string[]
      /** It could not be judged, so that the opposite does not hold either. */
      readonly unfit?: true
      /** It nearly holds; said only where the opposite is wanted. */
      readonly isNear?: true
    }
  | { readonly items: readonly string[] }

/** Why an item is not as expected. */
interface Misfit {
  readonly words: string
  readonly lines?: readonly string[]
  readonly unfit: boolean
}

/** Evaluates one item by one expectation; undefined when it holds. */
type EvaluateItem = (item: {
  readonly actual: Actual
  readonly expectation: Expectation
}) => Verdict | undefined

/** Items that are reported one by one. */
const mostItems = 5

/**
 * Holds the items of a list, or of what a path selects, against the expectations of `each`, `any` or `none`: one and the
 * same item must fit all of them. No item at all passes none of the three.
 */
export function evaluateItems(
  selected: Selected & { readonly found: true },
  expectation: Expectation,
  subject: string,
  judge: EvaluateItem,
): Verdict | undefined {
  const { operator, inner = [] } = expectation
  const { value } = selected
  if (selected.textual || !isList(value))
    return { got: `${printValue(value)} (${operator} looks at the items of a list)`, unfit: true }
  if (value.length === 0) return { got: '[] (there is no item)', unfit: true }
  const misfits = new Map<number, Misfit>()
  const unfit = new Map<number, Misfit>()
  const goOn = watchEvaluation(value)
  for (const [index, item] of value.entries()) {
    goOn()
    const text = firstMisfit({ value: item, textual: selected.several?.areTexts === true }, inner, judge)
    if (text === undefined) continue
    misfits.set(index, text)
    if (text.unfit) unfit.set(index, text)
  }
  const count = value.length
  const told = (items: ReadonlyMap<number, Pick<Misfit, 'words' | 'lines'>>, amount: string): Verdict => ({
    items: itemLines(operator, items, amount, placesOf(selected, subject)),
  })
  if (operator === 'each')
    return misfits.size === 0 ? undefined : told(misfits, `${misfits.size} of ${count}`)
  if (operator === 'any')
    return misfits.size < count ? undefined : told(misfits, `none of ${plural(count, 'item')} fits`)
  if (unfit.size > 0) return told(unfit, `${unfit.size} of ${count} cannot be judged`)
  const wanted = inner.map(one => describeExpectation(one)).join(' and ')
  const fitting = [...value.entries()].flatMap(([index, item]): [number, Pick<Misfit, 'words'>][] =>
    misfits.has(index) ? [] : [[index, { words: `Expected not ${wanted}, got ${printValue(item)}` }]],
  )
  return fitting.length === 0 ? undefined : told(new Map(fitting), `${fitting.length} of ${count}`)
}

function firstMisfit(actual: Actual, inner: readonly Expectation[], judge: EvaluateItem): Misfit | undefined {
  let near: Misfit | undefined
  for (const expectation of inner) {
    const verdict = judge({ actual, expectation })
    if (verdict === undefined || 'items' in verdict) continue
    const { lines } = verdict
    const print = lines === undefined ? undefined : (value: JsonValue) => printBeginning(value, lines)
    const words = `Expected ${describeExpectation(expectation, print)}, got ${verdict.got}`
    const misfit = { words, lines: verdict.lines ?? [], unfit: verdict.unfit === true }
    if (verdict.isNear !== true) return misfit
    near ??= misfit
  }
  return near
}

/** `each: $.items[3].state: Expected not-equals failed, got failed (1 of 20)`, the first few. */
function itemLines(
  operator: string,
  items: ReadonlyMap<number, Pick<Misfit, 'words' | 'lines'>>,
  amount: string,
  placeOf: (index: number) => string,
): readonly string[] {
  const shown = [...items].slice(0, mostItems)
  const told = shown.map(([index, { words, lines = [] }], line) => {
    const more = line === 0 ? ` (${amount})` : ''
    return [`${operator}: ${placeOf(index)}: ${words}${more}`, ...lines].join('\n')
  })
  const left = items.size - shown.length
  return left === 0 ? told : [...told, `${operator}: … and ${left} more`]
}

/** Names items by their paths. `subject` is a target's name such as `body-json-path $.items`. */
function placesOf(
  { several }: Selected & { readonly found: true },
  subject: string,
): (index: number) => string {
  const places = several?.places()
  const list = subject.replace(/^\S+ /, '')
  return index => places?.[index] ?? `${list}[${index}]`
}
