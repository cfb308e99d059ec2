import { type Problem, type Result, usageProblem } from '../model/problem.ts'
import { decodePercent } from '../util/decode-percent.ts'
import { randomUuid } from '../util/random-name.ts'

/** Where metrics are pushed to by OTLP/HTTP, and how. */
export interface Collector {
  /** The option that names it, for problems. */
  readonly option: string
  /** Without a path. */
  readonly origin: string
  /** With the query. */
  readonly path: string
  /** Names and values; the values are secret. */
  readonly headers: readonly Pair[]
  /** The sender of the metrics, in attributes. */
  readonly resource: Readonly<Record<string, string>>
  /** Milliseconds between two pushes. */
  readonly interval: number
  /** Milliseconds until the whole answer. */
  readonly timeout: number
}

type Pair = readonly [name: string, value: string]

/** Milliseconds unless the environment says otherwise. */
const usualInterval = 10_000
const usualTimeout = 5000

/** Headers that belong to the message that is sent. */
const ownHeaders =
  /^(?:host|connection|keep-alive|upgrade|expect|transfer-encoding|content-(?:type|length|encoding))$/i

/**
 * Reads `http://127.0.0.1:4318` with what the environment says to exporters of OpenTelemetry
 * (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). A URL without a path is that of a collector, whose metrics
 * go to `/v1/metrics`; another is used as it is.
 */
export function readCollector(written: string, environment: NodeJS.ProcessEnv): Result<Collector> {
  const option = `--reporter otlp=${written}`
  const variables = new Variables(environment)
  const headers = variables.pairs(['OTEL_EXPORTER_OTLP_METRICS_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS'])
  const resource = variables.pairs(['OTEL_RESOURCE_ATTRIBUTES'])
  const interval = variables.milliseconds(['OTEL_METRIC_EXPORT_INTERVAL']) ?? usualInterval
  const timeout =
    variables.milliseconds(['OTEL_EXPORTER_OTLP_METRICS_TIMEOUT', 'OTEL_EXPORTER_OTLP_TIMEOUT']) ??
    usualTimeout
  const problems = [...addressProblems(option, written), ...variables.problems, ...headerProblems(headers)]
  if (problems.length > 0) return { ok: false, problems }
  const { origin, pathname, search } = new URL(written)
  const service = environment['OTEL_SERVICE_NAME'] ?? ''
  const value = {
    ...{ option, origin, headers, interval, timeout },
    path: `${pathname === '/' ? '/v1/metrics' : pathname}${search}`,
    resource: {
      'service.name': 'apitest',
      // Load tests that run side by side count each for itself.
      'service.instance.id': randomUuid(),
      ...Object.fromEntries(resource),
      ...(service === '' ? {} : { 'service.name': service }),
    },
  }
  return { ok: true, value }
}

function addressProblems(option: string, written: string): readonly Problem[] {
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written))
    return [
      usageProblem(
        `${option} is no URL of a collector`,
        'Write otlp=http://127.0.0.1:4318, with the port of its OTLP/HTTP receiver.',
      ),
    ]
  const { username, password } = new URL(written)
  if (username === '' && password === '') return []
  const hint = 'Set OTEL_EXPORTER_OTLP_HEADERS=authorization=…, which no list of processes shows.'
  return [usageProblem(`${option} has credentials in it`, hint)]
}

/** Whatever cannot be sent is not told: it may be half of a secret. */
function headerProblems(headers: readonly Pair[]): readonly Problem[] {
  const isFit = headers.every(
    ([name, value]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !ownHeaders.test(name) && !/(?!\t)\p{Cc}/u.test(value),
  )
  if (isFit) return []
  const hint =
    'Names are letters, digits and hyphens. Leave out content-type and what belongs to the connection.'
  return [usageProblem('a header of OTEL_EXPORTER_OTLP_HEADERS cannot be sent', hint)]
}

/** The variables of the environment: of several names the first that is set; an empty one is not. */
class Variables {
  readonly problems: Problem[] = []
  readonly #environment: NodeJS.ProcessEnv

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment
  }

  /** `name=value,name=value`, percent-encoded. */
  pairs(names: readonly string[]): readonly Pair[] {
    const { name, text } = this.#first(names)
    return text.split(',').flatMap(part => {
      if (part.trim() === '') return []
      const [, key, value = ''] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(part) ?? []
      if (key !== undefined) return [[decodePercent(key), decodePercent(value.trim())] as const]
      const hint = `Write ${name}=name=value,name=value, with %20 for a blank and %2C for a comma.`
      this.problems.push(usageProblem(`a part of ${name} has no name and value`, hint))
      return []
    })
  }

  milliseconds(names: readonly string[]): number | undefined {
    const { name, text } = this.#first(names)
    if (text === '') return undefined
    if (!/^[1-9]\d{0,8}$/.test(text)) this.problems.push(usageProblem(`${name} is no number of milliseconds`))
    return Number(text)
  }

  #first(names: readonly string[]): { readonly name: string; readonly text: string } {
    const name = names.find(one => (this.#environment[one] ?? '') !== '') ?? ''
    return { name, text: this.#environment[name]?.trim() ?? '' }
  }
}
