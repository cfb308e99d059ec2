import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { list, mapping } from '../../../util/read-values.ts'
import {
  type Executed,
  type ScriptError,
  type ScriptTest,
  type VariableScopeName,
  variableScopes,
} from './execution.ts'

// Messages of the sandbox are read with care: a script can put anything into them.

/** A message of the sandbox: its name and what belongs to it; undefined for what is none. */
export function readMessage(
  text: unknown,
): readonly [name: string, ...args: readonly JsonValue[]] | undefined {
  try {
    const message: unknown = JSON.parse(String(text))
    if (!Array.isArray(message)) return undefined
    const [name, ...args] = message as readonly JsonValue[]
    return typeof name === 'string' ? [name, ...args] : undefined
  } catch {
    return undefined
  }
}

/** The tests that a message tells of. One that cannot be read is a failed one. */
export function readTests(value: JsonValue | undefined): readonly ScriptTest[] {
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [{}]
  return list.map(item => {
    const test = isObject(item) ? item : {}
    const { name, passed, skipped, error } = test
    const failed = { message: 'the test failed', ...(error === undefined ? {} : readError(error)) }
    return {
      name: typeof name === 'string' ? name : 'a test without a name',
      passed: passed === true,
      skipped: skipped === true,
      ...(passed === true ? {} : { error: failed }),
    }
  })
}

/** `TypeError: x is not a function`, of whatever was thrown. */
export function readError(value: JsonValue): ScriptError {
  if (!isObject(value)) return { message: typeof value === 'string' ? value : JSON.stringify(value) }
  const { name, message, line } = value
  const words = [name, message]
    .flatMap(part => (typeof part === 'string' && part !== '' ? [part] : []))
    .join(': ')
  return {
    message: words === '' ? `thrown: ${JSON.stringify(value)}` : words,
    ...(typeof line === 'number' && line > 0 ? { line } : {}),
  }
}

/** How a script left variables, the request and the order of steps. */
export function readExecution(
  value: JsonValue | undefined,
): Pick<Executed, 'variables' | 'assigned' | 'request' | 'next'> {
  if (!isObject(value)) return {}
  const { request, return: returned } = value
  const next = isObject(returned) ? returned['nextRequest'] : undefined
  const variables = Object.fromEntries(variableScopes.map(scope => [scope, readVariables(value[scope])]))
  const assigned = Object.fromEntries(variableScopes.map(scope => [scope, readAssigned(value[scope])]))
  return {
    variables: variables as Record<VariableScopeName, JsonObject>,
    assigned: assigned as Record<VariableScopeName, ReadonlySet<string>>,
    ...(isObject(request) ? { request } : {}),
    ...(next === null || typeof next === 'string' ? { next } : {}),
  }
}

/** The names whose last change was to be set: a change is the name and the value, or the name alone. */
function readAssigned(scope: JsonValue | undefined): ReadonlySet<string> {
  const changes = Object.values(mapping(mapping(mapping(scope)['mutations'])['compacted']))
  return new Set(
    changes.flatMap(change => {
      const [name, ...value] = list(change)
      return typeof name === 'string' && value.length > 0 ? [name] : []
    }),
  )
}

/** Enabled variables with a value; of several with one name the last counts. */
function readVariables(scope: JsonValue | undefined): JsonObject {
  const values = isObject(scope) ? scope['values'] : undefined
  const list = Array.isArray(values) ? (values as readonly JsonValue[]).filter(isObject) : []
  return Object.fromEntries(
    list.flatMap(({ key, value, disabled }) =>
      typeof key === 'string' && value !== undefined && disabled !== true ? [[key, value] as const] : [],
    ),
  )
}
