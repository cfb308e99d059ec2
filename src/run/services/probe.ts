import http from 'node:http'
import https from 'node:https'
import { formatDuration } from '../../util/quantity.ts'
import { reasonOf } from '../../util/reason-of.ts'

/** The answer of a service at its URL: a status, or why there is none. */
export type ProbeAnswer = { readonly status: number } | { readonly reason: string }

/** A service that takes longer for one answer is not ready. */
const longestProbe = 2_000

/** Asks once for a URL, without following redirects. Never rejects. */
export function probe(url: string, signal: AbortSignal): Promise<ProbeAnswer> {
  return new Promise(resolve => {
    const { get } = /^https:/i.test(url) ? https : http
    // Nothing but readiness is asked here; whether a certificate is trusted is found out by the steps.
    const request = get(url, { agent: false, rejectUnauthorized: false, timeout: longestProbe, signal })
    request.on('response', response => {
      response.destroy()
      resolve({ status: response.statusCode ?? 0 })
    })
    request.on('timeout', () =>
      request.destroy(new Error(`no answer within ${formatDuration(longestProbe)}`)),
    )
    request.on('error', error => {
      resolve({ reason: withoutFileNames(reasonOf(error)) })
    })
  })
}

/** Ready means 200 to 399: a server that answers 404 or 503 is another one, or not ready yet. */
export function isReady(answer: ProbeAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 400
}

/** A server that is there, and says that this is asked in the wrong way. Such an answer seldom becomes another. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** `HTTP 503`, or the reason. */
export function describeAnswer(answer: ProbeAnswer): string {
  return 'status' in answer ? `HTTP ${answer.status}` : answer.reason
}

/** OpenSSL puts its own words between the names of its parts and of its files. */
const tlsWords = /:SSL routines:[^:]*:([^:\n]+)/

function withoutFileNames(reason: string): string {
  const words = tlsWords.exec(reason)?.[1]
  return words === undefined ? reason : `TLS failed: ${words}`
}
