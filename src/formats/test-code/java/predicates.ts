import { valueText } from '../../../util/value-text.ts'
import { asAbsence } from '../../../compile/test-program/as-absence.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type {
  JsonPart,
  JsonParts,
  JsonType,
  Path,
  Predicate,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { atom, binary, type Expression, lambda, negated, on } from './java-layout.ts'
import { type JavaCode, numberCode, stepsOf, text } from './java-code.ts'
import { javaPattern } from './java-text.ts'
import { isNumeric } from './java-type.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

/** A condition that is asked must not throw; an assertion may, for no answer or where a text is missing. */
export type Mode = 'asked' | 'asserted'

/** A condition that tells whether a predicate holds. */
export function conditionOf(written: Predicate, code: JavaCode, mode: Mode = 'asked'): Expression {
  const predicate = asAbsence(written)
  switch (predicate.kind) {
    case 'equal':
      return equal(predicate, code)
    case 'compare':
      return compare(predicate, code)
    case 'includes':
      return includes(predicate, code, mode)
    case 'starts-with':
    case 'ends-with':
      return startsOrEnds(predicate, code, mode)
    case 'contains':
      return contains(predicate, code)
    case 'matches-regex':
      return matchesRegex(predicate, code, mode)
    case 'one-of':
      return oneOf(predicate, code)
    case 'is':
      return isOfType(predicate, code)
    case 'is-single':
    case 'present':
      return isThere(predicate, code)
    case 'exists':
      return exists(predicate.value, code)
    case 'empty':
      return binary('&&', emptiness(predicate.value, code))
    case 'absent':
      return binary('&&', absence(predicate.part, code))
    case 'matches':
      return conditionOf(expandPattern(predicate.actual, predicate.pattern), code)
    case 'each':
    case 'any':
      return quantified(predicate, code)
    case 'not':
      return negation(predicate.of, code)
    case 'all':
      return joined('&&', predicate.of, code)
    case 'some':
      return joined('||', predicate.of, code)
  }
}

/** That a value is empty; a body that is no JSON is not. */
export function emptiness(value: Value, code: JavaCode): readonly Expression[] {
  const isBody = value.kind === 'json' && value.root === 'body' && value.path.length === 0
  const isJson = isBody ? [negated(on(code.value(value).code, 'isMissingNode'))] : []
  return [...isJson, negated(exists(value, code))]
}

function joined(operator: '&&' | '||', of: readonly Predicate[], code: JavaCode): Expression {
  if (of.length === 0) return atom(operator === '&&' ? 'true' : 'false')
  return binary(
    operator,
    of.map(part => conditionOf(part, code)),
  )
}

/** The opposite; of a part that is not there, `all` and `some` say the opposite of each. */
function negation(of: Predicate, code: JavaCode): Expression {
  if (of.kind === 'empty') return exists(of.value, code)
  if (of.kind === 'some')
    return binary(
      '&&',
      of.of.map(part => negation(part, code)),
    )
  return negated(conditionOf(of, code))
}

/** The way in which equal values are compared. */
export type Comparison =
  | {
      readonly kind: 'text' | 'number' | 'json' | 'same'
      readonly actual: Expression
      readonly expected: Expression
    }
  | { readonly kind: 'true'; readonly condition: Expression }

/** How two values are compared, and what must hold beside it. */
export function comparisonOf(
  { actual, expected, as }: Pick<Of<'equal'>, 'actual' | 'expected' | 'as'>,
  code: JavaCode,
): { readonly before: readonly Expression[]; readonly comparison: Comparison } {
  const left = code.value(actual)
  const right = code.value(expected)
  if (left.type === 'String') {
    const wanted = right.type === 'String' ? right.code : code.textOf(expected)
    return { before: [], comparison: { kind: 'text', actual: left.code, expected: wanted } }
  }
  if (isNumeric(left.type) && isNumeric(right.type))
    return { before: [], comparison: { kind: 'number', actual: left.code, expected: right.code } }
  if (left.type === 'boolean' && right.type === 'boolean')
    return { before: [], comparison: { kind: 'true', condition: binary('==', [left.code, right.code]) } }
  const node = left.type === 'JsonNode' ? left.code : code.node(left.code)
  if (right.type === 'String') return textComparison(node, expected, as, code)
  if (right.type === 'JsonNode' || right.type === 'List<JsonNode>')
    return nodeComparison(node, expected, code)
  if (right.type === 'boolean') {
    const wanted =
      expected.kind === 'literal'
        ? atom(
            `${code.use('com.fasterxml.jackson.databind.node.BooleanNode')}.${expected.value === true ? 'TRUE' : 'FALSE'}`,
          )
        : code.node(right.code)
    return { before: [], comparison: { kind: 'json', actual: node, expected: wanted } }
  }
  // A node that is no number counts as 0.
  const isCertain = expected.kind === 'literal' && expected.value !== 0
  return {
    before: isCertain ? [] : [on(node, 'isNumber')],
    comparison: { kind: 'number', actual: on(node, 'doubleValue'), expected: right.code },
  }
}

