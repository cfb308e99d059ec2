import type { StepFinished } from '../../model/run-event.ts'
import { stepName } from '../step-name.ts'

/** A step and how long it took, in milliseconds. */
export interface TimedStep {
  readonly suite: string
  readonly name: string
  readonly duration: number
}

/** Keeps the few slowest of any number of steps. */
export class SlowestSteps {
  readonly #limit: number
  #steps: TimedStep[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  add({ suite, result }: StepFinished): void {
    const last = this.#steps.at(-1)
    if (result.outcome === 'skipped') return
    if (this.#steps.length >= this.#limit && last !== undefined && last.duration >= result.duration) return
    this.#steps.push({ suite, name: stepName(result), duration: result.duration })
    this.#steps.sort((left, right) => right.duration - left.duration)
    this.#steps.length = Math.min(this.#steps.length, this.#limit)
  }

  /** The slowest first. */
  get list(): readonly TimedStep[] {
    return this.#steps
  }
}
