import type { HeaderList, RequestRecord } from '../../model/exchange.ts'
import { version } from '../../util/version.ts'
import type { CurlOption } from './curl-option.ts'
import { shellQuote } from './shell-quote.ts'

/** Header lines that curl would send of its own accord, by their names in lower case. */
const ownHeaders = ['accept', 'user-agent']

/**
 * The header lines of a request as options. Left out is what curl sends by itself or what only names the program; what
 * curl would add without being asked is taken away. `contentType` is what curl would send for the body.
 */
export function curlHeaders(
  { headers, url = '', body, settings = {} }: RequestRecord,
  contentType: string | undefined,
): readonly CurlOption[] {
  const signed = isSignedByCurl(settings['auth'])
  const kept = headers.filter(([name, value]) => {
    const lower = name.toLowerCase()
    if (signed && (lower === 'authorization' || lower.startsWith('x-amz-'))) return false
    if (lower === 'content-type' && contentType === 'multipart/form-data') return false
    return usual(url, body?.size, contentType).get(lower) !== value && !isCompressed(name, value)
  })
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const unwanted = [...ownHeaders, ...(contentType === undefined ? [] : ['content-type'])]
  return [
    ...(headers.some(([name, value]) => isCompressed(name, value)) ? [['--compressed']] : []),
    ...kept.map(headerOption),
    ...unwanted.filter(name => !names.has(name)).map(name => ['-H', `'${name}:'`]),
    ...(body !== undefined && body.size > continueLimit ? [['-H', "'expect:'"]] : []),
  ]
}

/** Bytes of a body from which curl first asks whether it may send it. */
const continueLimit = 1024 * 1024

/** What is sent without an option, or needs none. */
function usual(
  url: string,
  size: number | undefined,
  contentType: string | undefined,
): ReadonlyMap<string, string> {
  return new Map([
    ['host', URL.canParse(url) ? new URL(url).host : ''],
    ['accept', '*/*'],
    ['user-agent', `apitest/${version}`],
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ...(size === undefined ? [] : [['content-length', String(size)] as const]),
  ])
}

/** The list of everything this program can decompress: curl has one of its own. */
function isCompressed(name: string, value: string): boolean {
  return name.toLowerCase() === 'accept-encoding' && value.startsWith('gzip,')
}

/** Digest and AWS signatures hold for one request; curl makes its own. */
function isSignedByCurl(auth: unknown): boolean {
  return typeof auth === 'object' && auth !== null && ('digest' in auth || 'aws' in auth)
}

/** `name;` is how curl is told of a header without a value. */
function headerOption([name, value]: HeaderList[number]): CurlOption {
  return ['-H', shellQuote(value === '' ? `${name};` : `${name}: ${value}`)]
}
