import type { AnyNode, Identifier } from 'acorn'
import type { JsonValue } from '../../../../../model/json.ts'
import { writeReaches } from './write-reaches.ts'
import { callValue } from './call-value.ts'
import { conditionOf } from './condition.ts'
import { Facts } from '../checks/facts.ts'
import { helperOf } from '../../helpers.ts'
import { literalOf } from '../../javascript/literal.ts'
import type { Scopes, Use } from '../../javascript/read-scopes.ts'
import { globalValue, memberValue } from './member-value.ts'
import { memberName, unwrap } from '../../javascript/syntax.ts'
import { structureOf, templateOf } from './template-value.ts'
import type { SharedVariables } from '../../../surroundings.ts'
import type { Value } from '../checks/value.ts'
import { VariableAccesses } from '../variable-accesses.ts'
import type { Binding } from '../../javascript/bindings.ts'
import { isInheritedByAll } from '../../body-path.ts'
import { isVariableName } from '../checks/template-text.ts'

/** What is known beside the script itself. */
interface EvaluatorOptions {
  readonly phase: 'before' | 'after'
  readonly texts: ReadonlySet<string>
  readonly shared: SharedVariables
}

/** Says what the expressions of a script stand for. */
export class Evaluator {
  readonly scopes: Scopes
  readonly accesses: VariableAccesses
  /** Variables that only ever hold text. */
  readonly texts: ReadonlySet<string>
  readonly phase: 'before' | 'after'
  /** Whether the script sets or reads `tests[…]` anywhere. */
  readonly usesLegacyTests: boolean
  readonly #shared: SharedVariables
  readonly #source: string
  readonly #values = new Map<AnyNode, Value | undefined>()
  readonly #bindings = new Map<Binding, Value | undefined>()
  readonly #busy = new Set<AnyNode>()

  constructor(source: string, scopes: Scopes, { phase, texts, shared }: EvaluatorOptions) {
    this.#source = source
    this.usesLegacyTests = source.includes('tests')
    this.scopes = scopes
    this.accesses = new VariableAccesses(scopes)
    this.texts = texts
    this.#shared = shared
    this.phase = phase
  }

  /** Whether the script, or one around it, may write a variable of Postman. */
  isWritten(variable: string): boolean {
    return this.isShared(variable) || this.accesses.isWritten(variable)
  }

  /** Whether a script around this one may write a variable. */
  isShared(variable: string): boolean {
    return this.#shared.mayBeAny || this.#shared.names.has(variable)
  }

  /** What an expression stands for; undefined where the suite language has no word for it. */
  evaluate(node: AnyNode, facts: Facts = noFacts): Value | undefined {
    const expression = unwrap(node)
    if (facts !== noFacts) return this.#evaluate(expression, facts)
    if (this.#values.has(expression)) return this.#values.get(expression)
    const value = this.#evaluate(expression, facts)
    this.#values.set(expression, value)
    return value
  }

  #evaluate(expression: AnyNode, facts: Facts): Value | undefined {
    switch (expression.type) {
      case 'Identifier':
        return this.#identifier(expression)
      case 'MemberExpression':
        return this.#member(expression)
      case 'CallExpression':
      case 'NewExpression':
        return callValue(expression, this)
      case 'TemplateLiteral':
        return this.#literal(expression) ?? templateOf(expression, this)
      case 'BinaryExpression':
        return expression.operator === '+'
          ? templateOf(expression, this)
          : conditionOf(expression, this, facts)
      case 'LogicalExpression':
        return this.#orEmpty(expression) ?? conditionOf(expression, this, facts)
      case 'UnaryExpression':
        return this.#unary(expression, facts)
      default:
        return this.#literal(expression) ?? structureOf(expression, this)
    }
  }

  /** The text of a name or key that is written out, perhaps by way of a constant. */
  text(node: AnyNode | undefined): string | undefined {
    const value = node === undefined ? undefined : this.evaluate(node)
    return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined
  }

  /** The full name of something global, such as `pm.response.headers`, also by way of a constant. */
  nameOf(node: AnyNode): string | undefined {
    const value = this.evaluate(node)
    return value?.kind === 'object' ? value.name : undefined
  }

  #literal(node: AnyNode): Value | undefined {
    const value = literalOf(node, inner => this.#literalIn(inner))
    return value === undefined ? undefined : { kind: 'literal', value }
  }

