import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import path from 'node:path'
import { replaceLocked } from '../../store/replace-locked.ts'
import { makeToolFolder, readToolText } from '../../util/tool-folder.ts'
import { type Identity, makeCertificate } from './make-certificate.ts'

/** The certificate that a mock shows clients that connect by TLS, and the file that they are given to trust it. */
export interface MockIdentity extends Identity {
  /** Absolute path of a PEM file with the certificate, and with those before it, which other mocks may still show. */
  readonly file: string
}

/**
 * The identity of a project's mocks: made once, kept in `.tool/mocks/`, and made anew when it is about to expire or is not
 * for `host`. So a program under test can be told once whom to trust. Rejects with the system's error.
 */
export async function projectIdentity(toolFolder: string, host: string): Promise<MockIdentity> {
  const folder = path.join(toolFolder, 'mocks')
  makeToolFolder(folder)
  const both = path.join(folder, 'identity.pem')
  const identity = await replaceLocked(both, () => {
    const known = readIdentity(both)
    if (known !== undefined && isGood(known, host)) return { value: known }
    const value = makeCertificate([...new Set([...namesOf(host), ...namesIn(known)])])
    return { value, text: value.certificate + value.key }
  })
  const file = path.join(folder, 'certificate.pem')
  const isNew = await replaceLocked(file, () => {
    const known = textOf(file) ?? ''
    if (known.includes(identity.certificate)) return { value: false }
    const before = known.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n/gs) ?? []
    return { value: true, text: [identity.certificate, ...before.slice(0, mostBefore)].join('') }
  })
  // It is no secret, and programs of other users, such as those in containers, are given it.
  if (isNew) await chmod(file, 0o644)
  return { ...identity, file }
}

/** Certificates that are trusted beside the newest. */
const mostBefore = 4

/** The names that a certificate is for. */
function namesIn(identity: Identity | undefined): readonly string[] {
  try {
    const { subjectAltName = '' } = new X509Certificate(identity?.certificate ?? '')
    return subjectAltName.split(', ').map(name => name.replace(/^(?:DNS|IP Address):/, ''))
  } catch {
    return []
  }
}

function readIdentity(file: string): Identity | undefined {
  const text = textOf(file) ?? ''
  const [certificate] = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n/s.exec(text) ?? []
  const [key] = /-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----\n/s.exec(text) ?? []
  return certificate === undefined || key === undefined ? undefined : { certificate, key }
}

function textOf(file: string): string | undefined {
  const text = readToolText(file)
  return typeof text === 'string' ? text : undefined
}

/** True where it is for this host, and goes on for a week. */
function isGood({ certificate, key }: Identity, host: string): boolean {
  try {
    const read = new X509Certificate(certificate)
    const isForHost = [host, '127.0.0.1'].every(
      name => isEverywhere(name) || read.checkHost(name) !== undefined || read.checkIP(name) !== undefined,
    )
    const goesOn = Date.parse(read.validTo) > Date.now() + 7 * 24 * 60 * 60 * 1000
    return isForHost && goesOn && read.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** The names of this machine: by itself, by others, and by containers on it. */
function namesOf(host: string): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap(all =>
    (all ?? []).map(({ address }) => address),
  )
  const own = ['localhost', '127.0.0.1', '::1', 'host.docker.internal', hostname(), host, ...addresses]
  const names = own.map(name => name.replace(/%.*$/, '')).filter(name => !isEverywhere(name))
  return [...new Set(names)]
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
