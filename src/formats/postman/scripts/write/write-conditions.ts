import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { helperExpression } from './helper-call.ts'
import { targetExpression } from './write-target.ts'
import { operandOf } from './write-validation.ts'

/** The `when` and `unless` of a validation or an extract as one expression; empty where there are none. */
export interface WrittenConditions {
  readonly expression: string
  /** Functions that the expression calls. */
  readonly helpers: readonly string[]
}

/** Writes an expression that is true exactly where a validation or an extract counts, or says why there is none. */
export function writeConditions({ when, unless }: JsonObject): WrittenConditions | { readonly why: string } {
  const helpers = new Set<string>()
  const terms: string[] = []
  for (const [conditions, isDenied] of [
    [when, false],
    [unless, true],
  ] as const)
    for (const condition of listOf(conditions)) {
      const comparisons = Object.entries(condition).flatMap(([target, expected]) =>
        comparisonsOf(target, expected, helpers),
      )
      if (!comparisons.every(text => text !== undefined))
        return { why: 'Postman has no word for its condition' }
      terms.push(isDenied ? `!(${comparisons.join(' && ')})` : comparisons.join(' && '))
    }
  const expression = terms.join(' && ')
  return { expression, helpers: expression.includes('body()') ? [...helpers, 'body'] : [...helpers] }
}

/** Statements that only run where a condition is so. */
export function underCondition(expression: string, text: string): string {
  if (expression === '') return text
  return `if (${expression}) {\n${text.replace(/^(?=.)/gm, '  ')}\n}`
}

function listOf(conditions: JsonValue | undefined): readonly JsonObject[] {
  if (conditions === undefined) return []
  return isList(conditions) ? conditions.filter(isObject) : [conditions].filter(isObject)
}

function comparisonsOf(
  target: string,
  expected: JsonValue,
  helpers: Set<string>,
): readonly (string | undefined)[] {
  const written = targetExpression(target, 'body()')
  if ('why' in written) return [undefined]
  const operators = isObject(expected) ? Object.entries(expected) : [['equals', expected] as const]
  return operators.map(([operator, wanted]) => {
    const value = operandOf(written.kind, operator, wanted)
    if (value === undefined) return undefined
    const sign = signs[operator]
    const isNumber = (written.kind === 'status' || written.kind === 'time') && typeof value === 'number'
    return isNumber && sign !== undefined
      ? `${written.expression} ${sign} ${value}`
      : helperExpression(written, operator, value, helpers)
  })
}

const signs: Readonly<Record<string, string>> = {
  equals: '===',
  'not-equals': '!==',
  'greater-than': '>',
  'less-than': '<',
  'at-least': '>=',
  'at-most': '<=',
}
