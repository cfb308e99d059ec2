import type { AnyNode, Expression } from 'acorn'
import type { ScriptHost } from '../javascript/read-scopes.ts'
import { isFunction, memberName, unwrap } from '../javascript/syntax.ts'

/**
 * The objects and calls that Postman adds to JavaScript: objects whose methods change nothing in the response, and
 * tests that run where they stand.
 */
export const postman: ScriptHost = {
  objects: new Set(['pm', 'postman', 'tests', 'environment', 'globals', 'console']),
  immediateCallback: call => testCall(call)?.callback,
}

/** The call that is `pm.test(name, callback)`, taken apart. */
export interface TestCall {
  readonly name: Expression
  readonly callback: AnyNode & { type: 'FunctionExpression' | 'ArrowFunctionExpression' }
}

/** Reads `pm.test(name, () => …)`; undefined for any other call, and for callbacks that wait or take a parameter. */
export function testCall(node: AnyNode): TestCall | undefined {
  if (node.type !== 'CallExpression' || !isTestFunction(unwrap(node.callee))) return undefined
  const [name, callback] = node.arguments
  if (name === undefined || name.type === 'SpreadElement' || !isFunction(callback)) return undefined
  if (callback.async || callback.generator || callback.params.length > 0) return undefined
  return { name, callback }
}

function isTestFunction(callee: AnyNode): boolean {
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'test') return false
  const object = unwrap(callee.object)
  return object.type === 'Identifier' && object.name === 'pm'
}
