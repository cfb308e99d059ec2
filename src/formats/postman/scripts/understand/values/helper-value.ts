import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import { bodyPathText } from '../../body-path.ts'
import { isHeaderName } from '../../header-name.ts'
import { operatorHelpers } from '../../helpers.ts'
import { targetOf } from '../checks/check-of.ts'
import type { Check } from '../checks/check.ts'
import { guardsOf, literalText, type Evaluate, type Value } from '../checks/value.ts'
import { placeholderOf } from './template-value.ts'

/** Value of a call of one of the functions that written scripts declare; see `helperSources`. */
export function helperValue(name: string, nodes: readonly AnyNode[], evaluate: Evaluate): Value | undefined {
  if (name === 'body') return { kind: 'body', path: [], guards: [] }
  if (name === 'headerLines') return headerOf(literalText(evaluate(nodes[0])))
  const [value, second, third] = nodes.map(node => evaluate(node))
  if (value === undefined) return undefined
  if (name === 'text') return value
  if (name === 'member') return memberOf(value, second)
  if (name === 'item') return itemOf(value, second)
  if (name === 'isAbsent' || name === 'isGone') return absenceOf(name, value, nodes.slice(1), evaluate)
  if (name === 'firstGroup') {
    const pattern = textOf(second)
    return pattern === undefined ? undefined : { kind: 'group', of: value, pattern }
  }
  const operator = Object.hasOwn(operatorHelpers, name) ? operatorHelpers[name] : undefined
  const expected = expectedOf(name, second, textOf(third))
  const target = targetOf(value)
  if (operator === undefined || expected === undefined || target === undefined) return undefined
  const path = value.kind === 'body' ? { path: value.path } : {}
  const check: Check = { target, ...path, operator, expected }
  return { kind: 'condition', checks: [check], guards: guardsOf(value) }
}

function headerOf(name: string | undefined): Value | undefined {
  return name === undefined || !isHeaderName(name) ? undefined : { kind: 'header', name }
}

function memberOf(value: Value, name: Value | undefined): Value | undefined {
  const text = textOf(name)
  if (value.kind !== 'body' || text === undefined) return undefined
  const path = [...value.path, text]
  return bodyPathText(path) === undefined ? undefined : { ...value, path }
}

function itemOf(value: Value, index: Value | undefined): Value | undefined {
  if (value.kind !== 'body' || index?.kind !== 'literal' || typeof index.value !== 'number') return undefined
  return { ...value, path: [...value.path, index.value] }
}

/** That nothing is where a path leads from the root of the body. */
function absenceOf(
  name: 'isAbsent' | 'isGone',
  root: Value,
  steps: readonly AnyNode[],
  evaluate: Evaluate,
): Value | undefined {
  const path = steps.map(step => evaluate(step)).map(literalStep)
  if (root.kind !== 'body' || !path.every(step => step !== undefined)) return undefined
  const target = bodyPathText(path)
  if (target === undefined) return undefined
  const isGone = name === 'isGone'
  const check: Check = { target, path, operator: isGone ? 'missing' : 'exists', expected: isGone }
  return { kind: 'condition', checks: [check], guards: root.guards }
}

function literalStep(value: Value | undefined): string | number | undefined {
  if (value?.kind !== 'literal') return undefined
  return typeof value.value === 'string' || typeof value.value === 'number' ? value.value : undefined
}

function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined
}

function expectedOf(
  name: string,
  expected: Value | undefined,
  flags: string | undefined,
): JsonValue | undefined {
  if (name === 'exists' || name === 'isUndefined') return true
  if (name === 'isMissing' || name === 'isThere') return false
  if (name !== 'matchesRegex' && name !== 'notMatchesRegex') return placeholderOf(expected)
  const pattern = textOf(expected)
  return pattern === undefined ? undefined : `${flags?.includes('i') === true ? '(?i)' : ''}${pattern}`
}
