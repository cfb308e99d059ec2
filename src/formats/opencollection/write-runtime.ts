import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { targetOf, variableOf } from './actions.ts'
import { assertionScript } from './assertions.ts'
import { postmanScript } from './bruno-script.ts'
import { formerScripts, type Translate } from './former-scripts.ts'
import { brunoScript } from './from-postman-script.ts'
import { type Left, leftOf } from './left-parts.ts'
import { assertionOf, expressionOf } from './write-assertion.ts'
import { writtenVariable } from './write-values.ts'

/** The means of writing scripts. */
export interface ScriptWriting {
  readonly translate: Translate
  /** Scripts of Postman that do what a step says. */
  readonly scriptsOf: (step: JsonObject) => {
    readonly before?: string
    readonly after?: string
    readonly losses: readonly LostPart[]
  }
}

/**
 * Writes what a step judges and takes over as `runtime`. Of the former one all stays that still says the same: assertions,
 * actions, and scripts of which everything is still there.
 */
export function runtimeOf(
  step: JsonObject,
  former: JsonObject,
  { translate, scriptsOf }: ScriptWriting,
  lose: Say,
): JsonObject {
  const left = leftOf(step)
  const assertions = formerAssertions(list(former['assertions']).map(mapping), left)
  const actions = formerActions(list(former['actions']).map(mapping), left)
  const scripts = [...formerScripts(list(former['scripts']).map(mapping), left, translate)]
  const variables = formerVariables(list(former['variables']).map(mapping), left)
  addSayable(left, assertions, actions)
  const written = scriptsOf({
    variables: Object.fromEntries(left.variables),
    extracts: Object.fromEntries(left.extracts),
    validations: left.validations.filter(one => !jsonEqual(one, anyStatus)),
    scripts: { before: left.scripts.before, after: left.scripts.after },
  })
  for (const { what, why } of written.losses) lose(what, why)
  for (const [type, source] of [
    ['before-request', written.before],
    ['tests', written.after],
  ] as const)
    addScript(scripts, type, source, lose)
  return Object.fromEntries(
    Object.entries({
      variables,
      scripts: inPhases(scripts),
      assertions: assertions.filter(Boolean),
      actions,
    }).filter(([, items]) => items.length > 0),
  )
}

/** Validations and extracts that are no more than an assertion or an action. */
function addSayable(left: Left, assertions: JsonObject[], actions: JsonObject[]): void {
  for (const validation of left.validations) {
    const assertion = assertionOf(validation)
    if (assertion === undefined) continue
    replaceOrAdd(
      assertions,
      assertion,
      one => one['expression'] === assertion['expression'] && one['operator'] === assertion['operator'],
    )
    left.validations = left.validations.filter(one => one !== validation)
  }
  for (const [name, from] of left.extracts) {
    const expression = plainExpression(from)
    if (expression === undefined) continue
    const action = setVariable(name, expression)
    replaceOrAdd(actions, action, one => variableOf(one)?.name === name)
    left.extracts.delete(name)
  }
}

const anyStatus: JsonObject = { status: { 'at-least': 100 } }

/** Assertions that are switched off, or that something in the step still says; those are taken out of what is left. */
function formerAssertions(former: readonly JsonObject[], left: Left): JsonObject[] {
  return former.filter(assertion => {
    if (assertion['disabled'] === true) return true
    const said = left.validations.find(one => isSaid(assertion, assertionOf(one)))
    if (said !== undefined) {
      left.validations = left.validations.filter(one => one !== said)
      return true
    }
    const source = postmanScript(assertionScript(assertion) ?? '')?.source
    if (source === undefined || !left.scripts.after.includes(source)) return isChanged(assertion, left)
    left.scripts.after = left.scripts.after.filter(one => one !== source)
    return true
  })
}

