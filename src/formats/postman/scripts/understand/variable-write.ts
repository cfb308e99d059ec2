import type { AnyNode } from 'acorn'
import type { JsonValue } from '../../../../model/json.ts'
import { bodyPathText } from '../body-path.ts'
import { extractTarget } from './checks/check-of.ts'
import { escapeValue, isVariableName } from './checks/template-text.ts'
import { guardsOf, literalText, type Value } from './checks/value.ts'
import type { Meaning } from './outline.ts'
import type { Script } from './script.ts'

const modern = new Set([
  'pm.environment.set',
  'pm.globals.set',
  'pm.collectionVariables.set',
  'pm.variables.set',
])
const legacy = new Set(['postman.setEnvironmentVariable', 'postman.setGlobalVariable'])

/** The write that `pm.environment.set("name", value)` and its like may become; undefined for any other call. */
export function variableWrite(
  name: string | undefined,
  node: AnyNode & { type: 'CallExpression' },
  script: Script,
): Meaning | undefined {
  if (name === undefined) return undefined
  if (/^pm\.\w+\.unset$/.test(name)) return unsetting(name, node, script)
  if (!modern.has(name) && !legacy.has(name)) return undefined
  const [key, given, ...others] = node.arguments
  const variable = literalText(script.evaluate(key))
  if (variable === undefined || !isVariableName(variable))
    return { is: 'script', reason: 'the name of the variable is computed, or no name of a variable' }
  if (given === undefined || others.length > 0)
    return { is: 'script', reason: 'there is no such way to set a variable' }
  const value = script.evaluate(given)
  const settable = value === undefined ? undefined : settableValue(value, legacy.has(name), script.phase)
  if (settable === undefined) return { is: 'script', reason: 'the value is computed' }
  const scope = name.replace(/\.set$/, '')
  return { is: 'write', variable, scope, value: settable, guards: guardsOf(settable) }
}

function unsetting(name: string, node: AnyNode & { type: 'CallExpression' }, script: Script): Meaning {
  const variable = literalText(script.evaluate(node.arguments[0]))
  if (variable === undefined) return { is: 'script', reason: noUnset }
  return { is: 'unset', variable, scope: name.replace(/\.unset$/, ''), guards: [] }
}

/** Why a variable that is taken away is so by a script. */
export const noUnset = 'a step cannot take a variable away'

/** The value as a step sets it; undefined where it cannot. */
function settableValue(value: Value, isLegacy: boolean, phase: 'before' | 'after'): Value | undefined {
  switch (value.kind) {
    case 'literal':
      return settableLiteral(value.value, isLegacy)
    case 'variable':
    case 'template':
    case 'structure':
      return value
    case 'group':
      return phase === 'after' && extractTarget(value.of) !== undefined ? value : undefined
    case 'body':
      return phase === 'after' && bodyPathText(value.path) !== undefined ? value : undefined
    case 'header':
    case 'status':
    case 'text':
      return phase === 'after' ? value : undefined
    default:
      return undefined
  }
}

/** Postman reads placeholders in a variable's text when it is used; a step would when it is set. */
function settableLiteral(value: JsonValue, isLegacy: boolean): Value | undefined {
  if (escapeValue(value) === undefined || JSON.stringify(value).includes('{{')) return undefined
  if (!isLegacy || typeof value === 'string' || value === null || value === 0)
    return { kind: 'literal', value }
  // The old functions set the text of a value.
  return typeof value === 'object' ? undefined : { kind: 'literal', value: String(value) }
}

/** A value that is known before the request is sent, as the suite language writes it. */
export function writtenValue(value: Value): JsonValue | undefined {
  switch (value.kind) {
    case 'literal':
      return value.value
    case 'variable':
      return `{{${value.name}}}`
    case 'template':
      return value.text
    case 'structure':
      return value.value
    default:
      return undefined
  }
}
