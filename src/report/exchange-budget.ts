import type { ExchangeReport, StepResult } from '../model/result.ts'
import { defined } from '../util/defined.ts'

/** Passed steps of a run whose headers and bodies a report keeps; of the others it keeps what they were and took. */
export const keptPassedExchanges = 200

/** The same for steps that did not pass. */
export const keptFailedExchanges = 1000

/** Keeps reports of long runs small: hands out a run's room for headers and bodies, first come, first served. */
export class ExchangeBudget {
  #passed = keptPassedExchanges
  #failed = keptFailedExchanges

  /** The result as it is while there is room, and without headers and bodies from then on. */
  fit(result: StepResult): StepResult {
    const { exchange, steps } = result
    if (exchange === undefined && steps === undefined) return result
    return {
      ...result,
      ...(exchange === undefined ? {} : { exchange: this.#hasRoom(result) ? exchange : lean(exchange) }),
      ...(steps === undefined ? {} : { steps: steps.map(step => this.fit(step)) }),
    }
  }

  #hasRoom({ outcome }: StepResult): boolean {
    return outcome === 'passed' || outcome === 'skipped' ? this.#passed-- > 0 : this.#failed-- > 0
  }
}

/** Keeps the request, the kind of response and its duration. */
function lean({ redirects, request, response, duration, phases, repeats }: ExchangeReport): ExchangeReport {
  return defined({
    redirects,
    request: leanRequest(request),
    ...(response === undefined ? {} : { response: leanResponse(response) }),
    duration,
    phases,
    repeats,
  })
}

function leanRequest({ summary, method, url }: ExchangeReport['request']): ExchangeReport['request'] {
  return defined({ summary, method, url, headers: [] })
}

function leanResponse({ status, statusText, httpVersion }: ResponseReport): ResponseReport {
  return defined({ status, statusText, httpVersion, headers: [] })
}

type ResponseReport = NonNullable<ExchangeReport['response']>
