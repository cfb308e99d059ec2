import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Two PEM files that belong together; `certificate` holds the chain up to the authority, which is left out. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

/** A client's identity in every form a user may have it. */
export interface ClientIdentity extends Identity {
  /** Certificate and key in one file, behind `passphrase`. */
  readonly pfx: string
  /** The same key as a PEM file behind `passphrase`. */
  readonly encryptedKey: string
  readonly passphrase: string
}

/** Absolute paths of files made by OpenSSL. Servers are `localhost`, `127.0.0.1` and `::1`. */
export interface Certificates {
  readonly folder: string
  /** The PEM file of the authority that signed everything except `selfSigned`. */
  readonly authority: string
  /** PEM file with what that authority and the one between have revoked: one list of each. */
  readonly revocationLists: string
  readonly server: Identity
  /** Signed by an authority between, which is not revoked. */
  readonly chained: Identity
  readonly selfSigned: Identity
  /** Valid on a day of 2020 only. */
  readonly expired: Identity
  /** Valid from 2090 on. */
  readonly notYetValid: Identity
  /** For other.example only. */
  readonly wrongHost: Identity
  readonly revoked: Identity
  /** Signed by an authority between that is revoked. */
  readonly revokedChain: Identity
  /** `/CN=client`; the authority that signed it is `authority`. */
  readonly client: ClientIdentity
  /** Another client, which no server of a test expects. */
  readonly stranger: Identity
}

