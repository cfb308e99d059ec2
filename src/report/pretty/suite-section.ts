import type { RowLabel, StepResult } from '../../model/result.ts'
import type { RowFinished, StepFinished, StepStarted, SuiteStarted } from '../../model/run-event.ts'
import { isSameRow } from '../same-row.ts'
import type { StepFormat } from '../terminal/step-lines.ts'
import { rowLine, stepLines } from '../terminal/step-lines.ts'
import { oneLine } from '../text/printable.ts'
import { plural } from '../../util/quantity.ts'

/** Failing rows of a file whose steps are shown; of more rows only the line is. */
const detailedRows = 20

/** The part of the page about one file. Each method returns the text that its event adds. */
export class SuiteSection {
  readonly #format: StepFormat
  readonly #hasRows: boolean
  /** The row that runs, and the text of its steps so far. */
  #row: RowLabel | undefined
  #rowSteps = ''
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

  /** A step begins; in a file with rows this tells which row runs. */
  begin({ row }: StepStarted): void {
    if (this.#hasRows) this.#row ??= row
  }

  /** A step of a row waits for the end of its row; any other step is shown at once. */
  step({ result }: StepFinished): string {
    if (!this.#hasRows) return this.#afterHeading(result) + this.#lines(result)
    this.#row ??= result.row
    const insideRow = isSameRow(result.row, this.#row)
    this.#rowSteps += lines(stepLines(result, { ...this.#format, insideRow }, 2))
    return ''
  }

  /** One line per row, and the steps of those rows that a reader has to look into. */
  row({ result }: RowFinished): string {
    const { colors, verbose } = this.#format
    const steps = this.#rowSteps
    this.#row = undefined
    this.#rowSteps = ''
    const title = `  ${rowLine(result, colors)}\n`
    if (verbose) return title + steps
    if (result.outcome === 'passed' || result.outcome === 'skipped') return title
    this.#failingRows++
    return this.#failingRows <= detailedRows ? title + steps : title
  }

  /** What is left when the file ends: a row that was cut off, and a word about details left out. */
  end(): string {
    const { colors, verbose } = this.#format
    const hidden = this.#failingRows - detailedRows
    if (hidden <= 0 || verbose) return this.#unfinishedRow()
    const words = `  steps of ${plural(hidden, 'more failing row')} are not shown here (--verbose shows all)`
    return `${this.#unfinishedRow()}${colors.dim(words)}\n`
  }

  #unfinishedRow(): string {
    if (this.#row === undefined) return ''
    const title = [`row ${this.#row.number}`, oneLine(this.#row.label), '(not finished)'].join('  ')
    return `  ${this.#format.colors.dim(`- ${title}`)}\n${this.#rowSteps}`
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
