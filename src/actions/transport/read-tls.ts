import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { text } from '../../util/read-values.ts'
import { isObject } from '../../util/is-json.ts'
import { failed, prepared, type Failed, type Prepared, unfit } from '../failure.ts'
import { badCertificates, readTlsFile, unless } from './read-tls-file.ts'
import { contextOf, readTrust, uncheckedContextOf } from './read-trust.ts'
import type { TlsRoute } from './route.ts'
import { defined } from '../../util/defined.ts'
import { scalarText } from '../scalars.ts'

/** TLS as Node does it by itself. */
export const plainTls: TlsRoute = { verify: true }

/** Reads the setting `tls` with its files, whose paths are absolute. */
export function readTls(setting: JsonValue | undefined): Prepared<TlsRoute> {
  if (!isObject(setting)) return prepared(plainTls)
  const contradiction = contradictionIn(setting)
  if (contradiction !== undefined) return contradiction
  const trust = readTrust(setting)
  if (!trust.ok) return trust
  const identity = readIdentity(setting)
  if (!identity.ok) return identity
  const clientFile = text(setting['certificate']) ?? text(setting['pfx'])
  const verify = setting['verify'] !== false
  const make = verify ? contextOf : uncheckedContextOf
  const context = make(trust.value, identity.value)
  return prepared(
    defined({
      verify,
      serverName: text(setting['server-name']),
      minVersion: text(setting['min-version']),
      clientFile,
      revocations: trust.value.revocations,
      context,
      trust: clientFile === undefined ? context : make(trust.value, {}),
    }),
  )
}

function contradictionIn(tls: JsonObject): Failed | undefined {
  const has = (key: string): boolean => typeof tls[key] === 'string'
  if (has('pfx') && (has('certificate') || has('key')))
    return unfit('tls has both pfx and certificate or key', 'Keep one of them.')
  if (has('certificate') !== has('key'))
    return unfit(
      `tls has a ${has('key') ? 'key without certificate' : 'certificate without key'}`,
      'They go together: `tls: { certificate: FILE, key: FILE }`; both may be in the same file.',
    )
  return undefined
}

function readIdentity(tls: JsonObject): Prepared<SecureContextOptions> {
  const { certificate, key, pfx, passphrase: given } = tls
  const text = scalarText(given)
  const passphrase = text === undefined ? {} : { passphrase: text }
  if (typeof pfx === 'string') return readPfx(pfx, passphrase)
  if (typeof certificate !== 'string' || typeof key !== 'string') return prepared({})
  const chain = readTlsFile('certificate', certificate)
  if (!chain.ok) return chain
  const bad = badCertificates('certificate', certificate, chain.value)
  if (bad !== undefined) return bad
  const secret = readTlsFile('key', key)
  if (!secret.ok) return secret
  const options = { cert: chain.value, key: secret.value, ...passphrase }
  return (
    unless(
      () => createPrivateKey({ key: secret.value, ...passphrase }),
      error => badKey('key', key, error, given),
    ) ??
    unless(
      () => createSecureContext(options),
      () => notAPair(key, certificate, chain.value),
    ) ??
    prepared(options)
  )
}

function readPfx(file: string, passphrase: { readonly passphrase?: string }): Prepared<SecureContextOptions> {
  const content = readTlsFile('pfx', file)
  if (!content.ok) return content
  const options = { pfx: content.value, ...passphrase }
  const bad = unless(
    () => createSecureContext(options),
    error => badKey('pfx', file, error, passphrase.passphrase),
  )
  return bad ?? prepared(options)
}

/** A certificate file may begin with the certificate of an authority by mistake: only the first one counts. */
function notAPair(key: string, certificate: string, chain: Buffer): Failed {
  const { subject } = new X509Certificate(chain)
  return failed('file-unreadable', {
    reason: `tls: the key ${key} does not belong to the certificate ${certificate}`,
    hint: `The first certificate in it, for which the key has to be, is that of ${subject.replaceAll('\n', ', ')}.`,
  })
}

/** Explains the error of OpenSSL for a key or a PKCS#12 file that it cannot open. */
function badKey(key: string, file: string, error: unknown, passphrase: JsonValue | undefined): Failed {
  const words = error instanceof Error ? error.message : ''
  const isSecret =
    /mac verify|bad decrypt|bad password|interrupted or cancelled|MISSING_PASSPHRASE|passphrase/i.test(words)
  const isOld = /unsupported/i.test(words) && key === 'pfx'
  if (isSecret)
    return failed('file-unreadable', {
      reason: `tls: the ${key} file ${file} does not open with ${passphrase === undefined ? 'no passphrase' : 'that passphrase'}`,
      hint: passphrase === undefined ? 'Say it under tls: passphrase.' : 'Check the passphrase.',
    })
  return failed('file-unreadable', {
    reason: `tls: the ${key} file ${file} cannot be read: ${words.replace(/^error:[^:]*:[^:]*:[^:]*:/, '')}`,
    hint: isOld
      ? 'It is encrypted in an old way; export it again with a current OpenSSL.'
      : `It must be ${key === 'pfx' ? 'a PKCS#12 file' : 'a private key as PEM text'}.`,
  })
}