/** Why tests that need certificates are skipped, or false when they need not be: an option of `test`. */
export const withoutCertificates: false | string =
  !(process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some(folder => existsSync(path.join(folder, 'openssl'))) &&
  'OpenSSL is not installed; run scripts/install-parts.sh as root.'

let shared: Promise<Certificates> | undefined

/** The certificates of this process: made when first asked for (in about half a second), removed when it ends. */
export function certificates(): Promise<Certificates> {
  shared ??= makeCertificates(temporaryFolder())
  return shared
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-certificates-'))
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Makes all of them in a folder that exists. Throws what OpenSSL says when it fails. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const root = await Authority.selfSigned(folder, 'authority')
  const between = await root.signAuthority('between')
  const revokedBetween = await root.signAuthority('revoked-between')
  const revoked = await root.sign('revoked')
  await root.revoke(revoked)
  await root.revoke(revokedBetween)
  const revocationLists = path.join(folder, 'revocation-lists.pem')
  for (const authority of [root, between, revokedBetween])
    await appendFile(revocationLists, await authority.revocationList())
  return {
    folder,
    authority: root.certificate,
    revocationLists,
    server: await root.sign('server'),
    chained: await between.sign('chained'),
    selfSigned: await Authority.selfSigned(folder, 'self-signed', serverNames),
    expired: await root.sign('expired', { from: '20200101000000Z', to: '20200102000000Z' }),
    notYetValid: await root.sign('not-yet-valid', { from: '20900101000000Z' }),
    wrongHost: await root.sign('wrong-host', { names: 'DNS:other.example' }),
    revoked,
    revokedChain: await revokedBetween.sign('revoked-chain'),
    client: await withOtherForms(await root.sign('client'), 'open sesame'),
    stranger: await Authority.selfSigned(folder, 'stranger'),
  }
}

const serverNames = 'DNS:localhost,IP:127.0.0.1,IP:::1'
const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc']

/** When a certificate is valid, in the form YYYYMMDDHHMMSSZ, and for which hosts. */
interface Terms {
  readonly from?: string
  readonly to?: string
  readonly names?: string
}

/** Something that signs, with the records OpenSSL keeps of what it signed and revoked. */
class Authority implements Identity {
  readonly certificate: string
  readonly key: string
  readonly #folder: string
  readonly #configuration: string
  /** The certificates between its own and the root: PEM text. */
  readonly #chain: string

  private constructor(folder: string, { certificate, key }: Identity, configuration: string, chain: string) {
    this.#folder = folder
    this.certificate = certificate
    this.key = key
    this.#configuration = configuration
    this.#chain = chain
  }

  /** An authority nobody signed; with `names`, also a server of these names. */
  static async selfSigned(folder: string, name: string, names?: string): Promise<Authority> {
    const identity = filesOf(folder, name)
    const { certificate, key } = identity
    const extensions = names === undefined ? [] : ['-addext', `subjectAltName=${names}`]
    const output = ['-days', '36500', '-keyout', key, '-out', certificate]
    await openssl(['req', '-x509', ...keyOptions, '-subj', `/CN=${name}`, ...extensions, ...output])
    return new Authority(folder, identity, await writeConfiguration(folder, name, identity), '')
  }

  /** Signs a new certificate. */
  async sign(name: string, { from, to, names = serverNames }: Terms = {}): Promise<Identity> {
    return this.#sign(name, `subjectAltName=${names}\nbasicConstraints=CA:false\n`, [
      ...['-startdate', from ?? '20240101000000Z'],
      ...['-enddate', to ?? '21240101000000Z'],
    ])
  }

  /** Signs an authority that may sign in its turn. */
  async signAuthority(name: string): Promise<Authority> {
    const extensions = 'basicConstraints=critical,CA:true\nkeyUsage=keyCertSign,cRLSign\n'
    const identity = await this.#sign(name, extensions, ['-days', '36500'])
    const configuration = await writeConfiguration(this.#folder, name, identity)
    return new Authority(this.#folder, identity, configuration, await readFile(identity.certificate, 'utf8'))
  }

  async revoke({ certificate }: Identity): Promise<void> {
    await this.#ca(['-revoke', certificate])
  }

  /** The list of the certificates that it has revoked so far, as PEM text. */
  async revocationList(): Promise<string> {
    const file = path.join(this.#folder, 'list.pem')
    await this.#ca(['-gencrl', '-crldays', '36500', '-out', file])
    return readFile(file, 'utf8')
  }

  async #sign(name: string, extensions: string, validity: readonly string[]): Promise<Identity> {
    const { certificate, key } = filesOf(this.#folder, name)
    const [request, extensionFile] = [`${certificate}.request`, `${certificate}.extensions`]
    await writeFile(extensionFile, extensions)
    await openssl(['req', '-new', ...keyOptions, '-subj', `/CN=${name}`, '-keyout', key, '-out', request])
    const files = ['-in', request, '-out', certificate, '-extfile', extensionFile]
    await this.#ca(['-batch', '-notext', ...validity, ...files])
    await appendFile(certificate, this.#chain)
    return { certificate, key }
  }

  async #ca(args: readonly string[]): Promise<void> {
    await openssl(['ca', '-config', this.#configuration, ...args])
  }
}

function filesOf(folder: string, name: string): Identity {
  return { certificate: path.join(folder, `${name}.pem`), key: path.join(folder, `${name}.key.pem`) }
}

/** Writes the input of `openssl ca`: its records and its key. */
async function writeConfiguration(folder: string, name: string, identity: Identity): Promise<string> {
  const records = path.join(folder, `${name}.records`)
  await mkdir(records)
  await writeFile(path.join(records, 'index.txt'), '')
  const file = path.join(records, 'ca.conf')
  const lines = [
    '[ca]\ndefault_ca = authority\n[authority]',
    `database = ${path.join(records, 'index.txt')}`,
    `new_certs_dir = ${records}`,
    `certificate = ${identity.certificate}`,
    `private_key = ${identity.key}`,
    'default_md = sha256\nrand_serial = yes\nunique_subject = no\npolicy = any\n[any]\ncommonName = supplied\n',
  ]
  await writeFile(file, lines.join('\n'))
  return file
}

async function withOtherForms({ certificate, key }: Identity, passphrase: string): Promise<ClientIdentity> {
  const [pfx, encryptedKey] = [`${certificate}.pfx`, `${key}.encrypted`]
  const secret = ['-passout', `pass:${passphrase}`]
  await openssl(['pkcs12', '-export', '-in', certificate, '-inkey', key, '-out', pfx, ...secret])
  await openssl(['pkcs8', '-topk8', '-in', key, '-out', encryptedKey, ...secret])
  return { certificate, key, pfx, encryptedKey, passphrase }
}

async function openssl(args: readonly string[]): Promise<void> {
  await promisify(execFile)('openssl', args)
}
