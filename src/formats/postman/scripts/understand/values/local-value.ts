import type { AnyNode, Identifier } from 'acorn'
import { helperOf } from '../../helpers.ts'
import { isInside, type Binding, type Frame, type Write } from '../../javascript/bindings.ts'
import type { Scopes, Use } from '../../javascript/read-scopes.ts'
import { unwrap } from '../../javascript/syntax.ts'
import { objectName, type Evaluate, type Value } from '../checks/value.ts'
import { globalValue, memberValue } from './member-value.ts'

/** Says what the names of a script mean: variables by what is written to them, and those it does not declare. */
export function readLocals(
  source: string,
  scopes: Scopes,
  evaluate: Evaluate,
): (node: Identifier) => Value | undefined {
  const known = new Map<Binding, Value | undefined>()
  const busy = new Set<AnyNode>()

  const heldBy = (binding: Binding, identifier: Identifier): Value | undefined => {
    if (known.has(binding)) return known.get(binding)
    // The variable is written in terms of itself.
    if (busy.has(identifier)) return undefined
    busy.add(identifier)
    const written = writtenTo(binding, evaluate)
    busy.delete(identifier)
    const isMade = written?.kind === 'template' && written.made
    const held = isMade && countUses(binding, scopes, evaluate) > 1 ? undefined : written
    known.set(binding, held)
    return held
  }

  return node => {
    const use = scopes.uses.get(node)
    if (use === undefined) return undefined
    if (use.binding === undefined) return globalValue(node.name)
    const { writes, mutated } = use.binding
    const helper = writtenHelper(writes, source)
    if (helper !== undefined) return { kind: 'object', name: `apitest.${helper}` }
    if (mutated || !writes.some(write => writeReaches(write, use, evaluate))) return undefined
    return heldBy(use.binding, node)
  }
}

/** One of the functions that written scripts declare, known by its text. */
function writtenHelper([write, ...others]: Binding['writes'], source: string): string | undefined {
  const value = write?.value
  if (value?.type !== 'ArrowFunctionExpression' || others.length > 0) return undefined
  return helperOf(source.slice(value.start, value.end))
}

/** The value of a variable, when every place that writes it gives it the same. */
function writtenTo({ writes }: Binding, evaluate: Evaluate): Value | undefined {
  const [first, ...others] = writes.map(({ value, path }) => follow(evaluate(value), path))
  const agree = others.every(value => JSON.stringify(value) === JSON.stringify(first))
  if (first === undefined || !agree) return undefined
  // A variable throws nothing any more when it is read again.
  return 'guards' in first ? { ...first, guards: [] } : first
}

function follow(value: Value | undefined, path: readonly (string | number)[]): Value | undefined {
  return path.reduce<Value | undefined>(
    (current, name) => (current === undefined ? undefined : memberValue(current, name, false)),
    value,
  )
}

/** How often a variable is read, not counting what is only printed: a value that is made anew each time is read once. */
function countUses(binding: Binding, { calls, uses }: Scopes, evaluate: Evaluate): number {
  const printing = calls.filter(({ node }) => objectName(evaluate(node.callee))?.startsWith('console.'))
  return [...uses.values()].filter(
    use =>
      use.binding === binding &&
      !printing.some(({ node }) => node.start < use.identifier.start && use.identifier.end < node.end),
  ).length
}

/**
 * True where a variable surely has what a place of the script wrote when it is used. A write in a `try` or in an earlier
 * `pm.test` counts when nothing before it can fail but reading the body as JSON: then the variable stays undefined, and
 * whatever looks into it fails as the body does.
 */
function writeReaches(write: Write, { identifier, frame }: Use, evaluate: Evaluate): boolean {
  if (write.node.end > identifier.start) return false
  if (isInside(frame, write.frame)) return true
  const { kind, parent, body } = write.frame
  if ((kind !== 'callback' && kind !== 'try') || parent === undefined) return false
  return isInside(frame, parent) && isFirstToFail(write, body, evaluate)
}

/** True where a write stands in the body itself, and after nothing that may fail when the body is JSON. */
function isFirstToFail(write: Write, body: Frame['body'], evaluate: Evaluate): boolean {
  for (const statement of body) {
    if (standsIn(statement, write)) return write.path.length === 0 && isRootOfBody(evaluate(write.value))
    if (!isHarmless(statement, evaluate)) return false
  }
  return false
}

function standsIn(statement: AnyNode, { node }: Write): boolean {
  if (statement.type === 'ExpressionStatement') return unwrap(statement.expression) === node
  return statement.type === 'VariableDeclaration' && statement.declarations.some(one => one === node)
}

function isRootOfBody(value: Value | undefined): boolean {
  return value?.kind === 'body' && value.path.length === 0
}

/** `pm.response.to.be.json`, and reading the body. */
function isHarmless(statement: AnyNode, evaluate: Evaluate): boolean {
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.every(({ init }) => !init || isRootOfBody(evaluate(init)))
  if (statement.type !== 'ExpressionStatement') return false
  return objectName(evaluate(statement.expression)) === 'pm.response.to.be.json'
}
