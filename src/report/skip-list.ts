import type { StepResult } from '../model/result.ts'
import type { StepFinished } from '../model/run-event.ts'
import type { Span } from '../model/span.ts'
import { stepName } from './step-name.ts'
import { oneLine } from './text/printable.ts'

/** Something that its own `skip` left out. */
export interface Skipped {
  readonly title: string
  readonly reason: string
  readonly span: Span
}

/** Lists the steps that `skip` left out inside of a step; a suite that is left out whole is its first step. */
export function innerSkips({ steps = [] }: StepResult): readonly StepResult[] {
  return steps.flatMap(step => [...(isMarked(step) ? [step] : []), ...innerSkips(step)])
}

/** The same as words: `Pay was left out (not yet)`. */
export function innerSkipWords(result: StepResult): readonly string[] {
  return innerSkips(result).map(step => oneLine(`${step.name} was left out (${step.skipReason ?? ''})`))
}

/** True where a step stands for what its own `skip` left out, or that of its suite. */
export function isMarked({ skippedBy, index, phase }: StepResult): boolean {
  return skippedBy === 'step' || (skippedBy === 'suite' && index === 0 && phase === 'steps')
}

/** More are only counted. */
const listed = 50

/** Remembers what was left out by `skip`, for the end of a report: what nobody is told of stays left out for ever. */
export class SkipList {
  readonly #known = new Set<string>()
  readonly items: Skipped[] = []
  more = 0

  /** Adds a step, or the suite that leaves out all of its steps; rows leave out the same again. */
  add({ file, suite, result }: StepFinished): void {
    for (const inner of result.steps ?? []) this.add({ type: 'step-finished', file, suite, result: inner })
    const { skippedBy, skipReason: reason = '', span } = result
    if (skippedBy === undefined) return
    const { row: _, ...step } = result
    const title = skippedBy === 'suite' ? suite : `${suite} › ${stepName(step)}`
    const key = JSON.stringify([file, skippedBy === 'suite' ? suite : [title, span.start]])
    if (this.#known.has(key)) return
    this.#known.add(key)
    if (this.items.length < listed) this.items.push({ title, reason, span })
    else this.more++
  }
}
