import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls'
import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { badCertificates, pemBlocks, readTlsFile, unless } from './read-tls-file.ts'

/** Whom the setting `tls` trusts. */
export interface Trust {
  readonly options: SecureContextOptions
  /** The authorities that are trusted beside those of Node, as PEM text. */
  readonly authorities?: Buffer
  /** The revocation lists in `options`, as PEM texts; absent when no certificate is looked for in any. */
  readonly revocations?: readonly string[]
}

/** Reads `ca`, `crl` and `min-version` of the setting `tls`. */
export function readTrust(tls: JsonObject): Prepared<Trust> {
  const authorities = readAuthorities(tls['ca'])
  if (!authorities.ok) return authorities
  const lists = readRevocations(tls['crl'])
  if (!lists.ok) return lists
  const oldest = tls['min-version']
  const versions = typeof oldest === 'string' ? versionOptions(oldest) : {}
  const revocations = lists.value
  const options = revocations === undefined ? versions : { ...versions, crl: [...revocations] }
  return prepared(defined({ options, authorities: authorities.value, revocations }))
}

/**
 * Makes the context of connections: this trust, and the identity of the client, if there is any. Authorities are added
 * behind those that Node trusts by itself (NODE_EXTRA_CA_CERTS and its other settings included), which it has read once
 * for all contexts: as texts in the option `ca` each context would read all of them again, for 30 to 60 ms.
 */
export function contextOf({ options, authorities }: Trust, identity: SecureContextOptions): SecureContext {
  const made = createSecureContext({ ...options, ...identity })
  if (authorities !== undefined) {
    const context = made.context as NativeContext
    context.addCACert(authorities)
    // Node lets go of these when others are added.
    const extra = extraAuthorities()
    if (extra !== undefined) context.addCACert(extra)
  }
  return made
}

/** Reads the file that NODE_EXTRA_CA_CERTS names; Node itself warns at its start of a file that cannot be read. */
function extraAuthorities(): Buffer | undefined {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  const content = file === undefined ? undefined : readTlsFile('ca', file)
  return content?.ok === true ? content.value : undefined
}

/** The same for connections whose certificates nobody checks: to read the authorities of Node takes 20 ms once a run. */
export function uncheckedContextOf(
  { options, authorities }: Trust,
  identity: SecureContextOptions,
): SecureContext {
  return createSecureContext({ ...options, ...identity, ca: authorities ?? [] })
}

/** The part of Node's own context that is used here; it has no type. */
interface NativeContext {
  addCACert(pem: Buffer): void
}

function readAuthorities(file: unknown): Prepared<Buffer | undefined> {
  if (typeof file !== 'string') return prepared(undefined)
  const content = readTlsFile('ca', file)
  return content.ok ? (badCertificates('ca', file, content.value) ?? content) : content
}

/** Each list apart: of a text with several, Node would take the first one only. */
function readRevocations(file: unknown): Prepared<readonly string[] | undefined> {
  if (typeof file !== 'string') return prepared(undefined)
  const content = readTlsFile('crl', file)
  if (!content.ok) return content
  const lists = pemBlocks(content.value, ['X509 CRL'])
  if (lists.length === 0)
    return failed('file-unreadable', {
      reason: `tls: the crl file ${file} holds no revocation list`,
      hint: 'It must be PEM text with -----BEGIN X509 CRL-----; DER becomes PEM with `openssl crl -inform der -in FILE`.',
    })
  const bad = unless(
    () => createSecureContext({ crl: [...lists] }),
    () =>
      failed('file-unreadable', {
        reason: `tls: a revocation list in the crl file ${file} cannot be read`,
        hint: 'Export it again: its text is damaged.',
      }),
  )
  return bad ?? prepared(lists)
}

/** OpenSSL 3 speaks the two oldest versions only at its lowest level of security. */
function versionOptions(oldest: string): SecureContextOptions {
  const minVersion = oldest as NonNullable<SecureContextOptions['minVersion']>
  const isOld = oldest === 'TLSv1' || oldest === 'TLSv1.1'
  return { minVersion, ...(isOld ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}) }
}
