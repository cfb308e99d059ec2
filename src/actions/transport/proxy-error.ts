import { STATUS_CODES } from 'node:http'
import { certificateFault } from './certificate-fault.ts'
import type { Proxy } from './route.ts'
import { TransportError } from './transport-error.ts'

/** What a proxy's answer other than success means. `what` is what it was asked for. */
export function proxyRefusal(
  proxy: Proxy,
  what: string,
  status: number,
  words = STATUS_CODES[status] ?? '',
): TransportError {
  const answer = `${status} ${words}`.trim()
  const message = `the proxy ${proxy.name} refused ${what} (${answer})`
  return new TransportError('PROXY_REFUSED', message, withOrigin(proxy, refusalHint(proxy, status)))
}

/** What an error on the way to a proxy, or while it was asked, means. A refusal stays what it is. */
export function proxyFailure(proxy: Proxy, error: unknown): TransportError {
  if (error instanceof TransportError) return error
  const { message, hint } = failureText(proxy, error instanceof Error ? error : new Error(String(error)))
  return new TransportError('PROXY_FAILED', `the proxy ${proxy.name} ${message}`, withOrigin(proxy, hint))
}

interface FailureText {
  /** What follows the name of the proxy. */
  readonly message: string
  readonly hint: string
}

function failureText(proxy: Proxy, error: NodeJS.ErrnoException): FailureText {
  const { code = '', message } = error
  const untrusted = certificateFault(error, 'its certificate')
  if (untrusted !== undefined)
    return { message: `cannot be trusted: ${untrusted.message}`, hint: untrusted.hint }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      message: `cannot be trusted: its certificate is not for ${proxy.host} (${code})`,
      hint: 'Name the proxy as its certificate does.',
    }
  if (code === 'ECONNRESET' || code === 'EPIPE' || message === 'socket hang up')
    return { message: `closed the connection (${code})`, hint: "Look at the proxy's log for the reason." }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { message: `answered with too many headers (${code})`, hint: noProxyThere }
  if (code.startsWith('HPE_'))
    return {
      message: `did not answer with HTTP: ${message.replace(/^Parse Error: /, '')} (${code})`,
      hint: noProxyThere,
    }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return {
      message: `does not speak TLS as it should (${code})`,
      hint: 'If it speaks plain HTTP, its URL begins with http://.',
    }
  if (notFound.has(code))
    return {
      message: `cannot be reached: host "${proxy.host}" not found (${code})`,
      hint: "Check the proxy's host, and that this machine can look up names.",
    }
  return {
    message: `cannot be reached: ${message || 'no address answers'}${code === '' ? '' : ` (${code})`}`,
    hint: 'Start the proxy, or check its host and port.',
  }
}

const noProxyThere = 'Check the host and port of the proxy: something else seems to listen there.'
const notFound = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'])

function refusalHint({ authorization }: Proxy, status: number): string {
  // Tinyproxy answers 401 to wrong credentials.
  if (status === 407 || status === 401)
    return authorization === undefined
      ? 'It asks for a name and password: proxy: { url, username, password }.'
      : 'Check the username and password of the proxy.'
  if (status === 403 || status === 405)
    return "The proxy's rules do not allow it; no-proxy goes past the proxy."
  if (status < 200 || status >= 600) return noProxyThere
  return 'The proxy could not reach the server: check the host and port of the URL.'
}

/** A hint that tells where the proxy comes from: one that no suite names comes as a surprise. */
export function withOrigin({ variable }: Proxy, hint: string): string {
  if (variable === undefined) return hint
  return `${hint} The proxy comes from the environment variable ${variable}; NO_PROXY makes exceptions, and \`proxy: none\` goes straight.`
}
