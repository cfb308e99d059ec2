import type {
  RunFinished,
  RunEvent,
  ServiceChanged,
  StepFinished,
  SuiteFinished,
  SuiteStarted,
} from '../../model/run-event.ts'
import { formatDuration, plural } from '../../util/quantity.ts'
import { InOrder } from '../in-order.ts'
import { ProblemCut } from '../problem-cut.ts'
import { formatProblems } from '../problems.ts'
import type { ReporterOptions } from '../reporter.ts'
import type { Explain } from '../terminal/explanation-lines.ts'
import { FailureList } from '../terminal/failure-list.ts'
import { inOutcomeColor, palette, symbols } from '../terminal/palette.ts'
import type { StepFormat } from '../terminal/step-lines.ts'
import { coverageLines } from '../terminal/coverage-lines.ts'
import { SkipList } from '../skip-list.ts'
import { skipLines } from '../terminal/skip-lines.ts'
import { summaryLines } from '../terminal/summary-lines.ts'
import { oneLine } from '../text/printable.ts'
import { rowsOf, type Shown, SuiteSection } from './suite-section.ts'

/** Lines after which a reader can no longer see the first failure, so that failures are listed again. */
const linesOfAScreen = 30

/** Steps of a run above which a file that passed is one line. */
const stepsInFull = 100

/** The page that grows as a run goes on: a section per file, one after the other, and the summary. */
export class Page {
  readonly #options: ReporterOptions
  readonly #format: StepFormat
  readonly #sections = new Map<string, SuiteSection>()
  readonly #order = new InOrder()
  readonly #failures: FailureList
  readonly #skipped = new SkipList()
  readonly #problems: ProblemCut
  /** Of a long run, what is shown of each file that has gone well so far. */
  readonly #held = new Map<string, Held>()
  #isLong = false
  /** No file starts behind a setup that did not pass: each is one line. */
  #isBlocked = false
  #linesSinceFailure = 0
  #isEmpty = true
  #wasService = false

  /** `explain` is asked about what did not pass. */
  constructor(options: ReporterOptions, explain: Explain) {
    this.#options = options
    this.#format = { ...options, colors: palette(options.color), explain }
    this.#problems = new ProblemCut(options.verbose)
    this.#failures = new FailureList(this.#format.colors, options.workingFolder)
  }

  /** The text that an event adds to the page. */
  write(event: RunEvent): string {
    const text = this.#textOf(event)
    if (text !== '') {
      this.#isEmpty = false
      this.#wasService = event.type === 'service'
    }
    if (this.#failures.count > 0) this.#linesSinceFailure += lineCount(text)
    return text
  }

  #textOf(event: RunEvent): string {
    switch (event.type) {
      case 'run-started':
        this.#isLong = event.steps > stepsInFull && !this.#options.verbose
        return ''
      case 'step-started':
        this.#sections.get(event.file)?.begin(event)
        return ''
      case 'problem':
        return this.#problems.shows(event.problem)
          ? this.#gap() + formatProblems([event.problem], this.#options)
          : ''
      case 'service':
        return this.#service(event)
      case 'suite-started': {
        // That of another project, which runs whatever became of the one before.
        if (event.role === 'setup') this.#isBlocked = false
        const section = new SuiteSection(event, this.#format)
        this.#sections.set(event.file, section)
        const isHeld = this.#isLong || this.#isBlocked
        if (isHeld) this.#held.set(event.file, { started: event, section, shown: [] })
        return this.#order.add(event.file, isHeld ? '' : this.#gap() + section.heading(event))
      }
      case 'step-finished':
        this.#failures.add(event)
        this.#skipped.add(event)
        this.#noteReason(event)
        return this.#letGo(event) + this.#add(event.file, section => section.step(event))
      case 'row-finished':
        return this.#add(event.file, section => section.row(event))
      case 'suite-finished':
        return this.#order.close(event.file, this.#endOf(event))
      case 'run-finished':
        return this.#end(event)
    }
  }

  /** Shows the text of a file; that of one that has gone well waits in a long run, and seldom becomes text. */
  #add(file: string, shownBy: (section: SuiteSection) => Shown): string {
    const section = this.#sections.get(file)
    if (section === undefined) return ''
    const shown = shownBy(section)
    const held = this.#held.get(file)
    if (held === undefined) return this.#order.add(file, section.textOf(shown))
    if (shown !== '') held.shown.push(shown)
    return ''
  }

