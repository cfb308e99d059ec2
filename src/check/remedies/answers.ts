import type { JsonObject, JsonValue } from '../../model/json.ts'
import { operatorNames } from '../../generated/language.ts'
import { parseTarget } from '../../parse/target.ts'
import { literalPattern, withoutSlashes } from '../../patterns/index.ts'
import { nearMiss } from '../../util/did-you-mean.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { isMessageTarget } from '../target-owners.ts'
import {
  joinedOperator,
  operatorWord,
  partWord,
  plainWord,
  stepWord,
  targetWord,
  wholeOperator,
  yesOrNo,
} from './words.ts'
import { pathOf, scalarText, targetOf, valueOf } from './targets.ts'
import { isNumber } from '../../util/exact-number.ts'

/** True where a key is one of ours or of other tools but for a slip, and no member: short ones are too much alike. */
function isSlipOfOperator(key: string): boolean {
  return (
    (key.length > 2 && nearMiss(key, operatorNames) !== undefined) ||
    (key.length > 4 && nearMiss(key, ['length', 'contain', 'equal', 'regex', 'exist']) !== undefined) ||
    (key.length > 7 && operatorWord.near(key) !== undefined) ||
    joinedOperator(key) !== undefined
  )
}

/**
 * Translates the checks of an answer as other tools write them into our validations: a mapping of targets, a list, a
 * sentence such as `status == 200`, a number. Undefined where something in it is not understood.
 */
export function validationsOf(written: JsonValue): readonly JsonObject[] | undefined {
  if (isList(written)) return flat(written.map(validationsOfItem))
  if (typeof written === 'string' && written.includes('\n'))
    return flat(
      written
        .trim()
        .split('\n')
        .map(line => validationsOfItem(line)),
    )
  return validationsOfItem(written)
}

/** The same of one item of a list. */
export function validationsOfItem(item: JsonValue): readonly JsonObject[] | undefined {
  if (isNumber(item)) return [{ status: item }]
  if (typeof item === 'string') return sentence(item)
  if (!isObject(item)) return undefined
  return described(item) ?? operatorFirst(item) ?? targets(item)
}

function flat(parts: readonly (readonly JsonObject[] | undefined)[]): readonly JsonObject[] | undefined {
  const known = parts.filter(part => part !== undefined)
  return known.length < parts.length || known.length === 0 ? undefined : known.flat()
}

/** `status == 200`, `jsonpath "$.id" exists`, `HTTP 200`, `expect(res.status).to.equal(200)`. */
function sentence(text: string): readonly JsonObject[] | undefined {
  const plain = text.trim().replace(/^(?:- |match |assert |verify |expect )/i, '')
  const [, status] =
    /^(?:HTTP(?:\/\S+)?\s+|status(?:[\s_-]*code)?\s*[:=]?\s*)?([1-5](?:\d\d|xx))$/i.exec(plain) ?? []
  if (status !== undefined) return [{ status: valueOf(status) }]
  const [, looked = '', said = '', asked = ''] =
    /^(?:pm\.)?expect\((.+?)\)((?:\.[A-Za-z]+)*)\.?\(?(.*?)\)?;?$/.exec(plain) ?? []
  const words = said.split('.').filter(word => word !== '')
  const [, left = looked, operator = words.slice(-2).join(' '), right = asked] =
    looked === '' ? (comparison.exec(plain) ?? wordy(plain) ?? []) : []
  const target = targetOf(left)
  const expectation = operation(operator, right === '' ? undefined : valueOf(right))
  return target === undefined || expectation === undefined ? undefined : [{ [target]: shortest(expectation) }]
}

const comparison = /^(.+?)\s*(===?|!==?|>=|<=|=~|=|>|<|:\s)\s*(.+)$/

/** `$.id is not 5`, `header "X-Id" exists`: the longest words in the middle that are an operator. */
function wordy(text: string): readonly string[] | undefined {
  const words = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  for (let length = 4; length > 0; length--)
    for (let at = words.length - length; at > 0; at--) {
      const operator = words.slice(at, at + length).join(' ')
      const rest = words.slice(at + length).join(' ')
      const isWhole = wholeOperator(operator) !== undefined || isOfPresence(operatorWord(operator))
      if (rest === '' ? isWhole : operation(operator, rest) !== undefined)
        return ['', words.slice(0, at).join(' '), operator, rest]
    }
  return undefined
}

