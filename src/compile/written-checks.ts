import { looksAtErrors } from '../extracts/looks-at-errors.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Expectation, Target } from '../model/expectation.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { readSnapshot } from '../model/snapshot.ts'
import { buildExpectations } from '../parse/build-validations.ts'
import { parseTarget } from '../parse/target.ts'
import { isNumber } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { mapping } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import { defined } from '../util/defined.ts'

/** A check of a step under one name. */
export interface WrittenCheck {
  /** The name that was given, else what is checked: `$.name equals Ada`. */
  readonly name: string
  /** All must hold. */
  readonly comparisons: readonly Comparison[]
  /** For which answers it counts; absent when for all. */
  readonly conditions?: AnswerConditions
}

/** Every one of `when` must hold and none of `unless`; each of them holds when all its comparisons do. */
export interface AnswerConditions {
  readonly when: readonly (readonly Comparison[])[]
  readonly unless: readonly (readonly Comparison[])[]
}

export interface Comparison {
  readonly target: Target | { readonly kind: 'schema'; readonly file: string }
  readonly expectation?: Pick<Expectation, 'operator' | 'expected' | 'inner'>
}

/** The checks of a list of validations, or of a mapping of targets. Those with one name are one check; the others have one for each operator. */
export function checksOf(validations: JsonValue | undefined): readonly WrittenCheck[] {
  const checks = new Map<string, WrittenCheck>()
  for (const validation of validationsOf({ validations: [validations ?? []].flat() })) {
    const { name, when, unless, ...targets } = validation
    const conditions = conditionsOf(validation)
    for (const [target, value] of Object.entries(targets))
      for (const comparison of comparisonsOf(target, value)) {
        const title = typeof name === 'string' ? name : titleOf(target, comparison)
        const key = JSON.stringify([title, when ?? null, unless ?? null])
        const comparisons = [...(checks.get(key)?.comparisons ?? []), comparison]
        checks.set(key, defined({ name: title, comparisons, conditions }))
      }
  }
  return [...checks.values()]
}

/**
 * True where an extract has a value of its own where nothing is found, or adds to a list: few other languages have words
 * for it.
 */
export function saysMore(extract: JsonValue): boolean {
  return isObject(extract) && (extract['default'] !== undefined || extract['append'] === true)
}

/** The checks of a step: its validations, and what a step that sends GraphQL takes for granted. */
export function checksOfStep(step: JsonObject): readonly WrittenCheck[] {
  const granted = grantedErrors(step)
  return checksOf([...validationsOf(step), ...(granted === undefined ? [] : [granted])])
}

/** That a GraphQL answer lists no errors (docs/steps.md, Bodies). */
export const noErrors: JsonObject = {
  name: 'No GraphQL errors',
  when: { status: { 'at-least': 200, 'less-than': 300 }, $: { 'has-type': 'object' } },
  '$.errors': { exists: false },
}

/**
 * The check of errors in the answer that a step that sends GraphQL takes for granted; undefined where it allows them,
 * or has a validation or an extract that always looks at them. One that only counts for some answers takes its place
 * for these.
 */
export function grantedErrors(step: JsonObject): JsonObject | undefined {
  const { graphql, extracts } = step
  if (graphql === undefined || (isObject(graphql) && graphql['allow-errors'] === true)) return undefined
  const looking = [
    ...validationsOf(step).filter(validation => Object.keys(validation).some(looksAt)),
    ...Object.values(isObject(extracts) ? extracts : {})
      .map(extract => (isObject(extract) ? extract : { from: extract }))
      .filter(({ from }) => typeof from === 'string' && looksAt(from)),
  ]
  if (looking.length === 0) return noErrors
  const unless = looking.map(({ when = [] }) => Object.assign({}, ...[when].flat()) as JsonObject)
  return unless.some(condition => Object.keys(condition).length === 0) ? undefined : { ...noErrors, unless }
}

function validationsOf({ validations }: JsonObject): readonly JsonObject[] {
  return isList(validations ?? null) ? (validations as readonly JsonValue[]).filter(isObject) : []
}

