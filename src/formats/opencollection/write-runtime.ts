import { anyStatus } from '../../compile/written-checks.ts'
import type { LostPart } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import {
  type FormerScript,
  type Said,
  type ScriptWords,
  sortScripts,
  writtenScripts,
} from '../former-scripts.ts'
import { type Left, leftOf, type Phase } from '../left-parts.ts'
import { type Say, type Tell, toldBy } from '../told.ts'
import { scopesOf, withScopes } from '../variable-scopes.ts'
import { actionScript, targetOf, variableOf } from './actions.ts'
import { assertionScript } from './assertions.ts'
import { postmanScript } from './bruno-script.ts'
import { brunoScript } from './from-postman-script.ts'
import { assertionOf, expressionOf } from './write-assertion.ts'
import { writtenVariable } from './write-values.ts'

/** The means of writing scripts. */
export interface ScriptWriting {
  /** Turns a script of Postman into the words of suites. */
  readonly translate: (source: string, phase: Phase) => Said
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
  writing: ScriptWriting,
  { lose, note }: Tell,
): JsonObject {
  const left = leftOf(withoutAnyStatus(step))
  const given = list(former['scripts']).map(mapping)
  const scripts = given.map(formerScript)
  const assertions = formerAssertions(list(former['assertions']).map(mapping), left)
  const actions = formerActions(list(former['actions']).map(mapping), left)
  const words = wordsOf(scripts, writing, lose)
  const sorted = sortScripts(scripts, left, words.says)
  const variables = formerVariables(list(former['variables']).map(mapping), left)
  addSayable(left, assertions, actions)
  noteUnfound(mapping(step['extracts']), actions, note)
  const { codes, added } = writtenScripts(scripts, sorted, left, words)
  const written = given.flatMap((script, index) => {
    const code = codes[index]
    return code === undefined ? [] : [code === scripts[index]?.code ? script : { ...script, code }]
  })
  return Object.fromEntries(
    Object.entries({
      variables,
      scripts: [...newScript('before-request', added.before), ...written, ...newScript('tests', added.after)],
      assertions: assertions.filter(Boolean),
      actions,
    }).filter(([, items]) => items.length > 0),
  )
}

/** A script of Bruno; one of its tests takes what is judged now. */
function formerScript({ type, code }: JsonObject): FormerScript {
  const phase = type === 'before-request' ? 'before' : 'after'
  const source = valueText(code ?? '').replaceAll('\r\n', '\n')
  return { phase, code: source, isOpen: phase === 'before' || type === 'tests' }
}

function newScript(type: string, code: string | undefined): readonly JsonObject[] {
  return code === undefined ? [] : [{ type, code }]
}

/** Scripts in the words of Bruno, where variables are set in the scopes that they had. */
function wordsOf(
  scripts: readonly FormerScript[],
  { translate, scriptsOf }: ScriptWriting,
  lose: Say,
): ScriptWords {
  const sourceOf = (code: string): string | undefined => {
    const script = postmanScript(code)
    return script?.unknown.length === 0 ? script.source : undefined
  }
  const scopes = scopesOf(scripts.map(({ code }) => sourceOf(code) ?? ''))
  return {
    lose,
    says: (code, phase) => {
      const source = sourceOf(code)
      return source === undefined ? undefined : translate(source, phase)
    },
    write: (part, phase) => {
      const { losses, ...written } = scriptsOf(part)
      for (const { what, why } of toldBy('Bruno', losses)) lose(what, why)
      const source = written[phase]
      if (source === undefined) return undefined
      const script = brunoScript(withScopes(source, scopes, 'pm.variables.set'))
      if (script?.unknown.length === 0) return script.source
      lose(`script ${script?.unknown.join(', ') ?? ''}`.trim(), 'Bruno has no such word')
      return undefined
    },
  }
}

