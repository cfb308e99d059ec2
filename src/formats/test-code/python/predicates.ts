import type {
  Equality,
  JsonPart,
  JsonParts,
  JsonType,
  Predicate,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import type { JsonValue } from '../../../model/json.ts'
import {
  type Access,
  type Condition,
  Conditions,
  type Header,
  isText,
  type Of,
  type TextPart,
} from '../dynamic/conditions.ts'
import { hasStepBehindItems } from '../../../compile/test-program/as-absence.ts'
import { literal } from './literals.ts'
import type { PythonCode } from './python-code.ts'

/** The values that are nothing: `exists` is anything else. */
export const nothing = '(None, "", [], {})'

/** An expression that tells whether a predicate holds, and raises for no answer. */
export function asked(predicate: Predicate, code: PythonCode): Condition<string> {
  return new PythonConditions(code).of(predicate)
}

/** Conditions in the words of Python. */
export class PythonConditions extends Conditions<string, PythonCode> {
  protected readonly words = {
    always: 'True',
    never: 'False',
    null: 'None',
    is: 'is',
    not: 'not ',
    opposites: { '==': '!=', '!=': '==', in: 'not in', 'not in': 'in', is: 'is not', 'is not': 'is' },
  }

  protected glue(...parts: readonly string[]): string {
    return parts.join('')
  }

  protected join(terms: readonly string[], word: 'and' | 'or'): string {
    return terms.join(` ${word} `)
  }

  /** Two bounds of one value are one comparison. */
  protected override all(parts: readonly Predicate[]): readonly Condition<string>[] {
    const [first, second, ...others] = parts
    if (first === undefined) return []
    const between = second === undefined ? undefined : bounds(first, second)
    if (between === undefined) return [this.of(first), ...this.all(parts.slice(1))]
    const { low, high, value } = between
    const code = `${this.lenient(low.value)} ${low.sign} ${this.lenient(value)} ${high.sign} ${this.lenient(high.value)}`
    return [this.both(this.numeric(value), { code, binds: 'comparison' }), ...this.all(others)]
  }

  protected override hasHeader({ name }: Header): Condition<string> {
    return this.comparison(literal(name), 'in', 'response.headers')
  }

  protected hasPart({ root, path }: JsonPart): Condition<string> {
    return this.call(this.code.helper('has', this.code.rootName(root), ...path.map(literal)))
  }

  hasText(kind: TextPart['kind'], subject: string, part: Value): Condition<string> {
    return kind === 'includes'
      ? this.comparison(this.code.value(part), 'in', subject)
      : this.call(`${subject}.${textMethods[kind]}(${this.code.value(part)})`)
  }

  protected headerText({ name }: Header, holds: (subject: string) => Condition<string>): Condition<string> {
    return holds(`response.headers.get(${literal(name)}, "")`)
  }

  contains(actual: string, expected: string): Condition<string> {
    return this.call(this.code.helper('contains', actual, expected))
  }

  /** A search for a pattern in a text. */
  found(subject: string, pattern: Value): Condition<string> {
    const found = pattern.kind === 'literal' ? this.code.search(subject, valueText(pattern.value)) : undefined
    if (found !== undefined) return this.call(found)
    this.code.modules.add('re')
    return this.call(`re.search(${this.code.value(pattern)}, ${subject})`)
  }

  isSingle(subject: string): Condition<string> {
    return this.negated(this.call(`isinstance(${subject}, (dict, list))`))
  }

  /** Python takes a text or a list for false just where it is nothing. */
  protected blank(value: Value): Condition<string> {
    const subject = this.lenient(value)
    return value.kind === 'json-list' || value.kind === 'body-text' || value.kind === 'header'
      ? { code: `not ${subject}`, binds: 'not', opposite: this.call(`bool(${subject})`) }
      : this.comparison(subject, 'in', nothing)
  }

  absent(part: JsonPart | JsonParts): Condition<string> {
    const root = this.code.rootName(part.root)
    if (part.kind === 'json') return this.call(this.code.helper('is_absent', root, ...part.path.map(literal)))
    if (!hasStepBehindItems(part)) return this.negated(this.call(this.lenient(part)))
    const steps = part.path.map(step => {
      if (typeof step !== 'object') return literal(step)
      if (step.kind !== 'filter') return 'None'
      const item = this.code.itemName([])
      return `lambda ${item}: ${this.code.inItem(item, () => this.of(step.holds)).code}`
    })
    return this.call(this.code.helper('are_absent', root, ...steps))
  }

  protected quantified({ kind, list, holds }: Of<'each' | 'any'>): Condition<string> {
    const items = this.code.items(list)
    const item = this.code.itemOf(list)
    const inner = this.code.inItem(item, () => this.of(holds))
    const test = this.call(`${kind === 'any' ? 'any' : 'all'}(${inner.code} for ${item} in ${items})`)
    return kind === 'any' ? test : this.both(this.call(items), test)
  }

  isType(subject: string, type: JsonType): Condition<string> {
    if (type === 'null') return this.isNothing(subject)
    return this.call(
      type === 'number' || type === 'integer'
        ? this.code.helper(`is_${type}`, subject)
        : `isinstance(${subject}, ${pythonTypes[type]})`,
    )
  }

  protected override known(
    actual: Value,
    expected: readonly Value[],
    as: Equality,
  ): Condition<string> | undefined {
    return actual.kind === 'length' ? this.#sized(actual.of) : super.known(actual, expected, as)
  }

  protected override numeric(actual: Value): Condition<string> | undefined {
    return actual.kind === 'length' ? this.#sized(actual.of) : super.numeric(actual)
  }

  /** That a value has a length. */
  #sized(of: Value): Condition<string> | undefined {
    if (of.kind === 'json-list' || of.kind === 'body-text') return undefined
    return this.call(`isinstance(${this.lenient(of)}, (dict, list, str))`)
  }

  mayBeNull(expected: Value, as: Equality): boolean {
    if (expected.kind === 'literal')
      return expected.value === null || (as === 'loose' && expected.value === 'null')
    return as === 'loose' || (as === 'json' && typeOfValue(expected) === 'json')
  }

  same(left: string, expected: Value, as: Equality, access: Access): Condition<string> {
    const right = this.code.value(expected, access)
    if (as === 'loose') return this.comparison(this.code.helper('text_of', left), '==', right)
    if (as !== 'json') return this.comparison(left, '==', right)
    if (expected.kind === 'literal' && (expected.value === null || typeof expected.value === 'boolean'))
      return this.comparison(left, 'is', right)
    return isPlain(expected, this.code)
      ? this.comparison(left, '==', right)
      : this.call(this.code.helper('same', left, right))
  }

  protected listed({ actual, expected, as }: Of<'one-of'>, access: Access): Condition<string> | undefined {
    const isListed =
      as === 'text' ||
      as === 'number' ||
      (as === 'json' ? expected.every(one => isPlain(one, this.code)) : expected.every(isText))
    if (!isListed || expected.length < 2) return undefined
    const left = this.code.value(actual, access)
    const subject = as === 'loose' ? this.code.helper('text_of', left) : left
    return this.comparison(subject, 'in', `(${expected.map(one => this.code.value(one, access)).join(', ')})`)
  }
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
interface ValueBound {
  readonly value: Value
  readonly sign: '<' | '<='
}

const textMethods = { 'starts-with': 'startswith', 'ends-with': 'endswith' } as const

export const pythonTypes = { string: 'str', boolean: 'bool', array: 'list', object: 'dict' } as const

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