/** `{ jsonpath: $.id, equals: 5 }`, `{ field: status, operator: eq, value: 200 }`. */
function described(item: JsonObject): readonly JsonObject[] | undefined {
  const keys = Object.keys(item)
  const at = keys.find(
    key => partWord(key) === 'target' && typeof item[key] === 'string' && parseTarget(key) === undefined,
  )
  const header = keys.find(key => partWord(key) === 'header' && typeof item[key] === 'string')
  const looked = at ?? header
  if (looked === undefined || keys.length < 2) return undefined
  const written = scalarText(item[looked])
  const target = looked === header ? `header ${written}` : targetOf(written)
  const rest = keys.filter(key => key !== looked)
  const how = rest.find(key => partWord(key) === 'operator' && typeof item[key] === 'string')
  const what = rest.find(key => partWord(key) === 'value')
  const name = rest.find(key => partWord(key) === 'name' && key !== what && key !== how)
  const others = rest.filter(key => ![how, what, name].includes(key))
  const parts = [
    ...(how === undefined && what === undefined
      ? []
      : [
          operation(
            how === undefined ? 'equals' : scalarText(item[how]),
            what === undefined ? undefined : item[what],
          ),
        ]),
    ...others.map(key => operation(key, item[key])),
  ]
  if (target === undefined || parts.length === 0 || parts.includes(undefined)) return undefined
  const expectation = Object.assign({}, ...parts) as JsonObject
  return [
    { ...(name === undefined ? {} : { name: scalarText(item[name]) }), [target]: shortest(expectation) },
  ]
}

/** `{ eq: [status, 200] }`, `{ exists: $.token }`. */
function operatorFirst(item: JsonObject): readonly JsonObject[] | undefined {
  const [first, ...others] = Object.entries(item)
  if (first === undefined) return undefined
  const [key, value] = first
  if (others.length > 0 || parseTarget(key) !== undefined || targetWord(key) !== undefined) return undefined
  const [written, ...operands] = isList(value) ? value : [value]
  const target = typeof written === 'string' && operands.length < 2 ? targetOf(written) : undefined
  if (target === undefined || (operands.length === 0 && !/^[$/.]|\./.test(scalarText(written))))
    return undefined
  const expectation = operation(key, operands[0])
  return expectation === undefined ? undefined : [{ [target]: shortest(expectation) }]
}

/** Keys of a validation beside its target. */
const beside = new Set(['name', 'when', 'unless'])

/** `{ statusCode: 200, body.id: 5, headers: { X-Id: 1 } }`, each target to an item of its own. */
function targets(item: JsonObject): readonly JsonObject[] | undefined {
  const entries = Object.entries(item).filter(([key]) => !beside.has(key))
  const common = Object.fromEntries(Object.entries(item).filter(([key]) => beside.has(key)))
  return flat(
    entries.map(([key, value]) =>
      entry(key, value)?.map(([target, expectation]) => ({ ...common, [target]: expectation })),
    ),
  )
}

type Entry = readonly [target: string, expectation: JsonValue]

/** The targets and expectations of one key. */
function entry(key: string, value: JsonValue): readonly Entry[] | undefined {
  if (key === 'schema' || /^json-?schema$/i.test(key)) return [['schema', value]]
  if (key === 'snapshot') return [[key, value]]
  const own = isMessageTarget(key) ? undefined : parseTarget(key)
  const word = plainWord(key)
  if (own === undefined && isObject(value)) {
    if (/^(?:response)?(?:headers?|trailers?)$/.test(word))
      return whole(Object.entries(value).map(([name, one]) => ofTarget(`header ${name}`, one)))
    if (/^cookies?$/.test(word))
      return Object.entries(value).map(([name, one]) => [`cookie ${name}`, scalarText(one)])
    if (jsonBodies.has(word) && !isOperators(value)) return ofBody(value)
    if (stepWord(key) === 'validations' && !isOperators(value))
      return whole(Object.entries(value).map(([name, one]) => entry(name, one)))
  }
  if (own === undefined && isList(value) && jsonBodies.has(word)) return [['$', { matches: value }]]
  if (word === 'jsonpath' && typeof value === 'string') return [[pathOf(value), { exists: true }]]
  if (/^headers?$/.test(word) && typeof value === 'string') {
    const [name = '', one = ''] = value.split(/:\s*/, 2)
    return one === '' ? [[`header ${name}`, { exists: true }]] : ofTarget(`header ${name}`, one)
  }
  const target = targetOf(key)
  return target === undefined ? undefined : ofTarget(target, value)
}

