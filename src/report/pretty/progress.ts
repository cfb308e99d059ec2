import { rowName } from '../step-name.ts'
import type { RunEvent } from '../../model/run-event.ts'
import type { ReporterOptions } from '../reporter.ts'
import { type Palette, palette } from '../terminal/palette.ts'
import { cutToWidth } from '../text/display-width.ts'
import { oneLine } from '../text/printable.ts'
import { formatDuration } from '../../util/quantity.ts'

/** Milliseconds between two drawings of the line when nothing else is printed. */
const redrawInterval = 60

const clearLine = '\r\x1b[K'

/** The last line of a terminal while a run goes on: what runs, how far it is, how long it takes. */
export class Progress {
  readonly #colors: Palette
  readonly #columns: number
  readonly #now: () => number
  /** The step that runs, per file. */
  readonly #running = new Map<string, string>()
  #startedAt: number
  #drawnAt = -Infinity
  #isDrawn = false
  #steps = 0
  #done = 0
  #failed = 0

  /** `now` gives milliseconds of any clock that only goes forward. */
  constructor(options: Pick<ReporterOptions, 'color' | 'columns'>, now: () => number) {
    this.#colors = palette(options.color)
    this.#columns = options.columns > 0 ? options.columns : 80
    this.#now = now
    this.#startedAt = now()
  }

  /**
   * The text to print for an event, or where none came for a while: `text` above the line, and the line below it when it is
   * time to draw it.
   */
  around(text: string, event?: RunEvent): string {
    if (event !== undefined) this.#count(event)
    const isDue = this.#now() - this.#drawnAt >= redrawInterval
    if (text === '' && !isDue && event?.type !== 'run-finished') return ''
    const cleared = this.#isDrawn ? clearLine : ''
    this.#isDrawn = event?.type !== 'run-finished' && this.#running.size > 0
    if (!this.#isDrawn) return cleared + text
    this.#drawnAt = this.#now()
    return cleared + text + this.#line()
  }

  #count(event: RunEvent): void {
    if (event.type === 'run-started') {
      this.#steps = event.steps
      this.#startedAt = this.#now()
    } else if (event.type === 'step-started') {
      const row = event.row === undefined ? '' : ` ${rowName({ ...event.row, label: '' })}`
      this.#running.set(event.file, `${event.file}${row} › ${event.name}`)
    } else if (event.type === 'step-finished') {
      // How many rounds there are is not known before: they count as one step.
      if ((event.result.round?.number ?? 1) === 1) this.#done++
      if (event.result.outcome === 'failed' || event.result.outcome === 'errored') this.#failed++
    } else if (event.type === 'suite-finished') this.#running.delete(event.file)
  }

  #line(): string {
    const failed = this.#failed === 0 ? '' : `${this.#failed} failed  `
    const time = formatDuration(this.#now() - this.#startedAt)
    const counts = `${this.#done}/${Math.max(this.#steps, this.#done)} steps  `
    const [running = ''] = this.#running.values()
    const others = this.#running.size > 1 ? ` (and ${this.#running.size - 1} more)` : ''
    const room = this.#columns - 1 - counts.length - failed.length - time.length - 2 - others.length
    const step = room > 0 ? cutToWidth(oneLine(running), room) : ''
    const line = `${this.#colors.cyan(counts)}${this.#colors.red(failed)}${time}  ${this.#colors.dim(step + others)}`
    return this.#columns - 1 - counts.length - failed.length - time.length < 0 ? '' : line
  }
}