  #literalIn(node: AnyNode): JsonValue | undefined {
    if (node.type !== 'Identifier') return undefined
    const value = this.#identifier(node)
    return value?.kind === 'literal' ? value.value : undefined
  }

  /** `answer.user || {}`. */
  #orEmpty({ operator, left, right }: AnyNode & { type: 'LogicalExpression' }): Value | undefined {
    const isEmpty =
      (right.type === 'ObjectExpression' && right.properties.length === 0) ||
      (right.type === 'ArrayExpression' && right.elements.length === 0)
    if (!isEmpty || operator === '&&') return undefined
    const value = this.evaluate(left)
    return value?.kind === 'body' ? { ...value, kind: 'body-or-empty' } : undefined
  }

  #unary(node: AnyNode & { type: 'UnaryExpression' }, facts: Facts): Value | undefined {
    if (node.operator === 'typeof') {
      const value = this.evaluate(node.argument)
      return value === undefined ? undefined : { kind: 'type', of: value }
    }
    return node.operator === '!' ? conditionOf(node, this, facts) : this.#literal(node)
  }

  #identifier(node: Identifier): Value | undefined {
    const use = this.scopes.uses.get(node)
    if (use === undefined) return undefined
    if (use.binding === undefined) return globalValue(node.name)
    const { writes, mutated } = use.binding
    const helper = this.#helper(writes)
    if (helper !== undefined) return { kind: 'object', name: `apitest.${helper}` }
    if (mutated || !writes.some(write => writeReaches(write, use, this))) return undefined
    return this.#held(use.binding, use)
  }

  /** One of the functions that written scripts declare, known by its text. */
  #helper([write, ...others]: Binding['writes']): string | undefined {
    const value = write?.value
    if (value?.type !== 'ArrowFunctionExpression' || others.length > 0) return undefined
    return helperOf(this.#source.slice(value.start, value.end))
  }

  /** What a variable holds, when every place that writes it gives it the same. */
  #held(binding: Binding, { identifier }: Use): Value | undefined {
    if (this.#bindings.has(binding)) return this.#bindings.get(binding)
    if (this.#busy.has(identifier)) return undefined
    this.#busy.add(identifier)
    const values = binding.writes.map(({ value, path }) =>
      value === undefined ? undefined : this.#follow(this.evaluate(value), path),
    )
    this.#busy.delete(identifier)
    const [first] = values
    const agree = values.every(value => JSON.stringify(value) === JSON.stringify(first))
    const isAnother = first?.kind === 'template' && first.made && this.#countUses(binding) > 1
    const held = agree && first !== undefined && !isAnother ? onceRead(first) : undefined
    this.#bindings.set(binding, held)
    return held
  }

  /** How often a variable is read, not counting what is only printed: a value that is made anew each time is read once. */
  #countUses(binding: Binding): number {
    const printing = this.scopes.calls.filter(({ node }) => this.nameOf(node.callee)?.startsWith('console.'))
    return [...this.scopes.uses.values()].filter(
      use =>
        use.binding === binding &&
        !printing.some(({ node }) => node.start < use.identifier.start && use.identifier.end < node.end),
    ).length
  }

  #follow(value: Value | undefined, path: readonly (string | number)[]): Value | undefined {
    return path.reduce<Value | undefined>(
      (current, name) => (current === undefined ? undefined : memberValue(current, name, false)),
      value,
    )
  }

  #member(node: AnyNode & { type: 'MemberExpression' }): Value | undefined {
    const object = this.evaluate(node.object)
    if (object === undefined) return undefined
    const name = memberName(node) ?? this.#computedName(node, object)
    if (name === undefined) return undefined
    return legacyVariable(object, name, this) ?? memberValue(object, name, node.optional)
  }

  /** The name in `list[list.length - 1]` and in `answer[key]`. */
  #computedName(node: AnyNode & { type: 'MemberExpression' }, object: Value): string | number | undefined {
    const { property } = node
    if (property.type === 'BinaryExpression' && property.operator === '-') {
      const length = this.evaluate(property.left)
      const back = this.evaluate(property.right)
      const isOwn = length?.kind === 'length' && samePlace(length.of, object)
      const isNumber = back?.kind === 'literal' && typeof back.value === 'number' && back.value > 0
      return isOwn && isNumber ? -back.value : undefined
    }
    const value = property.type === 'PrivateIdentifier' ? undefined : this.evaluate(property)
    return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined
  }
}

const noFacts = new Facts()

function samePlace(left: Value, right: Value): boolean {
  return (
    left.kind === 'body' && right.kind === 'body' && JSON.stringify(left.path) === JSON.stringify(right.path)
  )
}

/** A variable throws nothing any more when it is read again. */
function onceRead(value: Value): Value {
  return 'guards' in value ? { ...value, guards: [] } : value
}

const legacyScopes = new Set(['environment', 'globals'])

/** `environment.token` and `globals.token`: what a variable held when the script began. */
function legacyVariable(
  object: Value,
  name: string | number,
  evaluator: Evaluator,
): Value | undefined {
  if (object.kind !== 'object' || !legacyScopes.has(object.name) || typeof name !== 'string') return undefined
  if (!isVariableName(name) || isInheritedByAll(name) || evaluator.isWritten(name)) return undefined
  return { kind: 'variable', name }
}
