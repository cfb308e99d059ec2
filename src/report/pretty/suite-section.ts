import type { RowLabel, StepResult } from '../../model/result.ts'
import type { RowFinished, StepFinished, StepStarted, SuiteStarted } from '../../model/run-event.ts'
import { isSameRow } from '../same-row.ts'
import { type StepFormat, rowLine, stepLines } from '../terminal/step-lines.ts'
import { oneLine } from '../text/printable.ts'
import { plural } from '../../util/quantity.ts'

/** Failing rows of a file whose steps are shown; of more rows only the line is. */
const detailedRows = 20

/** The part of the page about one file. Each method returns the text that its event adds. */
export class SuiteSection {
  readonly #format: StepFormat
  readonly #hasRows: boolean
  /** The row that runs, and its steps so far. They become text only for a row that shows them: most rows pass. */
  #row: RowLabel | undefined
  #rowSteps: StepResult[] = []
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
    this.#rowSteps.push(result)
    return ''
  }

  /** One line per row, and the steps of those rows that a reader has to look into. */
  row({ result }: RowFinished): string {
    const { colors, verbose } = this.#format
    const passed = result.outcome === 'passed' || result.outcome === 'skipped'
    if (!passed) this.#failingRows++
    const showsSteps = verbose || (!passed && this.#failingRows <= detailedRows)
    const steps = showsSteps ? this.#rowText() : ''
    this.#row = undefined
    this.#rowSteps = []
    return `  ${rowLine(result, colors)}\n${steps}`
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
    return `  ${this.#format.colors.dim(`- ${title}`)}\n${this.#rowText()}`
  }

  #rowText(): string {
    const textOf = (result: StepResult): string =>
      lines(stepLines(result, { ...this.#format, insideRow: isSameRow(result.row, this.#row) }, 2))
    return this.#rowSteps.map(textOf).join('')
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