/** Tells of actions for extracts that have to find something. */
function noteUnfound(extracts: JsonObject, actions: readonly JsonObject[], note: Say): void {
  const names = actions.flatMap(action => variableOf(action)?.name ?? [])
  const needed = [...new Set(names)].filter(name => {
    const extract = extracts[name]
    const target = mapping(extract)['from'] ?? extract
    return (
      extract !== undefined &&
      mapping(extract)['optional'] !== true &&
      target !== 'status' &&
      target !== 'time'
    )
  })
  if (needed.length > 0)
    note(`extracts ${needed.join(', ')}`, 'Bruno goes on where an action finds nothing, and a suite fails')
}

/** Validations and extracts that are no more than an assertion or an action. */
function addSayable(left: Left, assertions: JsonObject[], actions: JsonObject[]): void {
  for (const validation of left.validations) {
    const assertion = assertionOf(validation)
    if (assertion === undefined) continue
    assertions.push(assertion)
    left.validations = left.validations.filter(one => one !== validation)
  }
  for (const [name, from] of left.extracts) {
    const expression = plainExpression(from)
    if (expression === undefined) continue
    const action = setVariable(name, expression)
    const at = actions.findIndex(one => one['disabled'] !== true && variableOf(one)?.name === name)
    if (at < 0) actions.push(action)
    else actions[at] = { ...actions[at], ...action }
    left.extracts.delete(name)
  }
}

/** Where there are other tests, Bruno takes any status. */
function withoutAnyStatus(step: JsonObject): JsonObject {
  const validations = list(step['validations'])
  const others = validations.filter(one => !jsonEqual(one, anyStatus))
  return others.length === 0 ? step : { ...step, validations: others }
}

/**
 * Assertions that are switched off, or that something in the step still says, if with another operator or value; all of that is taken
 * out of what is left.
 */
function formerAssertions(former: readonly JsonObject[], left: Left): JsonObject[] {
  const said = former.map(assertion => assertion['disabled'] === true || takesSaid(assertion, left))
  return former.flatMap((assertion, index) => {
    if (said[index] === true) return [assertion]
    const anew = changedAssertion(assertion, left)
    return anew === undefined ? [] : [anew]
  })
}

/** True for an assertion that the step has, as a validation or as a script. */
function takesSaid(assertion: JsonObject, left: Left): boolean {
  const said = left.validations.find(one => isSaid(assertion, assertionOf(one)))
  if (said !== undefined) {
    left.validations = left.validations.filter(one => one !== said)
    return true
  }
  const source = postmanScript(assertionScript(assertion) ?? '')?.source
  if (source === undefined || !left.scripts.after.includes(source)) return false
  left.scripts.after = left.scripts.after.filter(one => one !== source)
  return true
}

/** The assertion with what is asked of the same part now, by the same operator if there is such a one. */
function changedAssertion(assertion: JsonObject, left: Left): JsonObject | undefined {
  const { operator: before, value: _, ...others } = assertion
  const all = left.validations.map(one => ({ one, now: assertionOf(one) }))
  const same = all.filter(({ now }) => now?.['expression'] === assertion['expression'])
  const found = same.find(({ now }) => now?.['operator'] === before) ?? same[0]
  if (found?.now === undefined) return undefined
  left.validations = left.validations.filter(one => one !== found.one)
  const { operator = null, value } = found.now
  return defined({ ...others, expression: assertion['expression'], operator, value })
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

function formerActions(former: readonly JsonObject[], left: Left): JsonObject[] {
  const scripted = former.filter(action => {
    const variable = action['disabled'] === true ? undefined : variableOf(action)
    return variable !== undefined && targetOf(variable.expression) === undefined
  })
  const written = scripted.flatMap(action => variableOf(action) ?? []).map(actionScript)
  const script = postmanScript(written.join('\n'))
  // An import makes one script of all of them, and none where it does not know a word.
  const { after } = left.scripts
  const isThere = script?.unknown.length !== 0 || after.includes(script.source)
  left.scripts.after = after.filter(source => source !== script?.source)
  return former.filter(action => {
    const variable = variableOf(action)
    if (action['disabled'] === true || variable === undefined) return true
    const target = targetOf(variable.expression)
    if (target === undefined) return isThere
    const from = left.extracts.get(variable.name)
    if (from === undefined) return false
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
