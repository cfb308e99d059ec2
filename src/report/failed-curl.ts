import type { StepResult } from '../model/result.ts'
import { curlOf } from '../curl/write/curl-of.ts'

/** The curl command of a step that did not pass; undefined for other steps and those that sent no HTTP request. */
export function failedCurl({ outcome, exchange }: StepResult): string | undefined {
  if (outcome !== 'failed' && outcome !== 'errored') return undefined
  return exchange === undefined ? undefined : (exchange.curl ?? curlOf(exchange.request))
}

/** The result with the curl command of every step in it that did not pass, for programs that read a report. */
export function withCurl(result: StepResult): StepResult {
  const { exchange, steps } = result
  const curl = failedCurl(result)
  return {
    ...result,
    ...(exchange === undefined || curl === undefined ? {} : { exchange: { ...exchange, curl } }),
    ...(steps === undefined ? {} : { steps: steps.map(withCurl) }),
  }
}