function looksAt(key: string): boolean {
  const target = key === 'schema' ? undefined : parseTarget(key)
  return key === 'schema' || (target !== undefined && looksAtErrors(targetSubject(target)))
}

/** True where one of the checks says something of the status of every answer. */
export function judgeStatus(checks: readonly WrittenCheck[]): boolean {
  return checks.some(
    ({ comparisons, conditions }) =>
      conditions === undefined && comparisons.some(({ target }) => target.kind === 'status'),
  )
}

/** For which answers a validation or an extract counts. */
export function conditionsOf(written: JsonValue): AnswerConditions | undefined {
  if (!isObject(written) || (written['when'] ?? written['unless']) === undefined) return undefined
  return { when: comparisonLists(written['when']), unless: comparisonLists(written['unless']) }
}

function comparisonLists(conditions: JsonValue = []): readonly (readonly Comparison[])[] {
  return (isList(conditions) ? conditions : [conditions]).map(condition =>
    Object.entries(isObject(condition) ? condition : {}).flatMap(([key, expected]) =>
      comparisonsOf(key, expected),
    ),
  )
}

/** Lists the comparisons of one target, operator by operator. */
export function comparisonsOf(key: string, expected: JsonValue): readonly Comparison[] {
  if (key === 'schema') return [{ target: { kind: 'schema', file: valueText(expected) } }]
  if (key === 'snapshot')
    return [
      { target: { kind: key }, expectation: { operator: 'equals', expected: readSnapshot(expected).name } },
    ]
  const target = parseTarget(key)
  if (target === undefined) return []
  return expectationsOf(expected).map(expectation => ({ target, expectation }))
}

/** Operators and what they compare with. */
export function expectationsOf(
  expected: JsonValue,
): readonly Pick<Expectation, 'operator' | 'expected' | 'inner'>[] {
  return buildExpectations(expected, nowhere, [], span)
}

/** The hundreds of a class of statuses: 2 of `2xx`; undefined of everything else. */
export function hundredsOf(status: JsonValue): number | undefined {
  const [, digit] = /^([1-5])xx$/.exec(valueText(status)) ?? []
  return digit === undefined ? undefined : Number(digit)
}

/**
 * The validations with both bounds of a status in one, a class by its name, and none of what suites ask for anyway: one bound
 * alone holds for every status.
 */
export function joinedStatus(validations: readonly JsonObject[]): readonly JsonObject[] {
  const bounds = validations.filter(one => Object.hasOwn(one, 'status'))
  const [first, second, ...others] = bounds.map(({ status }) => mapping(status))
  const joined = { ...first, ...second }
  const { 'at-least': least, 'less-than': end, 'at-most': most } = joined
  const isWhole = isNumber(least) && (isNumber(end) || isNumber(most)) && Object.keys(joined).length === 2
  if (second === undefined || others.length > 0 || !isWhole) return validations
  const isClass = Number(least) % 100 === 0 && Number(end) === Number(least) + 100
  const status = isClass ? `${Number(least) / 100}xx` : joined
  const isGranted = Number(least) === 200 && Number(end) === 400
  return validations.flatMap(one => {
    if (!bounds.includes(one)) return [one]
    return one === bounds[0] && !isGranted ? [{ status }] : []
  })
}

const span = { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
const nowhere = { keySpanOf: () => span }

function titleOf(key: string, { expectation }: Comparison): string {
  if (expectation === undefined) return key
  const { operator, expected } = expectation
  if (operator === 'exists') return `${key} ${expected === false ? 'does not exist' : 'exists'}`
  if (operator === 'missing') return `${key} ${expected === false ? 'is there' : 'is missing'}`
  const shown = valueText(expected).replace(/\s+/g, ' ').replaceAll('{{', '{').replaceAll('}}', '}')
  return `${key} ${operator} ${shown.length > 60 ? `${shown.slice(0, 59)}…` : shown}`
}

/** A validation that holds for every answer, which sets aside the rule of suites that the status is 2xx or 3xx. */
export const anyStatus: JsonObject = { status: { 'at-least': 100 } }
