import type { RequestRecord } from '../../model/exchange.ts'
import { curlBody } from './curl-body.ts'
import { curlHeaders } from './curl-headers.ts'
import type { CurlOption } from './curl-option.ts'
import { curlSettings } from './curl-settings.ts'
import { shellQuote } from './shell-quote.ts'

/** Characters up to which a command stays on one line. */
const lineWidth = 100

/**
 * The curl command that sends the same request, for a POSIX shell; undefined for what is no HTTP request, and for a
 * record whose headers were not kept. A body that a shell cannot carry is read from a file that a comment above the
 * command tells of. Secrets are as in the record: masked there, masked here.
 */
export function curlOf(request: RequestRecord): string | undefined {
  const { method, url, headers } = request
  if (method === undefined || url === undefined || headers.length === 0) return undefined
  const body = curlBody(request)
  const options = [...curlHeaders(request, body.contentType), ...curlSettings(request), ...body.options].map(
    option => option.join(' '),
  )
  const target = /[[\]{}]/.test(url) ? [['--globoff'], [shellQuote(url)]] : [[shellQuote(url)]]
  const input = body.input === undefined ? [] : [body.input, '|']
  const first = [
    ...input,
    'curl',
    ...[...methodOption(method, body.options.length > 0), ...target].flat(),
  ].join(' ')
  const line = [first, ...options].join(' ')
  const command = line.length <= lineWidth ? line : [first, ...options].join(' \\\n  ')
  return [...body.notes.map(note => `# ${note}`), command].join('\n')
}

/** Without an option curl sends GET, and POST when there is a body. */
function methodOption(method: string, hasBody: boolean): readonly CurlOption[] {
  if (method === 'HEAD' && !hasBody) return [['--head']]
  return method === (hasBody ? 'POST' : 'GET') ? [] : [['-X', method]]
}
