import type { AnyNode } from 'acorn'
import type { Binding } from '../javascript/bindings.ts'
import type { Evaluator } from './values/evaluate.ts'
import type { Leaf, Outline } from './outline.ts'

/** The statements that only serve others and have to stay, because something that stays uses their variables. */
export function neededSupport(
  outlines: readonly Outline[],
  leaves: readonly Leaf[],
  kept: ReadonlySet<Leaf>,
  evaluator: Evaluator,
): readonly Leaf[] {
  const supports = leaves.filter(leaf => !kept.has(leaf) && leaf.meaning.is === 'support')
  if (kept.size === 0 || supports.length === 0) return []
  const bindings = new Set<Binding>()
  const ranges = [...kept].map(({ node }) => node).concat(headsOf(outlines, kept))
  for (const { identifier, binding } of evaluator.scopes.uses.values())
    if (binding !== undefined && ranges.some(range => contains(range, identifier))) bindings.add(binding)
  for (const binding of evaluator.scopes.bindings)
    if (binding.writes.some(({ node }) => ranges.some(range => contains(range, node)))) bindings.add(binding)
  // A text that runs as code may use whatever is declared around it.
  const runsText = evaluator.scopes.opaqueFrom < Infinity
  return supports.filter(leaf => serves(leaf, bindings) || (runsText && outlines.includes(leaf)))
}

/** Names of tests and conditions around what stays. */
function headsOf(outlines: readonly Outline[], kept: ReadonlySet<Leaf>): readonly AnyNode[] {
  return outlines.flatMap(outline => {
    if (outline.kind === 'leaf' || !staysPartly(outline, kept)) return []
    const { node, body } = outline
    const head = node.type === 'IfStatement' ? [node.test] : namesIn(node)
    return [...head, ...headsOf(body, kept)]
  })
}

function namesIn(node: AnyNode): readonly AnyNode[] {
  const call = node.type === 'ExpressionStatement' ? node.expression : node
  return call.type === 'CallExpression' ? call.arguments.slice(0, 1) : []
}

function staysPartly(outline: Outline, kept: ReadonlySet<Leaf>): boolean {
  return outline.kind === 'leaf' ? kept.has(outline) : outline.body.some(inner => staysPartly(inner, kept))
}

function serves({ node }: Leaf, bindings: ReadonlySet<Binding>): boolean {
  for (const { declarations, writes } of bindings) {
    if (declarations.some(declaration => contains(node, declaration))) return true
    if (writes.some(write => contains(node, write.node))) return true
  }
  return false
}

function contains(outer: AnyNode, inner: AnyNode): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}
