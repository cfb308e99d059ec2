import type { AnyNode } from 'acorn'
import type { Evaluator } from '../values/evaluate.ts'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import type { Value } from '../checks/value.ts'

/** One word of an assertion, with its arguments where it is called. */
export interface Link {
  readonly name: string
  readonly arguments?: readonly AnyNode[]
}

/** An assertion: `pm.expect(subject).to.be.a("string")`, or `pm.response.to.have.status(200)`. */
export interface Chain {
  /** What is looked at; undefined for the answer as a whole. */
  readonly subject: AnyNode | undefined
  readonly links: readonly Link[]
}

/** Takes an assertion of chai apart; undefined for any other expression. */
export function parseChain(node: AnyNode, evaluator: Evaluator): Chain | undefined {
  const links: Link[] = []
  let current = unwrap(node)
  let called: readonly AnyNode[] | undefined
  for (;;) {
    if (current.type === 'CallExpression') {
      if (called === undefined && isExpect(current.callee, evaluator)) {
        const [subject] = current.arguments
        return subject === undefined ? undefined : { subject, links }
      }
      if (called !== undefined) return undefined
      called = current.arguments
      current = unwrap(current.callee)
    } else if (current.type === 'MemberExpression') {
      const name = memberName(current)
      if (typeof name !== 'string') return undefined
      links.unshift(called === undefined ? { name } : { name, arguments: called })
      called = undefined
      current = unwrap(current.object)
      if (startsAnswerChain(name, current, evaluator)) return { subject: undefined, links }
    } else return undefined
  }
}

function isExpect(callee: AnyNode, evaluator: Evaluator): boolean {
  return evaluator.nameOf(callee) === 'pm.expect'
}

/** `pm.response.to`, from where an assertion is about the answer. */
function startsAnswerChain(name: string, object: AnyNode, evaluator: Evaluator): boolean {
  return name === 'to' && evaluator.nameOf(object) === 'pm.response'
}

/** What the first of some arguments stands for. */
export function argumentOf(nodes: readonly AnyNode[] | undefined, evaluator: Evaluator): Value | undefined {
  const [first] = nodes ?? []
  return first === undefined ? undefined : evaluator.evaluate(first)
}
