import type { SeenRequest } from '../../actions/http/testing/http-server.ts'

/** Header lines in which two programs may differ without sending another request. */
const own = new Set([
  'user-agent',
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'expect',
  'sec-fetch-mode',
  'accept-language',
])

/**
 * A request as it is compared between two programs: method, target, header lines and body, without what each program adds of
 * its own. JSON and forms are compared by their values, percent-encoding in its plainest spelling.
 */
export function comparable({ method, url, rawHeaders, headers, body }: SeenRequest): unknown {
  const boundary = /boundary="?([^;"]+)/.exec(headers['content-type'] ?? '')?.[1]
  const unbound = (text: string): string =>
    boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY')
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !own.has(name.toLowerCase())
      ? [`${name.toLowerCase()}: ${unbound(rawHeaders[index + 1] ?? '')}`]
      : [],
  )
  return {
    method,
    target: plainly(url.replaceAll('+', '%20')),
    headers: lines.sort(),
    body: contentOf(unbound(body.toString('latin1')), headers),
  }
}

function contentOf(text: string, headers: SeenRequest['headers']): unknown {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return plainly(text.replaceAll('+', '%20'))
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Percent-encoding by RFC 3986, section 6.2.2: escapes in capitals, and only where they are needed. */
function plainly(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, escape => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16))
    return /[\w.~!'()*:@,;$/?-]/.test(character) ? character : escape.toUpperCase()
  })
}
