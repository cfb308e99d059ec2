import type { AnyNode } from 'acorn'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { cutText } from '../../../../util/cut-text.ts'
import { forEachChild, isFunction, rootOf, unwrap } from '../javascript/syntax.ts'
import { leavesOf, type Leaf, type Outline } from './outline.ts'
import type { Script } from './script.ts'
import type { KeptStatements } from './kept-statements.ts'
import { defined } from '../../../../util/defined.ts'

/** The outcome of a script of Postman. Everything in the suite language; what could not be said there stays a script. */
export interface Translation {
  /** Each with the `name` of its `pm.test`, where it had one. */
  readonly validations: readonly JsonObject[]
  readonly extracts: Readonly<Record<string, JsonValue>>
  /** Variables to set before the request is sent: the step's `variables`. */
  readonly variables: JsonObject
  /** The script without what was translated; empty when all of it was. */
  readonly rest: string
  /** Every statement with an effect, in its order. */
  readonly statements: readonly TranslatedStatement[]
}

/** One statement of a script, and what became of it. */
export interface TranslatedStatement {
  /** From 1. */
  readonly line: number
  /** Its first line, cut to 80 characters. */
  readonly text: string
  /** `script`: it is still run as a script. `nothing`: it had no effect to keep, such as `console.log`. */
  readonly became: 'validation' | 'extract' | 'variable' | 'script' | 'nothing'
  /** Why it stays a script, or what of it was to be seen. */
  readonly reason?: string
}

/** The reason of a statement that only prints, in a script of which nothing else runs as one. */
const unprinted = 'what it prints is not shown'

/** Says of every statement with an effect what became of it. */
export function reportStatements(
  source: string,
  outlines: readonly Outline[],
  { kept, reasons }: KeptStatements,
  script: Script,
): readonly TranslatedStatement[] {
  const lineOf = lineCounter(source)
  const tell = (node: AnyNode, became: TranslatedStatement['became'], reason?: string): TranslatedStatement =>
    defined({
      line: lineOf(node.start),
      text: cutText(source.slice(node.start, node.end).split('\n', 1)[0]?.trim() ?? '', 80),
      became,
      reason,
    })
  return leavesOf(outlines).flatMap(leaf => {
    if (!kept.has(leaf)) {
      const became = becameOf(leaf, script)
      if (became === undefined) return []
      const prints = became === 'nothing' && /^console\s*\./.test(source.slice(leaf.node.start))
      return [tell(leaf.node, became, prints ? unprinted : undefined)]
    }
    const { meaning } = leaf
    const reason = reasons.get(leaf) ?? (meaning.is === 'script' ? meaning.reason : undefined)
    if (reason === undefined) return []
    return effectsIn(leaf.node, script).map(node => tell(node, 'script', reason))
  })
}

function becameOf({ meaning, node }: Leaf, { phase }: Script): TranslatedStatement['became'] | undefined {
  switch (meaning.is) {
    case 'check':
      return 'validation'
    case 'write':
      return phase === 'after' ? 'extract' : 'variable'
    case 'unset':
      return 'nothing'
    case 'nothing':
      return node.type === 'EmptyStatement' ? undefined : 'nothing'
    default:
      return undefined
  }
}

/** Line numbers from 1, for places that come in the order of the text. */
function lineCounter(source: string): (position: number) => number {
  let line = 1
  let counted = 0
  return position => {
    if (position < counted) {
      line = 1
      counted = 0
    }
    for (let end = source.indexOf('\n', counted); end !== -1 && end < position;) {
      line++
      end = source.indexOf('\n', end + 1)
    }
    counted = position
    return line
  }
}

/** The innermost statements with an effect that is visible outside of the script. */
function effectsIn(node: AnyNode, script: Script): readonly AnyNode[] {
  const found: AnyNode[] = []
  const visit = (inner: AnyNode) => {
    if (inner.type !== 'ExpressionStatement' && !isBareCallback(inner, node)) {
      forEachChild(inner, visit)
      return
    }
    const expression = inner.type === 'ExpressionStatement' ? unwrap(inner.expression) : inner
    const nested = callbacksIn(expression)
    const before = found.length
    for (const callback of nested) visit(callback)
    if (found.length === before && isEffect(expression, script)) found.push(inner)
  }
  visit(node)
  return found
}

/** The expression that is a whole leaf, as in `() => pm.expect(…)`. */
function isBareCallback(inner: AnyNode, leaf: AnyNode): boolean {
  return inner === leaf && !inner.type.endsWith('Statement') && !inner.type.endsWith('Declaration')
}

/** The bodies of functions that are given to a call. */
function callbacksIn(expression: AnyNode): readonly AnyNode[] {
  if (expression.type !== 'CallExpression') return []
  return expression.arguments.filter(isFunction).map(({ body }) => body)
}

/** True where an expression does something with Postman, or with something unknown. */
function isEffect(expression: AnyNode, script: Script): boolean {
  if (expression.type === 'AssignmentExpression') {
    const root = rootOf(expression.left)
    return root.type === 'Identifier' && root.name === 'tests'
  }
  if (expression.type === 'UpdateExpression') return false
  const root = rootOf(expression)
  if (root.type !== 'Identifier') return true
  return (
    root.name !== 'console' &&
    (script.scopes.uses.get(root)?.binding === undefined ||
      (expression.type === 'CallExpression' && expression.callee.type === 'Identifier'))
  )
}
