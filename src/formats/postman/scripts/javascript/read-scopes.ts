import type { AnyNode, Identifier } from 'acorn'
import { mutatedBy, patternTargets } from './assignments.ts'
import { isLoose, Scope, type Binding, type Frame, type Write } from './bindings.ts'
import { forEachChild } from './syntax.ts'

/** One place where a name is used. */
export interface Use {
  readonly identifier: Identifier
  readonly frame: Frame
  /** The local variable it means; undefined for a global. */
  readonly binding: Binding | undefined
}

/** The meanings of the names in a script. */
export interface Scopes {
  readonly uses: ReadonlyMap<AnyNode, Use>
  readonly bindings: ReadonlySet<Binding>
  /** Every node that the walk went through and that asks for a second look: calls, in the order of the text. */
  readonly calls: readonly { readonly node: AnyNode & { type: 'CallExpression' }; readonly frame: Frame }[]
  /**
   * Where the first `eval` or `with` stands, from which on names could mean anything: 0 in a function, which may
   * be called before; infinite where there is none.
   */
  readonly opaqueFrom: number
}

/** The host that runs a script. */
export interface ScriptHost {
  /** Names of its own objects: their methods change nothing that a script may hold. */
  readonly objects: ReadonlySet<string>
  /** The callback among the arguments of a call that is run at once, once, and may fail by itself. */
  immediateCallback(call: AnyNode): FunctionNode | undefined
}

/** Where a node stands. */
interface Place {
  readonly scope: Scope
  readonly frame: Frame
}

/** Finds every variable of a script, each place that writes it, and what each identifier means. */
export function readScopes(program: AnyNode, host: ScriptHost): Scopes {
  const scope = new Scope(undefined, true)
  const reader = new ScopeReader(host)
  reader.visitChildren(program, { scope, frame: { kind: 'program', parent: undefined, body: [] } })
  return reader.finish(scope)
}

const loops = new Set(
  'ForStatement ForInStatement ForOfStatement WhileStatement DoWhileStatement SwitchStatement'.split(' '),
)

class ScopeReader {
  readonly #host: ScriptHost
  #opaqueFrom = Infinity
  readonly #uses: { identifier: Identifier; place: Place }[] = []
  readonly #writes: { name: string; place: Place; write: Write }[] = []
  readonly #mutations: { name: string; place: Place }[] = []
  readonly #calls: { node: AnyNode & { type: 'CallExpression' }; frame: Frame }[] = []

  constructor(host: ScriptHost) {
    this.#host = host
  }

  /** Resolves what was found: only now is every declaration known. */
  finish(global: Scope): Scopes {
    const uses = new Map<AnyNode, Use>()
    const bindings = new Set<Binding>()
    for (const { name, place, write } of this.#writes) {
      const binding = place.scope.find(name) ?? global.declare(name, undefined, true)
      binding.writes.push(write)
      bindings.add(binding)
    }
    for (const { name, place } of this.#mutations) {
      const binding = place.scope.find(name)
      if (binding !== undefined) binding.mutated = true
    }
    for (const { identifier, place } of this.#uses) {
      const binding = place.scope.find(identifier.name)
      if (binding !== undefined) bindings.add(binding)
      uses.set(identifier, { identifier, frame: place.frame, binding })
    }
    return { uses, bindings, calls: this.#calls, opaqueFrom: this.#opaqueFrom }
  }

  #hide({ start }: AnyNode, { frame }: Place): void {
    this.#opaqueFrom = Math.min(this.#opaqueFrom, isLoose(frame) ? 0 : start)
  }

  visitChildren(node: AnyNode, place: Place): void {
    forEachChild(node, child => {
      this.#visit(child, place)
    })
  }

  #visit(node: AnyNode, place: Place): void {
    const mutated = mutatedBy(node)
    if (mutated !== undefined && !this.#host.objects.has(mutated.name))
      this.#mutations.push({ name: mutated.name, place })
    switch (node.type) {
      case 'Identifier':
        if (node.name === 'eval') this.#hide(node, place)
        this.#uses.push({ identifier: node, place })
        return
      case 'MemberExpression':
        this.#visit(node.object, place)
        if (node.computed) this.#visit(node.property, place)
        return
      case 'Property':
      case 'PropertyDefinition':
      case 'MethodDefinition':
        if (node.computed) this.#visit(node.key, place)
        if (node.value) this.#visit(node.value, place)
        return
      case 'BreakStatement':
      case 'ContinueStatement':
        return
      case 'LabeledStatement':
        this.#visit(node.body, place)
        return
      case 'WithStatement':
        this.#hide(node, place)
        this.visitChildren(node, branchOf(place))
        return
      default:
        this.#visitWriting(node, place)
    }
  }

