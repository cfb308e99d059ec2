import type { AnyNode } from 'acorn'
import type { Evaluator } from './values/evaluate.ts'
import { forEachChild, memberName } from '../javascript/syntax.ts'

/** The names of the legacy tests that are read or set anywhere inside a node; undefined stands for all there are. */
export function usedTests(node: AnyNode, evaluator: Evaluator): ReadonlySet<string | undefined> {
  const names = new Set<string | undefined>()
  const visit = (inner: AnyNode) => {
    if (inner.type === 'MemberExpression' && evaluator.nameOf(inner.object) === 'tests') {
      const name = memberName(inner)
      names.add(name === undefined ? undefined : String(name))
      if (inner.computed) visit(inner.property)
    } else if (inner.type === 'Identifier' && evaluator.nameOf(inner) === 'tests') names.add(undefined)
    else forEachChild(inner, visit)
  }
  // Most scripts have no such tests at all.
  if (evaluator.usesLegacyTests) visit(node)
  return names
}
