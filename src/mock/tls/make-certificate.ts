import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate and its key, as PEM texts. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

/** How long a certificate is valid: 397 days are the most that browsers take. */
const validity = 397 * 24 * 60 * 60 * 1000

/**
 * Makes a certificate of a server for these host names and addresses (RFC 5280), signed by its own key. It is no authority:
 * whoever trusts it trusts this server, and nothing that its key could sign.
 */
export function makeCertificate(hosts: readonly string[], now = new Date()): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' })
  // A day earlier, for clocks that are late.
  const from = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  const name = sequence(set(sequence(objectId.commonName, utf8('apitest mock'))))
  const unsigned = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    sequence(objectId.ecdsaWithSha256),
    name,
    sequence(time(from), time(new Date(from.getTime() + validity))),
    name,
    subjectKey,
    tagged(0xa3, sequence(...extensions(hosts, subjectKey))),
  )
  const signature = sign('sha256', unsigned, privateKey)
  const certificate = sequence(unsigned, sequence(objectId.ecdsaWithSha256), bits(signature))
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function extensions(hosts: readonly string[], subjectKey: Buffer): readonly Buffer[] {
  const keyId = createHash('sha1').update(subjectKey.subarray(-65)).digest()
  const names = hosts.map(host =>
    isIP(host) === 0 ? tagged(0x82, Buffer.from(host, 'ascii')) : tagged(0x87, networkBytes(host)),
  )
  const extension = (id: Buffer, value: Buffer, isCritical = false): Buffer =>
    sequence(id, ...(isCritical ? [yes] : []), tagged(0x04, value))
  return [
    extension(objectId.basicConstraints, sequence(), true),
    // digitalSignature
    extension(objectId.keyUsage, tagged(0x03, Buffer.of(7, 0x80)), true),
    extension(objectId.extendedKeyUsage, sequence(objectId.serverAuthentication)),
    extension(objectId.subjectAlternativeName, sequence(...names)),
    extension(objectId.subjectKeyIdentifier, tagged(0x04, keyId)),
    extension(objectId.authorityKeyIdentifier, sequence(tagged(0x80, keyId))),
  ]
}

/** As they stand in a certificate. */
const objectId = {
  ecdsaWithSha256: id('2a8648ce3d040302'),
  commonName: id('550403'),
  basicConstraints: id('551d13'),
  keyUsage: id('551d0f'),
  extendedKeyUsage: id('551d25'),
  subjectAlternativeName: id('551d11'),
  subjectKeyIdentifier: id('551d0e'),
  authorityKeyIdentifier: id('551d23'),
  serverAuthentication: id('2b06010505070301'),
}

const yes = tagged(0x01, Buffer.of(0xff))

function id(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function sequence(...members: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(members))
}

function set(...members: readonly Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(members))
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes)
}

function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text))
}

function bits(bytes: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.of(0), bytes]))
}

/** UTCTime, which holds the years up to 2049; GeneralizedTime from then on (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const isLate = date.getUTCFullYear() > 2049
  return tagged(isLate ? 0x18 : 0x17, Buffer.from(isLate ? text : text.slice(2)))
}

/** A value with its tag and length (X.690, 8.1). */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const size = length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(tag), size, content])
}

/** An address of the network as its bytes; of IPv6 in any way of writing. */
function networkBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]/`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map(part => part.split(':').filter(word => word !== ''))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const words = [...before, ...zeros, ...after].map(word => word.padStart(4, '0'))
  return Buffer.from(words.join(''), 'hex')
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}(?!$)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
}
