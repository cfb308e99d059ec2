import { hundredsOf } from '../../compile/written-checks.ts'
import { parsePlainPath } from '../../json-path/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'

/** Writes a value of a suite with expressions for its placeholders. */
export type WriteValue = (value: JsonValue) => JsonValue

type Lose = (what: string, why: string) => void

/** The criteria of validations; what Arazzo cannot ask is lost. */
export function criteriaOf(
  validations: readonly JsonObject[],
  write: WriteValue,
  lose: Lose,
): readonly JsonObject[] {
  const judged = validations.some(one => Object.hasOwn(one, 'status'))
  const usual = judged ? [] : [{ condition: '$statusCode >= 200 && $statusCode < 400' }]
  const asked = validations.flatMap(({ name: _, when, unless, ...targets }) => {
    const entries = Object.entries(targets)
    if (when === undefined && (unless === undefined || isNullOrMissing(unless, targets)))
      return entries.flatMap(([target, expected]) => targetCriteria(target, expected, write, lose))
    lose(`${entries.map(([target]) => target).join(', ')} when …`, 'criteria have no conditions')
    return []
  })
  return [...usual, ...asked]
}

/** Null, which is not there in Arazzo either. */
function isNullOrMissing(unless: JsonValue, targets: JsonObject): boolean {
  const [[target, expected] = ['']] = Object.entries(targets)
  return expected === null && isObject(unless) && isObject(unless[target]) && Object.keys(unless).length === 1
}

function targetCriteria(
  target: string,
  expected: JsonValue,
  write: WriteValue,
  lose: Lose,
): readonly JsonObject[] {
  const operators = isObject(expected) ? Object.entries(expected) : [['equals', expected] as const]
  if (target === 'status' && JSON.stringify(expected) === '{"at-least":100}') return []
  const expression = expressionOf(target)
  return operators.flatMap(([operator, operand]): readonly JsonObject[] => {
    const found = criterionOf({ target, expression, operator, operand, write })
    const what = `${target} ${operator} ${valueText(operand)}`
    if (found === undefined) lose(what, 'criteria cannot ask that')
    else if (operator === 'exists' && operand === true)
      lose(what, 'a criterion takes an empty text, list or object for something')
    return found === undefined ? [] : [found]
  })
}

/** The expression for a target; undefined for one that only a path or an XPath selects. */
export function expressionOf(target: string): string | undefined {
  if (target === 'status') return '$statusCode'
  if (target === 'url') return '$url'
  if (target === 'text' || target === '$') return '$response.body'
  const [, header] = /^header (\S+)$/.exec(target) ?? []
  if (header !== undefined) return `$response.header.${header}`
  const path = target.startsWith('$') ? parsePlainPath(target) : undefined
  if (path?.some(part => typeof part === 'number' && part < 0) !== false) return undefined
  return `$response.body#${path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

interface Asked {
  readonly target: string
  readonly expression: string | undefined
  readonly operator: string
  readonly operand: JsonValue
  readonly write: WriteValue
}

const comparisons: Readonly<Record<string, string>> = {
  equals: '==',
  'same-as': '==',
  'not-equals': '!=',
  'greater-than': '>',
  'at-least': '>=',
  'less-than': '<',
  'at-most': '<=',
}

function criterionOf({ target, expression, operator, operand, write }: Asked): JsonObject | undefined {
  const path = target.startsWith('$') ? target : undefined
  if (operator === 'has-length') {
    const least = isObject(operand) && Object.keys(operand).length === 1 ? operand['at-least'] : undefined
    if (path === undefined || typeof least !== 'number' || least < 1) return undefined
    if (expression !== undefined) return { condition: `${expression}/${least - 1} != null` }
    return least > 1 ? undefined : { context: '$response.body', condition: path, type: 'jsonpath' }
  }
  if ((operator === 'missing' && operand === false) || (operator === 'exists' && operand === true)) {
    if (expression !== undefined) return { condition: `${expression} != null` }
    return path === undefined ? undefined : { context: '$response.body', condition: path, type: 'jsonpath' }
  }
  if (expression === undefined || (target === '$' && operator !== 'matches-regex')) return undefined
  if (operator === 'one-of' && isList(operand) && !operand.some(isCollection))
    return { condition: operand.map(one => equality(expression, one, write)).join(' || ') }
  if (target === 'status' && operator === 'equals') return { condition: equality(expression, operand, write) }
  const sign = comparisons[operator]
  if (sign !== undefined && target !== 'text')
    return isCollection(operand)
      ? undefined
      : { condition: `${expression} ${sign} ${literal(operand, write)}` }
  return regexCriterion(expression, operator, operand, write)
}

function regexCriterion(
  context: string,
  operator: string,
  operand: JsonValue,
  write: WriteValue,
): JsonObject | undefined {
  if (typeof operand !== 'string') return undefined
  const text = valueText(write(operand))
  const pattern = literalPattern(text)
  const [, folded] = operator === 'matches-regex' ? (/^\(\?i\)\^([^|()[\]?*+]*)\$$/.exec(operand) ?? []) : []
  if (folded !== undefined && !/\\[a-zA-Z]|(?<!\\)\./.test(folded))
    return { condition: `${context} == ${quoted(folded.replace(/\\(.)/g, '$1'))}` }
  if (operand.includes('{{')) return undefined
  const patterns: Readonly<Record<string, string>> = {
    ...(text.startsWith('(?i)') ? {} : { 'matches-regex': text }),
    contains: pattern,
    'starts-with': `^${pattern}`,
    'ends-with': `${pattern}$`,
    equals: `^${pattern}$`,
  }
  const condition = patterns[operator]
  return condition === undefined ? undefined : { context, condition, type: 'regex' }
}

/** That an expression is a value; a status may be one of a class. */
function equality(expression: string, value: JsonValue, write: WriteValue): string {
  const isStatus = expression === '$statusCode'
  const hundreds = isStatus ? hundredsOf(value) : undefined
  const isDigits = isStatus && /^\d{3}$/.test(valueText(value))
  return hundreds === undefined
    ? `${expression} == ${isDigits ? valueText(value) : literal(value, write)}`
    : `$statusCode >= ${hundreds}00 && $statusCode < ${hundreds + 1}00`
}

function literal(value: JsonValue, write: WriteValue): string {
  if (typeof value !== 'string') return valueText(value)
  const written = valueText(write(value))
  return /^\$(?:inputs|steps)\./.test(written) && value.includes('{{') ? written : quoted(written)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
