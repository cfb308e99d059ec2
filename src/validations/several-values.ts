import { isQuantifier, type Expectation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { cutText } from '../util/cut-text.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList, isObject, isCollection } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

type Comparison = Pick<Expectation, 'operator' | 'expected' | 'written'>

/**
 * Returns the text to write instead of an operator that looks at one value, where the path can select several;
 * undefined for one that looks at their list. Over a list, the operator would hold or fail by chance.
 */
export function insteadOfOneValue({ operator, expected }: Comparison): string | undefined {
  if (isQuantifier(operator) || ofLists.has(operator)) return undefined
  if (operator === 'has-type' && expected === 'array') return undefined
  if (comparesWhole.has(operator) && isList(expected)) return undefined
  if (wholeAsText.has(operator) && typeof expected === 'string' && /^\s*\[/.test(expected)) return undefined
  const one = cutText(flowYaml(expected), 60)
  if (operator === 'equals' || operator === 'same-as') {
    const each = operator === 'equals' ? one : `{ same-as: ${one} }`
    return `a list is never ${one}: write each: ${each}, any: ${each} or [${one}]`
  }
  return operator === 'within' ? `write each: ${one}` : `write each: { ${operator}: ${one} }`
}

const ofLists = new Set([
  'contains',
  'not-contains',
  'has-length',
  'exists',
  'missing',
  'unique',
  'is-sorted',
])
const comparesWhole = new Set(['equals', 'not-equals', 'same-as', 'matches'])
/** A list in a column of data is the text of a list. */
const wholeAsText = new Set(['equals', 'not-equals'])

/**
 * Why an operator cannot look at a list or an object, where its path selects one value; undefined when it can. It would
 * compare with the JSON of it, or hold because a list never is a text.
 */
export function unfitForWhole(value: JsonValue, { operator, expected }: Comparison): string | undefined {
  if (!isCollection(value) || !ofOneValue(operator, expected)) return undefined
  return isList(value)
    ? 'is a list: each, any or none look at its items'
    : 'is an object: go deeper with the path'
}

function ofOneValue(operator: string, expected: JsonValue): boolean {
  if (operator === 'not-equals') return !mayBeWhole(expected)
  if (operator === 'not-one-of') return !(isList(expected) && expected.some(mayBeWhole))
  return ['matches-regex', 'not-matches-regex', 'starts-with', 'ends-with'].includes(operator)
}

/** True where a list or an object may equal this, or its text; or whether the question is only if there is anything. */
function mayBeWhole(expected: JsonValue): boolean {
  return typeof expected === 'string'
    ? /^\s*[[{]/.test(expected)
    : expected === null || isCollection(expected)
}

/** Finds operands that variables have made empty: a condition with such a one neither holds nor fails. */
export function emptiedOperand(expectations: readonly Expectation[]): string | undefined {
  for (const expectation of expectations) {
    const { inner = [], written } = expectation
    const empty = written === undefined ? undefined : emptyOperand(expectation)
    const found =
      empty === undefined ? emptiedOperand(inner) : `${valueText(written ?? null)} is empty: ${empty}`
    if (found !== undefined) return found
  }
  return undefined
}

/** Why an operand that is empty proves nothing, such as `it would hold for everything`; undefined where it is not empty. */
export function emptyOperand({ operator, expected, written }: Comparison): string | undefined {
  if (!neverEmpty.has(operator)) return undefined
  if (operator === 'matches') return emptyPattern(expected)
  // A list may have an item that is null, but a variable that is null has nothing to look for.
  const isNothing = expected === null && (written !== undefined || !mayBeNull.has(operator))
  if (expected !== '' && !isEmpty(expected) && !isNothing) return undefined
  return operator === 'one-of' ? 'nothing is one of none' : 'it would hold for everything'
}

/** The operators whose operand asks for something. */
export const neverEmpty: ReadonlySet<string> = new Set([
  'contains',
  'not-contains',
  'starts-with',
  'ends-with',
  'matches-regex',
  'not-matches-regex',
  'matches',
  'one-of',
  'not-one-of',
])
const mayBeNull = new Set(['contains', 'not-contains', 'one-of', 'not-one-of'])

function isEmpty(value: JsonValue): boolean {
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
}

/** `matches` asks for what is listed: of an empty list or object anywhere in it, nothing. */
function emptyPattern(expected: JsonValue): string | undefined {
  if (expected === '') return 'to compare with empty text write equals'
  if (!isCollection(expected)) return undefined
  if (isEmpty(expected)) {
    const kind = isList(expected) ? 'list' : 'object'
    const marker = isList(expected) ? '<array>' : '<object>'
    return `${flowYaml(expected)} in matches holds for every ${kind}: write ${marker}, or equals for an empty one`
  }
  for (const part of Object.values(expected)) {
    // A text is compared as it is, here.
    const why = part === '' ? undefined : emptyPattern(part)
    if (why !== undefined) return why
  }
  return undefined
}
