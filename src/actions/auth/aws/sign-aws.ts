import aws4 from 'aws4'
import type { HeaderList } from '../../../model/exchange.ts'
import type { AwsKeys } from '../auth.ts'
import { defined } from '../../../util/defined.ts'

/** The parts of a request that are signed. */
export interface SignableRequest {
  readonly method: string
  /** Path and query, percent-encoded. */
  readonly path: string
  readonly headers: HeaderList
  /** The body, or its SHA-256 in hex, which then goes into a header. */
  readonly body: Buffer | { readonly hash: string }
}

/** Headers that proxies and gateways may change on the way. */
const unsigned = new Set(['accept', 'accept-encoding', 'content-length'])

/**
 * The header lines that sign a request for Amazon Web Services (Signature Version 4), to be sent in place of others of
 * the same names. `at` is the time of signing, unless the request has an `x-amz-date` of its own.
 */
export function signAws(request: SignableRequest, keys: AwsKeys, at: Date): HeaderList {
  const { accessKeyId, secretAccessKey, sessionToken, region, service } = keys
  const { method, path, body } = request
  const date = ownDate(request.headers) ?? at.toISOString().replaceAll(/[:-]|\.\d+/g, '')
  const added: readonly (readonly [string, string])[] = [
    ['x-amz-date', date],
    ...(sessionToken === undefined ? [] : [['x-amz-security-token', sessionToken] as const]),
    ...('hash' in body ? [['x-amz-content-sha256', body.hash] as const] : []),
  ]
  const signer = new aws4.RequestSigner(
    {
      method,
      path,
      region,
      service,
      headers: { ...signedValues(request.headers), ...Object.fromEntries(added) },
      ...('hash' in body ? {} : { body }),
      doNotModifyHeaders: true,
    },
    defined({ accessKeyId, secretAccessKey, sessionToken }),
  )
  signer.datetime = date
  return [...added, ['authorization', signer.authHeader()]]
}

function ownDate(headers: HeaderList): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'x-amz-date')?.[1]
}

/** The values of the headers to sign, those of one name joined, by name in lower case. */
function signedValues(headers: HeaderList): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [line, value] of headers) {
    const name = line.toLowerCase()
    const before = values[name]
    if (!unsigned.has(name)) values[name] = before === undefined ? value.trim() : `${before},${value.trim()}`
  }
  return values
}