  #visitWriting(node: AnyNode, place: Place): void {
    switch (node.type) {
      case 'AssignmentExpression':
        this.#write(node.left, node.operator === '=' ? node.right : undefined, node, place)
        this.#visit(node.right, place)
        return
      case 'UpdateExpression':
        this.#write(node.argument, undefined, node, place)
        return
      case 'VariableDeclaration':
        for (const declarator of node.declarations) {
          if (declarator.init) this.#visit(declarator.init, place)
          this.#declare(declarator.id, node, place, node.kind === 'var')
          if (declarator.init) this.#write(declarator.id, declarator.init, declarator, place)
        }
        return
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        if (node.id) {
          this.#declare(node.id, node, place, false)
          this.#write(node.id, undefined, node, place)
        }
        this.#visitFraming(node, place)
        return
      default:
        this.#visitFraming(node, place)
    }
  }

  #visitFraming(node: AnyNode, place: Place): void {
    switch (node.type) {
      case 'CallExpression':
        this.#calls.push({ node, frame: place.frame })
        this.#visitCall(node, place)
        return
      case 'IfStatement':
      case 'ConditionalExpression':
        this.#visit(node.test, place)
        this.#visit(node.consequent, branchOf(place))
        if (node.alternate) this.#visit(node.alternate, branchOf(place))
        return
      case 'TryStatement':
        this.visitChildren(node.block, inside(place, 'try', node.block.body))
        if (node.handler) this.#visit(node.handler, branchOf(place))
        if (node.finalizer) this.#visit(node.finalizer, branchOf(place))
        return
      case 'CatchClause':
        if (node.param) this.#parameter(node.param, place)
        this.visitChildren(node.body, place)
        return
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#visitLoop(node, branchOf(place))
        return
      case 'BlockStatement':
        this.visitChildren(node, { scope: new Scope(place.scope, false), frame: place.frame })
        return
      default:
        if ('params' in node) this.#visitFunction(node, place, 'function')
        else this.visitChildren(node, loops.has(node.type) ? branchOf(place) : place)
    }
  }

  #visitLoop(node: AnyNode & { type: 'ForInStatement' | 'ForOfStatement' }, place: Place): void {
    const { left } = node
    if (left.type === 'VariableDeclaration')
      for (const { id } of left.declarations) {
        this.#declare(id, left, place, left.kind === 'var')
        this.#write(id, undefined, node, place)
      }
    else this.#write(left, undefined, node, place)
    this.#visit(node.right, place)
    this.#visit(node.body, place)
  }

  #visitCall(node: AnyNode & { type: 'CallExpression' }, place: Place): void {
    const callback = this.#host.immediateCallback(node)
    this.#visit(node.callee, place)
    for (const argument of node.arguments)
      if (argument === callback) this.#visitFunction(callback, place, 'callback')
      else this.#visit(argument, place)
  }

  #visitFunction(node: FunctionNode, place: Place, kind: 'function' | 'callback'): void {
    const { body } = node
    const inner = inside(place, kind, body.type === 'BlockStatement' ? body.body : [body], true)
    for (const parameter of node.params) this.#parameter(parameter, inner)
    if (body.type === 'BlockStatement') this.visitChildren(body, inner)
    else this.#visit(body, inner)
  }

  #parameter(pattern: AnyNode, place: Place): void {
    this.#declare(pattern, pattern, place, false)
    this.#write(pattern, undefined, pattern, place)
  }

  #declare(pattern: AnyNode, declaration: AnyNode, { scope }: Place, hoists: boolean): void {
    for (const { node } of patternTargets(pattern, undefined))
      if (node.type === 'Identifier') scope.declare(node.name, declaration, hoists)
  }

  #write(pattern: AnyNode, value: AnyNode | undefined, node: AnyNode, place: Place): void {
    // Members that are assigned to, computed keys and default values use other names.
    if (pattern.type !== 'Identifier') this.#visit(pattern, place)
    for (const target of patternTargets(pattern, value)) {
      if (target.node.type !== 'Identifier') continue
      const write = { node, frame: place.frame, value: target.value, path: target.path }
      this.#writes.push({ name: target.node.name, place, write })
    }
  }
}

type FunctionNode = AnyNode & { readonly params: readonly AnyNode[]; readonly body: AnyNode }

function branchOf(place: Place): Place {
  return inside(place, 'branch', [])
}

function inside(
  { scope, frame }: Place,
  kind: Frame['kind'],
  body: readonly AnyNode[],
  isFunction = false,
): Place {
  return { scope: new Scope(scope, isFunction), frame: { kind, parent: frame, body } }
}
