import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { list, mapping, number, text } from '../../util/read-values.ts'
import { silent, type Tell } from '../told.ts'
import type { Resolve } from './check-of-condition.ts'
import { checksOf } from './criteria.ts'
import type { Jump } from './jumps.ts'

/** A step that passed, among the others. */
interface Passed {
  readonly from: number
  readonly ids: readonly string[]
  readonly own: string
  readonly resolve: Resolve
  readonly variable: (name: string) => string
  readonly tell: Tell
}

/** The ways that a workflow goes on once a step has passed, but for that to the next one. */
export function nextOf(actions: readonly JsonObject[], passed: Passed): readonly Jump[] {
  const jumps: Jump[] = []
  for (const action of actions) {
    const jump = jumpOf(action, passed)
    if (jump === undefined) continue
    jumps.push(jump)
    if (jump.when.length === 0) break
  }
  // The last one may lead where the steps go on anyway.
  const isIdle = jumps.length === 1 && jumps[0]?.to === passed.from + 1
  return isIdle ? [] : jumps
}

function jumpOf(action: JsonObject, { from, ids, own, resolve, variable, tell }: Passed): Jump | undefined {
  const type = text(action['type']) ?? ''
  const step = text(action['stepId'])
  const criteria = list(action['criteria']).map(mapping)
  const condition = criteria.map(one => text(one['condition']) ?? '').join(' && ')
  const shown = condition.replace(
    /\$response\.body#([^\s)]*)/g,
    (_, way: string) => `$${way.replaceAll('/', '.')}`,
  )
  const what = [type, step ?? text(action['workflowId']) ?? '', condition === '' ? '' : `when ${shown}`]
    .filter(part => part !== '')
    .join(' ')
  if (type !== 'end' && (type !== 'goto' || step === undefined)) {
    tell.lose(what, 'a suite does not go on in another workflow')
    return undefined
  }
  const to = type === 'end' ? ids.length : ids.indexOf(step ?? '')
  if (to < 0) {
    tell.lose(what, 'there is no such step')
    return undefined
  }
  const checks = checksOf(criteria, resolve, silent)
  if (checks.validations.length === 0 && criteria.length > 0) {
    tell.lose(what, 'suites have no such condition')
    return undefined
  }
  const isIdle = to === from + 1 && criteria.length === 0
  if (!isIdle)
    tell.note(
      what,
      type === 'end'
        ? 'what is behind it is left out'
        : 'what is between is left out, or a script goes there',
    )
  return {
    from,
    to,
    when: checks.validations.map(asCondition),
    variable: criteria.length === 0 ? '' : variable(text(action['name']) ?? `${own}-${type}`),
    why: `${own} ${type === 'end' ? 'ends the workflow' : `goes on with ${step ?? ''}`}`,
  }
}

/** A validation as a condition: there what is not there is like null. */
function asCondition(validation: JsonObject): JsonObject {
  const { unless, ...others } = validation
  if (unless === undefined) return others
  return Object.fromEntries(Object.keys(others).map(key => [key, { exists: false }]))
}

/** The most attempts that a step may have. */
const mostAttempts = 100

/** The retry of a step that did not pass. What else would follow then is told. */
export function retryOf(actions: readonly JsonObject[], resolve: Resolve, tell: Tell): JsonObject {
  let retry: JsonObject = {}
  for (const action of actions) {
    const type = text(action['type']) ?? ''
    const to = text(action['stepId']) ?? text(action['workflowId'])
    if (type === 'end') tell.note('onFailure end', 'a step that fails ends its suite anyway')
    else if (type !== 'retry')
      tell.lose(`onFailure ${type} ${to ?? ''}`.trim(), 'a step that fails ends its suite')
    else {
      if (to !== undefined) tell.lose(`onFailure retry ${to}`, 'nothing is sent between two attempts')
      if (Object.keys(retry).length === 0) retry = { retry: attemptsOf(action, resolve, tell) }
      else tell.note('onFailure retry', 'the first retry counts, whatever the answer is')
    }
  }
  return retry
}

function attemptsOf(action: JsonObject, resolve: Resolve, tell: Tell): JsonObject {
  const limit = Math.max(0, Math.trunc(number(action['retryLimit']) ?? 1))
  if (limit + 1 > mostAttempts)
    tell.lose(`retryLimit ${limit}`, `a step has ${mostAttempts} attempts at most`)
  const wait = Math.round((number(action['retryAfter']) ?? 0) * 1000)
  const stop = stopWhen(list(action['criteria']), resolve)
  if (stop === undefined) tell.note('onFailure retry', 'it is tried again whatever the answer is')
  return {
    attempts: Math.min(limit + 1, mostAttempts),
    interval: wait % 1000 === 0 && wait > 0 ? `${wait / 1000}s` : `${wait}ms`,
    ...(stop === undefined || Object.keys(stop).length === 0 ? {} : { 'stop-when': stop }),
  }
}

/** The answer that no further attempt is made for: the opposite of the criterion. */
function stopWhen(criteria: readonly JsonValue[], resolve: Resolve): JsonObject | undefined {
  if (criteria.length === 0) return {}
  const { validations, scripts } = checksOf(criteria, resolve, silent)
  const [only, ...others] = validations
  const [target, expected] = Object.entries(only ?? {})[0] ?? []
  if (target !== 'status' || expected === undefined || others.length + scripts.length > 0) return undefined
  const [operator, value] = isObject(expected) ? (Object.entries(expected)[0] ?? []) : ['equals', expected]
  const opposite = opposites[operator ?? '']
  const isOne = !isObject(expected) || Object.keys(expected).length === 1
  return opposite === undefined || value === undefined || !isOne
    ? undefined
    : { status: { [opposite]: value } }
}

const opposites: Readonly<Record<string, string>> = {
  equals: 'not-equals',
  'not-equals': 'equals',
  'one-of': 'not-one-of',
  'at-least': 'less-than',
  'less-than': 'at-least',
  'at-most': 'greater-than',
  'greater-than': 'at-most',
}
