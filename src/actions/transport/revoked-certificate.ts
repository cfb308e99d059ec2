import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

/** The facts that Node does not tell of an error with the code CERT_REVOKED. */
export interface RevokedCertificate {
  /** `CN=shop.example.com, serial number 0CCCFF51`. */
  readonly revoked: string
  /** It is not the server's own, but one of an authority between. */
  readonly isAuthority: boolean
}

/** Lets the error of a socket say which certificate was revoked: members of a `RevokedCertificate` on the error. */
export function nameRevoked(socket: TLSSocket, lists: readonly string[]): void {
  let chain: readonly DetailedPeerCertificate[] = []
  // Before Node's own listener, which throws the socket away together with what it knows of the certificates.
  socket.prependOnceListener('secure', () => {
    chain = chainOf(socket.getPeerCertificate(true))
  })
  socket.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'CERT_REVOKED') Object.assign(error, revokedIn(chain, lists))
  })
}

/** The first certificate of a chain that one of the lists, PEM texts, has; undefined when none has any. */
export function revokedIn(
  chain: readonly DetailedPeerCertificate[],
  lists: readonly string[],
): RevokedCertificate | undefined {
  const entries = new Set(lists.flatMap(entriesOf))
  const index = chain.findIndex(({ raw }) => entries.has(entryOf(raw)))
  const certificate = chain[index]
  if (certificate === undefined) return undefined
  const { subject, serialNumber } = certificate
  const name = Object.entries(subject).map(([key, value]) => `${key}=${[value].flat().join('+')}`)
  const revoked = [...name, `serial number ${serialNumber}`].join(', ')
  return { revoked, isAuthority: index > 0 }
}

/** From the server's certificate up to the authority, which has signed itself. */
function chainOf(certificate: DetailedPeerCertificate): readonly DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  let next: DetailedPeerCertificate | undefined = certificate
  while (isWhole(next) && !chain.includes(next)) {
    chain.push(next)
    next = next.issuerCertificate
  }
  return chain
}

/** Node gives nothing, or an empty object, for one it does not have; its types do not say so. */
function isWhole(
  certificate: Partial<DetailedPeerCertificate> | undefined,
): certificate is DetailedPeerCertificate {
  return certificate?.raw !== undefined
}

/** Issuer and serial number of a certificate (RFC 5280 section 4.1), as one text. */
function entryOf(certificate: Buffer): string {
  const parts = signedParts(certificate)
  const serial = parts.find(({ tag }) => tag === derTags.integer)
  return entry(issuerOf(parts), serial)
}

/** The same of every certificate on a revocation list (RFC 5280 section 5.1). */
function entriesOf(list: string): readonly string[] {
  const parts = signedParts(Buffer.from(list.replace(/-----[^-]*-----/g, ''), 'base64'))
  const issuer = issuerOf(parts)
  const afterTime = parts.findLastIndex(({ tag }) => isTime(tag)) + 1
  const revoked = parts[afterTime]
  if (revoked?.tag !== derTags.sequence) return []
  return derElements(revoked.value).map(({ value }) => entry(issuer, derElements(value)[0]))
}

function signedParts(whole: Buffer): readonly DerElement[] {
  const [outer] = derElements(whole)
  const [signed] = derElements(outer?.value ?? Buffer.alloc(0))
  return derElements(signed?.value ?? Buffer.alloc(0))
}

/** In certificates as in lists the second sequence, after the one that names the signature's algorithm. */
function issuerOf(parts: readonly DerElement[]): DerElement | undefined {
  return parts.filter(({ tag }) => tag === derTags.sequence)[1]
}

function entry(issuer: DerElement | undefined, serial: DerElement | undefined): string {
  return `${issuer?.value.toString('hex') ?? ''} ${serial?.value.toString('hex') ?? ''}`
}

function isTime(tag: number): boolean {
  return tag === derTags.utcTime || tag === derTags.generalizedTime
}

/** An element of DER: a tag, and a value that for many tags consists of further elements (X.690 section 8.1). */
interface DerElement {
  readonly tag: number
  readonly value: Buffer
}

/** The tags that are looked for (X.690 section 8). */
const derTags = { integer: 0x02, sequence: 0x30, utcTime: 0x17, generalizedTime: 0x18 } as const

/** The elements that follow each other in these bytes. Ends where the bytes do not go on as DER does. */
export function derElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = []
  let offset = 0
  while (offset + 2 <= bytes.length) {
    const { length, start } = lengthAt(bytes, offset + 1)
    if (start + length > bytes.length) return elements
    elements.push({ tag: bytes[offset] ?? 0, value: bytes.subarray(start, start + length) })
    offset = start + length
  }
  return elements
}

/** The length of a value, and where it begins. From 128 on the length stands in bytes of its own. */
function lengthAt(bytes: Buffer, offset: number): { readonly length: number; readonly start: number } {
  const first = bytes[offset] ?? 0
  if (first < 128) return { length: first, start: offset + 1 }
  const size = first - 128
  if (size === 0 || size > 4 || offset + 1 + size > bytes.length) return { length: Infinity, start: offset }
  return { length: bytes.readUIntBE(offset + 1, size), start: offset + 1 + size }
}
