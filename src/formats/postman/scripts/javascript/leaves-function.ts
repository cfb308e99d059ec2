import type { AnyNode } from 'acorn'
import { forEachChild } from './syntax.ts'

/** Whether a statement may leave the function it stands in. */
export function leavesFunction(node: AnyNode): boolean {
  if (node.type === 'ReturnStatement') return true
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') return false
  let found = false
  if (node.type.endsWith('Statement') || node.type === 'SwitchCase' || node.type === 'CatchClause')
    forEachChild(node, child => {
      found ||= leavesFunction(child)
    })
  return found
}