const jsonBodies = new Set([
  'body',
  'json',
  'jsonpath',
  'jsonpaths',
  'bodyjson',
  'jsonbody',
  'jp',
  'responsebody',
])

/** `{ $.id: 1 }` is of paths, `{ id: 1 }` is what the body has. */
function ofBody(value: JsonObject): readonly Entry[] | undefined {
  const keys = Object.keys(value)
  if (!keys.every(key => /^[$/.]/.test(key) || /[.[]/.test(key))) return [['$', { matches: value }]]
  return whole(Object.entries(value).map(([path, one]) => ofTarget(pathOf(path), one)))
}

function whole(parts: readonly (readonly Entry[] | undefined)[]): readonly Entry[] | undefined {
  const known = parts.filter(part => part !== undefined)
  return known.length < parts.length ? undefined : known.flat()
}

function ofTarget(target: string, value: JsonValue): readonly Entry[] | undefined {
  const [, path, rest = ''] = /^(.*)\.(?:length|size|count)(\(\))?$/.exec(target) ?? []
  if (path !== undefined && (rest !== '' || isNumber(value))) {
    const counted = expectationOf(value)
    return counted === undefined ? undefined : [[path, { 'has-length': counted }]]
  }
  if (target === 'status') {
    const status = statusOf(value)
    if (status !== undefined) return [[target, status]]
  }
  const expectation = expectationOf(value)
  return expectation === undefined ? undefined : [[target, expectation]]
}

/** `200 OK`, `!200`, and a list of statuses that are all right. */
function statusOf(value: JsonValue): JsonValue | undefined {
  if (isList(value)) return { 'one-of': value }
  if (typeof value !== 'string') return undefined
  const [, other] = /^!\s*([1-5](?:\d\d|xx))$/i.exec(value) ?? []
  if (other !== undefined) return { 'not-equals': valueOf(other.toLowerCase()) }
  const [, status] = /^([1-5]\d\d)\b/.exec(value) ?? []
  return status === undefined ? undefined : Number(status)
}

/**
 * Translates the expectation of a value, its operators in our words; a mapping without operators is the value it has to
 * have.
 */
export function expectationOf(value: JsonValue): JsonValue | undefined {
  if (isList(value) && value.length > 0 && value.every(one => isObject(one) && isOperators(one)))
    return expectationOf(Object.assign({}, ...value) as JsonObject)
  if (typeof value === 'string') {
    const [, operator = '', operand] =
      /^(eq|neq?|gte?|lte?|ge|le)\s+(.+)$/.exec(value) ??
      /^([<>]=?|[!=]==?)\s*(-?\d[\w.]*)$/.exec(value.trim()) ??
      []
    return operand === undefined ? value : shortest(operation(operator, valueOf(operand)) ?? {})
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  if (!entries.some(([key]) => isOperator(key)))
    return entries.length === 0 || entries.some(([key]) => isSlipOfOperator(key))
      ? undefined
      : { matches: value }
  return together(entries.map(([key, operand]) => operation(key, operand)))
}

/** True where a mapping says how to compare. */
function isOperators(value: JsonObject): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every(isOperator)
}

function isOperator(word: string): boolean {
  return (
    isRange(word) ||
    isLengthBound(word) ||
    Object.hasOwn(ofAnyCase, plainWord(word)) ||
    wholeOperator(word) !== undefined ||
    operatorWord(word) !== undefined
  )
}

function isRange(word: string): boolean {
  return ['between', 'range', 'inrange', 'within'].includes(plainWord(word))
}

/** One operator in our words. Undefined for a word that is none. */
function operation(word: string, operand: JsonValue | undefined): JsonObject | undefined {
  const plain = word.replace(/^(?:should|to|is|does)\s+(?=\S)/i, '')
  const named = wholeOperator(word) ?? wholeOperator(plain)
  if (named !== undefined) {
    const [operator = '', expected = ''] = named.split(': ')
    const isSo = operand === undefined || operand === null || yesOrNo(operand)
    if (isSo === true) return { [operator]: valueOf(expected) }
    const opposite = isSo === false ? opposites[operator] : undefined
    return opposite === undefined ? undefined : not({ [operator]: valueOf(expected) })
  }
  if (isRange(word) && isList(operand ?? null)) {
    const [least = null, most = null] = operand as readonly JsonValue[]
    return { 'at-least': least, 'at-most': most }
  }
  if (isLengthBound(word) && isNumber(operand))
    return { 'has-length': { [/^min/i.test(word) ? 'at-least' : 'at-most']: operand } }
  const ignoresCase = ofAnyCase[plainWord(word)]
  if (ignoresCase !== undefined && typeof operand === 'string')
    return { 'matches-regex': ignoresCase.replace('TEXT', () => literalPattern(operand)) }
  const operator = operatorWord(word) ?? operatorWord(plain)
  if (operator === undefined) return undefined
  if (isOfPresence(operator)) {
    const isSo = operand === undefined || operand === null || yesOrNo(operand)
    return isSo === undefined ? undefined : { [operator]: isSo }
  }
  if (operator === 'equals' || operator === 'not-equals') return equality(operator, word, operand ?? null)
  if (operator === 'matches-regex' && typeof operand === 'string')
    return { [operator]: withoutSlashes(operand) ?? operand }
  if (operator === 'matches' && typeof operand === 'string') return { 'matches-regex': operand }
  if (operator === 'unique') return yesOrNo(operand ?? true) === true ? { unique: true } : undefined
  if (operator === 'is-sorted')
    return { [operator]: /^desc/i.test(scalarText(operand)) ? 'descending' : 'ascending' }
  if (operator === 'has-type') return { [operator]: typeWord(scalarText(operand)) }
  const isNested = ['has-length', 'each', 'any', 'none'].includes(operator)
  return { [operator]: (isNested ? expectationOf(operand ?? null) : undefined) ?? operand ?? null }
}

/** True for the operators that only ask whether something is there. */
function isOfPresence(operator: string | undefined): operator is 'exists' | 'missing' {
  return operator === 'exists' || operator === 'missing'
}

/** Operators of other tools that take upper and lower case for the same, as patterns. */
const ofAnyCase: Readonly<Record<string, string>> = Object.fromEntries(
  ['ignorecase', 'ignoringcase', 'caseinsensitive'].flatMap(how => [
    [`equals${how}`, '(?i)^TEXT$'],
    [`equalto${how}`, '(?i)^TEXT$'],
    [`contains${how}`, '(?i)TEXT'],
  ]),
)

/** A value that was taken for one to compare with: what has operators inside is none. */
function equality(operator: string, word: string, operand: JsonValue): JsonObject | undefined {
  const isNested =
    isObject(operand) && Object.keys(operand).some(key => isOperator(key) || isSlipOfOperator(key))
  if (!isNested) return { [operator]: operand }
  return plainWord(word) === 'not' && isOperators(operand) ? not(expectationOf(operand)) : undefined
}

/** The operators that hold wherever another one does not. */
const opposites: Readonly<Record<string, string>> = {
  equals: 'not-equals',
  'not-equals': 'equals',
  exists: 'exists',
  missing: 'missing',
  contains: 'not-contains',
  'one-of': 'not-one-of',
  'matches-regex': 'not-matches-regex',
}

/** Makes the opposite of an expectation with one operator; undefined where there is none. */
function not(expectation: JsonValue | undefined): JsonObject | undefined {
  const [[operator, value] = ['', null], ...more] = isObject(expectation ?? null)
    ? Object.entries(expectation as JsonObject)
    : []
  const opposite = more.length > 0 ? undefined : opposites[operator]
  if (opposite === undefined) return undefined
  return { [opposite]: isOfPresence(operator) ? value !== true : value }
}

function isLengthBound(word: string): boolean {
  return /^(?:min|max)length$/.test(plainWord(word))
}

/** Parts as one mapping; undefined where one of them would be lost. */
function together(parts: readonly (JsonObject | undefined)[]): JsonObject | undefined {
  const all: Record<string, JsonValue> = {}
  for (const [key, value] of parts.flatMap(part => (part === undefined ? [] : Object.entries(part)))) {
    const before = all[key]
    if (before === undefined) all[key] = value
    else if (isObject(before) && isObject(value)) all[key] = { ...before, ...value }
    else return undefined
  }
  return parts.includes(undefined) ? undefined : all
}

function typeWord(word: string): string {
  const types: Readonly<Record<string, string>> = {
    str: 'string',
    int: 'integer',
    float: 'number',
    bool: 'boolean',
    list: 'array',
    dict: 'object',
    map: 'object',
  }
  return types[word.toLowerCase()] ?? word.toLowerCase()
}

/** `equals` alone is the bare value. */
function shortest(expectation: JsonObject): JsonValue {
  const { equals, ...others } = expectation
  return equals === undefined || isObject(equals) || Object.keys(others).length > 0 ? expectation : equals
}
