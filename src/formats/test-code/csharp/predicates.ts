import { asAbsence } from '../../../compile/test-program/as-absence.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type {
  JsonPart,
  JsonParts,
  Path,
  Predicate,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { valueText } from '../../../util/value-text.ts'
import { type CSharpCode, isNumeric, patternArguments, text, type Typed } from './csharp-code.ts'
import { atom, binary, type Expression, flat, matching, negated, on, property } from './csharp-layout.ts'

type Of<Kind extends Predicate['kind']> = Extract<Predicate, { kind: Kind }>

const ordinal = atom('StringComparison.Ordinal')

/** A condition that tells whether a predicate holds, and never throws. */
export function conditionOf(written: Predicate, code: CSharpCode): Expression {
  const predicate = asAbsence(written)
  switch (predicate.kind) {
    case 'equal':
      return equal(predicate, code)
    case 'compare':
      return binary(predicate.sign, [numberOf(predicate.actual, code), numberOf(predicate.expected, code)])
    case 'includes':
    case 'starts-with':
    case 'ends-with':
      return partOfText(predicate, code)
    case 'contains':
      return contains(predicate, code)
    case 'matches-regex':
      return matchesRegex(predicate, code)
    case 'one-of':
      return oneOf(predicate, code)
    case 'is':
      return isOfType(predicate, code)
    case 'is-single':
      return isSingle(predicate.value, code)
    case 'present':
      return isThere(predicate.value, code)
    case 'exists':
      return exists(predicate.value, code)
    case 'empty':
      return binary('&&', [...isParsed(predicate.value, code), negated(exists(predicate.value, code))])
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
      return binary(
        '&&',
        predicate.of.map(part => conditionOf(part, code)),
      )
    case 'some':
      return predicate.of.length === 0
        ? atom('false')
        : binary(
            '||',
            predicate.of.map(part => conditionOf(part, code)),
          )
  }
}

/** A body that is no JSON is not empty. */
function isParsed(value: Value, code: CSharpCode): readonly Expression[] {
  const isBody = value.kind === 'json' && value.root === 'body' && value.path.length === 0
  return isBody ? [isThere(value, code)] : []
}

/** The opposite; of a part that is not there, `some` says the opposite of each. */
function negation(of: Predicate, code: CSharpCode): Expression {
  if (of.kind === 'empty') return exists(of.value, code)
  if (of.kind === 'some')
    return binary(
      '&&',
      of.of.map(part => negation(part, code)),
    )
  return negated(conditionOf(of, code))
}

function equal({ actual, expected, as }: Of<'equal'>, code: CSharpCode): Expression {
  const left = code.value(actual)
  const right = code.value(expected)
  if (left.type === 'string' || left.type === 'string?')
    return binary('==', [left.code, code.textOf(expected)])
  const isPlain = isNumeric(left.type) && isNumeric(right.type)
  if (isPlain || (left.type === 'bool' && right.type === 'bool')) return binary('==', [left.code, right.code])
  const node = code.json(left)
  const isText = right.type === 'string' || right.type === 'string?'
  if (isText && as === 'loose') {
    // The text of what is not there is empty.
    const isFilled = expected.kind === 'literal' && expected.value !== ''
    const same = binary('==', [code.helper('Text', node), code.textOf(expected)])
    return isFilled ? same : binary('&&', [code.helper('IsThere', node), same])
  }
  return code.helper(right.type === 'json' ? 'Same' : 'SameNode', ...sameArguments(right, node, code))
}

/** The arguments that compare two values: the expected one and the actual one. */
export function sameArguments(
  { code: written, type }: Typed,
  node: Expression,
  code: CSharpCode,
): readonly Expression[] {
  return [type === 'list' ? code.json({ code: written, type }) : written, node]
}

/** A number, or none of those that can be compared. */
function numberOf(value: Value, code: CSharpCode): Expression {
  const { code: written, type } = code.value(value)
  if (isNumeric(type)) return written
  if (type === 'string' || type === 'string?') return code.helper('TextNumber', written)
  return code.helper('Number', code.json({ code: written, type }))
}

