import type { SuiteResult } from '../model/result.ts'
import type { SuiteStarted } from '../model/run-event.ts'
import { withCurl } from './failed-curl.ts'
import { ExchangeBudget } from './exchange-budget.ts'
import { InOrder } from './in-order.ts'
import type { ReporterOptions, RunEvents } from './reporter.ts'
import { isCounted, SuiteTally } from './suite-tally.ts'
import { jsonText } from './text/printable.ts'
import { defined } from '../util/defined.ts'

/**
 * The run as one `RunReport` (`schemas/report.schema.yaml`), written as it goes: a step's result on a line of its own,
 * files one after the other, the summary last. Keeps headers and bodies of as many steps as `ExchangeBudget` allows,
 * or of all when `verbose`.
 */
export async function* json(events: RunEvents, options: ReporterOptions): AsyncGenerator<string> {
  const order = new InOrder()
  const open = new Map<string, SuiteTally>()
  const budget = new ExchangeBudget()
  const separators = new Separators()
  yield '{"version":1,"suites":['
  for await (const batch of events)
    for (const event of batch) {
      if (isCounted(event)) open.get(event.file)?.add(event)
      if (event.type === 'suite-started') {
        open.set(event.file, new SuiteTally(event))
        yield order.add(event.file, separators.next('') + suiteHead(event))
      } else if (event.type === 'step-finished') {
        const whole = withCurl(event.result)
        const result = options.verbose ? whole : budget.fit(whole)
        yield order.add(event.file, separators.next(event.file) + jsonText(result))
      } else if (event.type === 'suite-finished') {
        open.delete(event.file)
        yield order.close(event.file, suiteTail(event.result))
      } else if (event.type === 'run-finished') {
        for (const [file, tally] of open) yield order.close(file, suiteTail(tally.result()))
        yield `\n],"summary":${jsonText(event.summary)}}\n`
      }
    }
}

function suiteHead({ file, name, tags, role }: SuiteStarted): string {
  return `{${members(defined({ file, name, tags, role }))},"results":[`
}

function suiteTail({ outcome, startedAt, duration, steps, rows, attempts, reason }: SuiteResult): string {
  return `\n],${members({ outcome, startedAt, duration, steps, rows, attempts, reason })}}`
}

/** The inside of an object. */
function members(value: object): string {
  return jsonText(value).slice(1, -1)
}

/** A line feed before the first thing of a list, and a comma before that for every further one. */
class Separators {
  readonly #begun = new Set<string>()

  next(list: string): string {
    if (this.#begun.has(list)) return ',\n'
    this.#begun.add(list)
    return '\n'
  }
}
