import { type Assertion, assertionOf, holds } from './assertion.ts'
import { failing, isCatch, isEmptyList, isOfTests, isSafe, isTotalCall, mayEnd } from './calls.ts'
import { dataFlow, type DataFlow } from './data-flow.ts'
import { evaluate, type MadeAnswer, pathThrough, type Place, Unknown } from './evaluate.ts'
import { anyAnswer, madeAnswers } from './made-answers.ts'
import { childrenOf, expressionKey, isFunction, isMember, isNode, type Node, pathOf } from './syntax-tree.ts'

/** What a part of a script comes to. */
interface LookedAt {
  readonly canFail: boolean
  /** Everything in it that asserts something, be it never so. */
  readonly asserted: readonly Node[]
}

interface Test {
  readonly node: Node
  /** Its function; absent where that is not written out. */
  readonly run?: Node
}

/** What surrounds a part: it may not be reached, because of what is answered. */
interface Around {
  readonly isOpen: boolean
}

const equal = /^(?:equals?|eqls?|eq)$/

/** Goes through a script as it would run, and asks of each part whether it may throw. */
export class ScriptTrial {
  readonly tests: Test[] = []
  /** Comparisons of something with itself. */
  readonly ofItself: Node[] = []
  /** Assertions of which nobody hears that they failed. */
  readonly caught = new Set<Node>()
  readonly #flow: DataFlow
  readonly #answers: () => readonly (readonly MadeAnswer[])[]
  readonly #constant: Place
  #asserted: Node[] = []
  /** True where one of the old interface can fail, which throws nothing. */
  #isOldTestOpen = false
  /** The names of what was caught, which is an error. */
  readonly #thrown = new Set<string>()
  /** The functions that are being looked at, or have been. */
  #entered = new Set<Node>()

