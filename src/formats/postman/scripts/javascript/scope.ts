import type { AnyNode } from 'acorn'
import type { Binding } from './bindings.ts'

/** The names that are known in a function or a block. */
export class Scope {
  readonly #parent: Scope | undefined
  readonly #isFunction: boolean
  readonly #bindings = new Map<string, Binding>()

  constructor(parent: Scope | undefined, isFunction: boolean) {
    this.#parent = parent
    this.#isFunction = isFunction
  }

  /** The variable of that name that is declared here or around here. */
  find(name: string): Binding | undefined {
    return this.#bindings.get(name) ?? this.#parent?.find(name)
  }

  /** Declares a name: `var` in the function around, anything else right here. */
  declare(name: string, declaration: AnyNode | undefined, hoists: boolean): Binding {
    if (hoists && !this.#isFunction && this.#parent !== undefined)
      return this.#parent.declare(name, declaration, hoists)
    const known = this.#bindings.get(name)
    const binding = known ?? { name, declarations: [], writes: [], mutated: false }
    if (declaration !== undefined) binding.declarations.push(declaration)
    if (known === undefined) this.#bindings.set(name, binding)
    return binding
  }
}
