import { shortReason } from '../terminal/failure-lines.ts'
import type { RowLabel, RowResult, StepResult } from '../../model/result.ts'
import type { RowFinished, StepFinished, StepStarted, SuiteStarted } from '../../model/run-event.ts'
import { foldedRounds, isPlainRound, isSameStep } from '../rounds.ts'
import { isSameRow, rowName } from '../step-name.ts'
import {
  fileLines,
  shownSteps,
  type StepFormat,
  rowLine,
  stepLines,
  type StepTitle,
  stepTitle,
  titleOf,
} from '../terminal/step-lines.ts'
import { oneLine } from '../text/printable.ts'
import { plural } from '../../util/quantity.ts'

/** Failing rows of a file whose steps are shown; of more rows only the line is. */
const detailedRows = 20

/** The addition of an event to the page: text, or of a step or a row that passed only the parts of its line. */
export type Shown = string | StepTitle | RowResult

/** The part of the page about one file. Each method returns what its event adds. */
export class SuiteSection {
  readonly #format: StepFormat
  readonly #hasRows: boolean
  /** The row that runs, and its steps so far. They become text only for a row that shows them: most rows pass. */
  #row: RowLabel | undefined
  #rowSteps: StepResult[] = []
  #failingRows = 0
  /** How steps failed whose details were shown, each with its first row. */
  readonly #shown = new Map<string, string>()
  /** Failing rows that are reported with one before them. */
  #alike = 0
  #inAfter = false
  /** Rounds of a step that passed, one after the other, which become one line. */
  #rounds: StepResult[] = []

  constructor(started: SuiteStarted, format: StepFormat) {
    this.#format = format
    this.#hasRows = started.rows > 0
  }

  /** The file's heading. */
  heading(started: SuiteStarted): string {
    const { name, file, attempt, reason } = started
    const { colors } = this.#format
    const facts = [...(name === file ? [] : [oneLine(file)]), ...rowsOf(started)].map(colors.dim)
    const again = reason === undefined ? '' : `, at first: ${shortReason(reason)}`
    if (attempt !== undefined) facts.push(colors.yellow(`~ attempt ${attempt}${again}`))
    return `${[colors.bold(oneLine(name)), ...facts].join('  ')}\n`
  }

