import { createHash } from 'node:crypto'
import type { DigestUser } from '../auth.ts'
import { hashOf, type DigestChallenge } from './challenge.ts'
import { encodePercent } from '../../../util/encode-percent.ts'

/** The parts of a request that go into the digest. */
export interface DigestedRequest {
  readonly method: string
  /** Path and query, as on the request line. */
  readonly path: string
  /** The hash of the body by this function, in hex; asked for with `auth-int` only. */
  readonly bodyHash: string
  /** How often the nonce has been used, this time included. */
  readonly count: number
  /** Random, of the client's own making. */
  readonly clientNonce: string
}

/** The value of the Authorization header that answers a challenge (RFC 7616 section 3.4). */
export function digestAnswer(
  challenge: DigestChallenge,
  user: DigestUser,
  { method, path, bodyHash, count, clientNonce }: DigestedRequest,
): string {
  const { realm, nonce, opaque, algorithm, quality, hashesUser } = challenge
  const hash = (...texts: readonly string[]): string =>
    createHash(hashOf(challenge)).update(texts.join(':')).digest('hex')
  const { username } = user
  const known = hash(username, realm, user.password)
  const isSession = algorithm?.toLowerCase().endsWith('-sess') === true
  const secret = isSession ? hash(known, nonce, clientNonce) : known
  const request = quality === 'auth-int' ? hash(method, path, bodyHash) : hash(method, path)
  const counted = count.toString(16).padStart(8, '0')
  const unique = quality === undefined ? [] : [counted, clientNonce, quality]
  const response = hash(secret, nonce, ...unique, request)
  const fields = [
    hashesUser ? `username="${hash(username, realm)}"` : userField(username, challenge),
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(path)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(quality === undefined ? [] : [`qop=${quality}`, `nc=${counted}`]),
    ...(quality === undefined && !isSession ? [] : [`cnonce="${clientNonce}"`]),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(hashesUser ? ['userhash=true'] : []),
  ]
  return `Digest ${fields.join(', ')}`
}

/** A name beyond ASCII is sent as `username*` to servers that know Unicode (RFC 7616 section 3.4, RFC 8187). */
function userField(name: string, { isUnicode }: DigestChallenge): string {
  if (!isUnicode || /^[\x20-\x7e]*$/.test(name)) return `username=${quote(name)}`
  const encoded = encodePercent(name).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `username*=UTF-8''${encoded}`
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
