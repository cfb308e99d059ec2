import type { StepResult } from '../../model/result.ts'
import type { RowFinished, StepFinished, SuiteStarted } from '../../model/run-event.ts'
import type { StepFormat } from '../terminal/step-lines.ts'
import { rowLine, stepLines } from '../terminal/step-lines.ts'
import { oneLine } from '../text/printable.ts'
import { plural } from '../text/quantity.ts'

/** Failing rows of a file whose steps are shown; of more rows only the line is. */
const detailedRows = 20

/** The part of the page about one file. Each method returns the text that its event adds. */
export class SuiteSection {
  readonly #format: StepFormat
  readonly #hasRows: boolean
  /** The text of the steps of rows that still run, by row number. */
  readonly #openRows = new Map<number, { label: string; steps: string }>()
  #failingRows = 0
  #inAfter = false

  constructor(started: SuiteStarted, format: StepFormat) {
    this.#format = format
    this.#hasRows = started.rows > 0
  }

  /** The file's heading. */
  heading({ name, file, rows }: SuiteStarted): string {
    const { colors } = this.#format
    const facts = [...(name === file ? [] : [oneLine(file)]), ...(rows > 0 ? [plural(rows, 'row')] : [])]
    return `${[colors.bold(oneLine(name)), ...facts.map(colors.dim)].join('  ')}\n`
  }

  /** A step of a row waits for the end of its row; any other step is shown at once. */
  step({ result }: StepFinished): string {
    const { row } = result
    if (!this.#hasRows || row === undefined) return this.#afterHeading(result) + this.#lines(result)
    const text = lines(stepLines(result, { ...this.#format, insideRow: true }, 2))
    const before = this.#openRows.get(row.number)?.steps ?? ''
    this.#openRows.set(row.number, { label: row.label, steps: before + text })
    return ''
  }

  /** One line per row, and the steps of those rows that a reader has to look into. */
  row({ result }: RowFinished): string {
    if (!this.#hasRows) return ''
    const { colors, verbose } = this.#format
    const steps = this.#openRows.get(result.row.number)?.steps ?? ''
    this.#openRows.delete(result.row.number)
    const title = `  ${rowLine(result, colors)}\n`
    if (verbose) return title + steps
    if (result.outcome === 'passed' || result.outcome === 'skipped') return title
    this.#failingRows++
    return this.#failingRows <= detailedRows ? title + steps : title
  }

  /** What is left when the file ends: rows that were interrupted, and a word about details left out. */
  end(): string {
    const { colors } = this.#format
    const left = [...this.#openRows].map(([number, row]) => this.#unfinished(number, row)).join('')
    this.#openRows.clear()
    const hidden = this.#failingRows - detailedRows
    if (hidden <= 0 || this.#format.verbose) return left
    const words = `  steps of ${plural(hidden, 'more failing row')} are not shown here (--verbose shows all)`
    return `${left}${colors.dim(words)}\n`
  }

  #unfinished(number: number, { label, steps }: { label: string; steps: string }): string {
    const title = [`row ${number}`, oneLine(label), '(not finished)'].join('  ')
    return `  ${this.#format.colors.dim(`- ${title}`)}\n${steps}`
  }

  #lines(result: StepResult): string {
    return lines(stepLines(result, this.#format, result.phase === 'after' ? 2 : 1))
  }

  #afterHeading(result: StepResult): string {
    if (this.#inAfter || result.phase !== 'after') return ''
    this.#inAfter = true
    return `  ${this.#format.colors.dim('after')}\n`
  }
}

function lines(list: readonly string[]): string {
  return list.map(line => `${line}\n`).join('')
}
