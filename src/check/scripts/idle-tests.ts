import { assertionOf } from './assertion.ts'
import { dataFlow } from './data-flow.ts'
import { ScriptTrial } from './script-trial.ts'
import { isFunction, isNode, type Node, pathOf, walk } from './syntax-tree.ts'

/** A test, or what a script asserts outside of tests, that nothing can fail. */
export interface IdleTest {
  /** The place to look at. */
  readonly node: Node
  readonly why: string
  /** Something may still fail it, or nobody knows. */
  readonly isMinor?: true
}

export interface TestsOfScript {
  readonly idle: readonly IdleTest[]
  /** How many of its tests can fail. */
  readonly sound: number
}

interface Test {
  readonly node: Node
  readonly canFail: boolean
  /** More can fail it than that an answer cannot be read. */
  readonly isOpen: boolean
  readonly asserted: readonly Node[]
}

/**
 * The tests of a script that no answer can fail, whatever variables hold: all that they assert is known without either, is
 * so for every answer, or is never looked at. What nobody knows counts as something that can fail.
 */
export function idleTests(program: Node): TestsOfScript {
  const trial = new ScriptTrial(program)
  const outside = { node: program, ...trial.look(program) }
  const tests = trial.tests.map(({ node, run = node, around }): Test => {
    const looked = trial.look(run, around)
    return endsSurely(run, program)
      ? { node: run, ...looked }
      : { node: run, ...looked, canFail: true, isOpen: true }
  })
  const looked: readonly Test[] = [...tests, outside]
  const written = assertionsIn(program)
  const sound = looked.filter(({ asserted, isOpen }) => isOpen && asserted.length > 0).length
  const idle = looked.flatMap(one => idleTest(one, trial, sound + Number(one.node === program)))
  const [ofItself] = trial.told.itself
  if (ofItself !== undefined) return { idle: [{ node: ofItself, why: itself }], sound: 0 }
  if (idle.length > 0 || sound > 0) return { idle: [...idle, ...ofRequest(program, trial, tests)], sound }
  // Tests that are never reached, and tests of which nobody knows what they assert.
  const unreached = written.find(one => !looked.some(({ asserted }) => asserted.includes(one)))
  const isOpen = tests.some(({ canFail }) => canFail)
  return { idle: unreached === undefined || isOpen ? [] : [{ node: unreached, why: never }], sound }
}

function idleTest(
  { node, asserted, canFail, isOpen }: Test,
  trial: ScriptTrial,
  others: number,
): readonly IdleTest[] {
  const [first] = asserted
  if (isOpen) return []
  if (first === undefined) return canFail || others > 0 ? [] : [{ node, why: never }]
  const implied = asserted.find(one => trial.told.implied.has(one))
  if (implied !== undefined) return [{ node: implied, why: sameAsCondition }]
  const why = trial.caught.has(first) ? caught : trial.told.unreached.has(first) ? never : always
  const stored = asserted.find(one => trial.told.stored.has(one))
  if (stored !== undefined) return [{ node: stored, why: justSet, isMinor: true }]
  if (!canFail) return [{ node: first, why }]
  // Whoever asserts what is always so behind what reads a body may test that it can be read.
  const empty = asserted.find(one => trial.told.idle.has(one))
  return [{ node: empty ?? first, why, ...(empty === undefined ? { isMinor: true } : {}) }]
}

/** Tests that compare what was sent with what is written out: what is made of it may be what a script has put there. */
function ofRequest(program: Node, trial: ScriptTrial, tests: readonly Test[]): readonly IdleTest[] {
  const open = tests.filter(({ isOpen, asserted }) => isOpen && asserted.length > 0)
  if (open.length === 0) return []
  const flow = dataFlow(program, 'pm.request')
  const isWritten = (node: Node): boolean =>
    assertionOf(node)?.words.every(({ args = [] }) => args.every(one => trial.isClosed(one))) === true
  return open
    .filter(({ node, asserted }) => !trial.isClosed(node) && flow.isClosed(node) && asserted.every(isWritten))
    .map(({ asserted: [first = program] }) => ({ node: first, why: sent, isMinor: true }))
}

/** True where a script waits for nothing but its own promises, which all are kept or broken. */
function waitsForNobody(program: Node): boolean {
  let isOwn = true
  walk(program, ({ type, name, callee }) => {
    isOwn &&= !/^(?:sendRequest|vault|setTimeout|setInterval|setImmediate)$/.test(String(name))
    isOwn &&= type !== 'NewExpression' || !isNode(callee) || callee['name'] !== 'Promise'
  })
  return isOwn
}

/** True for the function of a test that always comes to its end: one that waits for others may never, which fails it. */
function endsSurely(run: Node, program: Node): boolean {
  if (!isFunction(run)) return true
  const [done] = run['params'] as readonly Node[]
  if (done !== undefined)
    return done.type === 'Identifier' && callsSurely(run['body'] as Node, String(done['name']))
  let waits = false
  walk(run, ({ type }) => {
    waits ||= type === 'AwaitExpression'
  })
  return run['async'] !== true || !waits || waitsForNobody(program)
}

/** True where a function calls another one without anything, and not only at times. */
function callsSurely(body: Node, name: string): boolean {
  const statements = body.type === 'BlockStatement' ? (body['body'] as readonly Node[]) : [body]
  const isCall = (node: unknown): boolean =>
    isNode(node) &&
    node.type === 'CallExpression' &&
    (node['callee'] as Node)['name'] === name &&
    (node['arguments'] as readonly unknown[]).length === 0
  return statements.some(statement => {
    const expression =
      statement.type === 'ExpressionStatement' ? (statement['expression'] as Node) : statement
    const callee = expression['callee']
    if (!isNode(callee) || pathOf(callee)?.join('.') !== 'setTimeout') return isCall(expression)
    const [handed] = expression['arguments'] as readonly Node[]
    return handed?.['name'] === name || (handed !== undefined && isFunction(handed) && isCall(handed['body']))
  })
}

const sent = 'this looks only at what is sent, which the suite itself says: look at pm.response'

const justSet = 'this compares what the script has just set with itself: write what it must be'

const sameAsCondition = 'this says no more than the condition that it is under, and so proves nothing'

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
