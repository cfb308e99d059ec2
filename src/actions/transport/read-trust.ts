import { readFileSync } from 'node:fs'
import * as tls from 'node:tls'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { JsonObject } from '../../model/json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { badCertificates, pemBlocks, readTlsFile, unless } from './read-tls-file.ts'

/** Whom the setting `tls` trusts. */
export interface Trust {
  readonly options: SecureContextOptions
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
  if (revocations === undefined) return prepared({ options: { ...versions, ...authorities.value } })
  return prepared({ options: { ...versions, ...authorities.value, crl: [...revocations] }, revocations })
}

function readAuthorities(file: unknown): Prepared<SecureContextOptions> {
  if (typeof file !== 'string') return prepared({})
  const content = readTlsFile('ca', file)
  if (!content.ok) return content
  const bad = badCertificates('ca', file, content.value)
  return bad ?? prepared({ ca: [...defaultAuthorities(), content.value.toString()] })
}

/** Each list apart: of a text with several, Node would take the first one only. */
function readRevocations(file: unknown): Prepared<readonly string[] | undefined> {
  if (typeof file !== 'string') return prepared(undefined)
  const content = readTlsFile('crl', file)
  if (!content.ok) return content
  const lists = pemBlocks(content.value, ['X509 CRL'])
  if (lists.length === 0)
    return failed(
      'File Error',
      `tls: the crl file ${file} holds no revocation list`,
      'It must be PEM text with -----BEGIN X509 CRL-----; DER becomes PEM with `openssl crl -inform der -in FILE`.',
    )
  const bad = unless(
    () => createSecureContext({ crl: [...lists] }),
    () =>
      failed(
        'File Error',
        `tls: a revocation list in the crl file ${file} cannot be read`,
        'Export it again: its text is damaged.',
      ),
  )
  return bad ?? prepared(lists)
}

/** OpenSSL 3 speaks the two oldest versions only at its lowest level of security. */
function versionOptions(oldest: string): SecureContextOptions {
  const minVersion = oldest as NonNullable<SecureContextOptions['minVersion']>
  const isOld = oldest === 'TLSv1' || oldest === 'TLSv1.1'
  return { minVersion, ...(isOld ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}) }
}

/** The certificates that Node trusts by itself, those of NODE_EXTRA_CA_CERTS included, as PEM texts. */
function defaultAuthorities(): readonly string[] {
  // Node has it from 22.15 on.
  if (knowsAuthorities(tls)) return tls.getCACertificates('default')
  return [...tls.rootCertificates, ...extraAuthorities(process.env['NODE_EXTRA_CA_CERTS'])]
}

function knowsAuthorities(
  module: object,
): module is { getCACertificates(type: 'default'): readonly string[] } {
  return 'getCACertificates' in module
}

/** A file that cannot be read is left out: Node has warned of it at its start. */
function extraAuthorities(file: string | undefined): readonly string[] {
  if (file === undefined || file === '') return []
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    return []
  }
}
