import type { StepFinished } from '../../model/run-event.ts'
import { rootCause } from '../root-cause.ts'
import { placeOf } from '../text/place.ts'
import { oneLine } from '../text/printable.ts'
import { shortReason } from './failure-lines.ts'
import { type Palette, inOutcomeColor, symbols } from './palette.ts'

/** Failed steps that are listed again at the end; more are only counted. */
const listedFailures = 50

/** Remembers of every failed step one line, for the list at the end of a long run. */
export class FailureList {
  readonly #lines: string[] = []
  readonly #colors: Palette
  readonly #workingFolder: string
  #count = 0

  constructor(colors: Palette, workingFolder: string) {
    this.#colors = colors
    this.#workingFolder = workingFolder
  }

  get count(): number {
    return this.#count
  }

  add({ suite, result }: StepFinished): void {
    const cause = rootCause(result)
    if (cause === undefined) return
    this.#count++
    if (this.#count > listedFailures) return
    const row = result.row === undefined ? '' : `  row ${result.row.number}`
    const title = `${[suite, ...cause.names].map(oneLine).join(' › ')}${row}`
    this.#lines.push(
      `  ${inOutcomeColor(result.outcome, symbols[result.outcome], this.#colors)} ${title}`,
      `    ${inOutcomeColor(result.outcome, shortReason(cause.failure.message), this.#colors)}`,
      `    ${this.#colors.dim(placeOf(cause.failure.span, this.#workingFolder))}`,
    )
  }

  /** The list under its heading; empty when nothing failed. */
  text(): string {
    if (this.#count === 0) return ''
    const more = this.#count - listedFailures
    const lines = [
      '',
      this.#colors.bold('Failures'),
      ...this.#lines,
      ...(more > 0 ? [this.#colors.dim(`  and ${more} more`)] : []),
    ]
    return `${lines.join('\n')}\n`
  }
}
