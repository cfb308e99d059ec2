import { createHash, createHmac } from 'node:crypto'
import { httpServer, type SeenRequest } from '../../http/testing/http-server.ts'

/** The keys that the server knows. */
export const awsKeys = {
  'access-key-id': 'AKIDEXAMPLE',
  'secret-access-key': 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
} as const

/** Starts a server that checks signatures (AWS Signature Version 4) over what has come in; 403 says what is wrong. */
export function awsServer(): ReturnType<typeof httpServer> {
  return httpServer((request, response) => {
    const problem = problemOf(request)
    response.writeHead(problem === undefined ? 200 : 403).end(problem ?? 'signed')
  })
}

function problemOf(request: SeenRequest): string | undefined {
  const { headers } = request
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [day = '', region = '', service = ''] = scope.split('/')
  const date = headers['x-amz-date']
  if (id !== awsKeys['access-key-id'] || typeof date !== 'string') return 'no signature'
  if (Math.abs(Date.now() - Date.parse(isoDate(date))) > 300_000) return `the date is ${date}`
  const needed = Object.keys(headers).filter(name => name === 'host' || name.startsWith('x-amz-'))
  const missing = needed.find(name => !names.split(';').includes(name))
  if (missing !== undefined) return `${missing} is not signed`
  const hash = headers['x-amz-content-sha256'] ?? sha256(request.body)
  if (hash !== sha256(request.body)) return 'the body has another hash'
  const canonical = canonicalRequest(request, names, hash, service)
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${awsKeys['secret-access-key']}`,
  )
  return hmac(key, text).toString('hex') === signature ? undefined : `another signature for ${canonical}`
}

/** S3 encodes each part of a path once, all others encode it as it came, and so twice. */
function canonicalRequest(request: SeenRequest, names: string, hash: string, service: string): string {
  const { method, url } = request
  const [path = '', query = ''] = url.split('?')
  const pairs = query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => pair.split('=').map(text => encode(decodeURIComponent(text))))
    .map(([name = '', value = '']) => `${name}=${value}`)
  return [
    method,
    path
      .split('/')
      .map(part => encode(service === 's3' ? decodeURIComponent(part) : part))
      .join('/'),
    pairs.sort().join('&'),
    ...names.split(';').map(name => `${name}:${valueOf(request, name)}`),
    '',
    names,
    hash,
  ].join('\n')
}

/** All values of a header: node:http joins them with a space after the comma. */
function valueOf({ rawHeaders }: SeenRequest, name: string): string {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
  return values.map(value => value.trim().replaceAll(/\s+/g, ' ')).join(',')
}

function encode(text: string): string {
  const code = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, code)
}

function isoDate(date: string): string {
  return date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