  #endOf(event: SuiteFinished): string {
    const { file, result } = event
    const { outcome, role } = result
    if (role === 'setup' && outcome !== 'passed') this.#isBlocked = true
    const end = this.#sections.get(file)?.end() ?? ''
    this.#sections.delete(file)
    const held = this.#held.get(file)
    this.#held.delete(file)
    if (held === undefined) return end
    const isOneLine = outcome === 'passed' || (this.#isBlocked && outcome === 'skipped')
    return isOneLine ? this.#lineOf(held, event) : this.#gap() + textOf(held) + end
  }

  #noteReason({ file, result: { skipReason } }: StepFinished): void {
    const held = this.#held.get(file)
    if (held !== undefined) held.reason ??= skipReason
  }

  /**
   * From the first step that did not simply pass or was skipped, a file is shown whole; in a short run from the first that ran at all,
   * since its file is of another project than the setup that did not pass.
   */
  #letGo({ file, result: { outcome, flaky } }: StepFinished): string {
    const held = this.#held.get(file)
    if (held === undefined) return ''
    const isOfOther = outcome !== 'skipped' && held.started.role === undefined
    if (isOfOther) this.#isBlocked = false
    const mayWait = outcome === 'skipped' || (outcome === 'passed' && (this.#isLong || !isOfOther))
    if (mayWait && !flaky) return ''
    this.#held.delete(file)
    return this.#order.add(file, this.#gap() + textOf(held))
  }

  /** `✓ Orders  suites/orders.apitest.yaml  12 steps  340 ms`, `- Orders  suites/orders.apitest.yaml  12 skipped  (the setup did not pass)`. */
  #lineOf({ started, reason }: Held, { result: { outcome, steps, duration } }: SuiteFinished): string {
    const { colors } = this.#format
    const { name, file } = started
    const passed = outcome === 'passed'
    const facts = [
      ...(name === file ? [] : [oneLine(file)]),
      ...rowsOf(started),
      ...(passed ? [plural(steps.passed, 'step')] : []),
      ...(steps.skipped > 0 ? [`${steps.skipped} skipped`] : []),
      ...(passed ? [formatDuration(duration)] : []),
      ...(passed || reason === undefined ? [] : [`(${oneLine(reason)})`]),
    ]
    const symbol = inOutcomeColor(outcome, symbols[outcome], colors)
    return `${symbol} ${[colors.bold(oneLine(name)), ...facts.map(colors.dim)].join('  ')}\n`
  }

  /** An empty line between this and what came before. */
  #gap(): string {
    return this.#isEmpty ? '' : '\n'
  }

  #service({ name, state, message }: ServiceChanged): string {
    const { colors } = this.#format
    const words = state === 'ready' ? colors.green(state) : state
    const gap = this.#wasService ? '' : this.#gap()
    return `${gap}${colors.dim('service')} ${oneLine(name)} ${words}  ${colors.dim(oneLine(message))}\n`
  }

  /** Files that never ended come out as far as they got, then the failures once more, then the summary. */
  #end({ summary }: RunFinished): string {
    const held = [...this.#held]
      .map(([file, one]) => this.#order.add(file, this.#gap() + textOf(one)))
      .join('')
    const rest =
      held + this.#order.rest() + [...this.#sections.values()].map(section => section.end()).join('')
    const isFar = this.#linesSinceFailure + lineCount(rest) > linesOfAScreen
    const again = isFar ? this.#failures.text() : ''
    const hidden = this.#problems.rest()
    const more = hidden === '' ? '' : this.#gap() + hidden
    const { colors } = this.#format
    const end = [
      ...skipLines(this.#skipped, colors, this.#options.workingFolder),
      ...coverageLines(summary.coverage, colors),
      ...summaryLines(summary, colors),
    ]
    return `${rest}${again}${more}${this.#gap()}${end.join('\n')}\n`
  }
}

/** A file that has gone well so far. */
interface Held {
  readonly started: SuiteStarted
  readonly section: SuiteSection
  readonly shown: Shown[]
  /** The reason for which its first step was left out. */
  reason?: string | undefined
}

function textOf({ started, section, shown }: Held): string {
  let text = section.heading(started)
  for (const one of shown) text += section.textOf(one)
  return text
}

function lineCount(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
