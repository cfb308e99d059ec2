import type { Expectation, Target } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { buildExpectations } from '../parse/build-validations.ts'
import { parseTarget } from '../parse/target.ts'
import { isList, isObject } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/** What a step checks under one name. */
export interface WrittenCheck {
  /** The name that was given, else what is checked: `$.name equals Ada`. */
  readonly name: string
  /** All must hold. */
  readonly comparisons: readonly Comparison[]
}

export interface Comparison {
  readonly target: Target | { readonly kind: 'schema'; readonly file: string }
  readonly expectation?: Pick<Expectation, 'operator' | 'expected'>
}

/** The checks of a list of validations. Those with one name are one check; the others have one for each operator. */
export function checksOf(validations: JsonValue | undefined): readonly WrittenCheck[] {
  const checks = new Map<string, Comparison[]>()
  for (const validation of isList(validations ?? null) ? (validations as readonly JsonValue[]) : []) {
    if (!isObject(validation)) continue
    const { name, ...targets } = validation
    for (const [key, value] of Object.entries(targets))
      for (const comparison of comparisonsOf(key, value)) {
        const title = typeof name === 'string' ? name : titleOf(key, comparison)
        checks.set(title, [...(checks.get(title) ?? []), comparison])
      }
  }
  return [...checks].map(([name, comparisons]) => ({ name, comparisons }))
}

/** What is expected of one target, operator by operator. */
export function comparisonsOf(key: string, expected: JsonValue): readonly Comparison[] {
  if (key === 'schema') return [{ target: { kind: 'schema', file: valueText(expected) } }]
  const target = parseTarget(key)
  if (target === undefined) return []
  return expectationsOf(expected).map(expectation => ({ target, expectation }))
}

/** Operators and what they compare with. */
export function expectationsOf(expected: JsonValue): readonly Pick<Expectation, 'operator' | 'expected'>[] {
  return buildExpectations(expected, nowhere, [], span)
}

const span = { file: '', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
const nowhere = { keySpanOf: () => span }

function titleOf(key: string, { expectation }: Comparison): string {
  if (expectation === undefined) return key
  const { operator, expected } = expectation
  if (operator === 'exists') return `${key} ${expected === false ? 'does not exist' : 'exists'}`
  const shown = valueText(expected).replace(/\s+/g, ' ').replaceAll('{{', '{').replaceAll('}}', '}')
  return `${key} ${operator} ${shown.length > 60 ? `${shown.slice(0, 59)}…` : shown}`
}