function textComparison(
  node: Expression,
  expected: Value,
  as: Of<'equal'>['as'],
  code: JavaCode,
): ReturnType<typeof comparisonOf> {
  const wanted = code.value(expected).code
  if (as !== 'loose')
    return { before: [], comparison: { kind: 'text', actual: on(node, 'textValue'), expected: wanted } }
  // The text of what is not there is empty.
  const isFilled = expected.kind === 'literal' && expected.value !== ''
  return {
    before: isFilled ? [] : [negated(on(node, 'isMissingNode'))],
    comparison: { kind: 'text', actual: code.helper('text', node), expected: wanted },
  }
}

function nodeComparison(node: Expression, expected: Value, code: JavaCode): ReturnType<typeof comparisonOf> {
  const right = code.value(expected)
  if (expected.kind === 'literal' && expected.value === null)
    return { before: [], comparison: { kind: 'true', condition: on(node, 'isNull') } }
  const wanted = right.type === 'JsonNode' ? right.code : code.node(right.code)
  const kind = expected.kind === 'literal' && !hasNumber(expected.value) ? 'json' : 'same'
  return { before: [], comparison: { kind, actual: node, expected: wanted } }
}

function hasNumber(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some(hasNumber)
    : typeof value === 'number'
}

function equal(predicate: Of<'equal'>, code: JavaCode): Expression {
  const { before, comparison } = comparisonOf(predicate, code)
  return binary('&&', [...before, comparisonCondition(comparison, predicate.expected, code)])
}

function comparisonCondition(comparison: Comparison, expected: Value, code: JavaCode): Expression {
  if (comparison.kind === 'true') return comparison.condition
  const { kind, actual, expected: wanted } = comparison
  if (kind === 'number') return binary('==', [actual, wanted])
  if (kind === 'same') return code.helper('same', wanted, actual)
  if (kind === 'json' || expected.kind === 'literal') return on(wanted, 'equals', actual)
  return on(code.use('java.util.Objects'), 'equals', wanted, actual)
}

function compare({ actual, sign, expected }: Of<'compare'>, code: JavaCode): Expression {
  const left = code.value(actual)
  const right = numeric(expected, code)
  if (isNumeric(left.type)) return binary(sign, [left.code, right])
  const node = left.type === 'JsonNode' ? left.code : code.node(left.code)
  const comparison = binary(sign, [on(node, 'doubleValue'), right])
  const holdsForZero =
    expected.kind !== 'literal' || typeof expected.value !== 'number' || zeroHolds[sign](expected.value)
  return holdsForZero ? binary('&&', [on(node, 'isNumber'), comparison]) : comparison
}

/** True where what is no number, and so counts as 0, would do. */
const zeroHolds = {
  '<': (limit: number) => 0 < limit,
  '<=': (limit: number) => 0 <= limit,
  '>': (limit: number) => 0 > limit,
  '>=': (limit: number) => 0 >= limit,
} as const

function numeric(value: Value, code: JavaCode): Expression {
  const { code: written, type } = code.value(value)
  if (isNumeric(type)) return written
  if (type === 'JsonNode') return on(written, 'asDouble', atom('Double.NaN'))
  return code.value({ kind: 'number-of', of: value }).code
}

function isUncertain(value: Value): boolean {
  return value.kind === 'header' || value.kind === 'environment' || value.kind === 'found'
}

/** The text to look into, and the conditions that must hold before; a text of JSON is that of any kind of value. */
function textIn(
  value: Value,
  code: JavaCode,
  mode: Mode,
): { readonly before: readonly Expression[]; readonly text: Expression } {
  const { code: written, type } = code.value(value)
  if (type === 'String')
    return {
      before: isUncertain(value) && mode === 'asked' ? [binary('!=', [written, atom('null')])] : [],
      text: written,
    }
  if (type === 'JsonNode') return { before: [], text: on(written, 'asText') }
  return { before: [], text: code.textOf(value) }
}

