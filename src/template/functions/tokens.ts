import type { JsonWebKey, KeyObject } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { Misuse } from './misuse.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Most runs neither hash nor sign, and load nothing for it. */
const crypto = () => process.getBuiltinModule('node:crypto')

type Encoding = 'hex' | 'base64' | 'base64url'
type Made = (input: JsonValue, given: readonly JsonValue[]) => JsonValue | Misuse

/** The hashes that functions are named after. */
export const hashes = ['md5', 'sha1', 'sha256', 'sha512'] as const

/** The hash of a text in UTF-8. */
export function hashOf(name: string): Made {
  return (input, [encoding]) =>
    crypto().createHash(name).update(valueText(input)).digest(encodingOf(encoding))
}

/** The HMAC of a text in UTF-8, with a key that is one, too. */
export function hmacOf(name: string): Made {
  return (input, [key, encoding]) => {
    const secret = secretOf(`hmac-${name}`, key)
    if (secret instanceof Misuse) return secret
    return crypto().createHmac(name, secret).update(valueText(input)).digest(encodingOf(encoding))
  }
}

function encodingOf(encoding: JsonValue | undefined): Encoding {
  return (encoding ?? 'hex') as Encoding
}

/** Returns the secret that both sides know; nothing that is easily taken for it. */
function secretOf(name: string, key: JsonValue | undefined): string | Misuse {
  if (key === undefined || key === null || key === '') return new Misuse(`the key of ${name} is empty`)
  if (typeof key === 'object') return new Misuse(`the key of ${name} is text`)
  return valueText(key)
}

/** How a token is signed: the kind of key and the hash. */
interface Algorithm {
  readonly key: 'secret' | 'rsa' | 'rsa-pss' | 'ed25519' | 'prime256v1' | 'secp384r1' | 'secp521r1'
  readonly hash?: string
}

/** RFC 7518, 3.1, and RFC 8037. */
const signatures: Readonly<Record<string, Algorithm>> = {
  HS256: { key: 'secret', hash: 'sha256' },
  HS384: { key: 'secret', hash: 'sha384' },
  HS512: { key: 'secret', hash: 'sha512' },
  RS256: { key: 'rsa', hash: 'sha256' },
  RS384: { key: 'rsa', hash: 'sha384' },
  RS512: { key: 'rsa', hash: 'sha512' },
  PS256: { key: 'rsa-pss', hash: 'sha256' },
  PS384: { key: 'rsa-pss', hash: 'sha384' },
  PS512: { key: 'rsa-pss', hash: 'sha512' },
  ES256: { key: 'prime256v1', hash: 'sha256' },
  ES384: { key: 'secp384r1', hash: 'sha384' },
  ES512: { key: 'secp521r1', hash: 'sha512' },
  EdDSA: { key: 'ed25519' },
}

/** Their names. */
export const algorithms = Object.keys(signatures)

/** A JSON Web Token of claims (RFC 7519). The id of the key is that of a JWK, unless it is given. */
export function signedToken(
  claims: JsonObject,
  algorithm: string,
  key: JsonValue,
  keyId?: string,
): string | Misuse {
  const { key: kind, hash } = signatures[algorithm] ?? { key: 'secret' }
  const kid = keyId ?? (isObject(key) && typeof key['kid'] === 'string' ? key['kid'] : undefined)
  const id = kid === undefined ? {} : { kid }
  const begin = [{ alg: algorithm, typ: 'JWT', ...id }, claims]
    .map(part => encoded(writeJson(part)))
    .join('.')
  if (kind === 'secret') {
    const secret = sharedKey(algorithm, key)
    if (secret instanceof Misuse) return secret
    return `${begin}.${crypto()
      .createHmac(hash ?? '', secret)
      .update(begin)
      .digest('base64url')}`
  }
  const signer = privateKey(algorithm, kind, key)
  if (signer instanceof Misuse) return signer
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = crypto().constants
  const how = {
    key: signer,
    dsaEncoding: 'ieee-p1363' as const,
    ...(kind === 'rsa-pss' ? { padding, saltLength } : {}),
  }
  return `${begin}.${crypto().sign(hash, Buffer.from(begin), how).toString('base64url')}`
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function sharedKey(algorithm: string, key: JsonValue): string | Buffer | Misuse {
  if (isObject(key) && key['kty'] === 'oct') return Buffer.from(valueText(key['k'] ?? ''), 'base64url')
  if (typeof key === 'string' && key.includes('-----BEGIN'))
    return new Misuse(
      `${algorithm} signs with a text that both sides know, and the key is a PEM`,
      'RS256 and ES256 sign with one.',
    )
  return secretOf(`jwt ${algorithm}`, key)
}

/** True where a key is a PEM that opens with a passphrase only. */
export function isEncryptedKey(key: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: *4, *ENCRYPTED/.test(key)
}

/** The way out where a key is encrypted. */
export const encryptedKeyHint =
  'Nobody is asked for its passphrase: decrypt it (`openssl pkey -in key.pem`), and hand it over as a secret.'

/** A private key from PEM or a JWK. What is said of a wrong one quotes nothing of it. */
function privateKey(algorithm: string, kind: Algorithm['key'], key: JsonValue): KeyObject | Misuse {
  if (typeof key === 'string' && isEncryptedKey(key))
    return new Misuse(`the key of jwt ${algorithm} is encrypted`, encryptedKeyHint)
  let read: KeyObject
  try {
    read = isObject(key)
      ? crypto().createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })
      : crypto().createPrivateKey(valueText(key))
  } catch {
    return new Misuse(
      `the key of jwt ${algorithm} is no private key`,
      'A PEM such as -----BEGIN PRIVATE KEY-----, or a JWK.',
    )
  }
  const type = read.asymmetricKeyDetails?.namedCurve ?? read.asymmetricKeyType
  const fits = type === kind || (kind === 'rsa-pss' && type === 'rsa')
  return fits
    ? read
    : new Misuse(`the key of jwt ${algorithm} is one for another algorithm: ${type ?? 'unknown'}`)
}

/** Reads the claims of a token, whoever signed it. */
export function claimsOf(token: string): JsonObject | Misuse {
  const none = new Misuse('jwt-claims is given what is no JSON Web Token')
  const parts = token.split('.', 6)
  if (parts.length === 5)
    return new Misuse('jwt-claims is given an encrypted token, whose claims nobody but its receiver can read')
  const [, claims = ''] = parts
  if (parts.length !== 3 || !/^[\w-]+$/.test(claims)) return none
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return isObject(read) ? read : none
  } catch {
    return none
  }
}
