import type { AnyNode } from 'acorn'
import type { Evaluator } from './evaluate.ts'
import { forEachChild, memberName } from './syntax.ts'

/** The names of the legacy tests that are set anywhere inside a node. */
export function writtenTests(node: AnyNode, evaluator: Evaluator): readonly string[] {
  const names: string[] = []
  const visit = (inner: AnyNode) => {
    if (inner.type === 'AssignmentExpression' && inner.left.type === 'MemberExpression') {
      const name = memberName(inner.left)
      if (typeof name === 'string' && evaluator.nameOf(inner.left.object) === 'tests') names.push(name)
    }
    forEachChild(inner, visit)
  }
  visit(node)
  return names
}
