import type { RenderProblem } from './render-problem.ts'
import { defined } from '../util/defined.ts'

/** Where a rendering is, and what it found on its way. */
export class RenderLog {
  readonly problems: RenderProblem[] = []
  /** Variables whose values are being filled in, outermost first. */
  readonly #trail: string[] = []
  readonly #path: (string | number)[] = []
  #offset = 0

  /** Where in the text at hand the placeholder begins that is filled in. */
  get offset(): number {
    return this.#offset
  }

  /** Goes into a member. Inside a variable's value the place stays that of the placeholder in the document. */
  inMember<Value>(key: string | number, render: () => Value): Value {
    if (this.#trail.length > 0) return render()
    this.#path.push(key)
    const rendered = render()
    this.#path.pop()
    return rendered
  }

  /** Goes into the value of a variable. */
  inVariable<Value>(name: string, render: () => Value): Value {
    this.#trail.push(name)
    const rendered = render()
    this.#trail.pop()
    return rendered
  }

  /** Comes to an offset in the text at hand. */
  at(offset: number): void {
    if (this.#trail.length === 0) this.#offset = offset
  }

  /** `a -> b -> a` when the variable is being filled in already. */
  circleTo(name: string): string | undefined {
    const start = this.#trail.indexOf(name)
    return start === -1 ? undefined : [...this.#trail.slice(start), name].join(' -> ')
  }

  /** Notes a problem at the placeholder in the document that led to it. */
  report(name: string, kind: RenderProblem['kind'], message: string, hint?: string): void {
    const user = this.#trail.at(-1)
    const isOfOneVariable = kind === 'unknown' || kind === 'syntax' || kind === 'function'
    this.problems.push(
      defined({
        name,
        kind,
        path: [...this.#path],
        offset: this.#offset,
        message: user !== undefined && isOfOneVariable ? `${message} (in the variable "${user}")` : message,
        hint,
      }),
    )
  }
}
