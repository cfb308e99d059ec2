import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { optional, text } from '../../parse/read-values.ts'
import { isObject } from '../../util/is-json.ts'
import { failed, prepared, type Failed, type Prepared } from '../failure.ts'
import { defaultAuthorities } from './default-authorities.ts'
import type { TlsRoute } from './route.ts'

/** TLS as Node does it by itself. */
export const plainTls: TlsRoute = { verify: true }

/** Reads the setting `tls` with its files, whose paths are absolute. */
export async function readTls(setting: JsonValue | undefined): Promise<Prepared<TlsRoute>> {
  if (!isObject(setting)) return prepared(plainTls)
  const contradiction = contradictionIn(setting)
  if (contradiction !== undefined) return contradiction
  const trust = await readTrust(setting)
  if (!trust.ok) return trust
  const identity = await readIdentity(setting)
  if (!identity.ok) return identity
  return prepared({
    verify: setting['verify'] !== false,
    ...optional('serverName', text(setting['server-name'])),
    ...optional('minVersion', text(setting['min-version'])),
    ...optional('clientFile', text(setting['certificate']) ?? text(setting['pfx'])),
    context: createSecureContext({ ...trust.value, ...identity.value }),
    trust: createSecureContext(trust.value),
  })
}

function contradictionIn(tls: JsonObject): Failed | undefined {
  const has = (key: string): boolean => typeof tls[key] === 'string'
  if (has('pfx') && (has('certificate') || has('key')))
    return failed('Request Error', 'tls has both pfx and certificate or key', 'Keep one of them.')
  if (has('certificate') !== has('key'))
    return failed(
      'Request Error',
      `tls has a ${has('key') ? 'key without certificate' : 'certificate without key'}`,
    )
  return undefined
}

async function readTrust(tls: JsonObject): Promise<Prepared<SecureContextOptions>> {
  const oldest = tls['min-version']
  const versions = typeof oldest === 'string' ? versionOptions(oldest) : {}
  if (typeof tls['ca'] !== 'string') return prepared(versions)
  const file = await read('ca', tls['ca'])
  if (!file.ok) return file
  const bad = badCertificates('ca', tls['ca'], file.value)
  if (bad !== undefined) return bad
  return prepared({ ...versions, ca: [...defaultAuthorities(), file.value.toString()] })
}

/** OpenSSL 3 speaks the two oldest versions only at its lowest level of security. */
function versionOptions(oldest: string): SecureContextOptions {
  const minVersion = oldest as NonNullable<SecureContextOptions['minVersion']>
  const isOld = oldest === 'TLSv1' || oldest === 'TLSv1.1'
  return { minVersion, ...(isOld ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}) }
}

async function readIdentity(tls: JsonObject): Promise<Prepared<SecureContextOptions>> {
  const { certificate, key, pfx, passphrase: given } = tls
  const passphrase =
    typeof given === 'string' || typeof given === 'number' ? { passphrase: String(given) } : {}
  if (typeof pfx === 'string') return readPfx(pfx, passphrase)
  if (typeof certificate !== 'string' || typeof key !== 'string') return prepared({})
  const chain = await read('certificate', certificate)
  if (!chain.ok) return chain
  const bad = badCertificates('certificate', certificate, chain.value)
  if (bad !== undefined) return bad
  const secret = await read('key', key)
  if (!secret.ok) return secret
  const options = { cert: chain.value, key: secret.value, ...passphrase }
  return (
    unless(
      () => createPrivateKey({ key: secret.value, ...passphrase }),
      error => badKey('key', key, error, given),
    ) ??
    unless(
      () => createSecureContext(options),
      () => failed('File Error', `tls: the key ${key} does not belong to the certificate ${certificate}`),
    ) ??
    prepared(options)
  )
}

async function readPfx(
  file: string,
  passphrase: { readonly passphrase?: string },
): Promise<Prepared<SecureContextOptions>> {
  const content = await read('pfx', file)
  if (!content.ok) return content
  const options = { pfx: content.value, ...passphrase }
  const bad = unless(
    () => createSecureContext(options),
    error => badKey('pfx', file, error, passphrase.passphrase),
  )
  return bad ?? prepared(options)
}

async function read(key: string, file: string): Promise<Prepared<Buffer>> {
  try {
    return prepared(await readFile(file))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const reason = readReasons[code] ?? `cannot be read (${code})`
    return failed('File Error', `tls: the ${key} file ${file} ${reason}`)
  }
}

const readReasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user (EACCES)',
}

const block =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g

function badCertificates(key: string, file: string, content: Buffer): Failed | undefined {
  const blocks = content.toString('latin1').match(block)
  const hint = 'It must be PEM text with -----BEGIN CERTIFICATE-----.'
  if (blocks === null) return failed('File Error', `tls: the ${key} file ${file} holds no certificate`, hint)
  return unless(
    () => blocks.map(text => new X509Certificate(text)),
    () => failed('File Error', `tls: a certificate in the ${key} file ${file} cannot be read`, hint),
  )
}

/** What OpenSSL says of a key or a PKCS#12 file that it cannot open. */
function badKey(key: string, file: string, error: unknown, passphrase: JsonValue | undefined): Failed {
  const words = error instanceof Error ? error.message : ''
  const isSecret =
    /mac verify|bad decrypt|bad password|interrupted or cancelled|MISSING_PASSPHRASE|passphrase/i.test(words)
  const isOld = /unsupported/i.test(words) && key === 'pfx'
  if (isSecret)
    return failed(
      'File Error',
      `tls: the ${key} file ${file} does not open with ${passphrase === undefined ? 'no passphrase' : 'that passphrase'}`,
      passphrase === undefined ? 'Say it under tls: passphrase.' : 'Check the passphrase.',
    )
  return failed(
    'File Error',
    `tls: the ${key} file ${file} cannot be read: ${words.replace(/^error:[^:]*:[^:]*:[^:]*:/, '')}`,
    isOld
      ? 'It is encrypted in an old way; export it again with a current OpenSSL.'
      : `It must be ${key === 'pfx' ? 'a PKCS#12 file' : 'a private key as PEM text'}.`,
  )
}

/** What `explain` makes of the error of `attempt`; undefined when there is none. */
function unless(attempt: () => unknown, explain: (error: unknown) => Failed): Failed | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return explain(error)
  }
}
