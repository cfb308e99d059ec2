import type { RowLabel } from '../../model/result.ts'
import type { StepFinished } from '../../model/run-event.ts'
import { rootCause } from '../root-cause.ts'
import { placeOf } from '../text/place.ts'
import { oneLine } from '../text/printable.ts'
import { shortReason } from './failure-lines.ts'
import { type Palette, inOutcomeColor, symbols } from './palette.ts'

/** Failed steps that are listed again at the end; more are only counted. */
const listedFailures = 50

/** A failure, and the rows that it came with. */
interface Listed {
  readonly lines: readonly [title: string, reason: string, place: string]
  readonly kind: 'row' | 'run'
  readonly rows: number[]
}

/** With several runs of a file, those are told. */
function numberOf(row: RowLabel | undefined): number {
  return row?.pass?.number ?? row?.number ?? 0
}

/** Remembers what failed, steps that failed alike in several rows as one, for the list at the end of a long run. */
export class FailureList {
  readonly #listed = new Map<string, Listed>()
  readonly #colors: Palette
  readonly #workingFolder: string
  #count = 0
  #more = 0

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
    const { outcome, row } = result
    const title = [suite, ...cause.names].map(oneLine).join(' › ')
    const lines = [
      `${inOutcomeColor(outcome, symbols[outcome], this.#colors)} ${title}`,
      inOutcomeColor(outcome, shortReason(cause.failure.message), this.#colors),
      this.#colors.dim(placeOf(cause.failure.span, this.#workingFolder)),
    ] as const
    const key = JSON.stringify([lines, row === undefined])
    const known = row === undefined ? undefined : this.#listed.get(key)
    if (known !== undefined) known.rows.push(numberOf(row))
    else if (this.#listed.size < listedFailures)
      this.#listed.set(row === undefined ? `${this.#count}` : key, {
        lines,
        kind: row?.pass === undefined ? 'row' : 'run',
        rows: row === undefined ? [] : [numberOf(row)],
      })
    else this.#more++
  }

  /** The list under its heading; empty when nothing failed. */
  text(): string {
    if (this.#count === 0) return ''
    const lines = [
      '',
      this.#colors.bold('Failures'),
      ...[...this.#listed.values()].flatMap(({ lines: [title, reason, place], kind, rows }) => [
        `  ${title}${rows.length === 0 ? '' : `  ${rowNumbers(kind, rows)}`}`,
        `    ${reason}`,
        `    ${place}`,
      ]),
      ...(this.#more > 0 ? [this.#colors.dim(`  and ${this.#more} more`)] : []),
    ]
    return `${lines.join('\n')}\n`
  }
}

/** `row 3`, `rows 1-20, 23`. */
function rowNumbers(kind: string, rows: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const row of rows.toSorted((left, right) => left - right)) {
    const last = ranges.at(-1)
    if (last !== undefined && row <= last[1] + 1) last[1] = row
    else ranges.push([row, row])
  }
  const words = ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
  return `${kind}${rows.length === 1 ? '' : 's'} ${words.join(', ')}`
}
