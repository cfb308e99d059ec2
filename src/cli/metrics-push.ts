import type { WireAnswer, WireRequest } from '../actions/http/engine/wire.ts'
import type { LoadResult } from '../model/load-test.ts'
import { type Problem, usageProblem, asWarning } from '../model/problem.ts'
import type { Progress } from '../operations/operation.ts'
import { type LoadMoment, otlpMetrics } from '../report/load/otlp-metrics.ts'
import { oneLine } from '../report/text/printable.ts'
import { Secrets, urlCredentials } from '../secrets/index.ts'
import { cutText } from '../util/cut-text.ts'
import { sleep } from '../util/interruptions.ts'
import { plural } from '../util/quantity.ts'
import { mapping, text } from '../util/read-values.ts'
import type { Collector } from './collector.ts'

/** Milliseconds that the last push waits to be sent once more: the first time, and at most in all. */
const firstWait = 500
const longestWait = 5000

/** Statuses that are worth another attempt (https://opentelemetry.io/docs/specs/otlp/#retryable-response-codes). */
const passing = new Set([429, 502, 503, 504])

/** Characters of what a collector says that are told. */
const mostTold = 300

/** Why a collector has not taken figures. */
interface NotTaken {
  readonly reason: string
  /** True where another attempt may help. */
  readonly isPassing?: boolean
  /** Milliseconds to wait for it, where the collector says so. */
  readonly wait?: number
}

/**
 * Pushes what a load test measured to a collector, again and again while it runs and once at its end, over connections of
 * its own. Nothing that the collector does disturbs the load test: a push that fails is told the first time, and the next
 * one has all figures again.
 */
export class MetricsPush {
  readonly #collector: Collector
  readonly #warn: (problem: Problem) => void
  /** A collector may quote what it was sent. */
  readonly #secrets = new Secrets()
  readonly #over = new AbortController()
  #startedAt: number | undefined
  #last = 0
  #isUnderWay = false
  #isTold = false

  /** `warn` takes what is told while the load test runs. */
  constructor(collector: Collector, warn: (problem: Problem) => void = () => undefined) {
    this.#collector = collector
    this.#warn = warn
    const values = collector.headers.flatMap(([, value]) => [value, value.replace(/^\S+ /, '')])
    for (const secret of [...values, ...urlCredentials(collector.option)]) this.#secrets.add(secret)
  }

  /** Pushes what was measured so far, where it is time. */
  readonly show = (progress: Progress): void => {
    if (progress.type !== 'load') return
    const { elapsed, iterations, callers } = progress.now
    const startedAt = (this.#startedAt ??= Date.now() - elapsed)
    if (this.#isUnderWay || elapsed - this.#last < this.#collector.interval) return
    this.#last = elapsed
    const all = progress.measured()
    void this.#pushNow({ startedAt, at: startedAt + elapsed, iterations, callers, all })
  }

  async #pushNow(moment: LoadMoment): Promise<void> {
    this.#isUnderWay = true
    const failure = await this.#send(moment, this.#over.signal)
    this.#isUnderWay = false
    if (failure === undefined || this.#isTold || this.#over.signal.aborted) return
    this.#isTold = true
    const hint = 'The load test goes on, and each push has all figures from its beginning.'
    this.#warn(asWarning(this.#problem(failure, 'the figures so far', hint)))
  }

  /**
   * Pushes what a load test came to, once more where that may help and until the signal; answers with why it did not
   * arrive.
   */
  async finish(result: LoadResult, signal: AbortSignal): Promise<readonly Problem[]> {
    this.close()
    const { iterations, all, steps, lag, seconds, duration } = result
    const startedAt = this.#startedAt ?? result.startedAt
    const callers = seconds.at(-1)?.callers ?? 0
    const moment = { startedAt, at: startedAt + duration, iterations, callers, all, steps, lag }
    let left = longestWait
    for (let usual = firstWait; ; usual *= 2) {
      const failure = await this.#send(moment, signal)
      if (failure === undefined) return []
      const { isPassing = false, wait = usual } = failure
      left -= wait
      if (isPassing && left >= 0 && (await sleep(wait, signal))) continue
      return [
        this.#problem(
          failure,
          'the last figures',
          'Start the collector, or check the URL and OTEL_EXPORTER_OTLP_HEADERS.',
        ),
      ]
    }
  }

  /** Ends what is under way. */
  close(): void {
    this.#over.abort()
  }

  async #send(moment: LoadMoment, signal: AbortSignal): Promise<NotTaken | undefined> {
    const { origin, path, headers, timeout, resource } = this.#collector
    const body = Buffer.from(JSON.stringify(otlpMetrics(moment, resource)))
    const own = ['content-type', 'application/json', 'accept', 'application/json', 'user-agent', 'apitest']
    const request = {
      ...{ origin, path, method: 'POST', body, timeout, signal, wantsBody: true },
      headers: [...own, ...headers.flat()],
    }
    const { HttpEngine } = await import('../actions/http/engine/engine.ts')
    const engine = new HttpEngine()
    try {
      return await notTaken(await engine.send(request), request)
    } finally {
      engine.close()
    }
  }

  #problem({ reason }: NotTaken, what: string, hint: string): Problem {
    const { option, origin } = this.#collector
    const isOfGrpc = origin.endsWith(':4317')
    return usageProblem(
      `${option}: ${what} did not arrive: ${this.#secrets.mask(reason)}`,
      isOfGrpc ? 'The port 4317 is that of gRPC; OTLP/HTTP has 4318 where nobody said otherwise.' : hint,
    )
  }
}

/** Why what a collector answers, or that it does not, means that it has not taken all. */
async function notTaken(answer: WireAnswer, request: WireRequest): Promise<NotTaken | undefined> {
  if (!answer.ok) {
    const { describeFault } = await import('../actions/http/faults/describe-fault.ts')
    const { faultText } = await import('../actions/faults/index.ts')
    return { reason: faultText(describeFault(answer.fault, request)).message }
  }
  const { status, statusText, headers, body } = answer.response
  const written = body.text()
  const said = body.json()
  const content = mapping(said.ok ? said.value : undefined)
  if (status < 200 || status > 299) {
    const why = cutText(oneLine(text(content['message']) ?? written), mostTold)
    const reason = [`it answered ${status} ${statusText}`.trim(), ...(why === '' ? [] : [why])].join(': ')
    const [, after] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? []
    const wait = waitIn(after)
    return { reason, isPassing: passing.has(status), ...(wait === undefined ? {} : { wait }) }
  }
  // Whatever takes metrics answers with nothing, or in the form that it was asked in.
  if (/^\s*</.test(written)) return { reason: 'it answered with a page, as no collector does' }
  const { rejectedDataPoints = 0, errorMessage } = mapping(content['partialSuccess'])
  const rejected = Number(rejectedDataPoints)
  if (!(rejected > 0)) return undefined
  const why = cutText(oneLine(text(errorMessage) ?? ''), mostTold)
  return { reason: `it refused ${plural(rejected, 'point')}${why === '' ? '' : `: ${why}`}` }
}

/** Milliseconds that a `Retry-After` says, in seconds or as a date. */
function waitIn(after: string | undefined): number | undefined {
  if (after === undefined) return undefined
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
