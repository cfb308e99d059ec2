import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type { JsonType, Predicate, Sign, Value } from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import type { JsonValue } from '../../../model/json.ts'
import { literal } from './literals.ts'
import type { Access, PythonCode } from './python-code.ts'

/** An expression that is true or false, and how tightly it holds together. */
export interface Condition {
  readonly code: string
  readonly binds: 'or' | 'and' | 'not' | 'comparison' | 'call'
  /** The parts of the comparison, where it is a single one. */
  readonly parts?: ComparisonParts
}

/** Two values and the sign between them. */
export interface ComparisonParts {
  readonly left: string
  readonly sign: ComparisonSign
  readonly right: string
}

export type ComparisonSign = Sign | '==' | '!=' | 'in' | 'not in' | 'is' | 'is not'

const strength = { or: 1, and: 2, not: 3, comparison: 4, call: 5 } as const

/** The values that are nothing: `exists` is anything else. */
export const nothing = '(None, "", [], {})'

/** An expression that tells whether a predicate holds, and raises for no answer. */
export function asked(predicate: Predicate, code: PythonCode): Condition {
  switch (predicate.kind) {
    case 'equal':
      return both(
        known(predicate, code),
        equal(predicate.actual, predicate.expected, predicate.as, code, 'lenient'),
      )
    case 'compare':
      return compared(predicate, code)
    case 'includes':
      return textual(predicate.text, code, subject => comparison(code.value(predicate.part), 'in', subject))
    case 'starts-with':
    case 'ends-with': {
      const method = textMethods[predicate.kind]
      return single(
        predicate.text,
        code,
        textual(predicate.text, code, subject => call(`${subject}.${method}(${code.value(predicate.part)})`)),
      )
    }
    case 'contains':
      return call(
        code.helper('contains', lenient(predicate.actual, code), code.value(predicate.expected, 'lenient')),
      )
    case 'matches-regex':
      return single(
        predicate.text,
        code,
        textual(predicate.text, code, subject => call(patternSearch(predicate.pattern, subject, code))),
      )
    case 'one-of':
      return both(known(predicate, code), oneOf(predicate, code, 'lenient'))
    case 'is':
      return both(
        predicate.type === 'null' ? thereIf(predicate.value, code) : undefined,
        isType(lenient(predicate.value, code), predicate.type, code),
      )
    case 'is-single':
      return both(
        thereIf(predicate.value, code),
        negated(call(`isinstance(${lenient(predicate.value, code)}, (dict, list))`)),
      )
    case 'present':
      return thereIf(predicate.value, code) ?? call('True')
    case 'exists':
      return isTextOrList(predicate.value)
        ? call(`bool(${lenient(predicate.value, code)})`)
        : comparison(lenient(predicate.value, code), 'not in', nothing)
    case 'empty':
      return isTextOrList(predicate.value)
        ? negated(call(lenient(predicate.value, code)))
        : comparison(lenient(predicate.value, code), 'in', nothing)
    case 'absent':
      return absent(predicate.part, code)
    case 'matches':
      return asked(expandPattern(predicate.actual, predicate.pattern), code)
    case 'each':
    case 'any':
      return quantified(predicate, code)
    case 'not':
      return negated(asked(predicate.of, code))
    case 'all':
      return joined(bounded(predicate.of, code), 'and')
    case 'some':
      return joined(
        predicate.of.map(part => asked(part, code)),
        'or',
      )
  }
}

/** Two bounds of one value are one comparison. */
function bounded(parts: readonly Predicate[], code: PythonCode): readonly Condition[] {
  const [first, second, ...others] = parts
  if (first === undefined) return []
  const between = second === undefined ? undefined : bounds(first, second)
  if (between === undefined) return [asked(first, code), ...bounded(parts.slice(1), code)]
  const { low, high, value } = between
  const chain = `${lenient(low.value, code)} ${low.sign} ${lenient(value, code)} ${high.sign} ${lenient(high.value, code)}`
  const test: Condition = { code: chain, binds: 'comparison' }
  return [both(comparable(value, code), test), ...bounded(others, code)]
}

/** Two bounds of the same value, one from each side. */
export function bounds(
  first: Predicate,
  second: Predicate,
): { readonly value: Value; readonly low: ValueBound; readonly high: ValueBound } | undefined {
  if (first.kind !== 'compare' || second.kind !== 'compare') return undefined
  if (JSON.stringify(first.actual) !== JSON.stringify(second.actual)) return undefined
  const low = [first, second].find(({ sign }) => sign.startsWith('>'))
  const high = [first, second].find(({ sign }) => sign.startsWith('<'))
  if (low === undefined || high === undefined) return undefined
  return {
    value: first.actual,
    low: { value: low.expected, sign: low.sign === '>' ? '<' : '<=' },
    high: { value: high.expected, sign: high.sign === '<' ? '<' : '<=' },
  }
}

