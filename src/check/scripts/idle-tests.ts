import { assertionOf } from './assertion.ts'
import { ScriptTrial } from './script-trial.ts'
import { isNode, type Node, pathOf, walk } from './syntax-tree.ts'

/** A test, or what a script asserts outside of tests, that nothing can fail. */
export interface IdleTest {
  /** The place to look at. */
  readonly node: Node
  readonly why: string
}

export interface TestsOfScript {
  readonly idle: readonly IdleTest[]
  /** How many of its tests can fail. */
  readonly sound: number
}

/**
 * The tests of a script that no answer can fail, whatever variables hold: all that they assert is known without either, is
 * so for every answer, or is never looked at. What nobody knows counts as something that can fail.
 */
export function idleTests(program: Node): TestsOfScript {
  const trial = new ScriptTrial(program)
  const outside = { node: program, ...trial.look(program) }
  const tests = trial.tests.map(({ node, run }) => ({ node: run ?? node, ...trial.look(run ?? node) }))
  const looked = [...tests, outside]
  const written = assertionsIn(program)
  const sound = looked.filter(({ asserted, canFail }) => canFail && asserted.length > 0).length
  const idle = looked.flatMap(({ node, asserted, canFail }): readonly IdleTest[] => {
    if (canFail) return []
    const [first] = asserted
    if (first !== undefined) return [{ node: first, why: trial.caught.has(first) ? caught : always }]
    // One that ends later may never end, which fails it.
    const endsHere =
      node !== program &&
      (node['params'] as readonly unknown[] | undefined)?.length === 0 &&
      node['async'] !== true
    return sound === 0 && endsHere && trial.isClosed(node) ? [{ node, why: never }] : []
  })
  const [ofItself] = trial.ofItself
  if (ofItself !== undefined) return { idle: [{ node: ofItself, why: itself }], sound: 0 }
  if (idle.length > 0 || sound > 0) return { idle, sound }
  // Tests that are never reached, and tests of which nobody knows what they assert.
  const unreached = written.find(one => !looked.some(({ asserted }) => asserted.includes(one)))
  const isOpen = tests.some(({ canFail }) => canFail)
  return { idle: unreached === undefined || isOpen ? [] : [{ node: unreached, why: never }], sound }
}

const caught =
  'this fails nothing, as what it throws is caught: take the assertion out of `try`, or throw again'

const itself = 'this compares something with itself: write what it must be'

const never = 'nothing is ever asserted here'

function assertionsIn(program: Node): readonly Node[] {
  const found: Node[] = []
  walk(program, (node, parents) => {
    const isOne = (assertionOf(node)?.words.length ?? 0) > 0 && !parents.some(isSkippedTest)
    if (isOne && !found.includes(parents.at(-1) as Node) && !parents.some(one => found.includes(one)))
      found.push(node)
  })
  return found
}

/** A test that says itself that nothing is asserted in it. */
function isSkippedTest({ callee }: Node): boolean {
  return isNode(callee) && pathOf(callee)?.join('.') === 'pm.test.skip'
}

const always = 'this holds whatever is answered, and so proves nothing: look at pm.response'
