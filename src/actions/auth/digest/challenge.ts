import { defined } from '../../../util/defined.ts'
/**
 * The challenge with which a server asks for a digest (RFC 7616 section 3.3). Texts are byte strings: one character for
 * each byte.
 */
export interface DigestChallenge {
  readonly realm: string
  readonly nonce: string
  readonly opaque?: string
  /** As the server wrote it; it means MD5 when it did not. */
  readonly algorithm?: string
  /** The best of those on offer that can be answered; undefined when the server names none (RFC 2617 section 3.2.1). */
  readonly quality?: 'auth' | 'auth-int'
  /** The digest was right, and the nonce too old. */
  readonly stale: boolean
  /** True where the user name is to be hashed, too. */
  readonly hashesUser: boolean
  /** True where the server says that it takes names for UTF-8. */
  readonly isUnicode: boolean
}

/** Hash functions by the name of the algorithm in lower case and without -sess, weakest first. */
const digestHashes: Readonly<Record<string, string>> = {
  md5: 'md5',
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
}

/** The strongest digest challenge of the WWW-Authenticate headers that can be answered, whatever else they offer. */
export function digestChallenge(headers: readonly string[]): DigestChallenge | undefined {
  const strength = Object.keys(digestHashes)
  const challenges = headers.flatMap(parseChallenges).flatMap(readChallenge)
  return challenges.toSorted((a, b) => strength.indexOf(baseOf(b)) - strength.indexOf(baseOf(a)))[0]
}

function baseOf({ algorithm = 'MD5' }: DigestChallenge): string {
  return algorithm.toLowerCase().replace(/-sess$/, '')
}

/** The function of node:crypto that a challenge asks for. */
export function hashOf(challenge: DigestChallenge): string {
  return digestHashes[baseOf(challenge)] ?? 'md5'
}

interface Challenge {
  readonly scheme: string
  readonly parameters: Map<string, string>
}

/** A scheme, or a parameter with its value, which is a token or quoted (RFC 9110 section 11.2). */
const part =
  /\s*(?:,\s*)*(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([\w!#$%&'*+.^`|~-]+)(?=\s|,|$)(?:\s+[\w.~+/-]+=*(?=\s*(?:,|$)))?)/gsy

function parseChallenges(header: string): readonly Challenge[] {
  const challenges: Challenge[] = []
  for (const [, name, quoted, plain, scheme] of header.matchAll(part)) {
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() })
    else if (name !== undefined)
      challenges
        .at(-1)
        ?.parameters.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain ?? '')
  }
  return challenges
}

/** One that can be answered, or none. */
function readChallenge({ scheme, parameters }: Challenge): readonly DigestChallenge[] {
  const realm = parameters.get('realm')
  const nonce = parameters.get('nonce')
  const opaque = parameters.get('opaque')
  const algorithm = parameters.get('algorithm')
  const offered = parameters
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/)
  const quality = offered?.includes('auth') ? 'auth' : offered?.includes('auth-int') ? 'auth-int' : undefined
  const challenge: DigestChallenge = defined({
    realm: realm ?? '',
    nonce: nonce ?? '',
    opaque,
    algorithm,
    quality,
    stale: parameters.get('stale')?.toLowerCase() === 'true',
    hashesUser: parameters.get('userhash')?.toLowerCase() === 'true',
    isUnicode: parameters.get('charset')?.toLowerCase() === 'utf-8',
  })
  const isAnswerable = Object.hasOwn(digestHashes, baseOf(challenge)) && (offered === undefined || quality)
  return scheme === 'digest' && realm !== undefined && nonce !== undefined && isAnswerable ? [challenge] : []
}
