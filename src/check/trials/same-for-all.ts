import { jsonBody } from '../../actions/body/json-body.ts'
import { type Judged, prepareTarget, selectedBy } from '../../extracts/prepare-target.ts'
import { isPlainPath, refuseDefeat } from '../../json-path/index.ts'
import {
  type Expectation,
  isQuantifier,
  type Target,
  type TargetValidation,
} from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { judgeTarget } from '../../validations/index.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import { Undecided } from '../../util/turns.ts'
import { valueText } from '../../util/value-text.ts'
import type { Constants } from './constants.ts'
import { madeExchange, textBody } from '../made/answers.ts'
import { bodiesOf, stepsOf } from '../made/bodies.ts'
import { documentsOf, vocabularyOf } from '../made/documents.ts'
import { madeValues } from '../made/values.ts'
import { areDecidedTogether } from './verdicts.ts'

/**
 * How sure it is that what is expected of an expression holds for every document, because it does for all that are made of its own
 * words: where a condition looks into the document, too, for those that meet it. Nobody is sure where none of them has what the
 * expression looks for, since others may. Documents are made only until one fails it, which is soon for most of what suites
 * expect. To be called inside of `whenLoaded`.
 */
export function sameForAll(
  item: TargetValidation,
  expectations: readonly Expectation[],
  constants: Constants,
): 'surely' | 'probably' | undefined {
  const { target, when = [] } = item
  const asked = when.flatMap(one => one.targets)
  const first = plainest(target)
  // Most validations fail where there is nothing.
  if (first === undefined || (asked.length === 0 && holds(target, expectations, first) !== true))
    return undefined
  const conditions = asked.filter(one => one.target.kind === target.kind)
  const filled = conditions.map(one => constants.filled(one.expectations))
  if (filled.includes(undefined)) return undefined
  const all = [...expectations, ...filled.flatMap(one => one ?? [])]
  if (target.kind === 'json-path' && conditions.length > 0 && !areDecidedTogether(all.flatMap(parts)))
    return undefined
  const made = madeFor(target, all, asked)
  if (made === undefined) return undefined
  let counted = 0
  const there = { operator: 'exists', expected: true, span: item.span } as const
  let isFound = false
  for (const judged of made) {
    const isMet = conditions.every((one, index) => holds(one.target, filled[index] ?? [], judged) !== false)
    if (!isMet) continue
    counted++
    if (holds(target, expectations, judged) !== true) return undefined
    isFound ||= holds(target, [there], judged) === true
  }
  if (counted === 0) return undefined
  return isFound && conditions.length === 0 ? 'surely' : 'probably'
}

/** True where no document that is made of an expression's own words is as a condition wants it: others may be. */
export function seemsNever({ target }: TargetValidation, expectations: readonly Expectation[]): boolean {
  if (plainest(target) === undefined || (target.kind === 'json-path' && target.path.split('?').length > 2))
    return false
  const made = madeFor(target, expectations, [])
  if (made === undefined) return false
  for (const judged of made) if (holds(target, expectations, judged) !== false) return false
  return true
}

/** The expectations of the items in place of those of the list. */
function parts(one: Expectation): readonly Expectation[] {
  return isQuantifier(one.operator) ? (one.inner ?? []) : [one]
}

/** A document with nothing of what an expression speaks of; undefined for what is none, or leads to one value. */
function plainest(target: Target): Judged | undefined {
  if (target.kind === 'xpath') return document('<other/>', 'application/xml')
  return target.kind === 'json-path' && !isPlainPath(target.path) ? madeExchange(jsonBody({})) : undefined
}

/** Undefined where it took too long, as it does on a busy machine: then nobody knows. */
function holds(target: Target, expectations: readonly Expectation[], judged: Judged): boolean | undefined {
  const { kind, subject, select } = prepareTarget(target)
  try {
    const selected = selectedBy(select, judged, refuseDefeat)
    if (!selected.found && selected.wrong === true) return undefined
    const held = { kind, subject, select: () => selected }
    return judgeTarget(held, expectations, judged, false, refuseDefeat).every(({ passed }) => passed)
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}

function madeFor(
  target: Target,
  expectations: readonly Expectation[],
  asked: readonly TargetValidation[],
): Iterable<Judged> | undefined {
  const said = expectations.flatMap(({ expected, inner = [] }) => [
    expected,
    ...inner.map(one => one.expected),
  ])
  const counts = said.flatMap(one => Number(expectedNumber(one) ?? Number.NaN)).filter(Number.isInteger)
  if (counts.some(one => one > 1000)) return undefined
  if (target.kind === 'xpath') {
    const others = asked.flatMap(one =>
      one.target.kind === 'xpath' &&
      one.expectations.every(({ operator }) => operator === 'exists' || operator === 'missing')
        ? [one.target.expression]
        : [],
    )
    const texts = said.map(valueText)
    const words =
      vocabularyOf([target.expression, ...others].join(' | '), texts) ??
      vocabularyOf(target.expression, texts)
    if (words === undefined) return undefined
    const type = typeOf(asked, words.names)
    return documents(documentsOf(words, type === 'text/html'), type)
  }
  if (target.kind !== 'json-path' || isPlainPath(target.path) || hasLongNumber(target.path)) return undefined
  const steps = stepsOf(target.path)
  const near = [...new Set(counts.flatMap(one => [one, one + 1]))].filter(one => one > 4)
  return steps === undefined ? undefined : bodies(bodiesOf(steps, madeValues(expectations), near))
}

/** True for a path with a number that a double does not hold as it is written: nothing is made beside such. */
function hasLongNumber(path: string): boolean {
  return (path.match(/\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g) ?? []).some(one => String(Number(one)) !== one)
}

/** The type of the documents that a condition leaves. */
function typeOf(asked: readonly TargetValidation[], names: readonly string[]): string {
  const isHtml = asked.some(
    ({ target, expectations }) =>
      target.kind === 'header' &&
      target.name.toLowerCase() === 'content-type' &&
      expectations.some(({ expected }) => /html/i.test(valueText(expected))),
  )
  // A page only has these where it may, so that none is made.
  const isUnsure = names.some(name => onlyWithin.has(name.toLowerCase()))
  return isHtml && !isUnsure ? 'text/html' : 'application/xml'
}

const onlyWithin = new Set(
  'tr td th tbody thead tfoot caption col colgroup option optgroup select frame frameset p form a button'.split(
    ' ',
  ),
)

function* documents(texts: Iterable<string>, type: string): Generator<Judged> {
  for (const text of texts) yield document(text, type)
}

function* bodies(values: Iterable<JsonValue>): Generator<Judged> {
  for (const value of values) yield madeExchange(jsonBody(value))
}

function document(text: string, type: string): Judged {
  return madeExchange(textBody(text), { headers: [['content-type', type]] })
}