/** A text that is looked into. One of JSON that is nothing else counts only where it is a text. */
export function textIn(value: Value, code: CSharpCode): Typed {
  const { code: written, type } = code.value(value)
  if (type === 'json') return { code: code.helper('StringOf', written), type: 'string?' }
  return type === 'string' || type === 'string?'
    ? { code: written, type }
    : { code: code.textOf(value), type: 'string' }
}

/** Only single values begin or end with something; what is not there has an empty text. */
export function singleness(
  { kind, ...predicate }: Of<'includes' | 'starts-with' | 'ends-with' | 'matches-regex'>,
  code: CSharpCode,
): readonly Expression[] {
  const { text: of } = predicate
  if (of.kind !== 'text-of') return []
  const { type } = code.value(of.of)
  if (type !== 'json') return []
  return [kind === 'includes' ? isThere(of.of, code) : isSingle(of.of, code)]
}

const methods = { includes: 'Contains', 'starts-with': 'StartsWith', 'ends-with': 'EndsWith' } as const

function partOfText(predicate: Of<'includes' | 'starts-with' | 'ends-with'>, code: CSharpCode): Expression {
  const { code: written, type } = textIn(predicate.text, code)
  const args = [code.textOf(predicate.part), ordinal]
  const name = methods[predicate.kind]
  const found =
    type === 'string?'
      ? binary('==', [on(atom([written.code, '?']), name, ...args), atom('true')])
      : on(written, name, ...args)
  const { part } = predicate
  const isFilled = predicate.kind === 'includes' && part.kind === 'literal' && part.value !== ''
  return binary('&&', [...(isFilled ? [] : singleness(predicate, code)), found])
}

function contains({ actual, expected, as }: Of<'contains'>, code: CSharpCode): Expression {
  const whole = code.value(actual)
  const anyItem: Predicate = {
    kind: 'any',
    list: actual,
    holds: { kind: 'equal', actual: { kind: 'json', root: 'item', path: [] }, expected, as },
  }
  if (whole.type === 'list') return conditionOf(anyItem, code)
  const node = code.json(whole)
  if (code.value(expected).type === 'string') return code.helper('Contains', node, code.textOf(expected))
  const inText = on(code.helper('Text', node), 'Contains', code.textOf(expected), ordinal)
  const isText = binary('&&', [matching(property(node, 'ValueKind'), 'not JsonValueKind.Array'), inText])
  return binary('||', [conditionOf(anyItem, code), isText])
}

function matchesRegex(predicate: Of<'matches-regex'>, code: CSharpCode): Expression {
  const { code: written, type } = textIn(predicate.text, code)
  const whole = type === 'string?' ? binary('??', [written, text('')]) : written
  const { pattern } = predicate
  const known = pattern.kind === 'literal' ? valueText(pattern.value) : undefined
  const args =
    known === undefined ? [code.textOf(pattern), atom('RegexOptions.ECMAScript')] : patternArguments(known)
  const isNeeded = type === 'string?' && (known === undefined || mayFitNothing(known))
  return binary('&&', [
    ...singleness(predicate, code),
    ...(isNeeded ? [matching(written, 'not null')] : []),
    on('Regex', 'IsMatch', whole, ...args),
  ])
}

function mayFitNothing(pattern: string): boolean {
  return new RegExp(pattern.replace(/^\(\?i\)/, '')).test('')
}

function oneOf({ actual, expected, as }: Of<'one-of'>, code: CSharpCode): Expression {
  const { type, code: written } = code.value(actual)
  const literals = expected.map(one => (one.kind === 'literal' ? one.value : null))
  const isTexts = literals.every(one => typeof one === 'string' && one !== '')
  const read =
    type === 'json' && as === 'loose'
      ? code.helper('Text', written)
      : type === 'json'
        ? code.helper('StringOf', written)
        : written
  if (isTexts && (type === 'json' || type === 'string' || type === 'string?'))
    return matching(read, expected.map(one => flat(code.textOf(one))).join(' or '))
  if (type === 'int' && literals.every(Number.isInteger))
    return matching(written, literals.map(Number).join(' or '))
  return binary(
    '||',
    expected.map(one => equal({ kind: 'equal', actual, expected: one, as }, code)),
  )
}