/** A bound as it stands in a chain of comparisons. */
export interface ValueBound {
  readonly value: Value
  readonly sign: '<' | '<='
}

/** Python's names of the text methods. */
export const textMethods = { includes: '', 'starts-with': 'startswith', 'ends-with': 'endswith' } as const

/** True where Python takes a value for false just where it is nothing. */
function isTextOrList({ kind }: Value): boolean {
  return kind === 'json-list' || kind === 'body-text' || kind === 'header'
}

function call(code: string): Condition {
  return { code, binds: 'call' }
}

/** A comparison of two values. */
export function comparison(left: string, sign: ComparisonSign, right: string): Condition {
  return { code: `${left} ${sign} ${right}`, binds: 'comparison', parts: { left, sign, right } }
}

function lenient(value: Value, code: PythonCode): string {
  return code.value(value, 'lenient')
}

/** One after the other, each of them once. */
export function joined(terms: readonly Condition[], word: 'and' | 'or'): Condition {
  const isAnd = word === 'and'
  const parts = terms.filter(({ code }) => code !== (isAnd ? 'True' : 'False'))
  const [first, ...others] = new Map(parts.map(part => [part.code, part])).values()
  if (first === undefined) return call(isAnd === (terms.length === parts.length || isAnd) ? 'True' : 'False')
  if (others.length === 0) return first
  const codes = [first, ...others].map(part =>
    // Both words side by side read better with parentheses.
    strength[part.binds] < strength.not && part.binds !== word ? `(${part.code})` : part.code,
  )
  return { code: codes.join(` ${word} `), binds: word }
}

function both(first: Condition | undefined, second: Condition): Condition {
  return first === undefined ? second : joined([first, second], 'and')
}

/** The opposite, in the words that linters want for it. */
export function negated({ code, binds, parts }: Condition): Condition {
  if (code === 'True' || code === 'False') return call(code === 'True' ? 'False' : 'True')
  if (code.startsWith('not ') && binds === 'not') return call(code.slice(4))
  const sign = parts === undefined ? undefined : opposites[parts.sign]
  if (parts !== undefined && sign !== undefined) return comparison(parts.left, sign, parts.right)
  return { code: strength[binds] < strength.call ? `not (${code})` : `not ${code}`, binds: 'not' }
}

const opposites: Partial<Record<ComparisonSign, ComparisonSign>> = {
  '==': '!=',
  '!=': '==',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
}

/** That a value is there, where that is not certain. */
function thereIf(value: Value, code: PythonCode): Condition | undefined {
  if (value.kind === 'header') return comparison(literal(value.name), 'in', 'response.headers')
  if (value.kind === 'json' && value.path.length > 0)
    return call(code.helper('has', code.rootName(value.root), ...value.path.map(literal)))
  if (value.kind === 'json' && value.root === 'body') return comparison('body', 'is not', 'None')
  if (value.kind === 'variable') return comparison(lenient(value, code), 'is not', 'None')
  return undefined
}

/** That a value is there, where nothing could be taken for what is expected. */
function known(
  predicate: Extract<Predicate, { kind: 'equal' | 'one-of' }>,
  code: PythonCode,
): Condition | undefined {
  const { actual, as } = predicate
  const expected = predicate.kind === 'equal' ? [predicate.expected] : predicate.expected
  const mayBeNothing = (value: Value): boolean =>
    value.kind === 'literal'
      ? value.value === null || (as === 'loose' && value.value === 'null')
      : as === 'loose' || (as === 'json' && typeOfValue(value) === 'json')
  if (actual.kind === 'length') return sized(actual.of, code)
  return expected.some(mayBeNothing) ? thereIf(actual, code) : undefined
}

/** That a value has a length. */
function sized(of: Value, code: PythonCode): Condition | undefined {
  if (of.kind === 'json-list' || of.kind === 'body-text') return undefined
  return call(`isinstance(${lenient(of, code)}, (dict, list, str))`)
}

/** The comparison of two values, each in the way that Python is not mistaken about. */
function equal(
  actual: Value,
  expected: Value,
  as: Extract<Predicate, { kind: 'equal' }>['as'],
  code: PythonCode,
  access: Access,
): Condition {
  return sameAs(code.value(actual, access), { expected, as }, code, access)
}

/** The comparison of an expression with what is expected. */
export function sameAs(
  left: string,
  { expected, as }: Pick<Extract<Predicate, { kind: 'equal' }>, 'expected' | 'as'>,
  code: PythonCode,
  access: Access,
): Condition {
  const right = code.value(expected, access)
  if (as === 'loose') return comparison(code.helper('text_of', left), '==', right)
  if (as !== 'json') return comparison(left, '==', right)
  if (expected.kind === 'literal' && (expected.value === null || typeof expected.value === 'boolean'))
    return comparison(left, 'is', right)
  return isPlain(expected, code) ? comparison(left, '==', right) : call(code.helper('same', left, right))
}

