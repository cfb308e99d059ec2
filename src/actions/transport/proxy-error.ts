import { STATUS_CODES } from 'node:http'
import { certificateReasons } from './certificate-reasons.ts'
import type { Proxy } from './route.ts'
import { tlsReason } from './tls-reason.ts'
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
  const { what, hint } = describe(proxy, error instanceof Error ? error : new Error())
  return new TransportError('PROXY_FAILED', `the proxy ${proxy.name} ${what}`, withOrigin(proxy, hint))
}

interface ProxyFault {
  /** The rest of a sentence that begins with the proxy. */
  readonly what: string
  readonly hint: string
}

function describe({ host }: Proxy, error: NodeJS.ErrnoException): ProxyFault {
  const { code = '', message } = error
  const inBrackets = code === '' ? '' : ` (${code})`
  if (code === 'ECONNRESET' || code === 'EPIPE' || message === 'socket hang up')
    return { what: `closed the connection${inBrackets}`, hint: "Look at the proxy's log for the reason." }
  const certificate = certificateReasons[code]
  if (certificate !== undefined)
    return {
      what: `is not trusted: its ${certificate}${inBrackets}`,
      hint: 'To trust the authority of the proxy, name the PEM file of it: `tls: { ca: FILE }`.',
    }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return {
      what: `is not trusted: its certificate is not for ${host}${inBrackets}`,
      hint: 'Use the name it is for.',
    }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return {
      what: `does not speak TLS${inBrackets}`,
      hint: 'If it speaks plain HTTP, write it with http://.',
    }
  if (code.startsWith('HPE_'))
    return { what: `does not speak HTTP${inBrackets}`, hint: 'If it speaks TLS, write it with https://.' }
  if (code.startsWith('ERR_SSL_'))
    return { what: `cannot be reached: ${tlsReason(error)}`, hint: "Look at the proxy's log for the reason." }
  return {
    what: `cannot be reached: ${message || 'no address answers'}${inBrackets}`,
    hint: 'Start the proxy, or check its host and port.',
  }
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
  return `${hint} The proxy comes from the environment variable ${variable}; NO_PROXY makes exceptions, and \`proxy: none\` goes straight.`
}
