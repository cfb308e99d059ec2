import type { AnyNode } from 'acorn'
import { isInside, type Frame, type Write } from '../../javascript/bindings.ts'
import type { Evaluator } from './evaluate.ts'
import type { Use } from '../../javascript/read-scopes.ts'
import { parseChain } from '../assertions/chain.ts'
import { unwrap } from '../../javascript/syntax.ts'

/**
 * Whether a variable surely has what a place of the script wrote when it is used. A write in a `try` or in an earlier
 * `pm.test` counts when nothing before it can fail but reading the body as JSON: then the variable stays undefined, and
 * whatever looks into it fails as the body does.
 */
export function writeReaches(write: Write, { identifier, frame }: Use, evaluator: Evaluator): boolean {
  if (write.node.end > identifier.start) return false
  if (isInside(frame, write.frame)) return true
  const { kind, parent, body } = write.frame
  if ((kind !== 'test' && kind !== 'try') || parent === undefined) return false
  return isInside(frame, parent) && isFirstToFail(write, body, evaluator)
}

/** Whether a write stands in the body itself, and after nothing that may fail when the body is JSON. */
function isFirstToFail(write: Write, body: Frame['body'], evaluator: Evaluator): boolean {
  for (const statement of body) {
    if (writesIn(statement, write)) return isRootOfBody(write, evaluator)
    if (!isHarmless(statement, evaluator)) return false
  }
  return false
}

function writesIn(statement: AnyNode, { node }: Write): boolean {
  if (statement.type === 'ExpressionStatement') return unwrap(statement.expression) === node
  return statement.type === 'VariableDeclaration' && statement.declarations.some(one => one === node)
}

function isRootOfBody({ value, path }: Write, evaluator: Evaluator): boolean {
  if (value === undefined || path.length > 0) return false
  const written = evaluator.evaluate(value)
  return written?.kind === 'body' && written.path.length === 0
}

/** `pm.response.to.be.json`, and reading the body. */
function isHarmless(statement: AnyNode, evaluator: Evaluator): boolean {
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.every(({ init }) => {
      const value = init ? evaluator.evaluate(init) : undefined
      return !init || (value?.kind === 'body' && value.path.length === 0)
    })
  if (statement.type !== 'ExpressionStatement') return false
  const chain = parseChain(statement.expression, evaluator)
  if (chain === undefined || chain.subject !== undefined) return false
  return chain.links.map(({ name }) => name).join('.') === 'to.be.json'
}
