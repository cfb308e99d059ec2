import { AssertionTrial, type Guard, type IdleVerdict } from './assertion-trial.ts'
import { type Assertion, assertionOf } from './assertion.ts'
import {
  endsAlways,
  failing,
  handlersIn,
  isEmptyList,
  isOfText,
  isOfTests,
  isSafe,
  isReading,
  isTotalCall,
  mayEnd,
  neverBegins,
} from './calls.ts'
import { dataFlow, type DataFlow } from './data-flow.ts'
import { type MadeAnswer, pathThrough } from './evaluate.ts'
import { anyAnswer } from './made-answers.ts'
import { childrenOf, isFunction, isMember, isNode, type Node, pathOf, walk } from './syntax-tree.ts'

/** The outcome of a part of a script. */
interface LookedAt {
  readonly canFail: boolean
  /** More can fail it than that an answer cannot be read. */
  readonly isOpen: boolean
  /** Everything in it that asserts something, be it never so. */
  readonly asserted: readonly Node[]
}

interface Test {
  readonly node: Node
  /** Its function; absent where that is not written out. */
  readonly run?: Node
  readonly around: Around
}

/** The surroundings of a part: it may not be reached, because of what is answered. */
interface Around {
  readonly isOpen: boolean
  /** The conditions that it is under. */
  readonly guards: readonly Guard[]
}

const anywhere: Around = { isOpen: true, guards: [] }

/** Goes through a script as it would run, and asks of each part whether it may throw. */
export class ScriptTrial {
  readonly tests: Test[] = []
  /** Assertions of which nobody hears that they failed. */
  readonly caught = new Set<Node>()
  /** The assertions that nothing can fail, by the reason. */
  readonly told: Readonly<Record<IdleVerdict, Set<Node>>> = {
    constant: new Set(),
    idle: new Set(),
    implied: new Set(),
    itself: new Set(),
    stored: new Set(),
    unreached: new Set(),
  }
  readonly #flow: DataFlow
  readonly #tried: AssertionTrial
  #asserted: Node[] = []
  /** True where one of the old interface can fail, which throws nothing. */
  #isOldTestOpen = false
  #isOpen = false
  /** The functions that tests call when they are done. */
  readonly #done = new Set<string>()
  /** The names of what was caught, which is an error. */
  readonly #thrown = new Set<string>()
  /** The functions that are being looked at, or have been. */
  #entered = new Set<Node>()

  constructor(program: Node) {
    this.#flow = dataFlow(program)
    this.#tried = new AssertionTrial(program, this.#flow)
  }

  isClosed(node: Node): boolean {
    return this.#flow.isClosed(node)
  }

