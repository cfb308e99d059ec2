import { literalText } from '../../compile/literal-text.ts'
import { parsePlainPath } from '../../json-path/index.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import { isText, type Resolve, validationsOf } from './check-of-condition.ts'
import { conditionScript, testScript } from './condition-script.ts'
import { type Condition, parseCondition } from './conditions.ts'

/** The questions of criteria to an answer. */
export interface Checks {
  readonly validations: readonly JsonObject[]
  /** Conditions that only a script can judge, each with its name. */
  readonly scripts: readonly string[]
}

/** The validations of criteria that must all hold. What suites cannot ask is told as lost. */
export function checksOf(criteria: readonly JsonValue[], resolve: Resolve, tell: Tell): Checks {
  const all = criteria.map(one => checkOf(mapping(one), resolve, tell))
  const texts = criteria.map(mapping).flatMap(({ type, condition }) => {
    const written = type === undefined || type === 'simple' ? (text(condition) ?? '') : ''
    const parsed = parseCondition(written)
    return parsed !== undefined && hasText(parsed) ? [written] : []
  })
  if (texts.length > 0) tell.note(texts.join(', '), 'texts are compared without regard to case in Arazzo')
  return {
    validations: all.flatMap(({ validations }) => validations),
    scripts: all.flatMap(({ scripts }) => scripts),
  }
}

function checkOf(criterion: JsonObject, resolve: Resolve, tell: Tell): Checks {
  const { type } = criterion
  const kind = text(type) ?? text(mapping(type)['type']) ?? 'simple'
  const condition = valueText(criterion['condition'] ?? '')
  if (kind === 'simple') return simpleCheck(condition, resolve, tell)
  const version = text(mapping(type)['version'])
  if (version !== undefined && !/^(?:rfc9535|xpath-10)$/.test(version))
    tell.note(version, `is read as ${kind === 'xpath' ? 'XPath 1.0' : 'RFC 9535'}`)
  const context = text(criterion['context']) ?? '$response.body'
  const validations = validationOf(kind, condition, context, resolve)
  if (validations !== undefined) return { validations: [validations], scripts: [] }
  tell.lose(`${kind} ${condition}`, `suites have no such validation of ${context}`)
  return { validations: [], scripts: [] }
}

function simpleCheck(written: string, resolve: Resolve, tell: Tell): Checks {
  const condition = parseCondition(written)
  const validations = condition === undefined ? undefined : validationsOf(condition, resolve)
  if (validations !== undefined) {
    if (condition?.kind === 'or') tell.note(written, '|| of one value became one-of')
    return { validations, scripts: [] }
  }
  const script = condition === undefined ? undefined : conditionScript(condition, resolve)
  if (script === undefined) tell.lose(written, 'suites have no such validation')
  else tell.note(written, 'became a script: no validation says it')
  return { validations: [], scripts: script === undefined ? [] : [testScript(written, script)] }
}

function hasText(condition: Condition): boolean {
  if ('parts' in condition) return condition.parts.some(hasText)
  if (condition.kind === 'not') return hasText(condition.part)
  if (condition.kind !== 'comparison' || !/^[!=]=$/.test(condition.operator)) return false
  return [condition.left, condition.right].some(one => one.kind === 'literal' && isText(one.value))
}

function validationOf(
  kind: string,
  condition: string,
  context: string,
  resolve: Resolve,
): JsonObject | undefined {
  const found = resolve(context)
  const target = found !== undefined && 'target' in found ? found.target : undefined
  if (target === undefined) return undefined
  if (kind === 'regex')
    return { [target === '$' ? 'text' : target]: { 'matches-regex': literalText(condition) } }
  if (kind === 'jsonpath' && target.startsWith('$')) return pathCheck(condition.trim(), target)
  return kind === 'xpath' && target === '$' ? xpathCheck(condition.trim()) : undefined
}

/** A JSONPath that must select something. */
function pathCheck(path: string, below: string): JsonObject | undefined {
  // People mean the whole body by `@` at the root, as the specification does in its example.
  const [, name, inside = '', operator, count] =
    /^\$\[\?\(?\s*(count|length)\(\s*@([^()]*)\)\s*(==|>=|>)\s*(\d+)\s*\)?\]$/.exec(path) ?? []
  if (name !== undefined && operator !== undefined) {
    const words = { '==': 'equals', '>=': 'at-least', '>': 'at-least' } as const
    const least = Number(count) + (operator === '>' ? 1 : 0)
    const length = operator === '==' ? least : { [words[operator as '>']]: least }
    return { [`${below}${inside.replace(/\[\*\]$/, '')}`]: { 'has-length': length } }
  }
  if (!path.startsWith('$')) return undefined
  const whole = `${below}${path.slice(1)}`
  return {
    [whole]: parsePlainPath(whole) === undefined ? { 'has-length': { 'at-least': 1 } } : { missing: false },
  }
}

/** An XPath that is true, or finds something. */
function xpathCheck(expression: string): JsonObject {
  const isTruth =
    /^(?:not|boolean|contains|starts-with|true|false)\(/.test(expression) ||
    /[<>=]/.test(expression.replace(/\[[^\]]*\]/g, ''))
  const isNumber = /^(?:count|sum|number|string-length|floor|round)\(/.test(expression)
  const expected = isTruth ? true : isNumber ? { 'greater-than': 0 } : { 'has-length': { 'at-least': 1 } }
  return { [`xpath ${expression}`]: expected }
}
