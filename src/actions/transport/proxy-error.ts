import { failed } from '../failure.ts'
import { STATUS_CODES } from 'node:http'
import { certificateVerdict } from '../faults/certificates.ts'
import { noProxyThere, otherName } from '../faults/proxies.ts'
import type { Proxy } from './route.ts'
import { TransportError } from './transport-error.ts'

/** Explains a proxy's answer other than success. `what` is what it was asked for. */
export function proxyRefusal(
  proxy: Proxy,
  what: string,
  status: number,
  words = STATUS_CODES[status] ?? '',
): TransportError {
  const answer = `${status} ${words}`.trim()
  return new TransportError(failed('proxy-refuses', { proxy, what, answer, reason: reasonOf(status) }))
}

function reasonOf(status: number): 'credentials' | 'rules' | 'no proxy' | 'server' {
  // Tinyproxy answers 401 to wrong credentials.
  if (status === 407 || status === 401) return 'credentials'
  if (status === 403 || status === 405) return 'rules'
  return status < 200 || status >= 600 ? 'no proxy' : 'server'
}

/** Explains an error on the way to a proxy, or while it was asked. A refusal stays as it is. */
export function proxyFailure(proxy: Proxy, thrown: unknown): TransportError {
  if (thrown instanceof TransportError) return thrown
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { code = '' } = error
  const odd = oddity(error)
  if (odd !== undefined) return new TransportError(failed('proxy-strange', { proxy, ...odd }))
  if (code === otherName || certificateVerdict(error) !== undefined)
    return new TransportError(failed('proxy-untrusted', { proxy, error }))
  if (notFound.has(code)) return new TransportError(failed('proxy-host-unknown', { proxy, error }))
  const unreached = code === 'ECONNREFUSED' ? 'proxy-not-listening' : 'proxy-unreachable'
  return new TransportError(failed(unreached, { proxy, error }))
}

const notFound = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'])

/** A thing a proxy did that no proxy should, with advice. */
function oddity({
  code = '',
  message,
}: NodeJS.ErrnoException): { readonly what: string; readonly advice: string } | undefined {
  if (code === 'ECONNRESET' || code === 'EPIPE' || message === 'socket hang up')
    return { what: `closed the connection (${code})`, advice: "Look at the proxy's log for the reason." }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { what: `answered with too many headers (${code})`, advice: noProxyThere }
  if (code.startsWith('HPE_'))
    return {
      what: `did not answer with HTTP: ${message.replace(/^Parse Error: /, '')} (${code})`,
      advice: noProxyThere,
    }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return {
      what: `does not speak TLS as it should (${code})`,
      advice: 'If it speaks plain HTTP, its URL begins with http://.',
    }
  return undefined
}