/** The kinds of JSON, as `ValueKind` has them. */
export const kinds = {
  string: 'JsonValueKind.String',
  number: 'JsonValueKind.Number',
  integer: 'JsonValueKind.Number',
  boolean: 'JsonValueKind.True or JsonValueKind.False',
  null: 'JsonValueKind.Null',
  array: 'JsonValueKind.Array',
  object: 'JsonValueKind.Object',
} as const

function isOfType({ value, type }: Of<'is'>, code: CSharpCode): Expression {
  const known = code.value(value)
  if (known.type === 'string' || known.type === 'string?')
    return type === 'string' ? isThere(value, code) : atom('false')
  if (known.type === 'list') return type === 'array' ? on(known.code, 'Any') : atom('false')
  const node = code.json(known)
  if (type === 'integer') return on('double', 'IsInteger', code.helper('Number', node))
  return matching(property(node, 'ValueKind'), kinds[type])
}

function isSingle(value: Value, code: CSharpCode): Expression {
  const known = code.value(value)
  if (known.type !== 'json') return isThere(value, code)
  const others = ['Undefined', 'Array', 'Object'].map(kind => `JsonValueKind.${kind}`).join(' or ')
  return matching(property(known.code, 'ValueKind'), `not (${others})`)
}

function isThere(value: Value, code: CSharpCode): Expression {
  const { code: written, type } = code.value(value)
  if (type === 'json') return code.helper('IsThere', written)
  return type === 'string?' ? matching(written, 'not null') : atom('true')
}

function exists(value: Value, code: CSharpCode): Expression {
  const { code: written, type } = code.value(value)
  if (type === 'list') return on(written, 'Any')
  if (type === 'json') return code.helper('Exists', written)
  if (type === 'string') return binary('!=', [written, text('')])
  return type === 'string?' ? negated(on('string', 'IsNullOrEmpty', written)) : atom('true')
}

/** The conditions that must hold where a part is said to be absent: whatever should hold it can, and it is empty. */
export function absence(part: JsonPart | JsonParts, code: CSharpCode): readonly Expression[] {
  const at = (path: Path): Expression => code.value({ kind: 'json', root: part.root, path }).code
  const several = part.path.findIndex(selector => typeof selector === 'object')
  const single = (several < 0 ? part.path : part.path.slice(0, several)) as Path
  const holding = single.map((step, index) => {
    const kind = typeof step === 'number' ? kinds.array : kinds.object
    const parent = at(single.slice(0, index))
    return index === 0
      ? matching(property(parent, 'ValueKind'), kind)
      : code.helper('CanHold', parent, atom(kind))
  })
  return [
    ...holding,
    ...listAbsence(part.path.slice(single.length), single, at, code),
    negated(exists(part, code)),
  ]
}

/** The conditions on a list where no item could have such a part, which is in the way of everything. */
function listAbsence(
  [selector, next]: JsonParts['path'],
  before: Path,
  at: (path: Path) => Expression,
  code: CSharpCode,
): readonly Expression[] {
  if (typeof selector !== 'object') return []
  const container = `${kinds.array} or ${kinds.object}`
  const list = at(before)
  const isContainer = matching(property(list, 'ValueKind'), container)
  const isList =
    before.length === 0 ? isContainer : binary('||', [isContainer, code.helper('IsNothing', list)])
  if (next === undefined || selector.kind === 'filter') return [isList]
  const items = code.helper('Children', list)
  code.helpers.add('IsNothing')
  const kind = typeof next === 'object' ? container : typeof next === 'number' ? kinds.array : kinds.object
  const holding = code.itemLambda('item', () => matching(property(atom('item'), 'ValueKind'), kind))
  return [isList, binary('||', [on(items, 'All', atom('IsNothing')), on(items, 'Any', holding)])]
}

function quantified({ kind, list, holds }: Of<'each' | 'any'>, code: CSharpCode): Expression {
  const known = code.value(list)
  if (known.type !== 'json' && known.type !== 'list') return atom('false')
  const items = known.type === 'list' ? known.code : code.helper('Items', known.code)
  const item = code.itemOf(list)
  const inner = code.itemLambda(item, () => conditionOf(holds, code))
  return kind === 'any' ? on(items, 'Any', inner) : binary('&&', [on(items, 'Any'), on(items, 'All', inner)])
}
