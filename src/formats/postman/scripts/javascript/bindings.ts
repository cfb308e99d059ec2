import type { AnyNode } from 'acorn'

/** A local variable of a script. */
export interface Binding {
  readonly name: string
  /** Where it is declared: statements, functions, parameters. Empty for one that is assigned without a declaration. */
  readonly declarations: AnyNode[]
  /** Every place that gives it a value. */
  readonly writes: Write[]
  /** True where what it holds may be changed in place, as by `list.sort()` or `json.id = 1`. */
  mutated: boolean
}

/** One place that gives a variable a value. */
export interface Write {
  /** The declarator or the assignment. */
  readonly node: AnyNode
  readonly frame: Frame
  /** The value as it is written; undefined when it is not to be known, such as a parameter or `x += 1`. */
  readonly value: AnyNode | undefined
  /** For destructuring: the way from the value to what the variable gets. */
  readonly path: readonly (string | number)[]
}

/** A part of a script that runs as a whole or not at all, inside of another. */
export interface Frame {
  /** `callback` is one that runs at once, where it stands; `try` is what stands between `try` and `catch`. */
  readonly kind: 'program' | 'callback' | 'try' | 'branch' | 'function'
  readonly parent: Frame | undefined
  /** The statements of a callback or a try. */
  readonly body: readonly AnyNode[]
}

/** True where everything in `inner` runs only when `outer` runs. */
export function isInside(inner: Frame, outer: Frame): boolean {
  for (let frame: Frame | undefined = inner; frame !== undefined; frame = frame.parent)
    if (frame === outer) return true
  return false
}

/** True where a frame lies in a function that is not run where it stands. */
export function isLoose(frame: Frame): boolean {
  for (let around: Frame | undefined = frame; around !== undefined; around = around.parent)
    if (around.kind === 'function') return true
  return false
}

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