/** True where `==` is enough: Python takes True for 1, and False for 0. */
export function isPlain(expected: Value, code: PythonCode): boolean {
  const values = code.constant(expected)
  if (values !== undefined) return values.every(value => !mayBeBoolean(value))
  if (expected.kind === 'list') return expected.items.every(item => isPlain(item, code))
  if (expected.kind === 'object') return expected.members.every(({ value }) => isPlain(value, code))
  return typeOfValue(expected) === 'text'
}

function mayBeBoolean(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(mayBeBoolean)
  return typeof value === 'boolean' || value === 0 || value === 1
}

function compared(
  { actual, sign, expected }: Extract<Predicate, { kind: 'compare' }>,
  code: PythonCode,
): Condition {
  return both(comparable(actual, code), comparison(lenient(actual, code), sign, lenient(expected, code)))
}

/** That a value can be compared with numbers, where that is not certain. */
function comparable(actual: Value, code: PythonCode): Condition | undefined {
  if (actual.kind === 'length') return sized(actual.of, code)
  return typeOfValue(actual) === 'number' ? undefined : call(code.helper('is_number', lenient(actual, code)))
}

/** Lists and objects begin, end and match with nothing, though their JSON may. */
function single(value: Value, code: PythonCode, holds: Condition): Condition {
  if (value.kind !== 'text-of') return holds
  return both(negated(call(`isinstance(${lenient(value.of, code)}, (dict, list))`)), holds)
}

/** A condition that holds for a text, and for nothing else. */
function textual(value: Value, code: PythonCode, holds: (subject: string) => Condition): Condition {
  if (value.kind === 'header') return holds(`response.headers.get(${literal(value.name)}, "")`)
  if (value.kind === 'text-of') return both(thereIf(value.of, code), holds(lenient(value, code)))
  const subject = lenient(value, code)
  return typeOfValue(value) === 'text' && value.kind !== 'variable'
    ? holds(subject)
    : both(call(`isinstance(${subject}, str)`), holds(subject))
}

/** A search for a pattern in a text. */
export function patternSearch(pattern: Value, subject: string, code: PythonCode): string {
  const found = pattern.kind === 'literal' ? code.search(subject, valueText(pattern.value)) : undefined
  if (found !== undefined) return found
  code.modules.add('re')
  return `re.search(${code.value(pattern)}, ${subject})`
}

/** The search for a value among several. */
export function oneOf(
  { actual, expected, as }: Extract<Predicate, { kind: 'one-of' }>,
  code: PythonCode,
  access: Access,
): Condition {
  const isText = (value: Value): boolean => typeOfValue(value) === 'text'
  const isListed =
    expected.length > 1 &&
    (as === 'text' ||
      as === 'number' ||
      (as === 'json' ? expected.every(one => isPlain(one, code)) : expected.every(isText)))
  if (isListed) {
    const left = code.value(actual, access)
    const subject = as === 'loose' ? code.helper('text_of', left) : left
    return comparison(subject, 'in', `(${expected.map(one => code.value(one, access)).join(', ')})`)
  }
  return joined(
    expected.map(one => equal(actual, one, as === 'loose' && !isText(one) ? 'json' : as, code, access)),
    'or',
  )
}

/** True where a value is of a type of JSON. */
export function isType(subject: string, type: JsonType, code: PythonCode): Condition {
  switch (type) {
    case 'number':
      return call(code.helper('is_number', subject))
    case 'integer':
      return call(code.helper('is_integer', subject))
    case 'null':
      return comparison(subject, 'is', 'None')
    case 'string':
    case 'boolean':
    case 'array':
    case 'object':
      return call(`isinstance(${subject}, ${pythonTypes[type]})`)
  }
}

export const pythonTypes = { string: 'str', boolean: 'bool', array: 'list', object: 'dict' } as const

/** That there is nothing, and nothing in the way to it. */
export function absent(part: Extract<Predicate, { kind: 'absent' }>['part'], code: PythonCode): Condition {
  if (part.kind === 'json-list') return { code: `not ${lenient(part, code)}`, binds: 'not' }
  return call(code.helper('is_absent', code.rootName(part.root), ...part.path.map(literal)))
}

function quantified(
  { kind, list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>,
  code: PythonCode,
): Condition {
  const items = code.items(list)
  const item = code.itemOf(list)
  const inner = code.inItem(item, () => asked(holds, code))
  const test = call(`${kind === 'any' ? 'any' : 'all'}(${inner.code} for ${item} in ${items})`)
  return kind === 'any' ? test : both(call(items), test)
}
