import type { AnyNode } from 'acorn'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import type { Check } from '../checks/check.ts'
import type { Facts } from '../checks/facts.ts'
import { objectName, type Evaluate, type Value } from '../checks/value.ts'

/** One word of an assertion, with its arguments where it is called. */
export interface Link {
  readonly name: string
  readonly arguments?: readonly AnyNode[]
}

/** An assertion: `pm.expect(subject).to.be.a("string")`, or `pm.response.to.have.status(200)`. */
export interface Chain {
  /** The value that is looked at; undefined for the response as a whole. */
  readonly subject: AnyNode | undefined
  readonly links: readonly Link[]
}

/** How far an assertion has been read. */
export interface Reading {
  /** The value that is looked at; undefined for the response as a whole. */
  readonly subject: Value | undefined
  readonly flags: ReadonlySet<string>
  readonly checks: readonly Check[]
  readonly evaluate: Evaluate
  readonly facts: Facts
}

/** The effect of one word: checks, and perhaps another subject. Undefined when no validation says the same. */
export type WordResult =
  | { readonly checks?: readonly Check[]; readonly subject?: Value; readonly flag?: string }
  | undefined

/** Takes an assertion of chai apart; undefined for any other expression. */
export function parseChain(node: AnyNode, evaluate: Evaluate): Chain | undefined {
  const links: Link[] = []
  let current = unwrap(node)
  let called: readonly AnyNode[] | undefined
  for (;;) {
    if (current.type === 'CallExpression') {
      if (called === undefined && isExpect(current.callee, evaluate)) {
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
      if (startsAnswerChain(name, current, evaluate)) return { subject: undefined, links }
    } else return undefined
  }
}

function isExpect(callee: AnyNode, evaluate: Evaluate): boolean {
  return objectName(evaluate(callee)) === 'pm.expect'
}

/** `pm.response.to`, from where an assertion is about the answer. */
function startsAnswerChain(name: string, object: AnyNode, evaluate: Evaluate): boolean {
  return name === 'to' && objectName(evaluate(object)) === 'pm.response'
}
