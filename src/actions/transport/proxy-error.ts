import { STATUS_CODES } from 'node:http'
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
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: '' }
  const closed = code === 'ECONNRESET' || code === 'EPIPE' || message === 'socket hang up'
  const what = closed ? 'closed the connection' : `cannot be reached: ${message || 'no address answers'}`
  return new TransportError(
    'PROXY_FAILED',
    `the proxy ${proxy.name} ${what}${code === '' ? '' : ` (${code})`}`,
    withOrigin(
      proxy,
      closed ? "Look at the proxy's log for the reason." : 'Start the proxy, or check its host and port.',
    ),
  )
}

function refusalHint({ authorization }: Proxy, status: number): string {
  // Tinyproxy answers 401 to wrong credentials.
  if (status === 407 || status === 401)
    return authorization === undefined
      ? 'It asks for a name and password: proxy: { url, username, password }.'
      : 'Check the username and password of the proxy.'
  if (status === 403 || status === 405)
    return "The proxy's rules do not allow it; no-proxy goes past the proxy."
  return 'The proxy could not reach the server: check the host and port of the URL.'
}

/** A proxy nobody wrote into a suite comes as a surprise. */
function withOrigin({ variable }: Proxy, hint: string): string {
  if (variable === undefined) return hint
  return `${hint} The proxy comes from the environment variable ${variable}; \`proxy: none\` goes straight.`
}