  constructor(program: Node) {
    this.#flow = dataFlow(program)
    this.#constant = {
      answer: anyAnswer,
      meaning: name => this.#flow.meaning(name),
      steps: { left: 200_000 },
    }
    let made: readonly (readonly MadeAnswer[])[] | undefined
    this.#answers = () => (made ??= madeAnswers(program))
  }

  isClosed(node: Node): boolean {
    return this.#flow.isClosed(node)
  }

  look(part: Node): LookedAt {
    this.#asserted = []
    this.#isOldTestOpen = false
    this.#entered = new Set([part])
    const body = isFunction(part) ? (part['body'] as Node) : part
    const canFail = this.#canFail(body, { isOpen: false })
    return { canFail: canFail || this.#isOldTestOpen, asserted: this.#asserted }
  }

  #canFail(node: Node, around: Around): boolean {
    const assertion = assertionOf(node)
    if (assertion !== undefined && assertion.words.length > 0) return this.#assertionFails(assertion, around)
    switch (node.type) {
      case 'Program':
      case 'BlockStatement':
        return this.#anyInOrder(node['body'] as readonly Node[], around)
      case 'FunctionDeclaration':
        return false
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        // Nobody knows who calls it.
        return this.#enter(node, { isOpen: true })
      case 'VariableDeclarator':
        return isNode(node['init']) && !isFunction(node['init']) && this.#canFail(node['init'], around)
      case 'IfStatement':
      case 'ConditionalExpression':
        return this.#branchFails(node, around)
      case 'LogicalExpression':
        return this.#logicalFails(node, around)
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'ForStatement':
      case 'WhileStatement':
      case 'SwitchStatement':
        return this.#loopFails(node, around)
      case 'TryStatement':
        return this.#tryFails(node, around)
      case 'ThrowStatement':
        return true
      case 'AssignmentExpression':
        if (!isOfTests(node['left'])) return this.#anyOf(childrenOf(node), around)
        this.#isOldTestOpen = this.#oldTestFails(node, around) || this.#isOldTestOpen
        return this.#anyOf([node['right']], around)
      case 'CallExpression':
      case 'NewExpression':
        return this.#callFails(node, around)
      case 'MemberExpression':
        return this.#anyOf(childrenOf(node), around) || this.#memberFails(node)
      default:
        return this.#anyOf(childrenOf(node), around)
    }
  }

  #anyOf(nodes: readonly unknown[], around: Around): boolean {
    return nodes
      .filter(isNode)
      .map(node => this.#canFail(node, around))
      .includes(true)
  }

  /** One statement after the other: behind one that may end them, nobody knows whether the rest is reached. */
  #anyInOrder(statements: readonly Node[], around: Around): boolean {
    let isOpen = around.isOpen
    let canFail = false
    for (const statement of statements) {
      canFail = this.#canFail(statement, { isOpen }) || canFail
      if (statement.type === 'ReturnStatement') break
      isOpen ||= !this.#flow.isClosed(statement) && mayEnd(statement)
    }
    return canFail
  }

  #enter(node: Node, around: Around): boolean {
    if (this.#entered.has(node)) return false
    this.#entered.add(node)
    return this.#canFail(node['body'] as Node, around)
  }

  #branchFails(node: Node, around: Around): boolean {
    const test = node['test'] as Node
    const known = this.#value(test)
    if (known !== undefined)
      return this.#anyOf([known.value ? node['consequent'] : node['alternate']], around)
    const within = this.#under(test, around)
    return [
      this.#canFail(test, around),
      this.#anyOf([node['consequent'], node['alternate']], within),
    ].includes(true)
  }

  #logicalFails({ operator, left, right }: Node, around: Around): boolean {
    const known = this.#value(left as Node)
    const isEnd = known !== undefined && operator !== '??' && Boolean(known.value) === (operator === '||')
    if (isEnd) return false
    return [
      this.#canFail(left as Node, around),
      this.#canFail(right as Node, this.#under(left as Node, around)),
    ].includes(true)
  }

  #loopFails(node: Node, around: Around): boolean {
    const over = [node['test'], node['right'], node['discriminant']].find(isNode)
    const known = over === undefined ? undefined : this.#value(over)
    const isNever =
      known !== undefined &&
      node.type !== 'SwitchStatement' &&
      (Array.isArray(known.value) ? known.value.length === 0 : !known.value)
    if (isNever) return false
    return this.#anyOf(childrenOf(node), over === undefined ? around : this.#under(over, around))
  }

  /** What is caught fails nothing, unless that throws again. */
  #tryFails({ block, handler, finalizer }: Node, around: Around): boolean {
    const thrown = isNode(handler) ? handler['param'] : undefined
    if (isNode(thrown) && thrown.type === 'Identifier') this.#thrown.add(String(thrown['name']))
    const isThrownOn = !isNode(handler) || this.#canFail(handler['body'] as Node, { isOpen: true })
    const before = this.#asserted.length
    const inBlock = this.#canFail(block as Node, around)
    // What returns at last forgets what was thrown.
    if (isNode(finalizer) && mayEnd(finalizer)) return false
    if (!isThrownOn && inBlock) for (const one of this.#asserted.slice(before)) this.caught.add(one)
    return (isThrownOn && inBlock) || this.#anyOf([finalizer], around)
  }

  #callFails(node: Node, around: Around): boolean {
    const callee = node['callee'] as Node
    const args = (node['arguments'] as readonly unknown[]).filter(isNode)
    const path = pathThrough(callee, this.#constant)
    if (path === 'pm.test' || path === 'pm.test.skip') {
      const run = args[1] === undefined ? undefined : this.#function(args[1])
      if (path === 'pm.test' && !this.tests.some(test => test.node === node))
        this.tests.push({ node, ...(run === undefined ? {} : { run }) })
      return false
    }
    if (path !== undefined && failing.test(path)) {
      this.#asserted.push(node)
      return true
    }
    if (
      isMember(callee) &&
      pathOf(callee) === undefined &&
      isCatch(callee, args, handler => this.#canFail(handler, { isOpen: true }))
    )
      return false
    const isClosed = this.#flow.isClosed(callee)
    const isKnown = isClosed && (isSafe.test(path ?? '') || args.every(one => this.#flow.isClosed(one)))
    const isNever = isMember(callee) && isEmptyList(this.#value(callee['object'] as Node))
    const handed = [callee, ...args].map(one => this.#function(one)).filter(one => one !== undefined)
    const entered = isNever ? [] : handed.map(one => this.#enter(one, isClosed ? around : { isOpen: true }))
    const others = [...(isFunction(callee) ? [] : [callee]), ...args.filter(one => !isFunction(one))]
    const isHarmless = isKnown || isTotalCall(path) || handed.length > 0
    return entered.includes(true) || this.#anyOf(others, around) || !isHarmless
  }

  /** The function that is written here, or that a name stands for. */
  #function(node: Node): Node | undefined {
    if (isFunction(node)) return node
    const meant = node.type === 'Identifier' ? this.#flow.meaning(String(node['name'])) : undefined
    return meant !== undefined && isFunction(meant) ? meant : undefined
  }

  /** A member of what may not be there. */
  #memberFails(node: Node): boolean {
    const object = node['object'] as Node
    if (this.#flow.isClosed(object) || node['optional'] === true) return false
    const path = pathThrough(object, this.#constant)
    if (this.#thrown.has(path ?? '')) return false
    if (path !== undefined)
      return !/^(?:pm|postman|responseCode|responseBody|responseTime)(?:\.|$)/.test(path)
    const callee = object['callee']
    return !(isNode(callee) && pathThrough(callee, this.#constant) === 'pm.response.text')
  }

  #under(test: Node, { isOpen }: Around): Around {
    return { isOpen: isOpen || !this.#flow.isClosed(test) }
  }

  #assertionFails(assertion: Assertion, { isOpen }: Around): boolean {
    const { node, subject, words } = assertion
    this.#asserted.push(node)
    const constant = holds(assertion, this.#constant)
    if (constant !== undefined) return !constant
    if (this.#isOfItself(assertion)) {
      this.ofItself.push(node)
      return false
    }
    const parts = [subject, ...words.flatMap(({ args = [] }) => args)]
    if (parts.every(part => this.#flow.isClosed(part))) return isOpen
    return !this.#holdsForAll(answer => holds(assertion, { ...this.#constant, answer }))
  }

  #isOfItself({ subject, words }: Assertion): boolean {
    const [only, ...others] = words.filter(({ word }) => word !== 'deep')
    const [expected] = only?.args ?? []
    if (only === undefined || expected === undefined || others.length > 0 || !equal.test(only.word))
      return false
    const key = (part: Node): string => expressionKey(part, name => this.#flow.meaning(name))
    return key(subject) === key(expected)
  }

  /** `tests['name'] = …` of the old interface. */
  #oldTestFails(node: Node, around: Around): boolean {
    const right = node['right'] as Node
    this.#asserted.push(node)
    const truth = (answer: MadeAnswer): boolean | undefined => {
      const known = this.#value(right, answer)
      return known === undefined ? undefined : Boolean(known.value)
    }
    const constant = truth(anyAnswer)
    if (constant !== undefined) return !constant
    if (this.#flow.isClosed(right)) return around.isOpen
    return !this.#holdsForAll(truth)
  }

  #holdsForAll(judge: (answer: MadeAnswer) => boolean | undefined): boolean {
    return this.#answers().some(answers => answers.every(answer => judge(answer) === true))
  }

  #value(node: Node, answer = anyAnswer): { readonly value: unknown } | undefined {
    try {
      return { value: evaluate(node, { ...this.#constant, answer }) }
    } catch (error) {
      if (error instanceof Unknown) return undefined
      throw error
    }
  }
}