function includes(
  { text: of, part }: Of<'includes' | 'starts-with' | 'ends-with'>,
  code: JavaCode,
  mode: Mode,
): Expression {
  const { before, text: written } = textIn(of, code, mode)
  return binary('&&', [...before, on(written, 'contains', code.textOf(part))])
}

/** Only single values begin or end with something. */
function single(of: Value, code: JavaCode): readonly Expression[] {
  if (of.kind !== 'text-of') return []
  const { code: inner, type } = code.value(of.of)
  return type === 'JsonNode' ? [on(inner, 'isValueNode')] : []
}

function startsOrEnds(
  { kind, text: of, part }: Of<'starts-with' | 'ends-with' | 'includes'>,
  code: JavaCode,
  mode: Mode,
): Expression {
  const { before, text: written } = textIn(of, code, mode)
  const method = kind === 'starts-with' ? 'startsWith' : 'endsWith'
  return binary('&&', [...before, ...single(of, code), on(written, method, code.textOf(part))])
}

function contains({ actual, expected, as }: Of<'contains'>, code: JavaCode): Expression {
  const { type } = code.value(actual)
  const item: Value = { kind: 'json', root: 'item', path: [] }
  const anyItem: Predicate = {
    kind: 'any',
    list: actual,
    holds: { kind: 'equal', actual: item, expected, as },
  }
  if (type === 'List<JsonNode>') return conditionOf(anyItem, code)
  const right = code.value(expected)
  if (type === 'String') return on(code.value(actual).code, 'contains', code.textOf(expected))
  if (right.type === 'String') return code.helper('contains', code.value(actual).code, right.code)
  const inText = on(code.helper('text', code.value(actual).code), 'contains', code.textOf(expected))
  const isText = binary('&&', [negated(on(code.value(actual).code, 'isArray')), inText])
  return binary('||', [conditionOf(anyItem, code), isText])
}

function matchesRegex({ text: of, pattern }: Of<'matches-regex'>, code: JavaCode, mode: Mode): Expression {
  const { before, text: written } = textIn(of, code, mode)
  const compiled = (): Expression =>
    pattern.kind === 'literal'
      ? code.pattern(valueText(pattern.value))
      : on(code.use('java.util.regex.Pattern'), 'compile', code.textOf(pattern))
  const { type } = code.value(of)
  const fitsNothing = pattern.kind !== 'literal' || mayFitNothing(valueText(pattern.value))
  const node = type === 'JsonNode' && fitsNothing ? [on(code.value(of).code, 'isValueNode')] : []
  const whole = pattern.kind === 'literal' ? wholePattern(valueText(pattern.value)) : undefined
  const matching =
    whole === undefined ? on(on(compiled(), 'matcher', written), 'find') : on(written, 'matches', text(whole))
  return binary('&&', [...before, ...single(of, code), ...node, matching])
}

