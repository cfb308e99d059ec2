import type { PlannedStep } from '../plan/plan.ts'

/** Times that scripts may go back in one pass: those that send each other in a circle would never end. */
const mostReturns = 1000

/** The order in which a pass takes its steps, in which scripts have a say. */
export class Course {
  readonly #steps: readonly PlannedStep[]
  #returns = 0
  /** Where to go on, when a script has said so; beyond the last step for an end. */
  #target: number | undefined
  #name: string | null = null

  constructor(steps: readonly PlannedStep[]) {
    this.#steps = steps
  }

  /**
   * Takes the word of a script of step `from` on what comes next: the name or id of a step, null for none. Of several with
   * one name the next one counts, else the first. Answers why that cannot be, if so; a name that no step has ends the pass,
   * as in Postman.
   */
  set(next: string | null, from: number): string | undefined {
    const target = next === null ? this.#steps.length : this.#find(next, from)
    if (target !== -1 && target <= from && ++this.#returns > mostReturns)
      return `scripts went back more than ${mostReturns} times, at last to "${String(next)}"`
    this.#target = target === -1 ? this.#steps.length : target
    this.#name = next
    return target === -1
      ? `a script wants to go on with "${String(next)}", and no step has that name`
      : undefined
  }

  /** Steps are taken in their order from now on. */
  forget(): void {
    this.#target = undefined
  }

  /** The step to take behind `from`, and why it is only passed over, if so. */
  after(from: number): { readonly index: number; readonly reason?: string } {
    const target = this.#target
    if (target === undefined || target === from + 1) this.#target = undefined
    if (target === undefined || target === from + 1) return { index: from + 1 }
    if (target > from) return { index: from + 1, reason: this.#reason }
    this.#target = undefined
    return { index: target }
  }

  get #reason(): string {
    return this.#name === null ? 'a script ended the suite' : `a script went on with "${this.#name}"`
  }

  #find(name: string, from: number): number {
    const exact = this.#next(({ step }) => step.name === name || step.id === name, from)
    // A saved request runs under the names of its folders and its own, which is the one that its scripts know.
    return exact === -1 ? this.#next(({ step }) => step.name.endsWith(` / ${name}`), from) : exact
  }

  #next(isMeant: (step: PlannedStep) => boolean, from: number): number {
    const later = this.#steps.findIndex((step, index) => index > from && isMeant(step))
    return later === -1 ? this.#steps.findIndex(isMeant) : later
  }
}
