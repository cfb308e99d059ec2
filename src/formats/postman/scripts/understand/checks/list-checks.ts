import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import { isList, isObject } from '../../../../../util/is-json.ts'
import { memberName } from '../../javascript/syntax.ts'
import { isLongNumber, readsAsOtherType } from '../../ambiguous-text.ts'
import { allOf, checkOf } from './check-of.ts'
import type { Check } from './check.ts'
import { escapeValue } from './template-text.ts'
import type { Value } from './value.ts'

/** `to.be.oneOf([…])`. */
export function oneOfChecks(
  value: Value,
  expected: Value,
  isNegated: boolean,
  isDeep: boolean,
): readonly Check[] | undefined {
  const items = expected.kind === 'literal' ? expected.value : undefined
  if (items === undefined || !isList(items) || items.length === 0) return undefined
  if (isNegated) return undefined
  if (value.kind === 'status' || value.kind === 'time')
    return items.every(item => typeof item === 'number') ? allOf(checkOf(value, 'one-of', items)) : undefined
  if (value.kind === 'header' || value.kind === 'text') return oneOfTexts(value, items)
  const isScalar = items.every(item => !isList(item) && !isObject(item))
  const escaped = escapeValue(items)
  if (value.kind !== 'body' || escaped === undefined || (!isScalar && !isDeep)) return undefined
  return oneOfValues(value, items, escaped)
}

/** `to.satisfy(code => Math.floor(code / 100) === 2 || code === 404)` of a status, as it is written for a choice with classes. */
export function statusChoice(value: Value, judge: AnyNode | undefined): readonly Check[] | undefined {
  if (value.kind !== 'status' || judge?.type !== 'ArrowFunctionExpression') return undefined
  const [code] = judge.params
  const items =
    judge.params.length === 1 && code?.type === 'Identifier' ? choicesOf(judge.body, code.name) : []
  return items.length === 0 || items.includes(undefined)
    ? undefined
    : allOf(checkOf(value, 'one-of', items as readonly JsonValue[]))
}

function choicesOf(node: AnyNode, name: string): readonly (JsonValue | undefined)[] {
  if (node.type === 'LogicalExpression' && node.operator === '||')
    return [...choicesOf(node.left, name), ...choicesOf(node.right, name)]
  if (node.type !== 'BinaryExpression' || node.operator !== '===') return [undefined]
  const { left, right } = node
  const isCode = (one: AnyNode | undefined): boolean => one?.type === 'Identifier' && one.name === name
  if (right.type !== 'Literal' || typeof right.value !== 'number') return [undefined]
  if (isCode(left)) return [right.value]
  const [divided] =
    left.type === 'CallExpression' && memberName(left.callee) === 'floor' ? left.arguments : []
  const isClass =
    divided?.type === 'BinaryExpression' &&
    divided.operator === '/' &&
    isCode(divided.left) &&
    divided.right.type === 'Literal' &&
    divided.right.value === 100
  return [isClass ? `${right.value}xx` : undefined]
}

function oneOfTexts(value: Value, items: readonly JsonValue[]): readonly Check[] | undefined {
  const escaped = escapeValue(items)
  const areTexts = items.every(item => typeof item === 'string')
  return areTexts && escaped !== undefined ? allOf(checkOf(value, 'one-of', escaped)) : undefined
}

/** A text of the list may also be the text of a number: then all must be texts, or there is no check. */
function oneOfValues(
  value: Value,
  items: readonly JsonValue[],
  escaped: JsonValue,
): readonly Check[] | undefined {
  const texts = items.filter(item => typeof item === 'string')
  if (texts.some(isLongNumber)) return undefined
  const check = checkOf(value, 'one-of', escaped)
  if (!texts.some(readsAsOtherType)) return allOf(check)
  return texts.length === items.length ? allOf(check, checkOf(value, 'has-type', 'string')) : undefined
}

/** `to.have.members([…])` and `to.include.members([…])`, of different scalars. */
export function memberChecks(value: Value, expected: Value, isPart: boolean): readonly Check[] | undefined {
  const items = expected.kind === 'literal' ? expected.value : undefined
  if (value.kind !== 'body' || items === undefined || !isList(items) || items.length === 0) return undefined
  if (!areSafeItems(items)) return undefined
  const matching = checkOf(value, 'matches', escapeValue(items) ?? items)
  return isPart ? allOf(matching) : allOf(matching, checkOf(value, 'has-length', items.length))
}

/** True where `matches` compares items as strictly as JavaScript does, and finds each in a place of its own. */
export function areSafeItems(items: readonly JsonValue[]): boolean {
  const areDifferent = new Set(items).size === items.length
  return areDifferent && items.every(isSafeItem) && escapeValue(items) !== undefined
}

function isSafeItem(item: JsonValue): boolean {
  if (typeof item !== 'string') return !isList(item) && !isObject(item)
  // Text in angle brackets may be a marker.
  return !readsAsOtherType(item) && !isLongNumber(item) && !item.startsWith('<')
}
