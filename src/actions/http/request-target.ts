import type { JsonValue } from '../../model/json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'

/** The methods a step may use, as the mission lists them. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** What a request line says. */
export interface RequestTarget {
  readonly method: string
  /** Of scheme http or https. */
  readonly url: URL
}

/** Reads `POST http://127.0.0.1:4010/api/users`. */
export function parseRequestTarget(line: JsonValue | undefined): Prepared<RequestTarget> {
  if (typeof line !== 'string')
    return failed('Request Error', 'request must be a method and a URL', 'Write it as: GET http://host/path')
  const [, method, address] = /^(\S+)\s+(\S.*?)\s*$/s.exec(line.trimStart()) ?? []
  if (method === undefined || address === undefined)
    return failed('Request Error', `"${line}" is not a method and a URL`, 'Write it as: GET http://host/path')
  if (!methods.includes(method))
    return failed('Request Error', `"${method}" is not a method`, `Use one of ${methods.join(', ')}.`)
  const url = parseUrl(address)
  return url.ok ? prepared({ method, url: url.value }) : url
}

function parseUrl(address: string): Prepared<URL> {
  // The URL parser would take tabs and line breaks out without a word.
  if (/\p{Cc}/u.test(address))
    return failed(
      'Request Error',
      `the URL ${JSON.stringify(address)} has a control character in it, such as a line break`,
      'Look at the variables in it: one may end in a line break.',
    )
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return prepared(url)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) && url !== undefined)
    return failed(
      'Request Error',
      `the URL "${address}" has scheme ${url.protocol.slice(0, -1)}, which a request cannot use`,
      'A request speaks http or https.',
    )
  if (/^https?:/i.test(address))
    return failed('Request Error', `the URL "${address}" is not valid`, 'Check its host and port.')
  return failed(
    'Request Error',
    `the URL "${address}" does not begin with http:// or https://`,
    address.startsWith('/')
      ? 'Put the address in front, for example {{baseUrl}}/path.'
      : `Write http://${address} or https://${address}.`,
  )
}