  /** A step begins; in a file with rows this says which row runs. */
  begin({ row }: StepStarted): void {
    if (this.#hasRows) this.#row ??= row
  }

  /** A step of a row waits for the end of its row; any other step is shown at once. */
  step({ result }: StepFinished): Shown {
    if (!this.#hasRows) {
      const isFolded = isPlainRound(result) && !this.#format.verbose
      const before = isFolded && isSameStep(this.#rounds[0], result) ? '' : this.#folded()
      if (isFolded) {
        this.#rounds.push(result)
        return result.round?.number === result.round?.of ? before + this.#folded() : before
      }
      if (before !== '') return before + this.#afterHeading(result) + this.#lines(result)
      const { outcome, phase, row, steps, files } = result
      const isPlain = row === undefined && steps === undefined && files === undefined
      const isLine = outcome === 'passed' && phase === 'steps' && isPlain
      if (isLine && !this.#format.verbose) return titleOf(result)
      return this.#afterHeading(result) + this.#lines(result)
    }
    this.#row ??= result.row
    this.#rowSteps.push(result)
    return ''
  }

  /** The rounds that passed as one line. */
  #folded(): string {
    const [first] = this.#rounds
    if (first === undefined) return ''
    const text = this.#lines(foldedRounds(this.#rounds) ?? first)
    this.#rounds = []
    return this.#afterHeading(first) + text
  }

  /** One line per row, and the steps of those rows that a reader has to look into. */
  row({ result }: RowFinished): Shown {
    const { colors, verbose } = this.#format
    const passed = result.outcome === 'passed' || result.outcome === 'skipped'
    if (!passed) this.#failingRows++
    const alike = passed || verbose ? undefined : this.#shownBefore(this.#rowSteps, result.row)
    const showsSteps =
      verbose || (!passed && alike === undefined && this.#failingRows - this.#alike <= detailedRows)
    const steps = showsSteps ? this.#rowText() : this.#rowFiles()
    const note = alike === undefined ? '' : colors.dim(`  (as ${alike})`)
    this.#row = undefined
    this.#rowSteps = []
    return note === '' && steps === '' ? result : `  ${rowLine(result, colors)}${note}\n${steps}`
  }

  /** Converts an addition to text. */
  textOf(shown: Shown): string {
    if (typeof shown === 'string') return shown
    const { colors } = this.#format
    return `  ${'row' in shown ? rowLine(shown, colors) : stepTitle(shown, this.#format)}\n`
  }

  /** Returns the rest when the file ends: a row that was cut off, and a word about details left out. */
  end(): string {
    const rounds = this.#folded()
    const { colors, verbose } = this.#format
    const hidden = this.#failingRows - this.#alike - detailedRows
    if (hidden <= 0 || verbose) return rounds + this.#unfinishedRow()
    const words = `  steps of ${plural(hidden, 'more failing row')} are not shown here (--verbose shows all)`
    return `${this.#unfinishedRow()}${colors.dim(words)}\n`
  }

  #unfinishedRow(): string {
    if (this.#row === undefined) return ''
    const title = `${rowName(this.#row, '  ')}  (not finished)`
    return `  ${this.#format.colors.dim(`- ${title}`)}\n${this.#rowText()}`
  }

  #rowText(): string {
    const textOf = (result: StepResult): string =>
      lines(stepLines(result, { ...this.#format, insideRow: isSameRow(result.row, this.#row) }, 2))
    return shownSteps(this.#rowSteps, this.#format).map(textOf).join('')
  }

  #rowFiles(): string {
    // Most steps of a run have written none.
    const written = this.#rowSteps.filter(({ files }) => files !== undefined)
    return lines(written.flatMap(step => fileLines(step, this.#format)).map(line => `    ${line}`))
  }

  #lines(result: StepResult): string {
    const { row, phase } = result
    const depth = phase === 'after' ? 2 : 1
    const alike =
      row === undefined || result.failures.length === 0 || this.#format.verbose
        ? undefined
        : this.#shownBefore([result], row)
    if (alike === undefined) return lines(stepLines(result, this.#format, depth))
    return lines([
      `${'  '.repeat(depth)}${stepTitle(titleOf(result), this.#format)}  ${this.#format.colors.dim(`(as ${alike})`)}`,
    ])
  }

  /** The first row whose steps failed in the same way; remembers these otherwise. */
  #shownBefore(steps: readonly StepResult[], { number, pass }: RowLabel): string | undefined {
    const how = JSON.stringify(steps.filter(({ failures }) => failures.length > 0).map(howItFailed))
    const first = this.#shown.get(how)
    if (first === undefined) this.#shown.set(how, pass === undefined ? `row ${number}` : `run ${pass.number}`)
    else this.#alike++
    return first
  }

  #afterHeading(result: StepResult): string {
    if (this.#inAfter || result.phase !== 'after') return ''
    this.#inAfter = true
    return `  ${this.#format.colors.dim('after')}\n`
  }
}

/** How many rows there are, or runs with `--repeat`. */
export function rowsOf({ rows, repeat }: SuiteStarted): readonly string[] {
  return rows > 0 ? [plural(rows, repeat === undefined ? 'row' : 'run')] : []
}

/** Which step failed, where and why; a step of another suite by its own steps. */
function howItFailed({ index, phase, failures, steps = [] }: StepResult): unknown {
  return [index, phase, failures.map(({ message, span }) => [message, span]), steps.map(howItFailed)]
}

function lines(list: readonly string[]): string {
  let text = ''
  for (const line of list) text += `${line}\n`
  return text
}
