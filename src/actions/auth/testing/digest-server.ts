import { createHash } from 'node:crypto'
import { httpServer, type SeenRequest } from '../../http/testing/http-server.ts'

/** The rules of a server that asks for a digest. */
export interface DigestRules {
  readonly algorithm?: string
  readonly qop?: string
  readonly userhash?: boolean
  /** How often a nonce may be used before it is stale. */
  readonly uses?: number
  readonly realm?: string
  readonly username?: string
  readonly password?: string
}

const hashes: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
}

/**
 * Starts a server that wants digests and is strict about them: every parameter must be there and right, the count must
 * go up by one, the nonce must be the last one given. 401 says why not, in its body.
 */
export async function digestServer(rules: DigestRules = {}): ReturnType<typeof httpServer> {
  const { uses = Infinity, qop = 'auth', algorithm = 'MD5', realm = 'a "quoted" \\ realm' } = rules
  let nonce = 0
  let used = 0
  return httpServer((request, response) => {
    const problem = problemOf(request, { ...rules, qop, algorithm, realm }, `nonce-${nonce}`, used + 1)
    const stale = problem === undefined && used >= uses
    if (problem === undefined && !stale) {
      used++
      response.end('welcome')
      return
    }
    nonce++
    used = 0
    const challenge = [
      `realm="${realm.replaceAll(/["\\]/g, '\\$&')}"`,
      `nonce="nonce-${nonce}"`,
      'opaque="a, \\"b\\""',
      `algorithm=${algorithm}`,
      ...(qop === '' ? [] : [`qop="${qop}"`]),
      ...(stale ? ['stale=TRUE'] : []),
      ...(rules.userhash === true ? ['userhash=true'] : []),
      'charset=UTF-8',
    ]
    response.setHeader('www-authenticate', ['Basic realm="other"', `Digest ${challenge.join(', ')}`])
    response.writeHead(401).end(problem ?? 'stale')
  })
}

/** Describes the error in the digest of a request, if there is one. */
function problemOf(
  request: SeenRequest,
  rules: DigestRules & { qop: string; algorithm: string; realm: string },
  nonce: string,
  count: number,
): string | undefined {
  const { qop, algorithm, realm, username = 'Mufasa', password = 'Circle of Life' } = rules
  const [, text] = /^Digest (.*)$/.exec(request.headers.authorization ?? '') ?? []
  if (text === undefined) return 'no digest'
  const given = new Map(
    [...text.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(
      ([, name = '', quoted, plain = '']) => [name, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain],
    ),
  )
  const hash = (value: string | Buffer): string =>
    createHash(hashes[algorithm.replace('-sess', '')] ?? '')
      .update(value)
      .digest('hex')
  const quality = given.get('qop')
  const cnonce = given.get('cnonce') ?? ''
  const known = hash(`${username}:${realm}:${password}`)
  const secret = algorithm.endsWith('-sess') ? hash(`${known}:${nonce}:${cnonce}`) : known
  const body = quality === 'auth-int' ? `:${hash(request.body)}` : ''
  const asked = hash(`${request.method}:${request.url}${body}`)
  const counted = count.toString(16).padStart(8, '0')
  const middle = qop === '' ? '' : `${counted}:${cnonce}:${quality}:`
  const name = rules.userhash === true ? hash(`${username}:${realm}`) : username
  const wanted: Readonly<Record<string, string | undefined>> = {
    realm,
    nonce,
    uri: request.url,
    algorithm,
    opaque: 'a, "b"',
    ...(qop === '' ? { qop: undefined } : { nc: counted }),
    ...(rules.userhash === true ? { userhash: 'true' } : {}),
    response: hash(`${secret}:${nonce}:${middle}${asked}`),
  }
  if (!userNames(given).includes(name)) return `username is ${JSON.stringify(userNames(given))}`
  if (qop !== '' && !qop.split(/,\s*/).includes(quality ?? '')) return `qop is ${quality}`
  const wrong = Object.entries(wanted).find(([key, value]) => given.get(key) !== value)
  return wrong && `${wrong[0]} is ${given.get(wrong[0])}, not ${wrong[1]}`
}

/** The name as it was sent: plainly (in bytes that are UTF-8), or encoded by RFC 8187. */
function userNames(given: ReadonlyMap<string, string>): readonly string[] {
  const plain = given.get('username')
  if (plain !== undefined) return [Buffer.from(plain, 'latin1').toString()]
  return [decodeURIComponent(given.get('username*')?.replace(/^UTF-8''/, '') ?? '')]
}