/** The pattern that a whole text must fit, in the syntax of Java, where a pattern says so. */
function wholePattern(pattern: string): string | undefined {
  const inner = /^(\(\?i\))?\^((?:[^\\|^$]|\\.|\[\^)*)\$$/s.exec(pattern)
  return inner === null ? undefined : javaPattern(`${inner[1] ?? ''}${inner[2] ?? ''}`)
}

function mayFitNothing(pattern: string): boolean {
  try {
    return new RegExp(pattern.replace(/^\(\?i\)/, '')).test('')
  } catch {
    return true
  }
}

function oneOf({ actual, expected, as }: Of<'one-of'>, code: JavaCode): Expression {
  const { type, code: left } = code.value(actual)
  const literals = expected.map(one => (one.kind === 'literal' ? one.value : undefined))
  const isTextual = type === 'String' || (type === 'JsonNode' && as !== 'number')
  const texts = literals.flatMap(one => (typeof one === 'string' && one !== '' ? [one] : []))
  const numbers = literals.flatMap(one => (typeof one === 'number' ? [one] : []))
  if (isTextual && texts.length === expected.length && expected.length > 1) {
    const read = type === 'String' ? left : as === 'loose' ? code.helper('text', left) : on(left, 'asText')
    const list = on(code.use('java.util.List'), 'of', ...texts.map(one => text(one)))
    return type === 'String' && isUncertain(actual)
      ? binary('&&', [binary('!=', [left, atom('null')]), on(list, 'contains', read)])
      : on(list, 'contains', read)
  }
  if (isNumeric(type) && type === 'int' && numbers.length === expected.length && expected.length > 1)
    return on(
      on(code.use('java.util.List'), 'of', ...numbers.map(one => atom(numberCode(one)))),
      'contains',
      left,
    )
  return binary(
    '||',
    expected.map(one => equal({ kind: 'equal', actual, expected: one, as }, code)),
  )
}

const tests: Readonly<Record<JsonType, string>> = {
  string: 'isTextual',
  number: 'isNumber',
  integer: 'canConvertToExactIntegral',
  boolean: 'isBoolean',
  null: 'isNull',
  array: 'isArray',
  object: 'isObject',
}

function isOfType({ value, type }: Of<'is'>, code: JavaCode): Expression {
  const { code: written, type: known } = code.value(value)
  if (known === 'String') return type === 'string' ? isThere({ kind: 'present', value }, code) : atom('false')
  if (known === 'List<JsonNode>') return type === 'array' ? negated(on(written, 'isEmpty')) : atom('false')
  return on(known === 'JsonNode' ? written : code.node(written), tests[type])
}

function isThere({ kind, value }: Of<'is-single' | 'present'>, code: JavaCode): Expression {
  const { code: written, type } = code.value(value)
  if (type === 'JsonNode')
    return kind === 'present' ? negated(on(written, 'isMissingNode')) : on(written, 'isValueNode')
  if (type === 'String' && value.kind !== 'body-text') return binary('!=', [written, atom('null')])
  return atom('true')
}

function exists(value: Value, code: JavaCode): Expression {
  const { code: written, type } = code.value(value)
  if (value.kind === 'json-list') return negated(on(written, 'isEmpty'))
  if (type === 'JsonNode') return code.helper('exists', written)
  if (type !== 'String') return atom('true')
  const isFilled = negated(on(written, 'isEmpty'))
  return value.kind === 'body-text'
    ? isFilled
    : binary('&&', [binary('!=', [written, atom('null')]), isFilled])
}

/** The conditions that must hold where a part is said to be absent: whatever should hold it can, and it is empty. */
export function absence(part: JsonPart | JsonParts, code: JavaCode): readonly Expression[] {
  const root: Value = { kind: 'json', root: part.root, path: [] }
  const several = part.path.findIndex(selector => typeof selector === 'object')
  const single = (several < 0 ? part.path : part.path.slice(0, several)) as Path
  const [first] = part.path
  const whole = code.value(root).code
  const holding = single.map((step, index): Expression => {
    const parent = stepsOf(whole, single.slice(0, index))
    if (index === 0) return on(parent, typeof step === 'number' ? 'isArray' : 'isObject')
    return code.helper('canHold', parent, atom(String(typeof step === 'number')))
  })
  const opening = typeof first === 'object' ? [on(whole, 'isContainerNode')] : holding
  return [...opening, ...listAbsence(part, several, whole, code), negated(exists(part, code))]
}

/** The conditions on a list where no item could have such a part, which is in the way of everything. */
function listAbsence(
  { path }: JsonPart | JsonParts,
  several: number,
  whole: Expression,
  code: JavaCode,
): readonly Expression[] {
  const selector = path[several]
  if (several < 0 || typeof selector !== 'object') return []
  const list = stepsOf(whole, path.slice(0, several) as Path)
  const isList: readonly Expression[] =
    several === 0 ? [] : [binary('||', [on(list, 'isContainerNode'), code.helper('isNothing', list)])]
  const next = path[several + 1]
  if (selector.kind === 'filter' || next === undefined) return isList
  if (typeof next === 'object') return isList
  const items = on(list, 'valueStream')
  const test = typeof next === 'number' ? 'isArray' : 'isObject'
  const nothing = lambda('item', code.helper('isNothing', atom('item')))
  return [
    ...isList,
    binary('||', [on(items, 'allMatch', nothing), on(items, 'anyMatch', lambda('item', on('item', test)))]),
  ]
}

function quantified({ kind, list, holds }: Of<'each' | 'any'>, code: JavaCode): Expression {
  const written = code.value(list)
  const item = code.itemOf(list)
  const inner = lambda(
    item,
    code.inItem(item, () => conditionOf(holds, code)),
  )
  const method = kind === 'each' ? 'allMatch' : 'anyMatch'
  if (list.kind === 'json-list') {
    const matching = on(code.stream(list), method, inner)
    return kind === 'any' ? matching : binary('&&', [negated(on(written.code, 'isEmpty')), matching])
  }
  if (written.type !== 'JsonNode') return atom('false')
  const matching = on(on(written.code, 'valueStream'), method, inner)
  return binary('&&', [
    on(written.code, 'isArray'),
    ...(kind === 'any' ? [] : [negated(on(written.code, 'isEmpty'))]),
    matching,
  ])
}