  look(part: Node, { guards }: Pick<Around, 'guards'> = { guards: [] }): LookedAt {
    this.#asserted = []
    this.#isOldTestOpen = false
    this.#isOpen = false
    this.#entered = new Set([part])
    const body = isFunction(part) ? (part['body'] as Node) : part
    // Nobody calls a function that a test gives back.
    const fails = !isFunction(body) && this.#canFail(body, { isOpen: false, guards })
    const canFail = fails || this.#isOldTestOpen
    return { canFail, isOpen: canFail && this.#isOpen, asserted: this.#asserted }
  }

  /** Notes a failure that is not of an answer that cannot be read. */
  #opens(canFail: boolean): boolean {
    this.#isOpen ||= canFail
    return canFail
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
        return this.#enter(node, { ...around, isOpen: true })
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
        return this.#loopFails(node, around)
      case 'SwitchStatement':
        return this.#switchFails(node, around)
      case 'TryStatement':
        return this.#tryFails(node, around)
      case 'ThrowStatement':
        return this.#opens(true)
      case 'UnaryExpression':
        return !isFunction(node['argument'] as Node) && this.#anyOf([node['argument']], around)
      case 'ExpressionStatement':
        return !this.#onlyBegins(node['expression'] as Node) && this.#anyOf([node['expression']], around)
      case 'AssignmentExpression':
        if (!isOfTests(node['left'])) return this.#anyOf(childrenOf(node), around)
        this.#isOldTestOpen = this.#opens(this.#oldTestFails(node, around)) || this.#isOldTestOpen
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
    let { isOpen, guards } = around
    let canFail = false
    for (const statement of statements) {
      canFail = this.#canFail(statement, { isOpen, guards }) || canFail
      if (endsAlways(statement)) break
      isOpen ||= !this.#flow.isClosed(statement) && mayEnd(statement)
      const { type, test, consequent, alternate } = statement
      if (type === 'IfStatement' && !isNode(alternate) && endsAlways(consequent as Node))
        guards = [...guards, { test: test as Node, isMet: false }]
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
    const known = this.#tried.value(test)
    if (known !== undefined)
      return this.#anyOf([known.value ? node['consequent'] : node['alternate']], around)
    return [
      this.#canFail(test, around),
      this.#anyOf([node['consequent']], this.#under(test, around, true)),
      this.#anyOf([node['alternate']], this.#under(test, around, false)),
    ].includes(true)
  }

  #logicalFails({ operator, left, right }: Node, around: Around): boolean {
    const known = this.#tried.value(left as Node)
    const isEnd = known !== undefined && operator !== '??' && Boolean(known.value) === (operator === '||')
    if (isEnd) return false
    return [
      this.#canFail(left as Node, around),
      this.#canFail(
        right as Node,
        this.#under(left as Node, around, operator === '??' ? undefined : operator === '&&'),
      ),
    ].includes(true)
  }

  #loopFails(node: Node, around: Around): boolean {
    const over = [node['test'], node['right']].find(isNode)
    const known = over === undefined ? undefined : this.#tried.value(over)
    const isNever =
      known !== undefined && (Array.isArray(known.value) ? known.value.length === 0 : !known.value)
    if (isNever || neverBegins(node)) return false
    return this.#anyOf(childrenOf(node), over === undefined ? around : this.#under(over, around))
  }

  /** Each case is under the condition that it is that one, unless the one before goes on into it. */
  #switchFails({ discriminant: left, cases }: Node, around: Around): boolean {
    const open = this.#under(left as Node, around)
    let goesOn = false
    const fails = (cases as readonly Node[]).map(one => {
      const { test: right, consequent } = one
      const statements = consequent as readonly Node[]
      const test = { type: 'BinaryExpression', operator: '===', left, right }
      const guards = goesOn || !isNode(right) ? around.guards : [...around.guards, { test, isMet: true }]
      const last = statements.at(-1)
      goesOn = last === undefined || !endsAlways(last)
      return this.#anyInOrder(statements, { ...open, guards })
    })
    return [this.#canFail(left as Node, around), ...fails].includes(true)
  }

  /** An error that is caught fails nothing, unless that throws again. */
  #tryFails({ block, handler, finalizer }: Node, around: Around): boolean {
    const thrown = isNode(handler) ? handler['param'] : undefined
    if (isNode(thrown) && thrown.type === 'Identifier') this.#thrown.add(String(thrown['name']))
    const isThrownOn = !isNode(handler) || this.#canFail(handler['body'] as Node, anywhere)
    const before = this.#asserted.length
    const inBlock = this.#canFail(block as Node, around)
    // A return in `finally` forgets what was thrown.
    if (isNode(finalizer) && mayEnd(finalizer)) return false
    if (!isThrownOn && inBlock) for (const one of this.#asserted.slice(before)) this.caught.add(one)
    return (isThrownOn && inBlock) || this.#anyOf([finalizer], around)
  }

  #callFails(node: Node, around: Around): boolean {
    const callee = node['callee'] as Node
    const args = (node['arguments'] as readonly unknown[]).filter(isNode)
    const path = pathThrough(callee, this.#tried.place)
    if (path === 'pm.test') this.#addTest(node, args[1], around)
    if (path === 'pm.test' || path === 'pm.test.skip') return false
    if (args.length === 0 && this.#done.has(path ?? '')) return false
    if (path === 'Promise.allSettled' || path === 'Promise.any' || path === '_.attempt')
      return this.#settledFails(args, around, path === 'Promise.any')
    if (path !== undefined && failing.test(path)) {
      this.#asserted.push(node)
      return this.#opens(true)
    }
    if (isMember(callee) && pathOf(callee) === undefined && this.#isHeard(handlersIn(callee, args)))
      return false
    const isClosed = this.#flow.isClosed(callee)
    const isKnown = isClosed && (isSafe.test(path ?? '') || args.every(one => this.#flow.isClosed(one)))
    const isNever = isMember(callee) && isEmptyList(this.#tried.value(callee['object'] as Node))
    const handed = [callee, ...args].map(one => this.#function(one)).filter(one => one !== undefined)
    // A function with a name may be called from elsewhere, too.
    const entered = (isNever ? [] : handed).map(one =>
      this.#enter(one, {
        isOpen:
          around.isOpen || ![callee, ...args].every(part => isFunction(part) || this.#flow.isClosed(part)),
        guards: [callee, ...args].includes(one) ? around.guards : [],
      }),
    )
    const others = [...(isFunction(callee) ? [] : [callee]), ...args.filter(one => !isFunction(one))]
    const isHarmless = isKnown || isTotalCall(path) || isOfText(callee) || handed.length > 0
    const fails = entered.includes(true) || this.#anyOf(others, around)
    return isHarmless ? fails : isReading(path) || this.#opens(true)
  }

  /** True where functions hear of a broken promise, and none of them fails. */
  #isHeard(handlers: readonly Node[]): boolean {
    const [error] = (handlers.at(-1)?.['params'] ?? []) as readonly Node[]
    if (error?.type === 'Identifier') this.#thrown.add(String(error['name']))
    return handlers.length > 0 && !handlers.some(one => this.#canFail(one['body'] as Node, anywhere))
  }

  /** Of several promises it fails nothing that one is broken, and of `any` only that all are. */
  #settledFails([list]: readonly Node[], around: Around, isAny: boolean): boolean {
    const before = this.#asserted.length
    const elements = list?.type === 'ArrayExpression' ? (list['elements'] as readonly Node[]) : [list]
    const broken = elements.filter(isNode).map(one => this.#canFail(one, around))
    if (isAny && !broken.includes(false)) return broken.length > 0
    for (const one of this.#asserted.slice(before)) this.caught.add(one)
    return false
  }

  #addTest(node: Node, body: Node | undefined, around: Around): void {
    if (this.tests.some(test => test.node === node)) return
    const run = body === undefined ? undefined : this.#function(body)
    this.tests.push({ node, around, ...(run === undefined ? {} : { run }) })
    const [done] = (run?.['params'] ?? []) as readonly Node[]
    if (done?.type === 'Identifier') this.#done.add(String(done['name']))
  }

  /** A call of a generator whose values nobody takes. */
  #onlyBegins({ type, callee }: Node): boolean {
    const called = type === 'CallExpression' && isNode(callee) ? this.#function(callee) : undefined
    return called?.['generator'] === true
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
    const path = pathThrough(object, this.#tried.place)
    if (this.#thrown.has(path ?? '')) return false
    if (path !== undefined)
      return !/^(?:pm|postman|responseCode|responseBody|responseTime)(?:\.|$)/.test(path)
    const callee = object['callee']
    return !(isNode(callee) && pathThrough(callee, this.#tried.place) === 'pm.response.text')
  }

  /** Within what is only reached where a test is met, or is not; undefined where neither is known. */
  #under(test: Node, { isOpen, guards }: Around, isMet?: boolean): Around {
    return {
      isOpen: isOpen || !this.#flow.isClosed(test),
      guards: isMet === undefined ? guards : [...guards, { test, isMet }],
    }
  }

  #assertionFails(assertion: Assertion, { isOpen, guards }: Around): boolean {
    const { node, subject, words } = assertion
    this.#asserted.push(node)
    if (this.#isThereAnyway(assertion)) {
      this.told.constant.add(node)
      return false
    }
    const parts = [subject, ...words.flatMap(({ args = [] }) => args)]
    const isQuiet = isFunction(subject) && /^not,throws?$/.test(words.map(({ word }) => word).join())
    if (isQuiet && parts.length === 1) return this.#opens(this.#enter(subject, { isOpen, guards }))
    const verdict = this.#tried.verdictOn(assertion, parts, guards)
    if (verdict === 'open' || verdict === 'unknown') return this.#opens(verdict === 'open' || isOpen)
    this.told[verdict].add(node)
    if (verdict !== 'idle' && verdict !== 'implied' && verdict !== 'stored') return false
    // It holds where it is reached; what it looks at may not be there to be read.
    const isUnread = words.some(({ word }) => /^(?:satisf|jsonSchema)/.test(word))
    return this.#mayNotRead(parts) || (isUnread && this.#canFail(subject, { isOpen, guards }))
  }

  /** True where all that is asserted of an error which was caught is that it is there. */
  #isThereAnyway({ subject, words }: Assertion): boolean {
    const [only, ...others] = words
    return (
      subject.type === 'Identifier' &&
      this.#thrown.has(String(subject['name'])) &&
      others.length === 0 &&
      /^(?:exist|exists|ok)$/.test(only?.word ?? '')
    )
  }

  /** True where expressions read what may not be there. */
  #mayNotRead(parts: readonly Node[]): boolean {
    let fails = false
    for (const part of parts)
      walk(part, node => {
        const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined
        fails ||=
          (callee !== undefined && isReading(pathThrough(callee, this.#tried.place))) ||
          (node.type === 'MemberExpression' && this.#memberFails(node))
      })
    return fails
  }

  /** `tests['name'] = …` of the old interface. */
  #oldTestFails(node: Node, around: Around): boolean {
    const right = node['right'] as Node
    this.#asserted.push(node)
    const truth = (answer: MadeAnswer): boolean | undefined => {
      const known = this.#tried.value(right, answer)
      return known === undefined ? undefined : Boolean(known.value)
    }
    const constant = truth(anyAnswer)
    if (constant !== undefined) return !constant
    if (this.#flow.isClosed(right)) return around.isOpen
    return !this.#tried.holdsForAll(truth, around.guards)
  }
}