function isSaid(assertion: JsonObject, said: JsonObject | undefined): boolean {
  const plain = (value: JsonValue | undefined): string => valueText(value ?? '').replace(/^"(.*)"$/, '$1')
  const operatorOf = ({ operator, value }: JsonObject): string =>
    operator === 'isTruthy'
      ? 'eq true'
      : operator === 'isFalsy'
        ? 'eq false'
        : operator === 'eq' && value === 'null'
          ? 'isNull'
          : valueText(operator ?? '')
  if (said === undefined) return false
  const [left, right] = [assertion, said].map(one =>
    /^eq (?:true|false)$/.test(operatorOf(one)) || one['value'] === undefined
      ? operatorOf(one)
      : `${operatorOf(one)} ${plain(one['value'])}`,
  )
  return (
    targetOf(valueText(assertion['expression'] ?? '')) === targetOf(valueText(said['expression'] ?? '')) &&
    left === right
  )
}

/** True where another value is asked for now: that takes its place. */
function isChanged({ expression, operator }: JsonObject, left: Left): boolean {
  return left.validations.some(one => {
    const now = assertionOf(one)
    return now?.['expression'] === expression && now?.['operator'] === operator
  })
}

function formerActions(former: readonly JsonObject[], left: Left): JsonObject[] {
  return former.filter(action => {
    const variable = variableOf(action)
    if (action['disabled'] === true || variable === undefined) return true
    const target = targetOf(variable.expression)
    const from = left.extracts.get(variable.name)
    if (target === undefined || from === undefined) return target === undefined
    const same = jsonEqual(from, { from: target, optional: true }) || from === target
    if (same) left.extracts.delete(variable.name)
    return same || plainExpression(from) !== undefined
  })
}

function formerVariables(former: readonly JsonObject[], left: Left): JsonObject[] {
  return former.flatMap(one => {
    const name = valueText(one['name'] ?? '')
    const value = left.variables.get(name)
    if (one['disabled'] === true) return [one]
    left.variables.delete(name)
    return value === undefined ? [] : [writtenVariable(name, value, one)]
  })
}

function replaceOrAdd(items: JsonObject[], item: JsonObject, isSame: (one: JsonObject) => boolean): void {
  const at = items.findIndex(one => one['disabled'] !== true && isSame(one))
  if (at < 0) items.push(item)
  else items[at] = { ...items[at], ...item }
}

function setVariable(name: string, expression: string): JsonObject {
  return {
    type: 'set-variable',
    phase: 'after-response',
    selector: { expression, method: 'jsonq' },
    variable: { name, scope: 'runtime' },
  }
}

/** The expression of an extract that says no more than which part of the answer it takes. */
function plainExpression(from: JsonValue): string | undefined {
  if (typeof from === 'string') return expressionOf(from)
  const { from: target, optional: _, secret: __, overwrite: ___, ...others } = mapping(from)
  return typeof target === 'string' && Object.keys(others).length === 0 ? expressionOf(target) : undefined
}

function addScript(scripts: JsonObject[], type: string, source: string | undefined, lose: Say): void {
  if (source === undefined) return
  const script = brunoScript(source.replaceAll('pm.environment.set(', 'pm.variables.set('))
  if (script === undefined || script.unknown.length > 0) {
    lose(`script ${script?.unknown.join(', ') ?? ''}`.trim(), 'Bruno has no such word')
    return
  }
  const same = scripts.findIndex(one => one['type'] === type)
  if (same < 0) scripts.push({ type, code: script.source })
  else
    scripts[same] = {
      ...scripts[same],
      type,
      code: `${valueText(scripts[same]?.['code'] ?? '')}\n\n${script.source}`,
    }
}

function inPhases(scripts: readonly JsonObject[]): readonly JsonObject[] {
  const phases = ['before-request', 'after-response', 'tests']
  return scripts.toSorted(
    (one, other) =>
      phases.indexOf(valueText(one['type'] ?? '')) - phases.indexOf(valueText(other['type'] ?? '')),
  )
}
