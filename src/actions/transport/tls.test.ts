import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import { exchange, failure, perform } from '../http/testing/perform.ts'
import { testContext } from '../testing/test-context.ts'
import { tlsServer } from './testing/tls-server.ts'

describe('tls', { skip: withoutCertificates }, () => {
  it('trusts the authorities of the file beside the usual ones', async () => {
    const { authority, server: identity } = await certificates()
    await using server = await tlsServer(identity)
    const { response, timings } = await exchange(get(server.url), withTls({ ca: authority }))
    assert.equal(response.body.text(), 'hi')
    assert.deepEqual(Object.keys(timings.phases ?? {}), ['connect', 'tls', 'firstByte', 'download'])
    assert.equal((await failure(get(server.url))).kind, 'Network Error')
  })

  it('shows the certificate of the client, from PEM files', async () => {
    const { authority, server: identity, client } = await certificates()
    await using server = await tlsServer(identity, await askingForClients())
    const { certificate, key, encryptedKey, passphrase } = client
    await exchange(get(server.url), withTls({ ca: authority, certificate, key }))
    await exchange(get(server.url), withTls({ ca: authority, certificate, key: encryptedKey, passphrase }))
    assert.deepEqual(
      server.seen.map(seen => seen.client),
      ['client', 'client'],
    )
  })

  it('shows the certificate of the client, from a PKCS#12 file', async () => {
    const { authority, server: identity, client } = await certificates()
    await using server = await tlsServer(identity, await askingForClients())
    const { pfx, passphrase } = client
    await exchange(get(server.url), withTls({ ca: authority, pfx, passphrase }))
    assert.equal(server.seen[0]?.client, 'client')
  })

  it('is a Network Error without the certificate that the server asks for', async () => {
    const { authority, server: identity } = await certificates()
    await using server = await tlsServer(identity, await askingForClients())
    const { kind, message } = await failure(get(server.url), withTls({ ca: authority }))
    assert.equal(kind, 'Network Error')
    assert.match(message, /the server asks for a client certificate/)
  })

  it('names the certificate that the server may not have accepted', async () => {
    const { authority, server: identity, stranger } = await certificates()
    await using server = await tlsServer(identity, await askingForClients())
    const { hint } = await failure(get(server.url), withTls({ ca: authority, ...stranger, verify: false }))
    assert.match(String(hint), /may not accept the client certificate .*\.pem/)
  })

  it('accepts any certificate with verify: false', async () => {
    const { selfSigned } = await certificates()
    await using server = await tlsServer(selfSigned)
    assert.equal((await exchange(get(server.url), withTls({ verify: false }))).response.status, 200)
  })

  it('asks for the server-name, and expects it in the certificate', async () => {
    const { authority, wrongHost, server: identity } = await certificates()
    await using other = await tlsServer(wrongHost)
    await exchange(get(other.url), withTls({ ca: authority, 'server-name': 'other.example' }))
    assert.equal(other.seen[0]?.serverName, 'other.example')
    await using server = await tlsServer(identity)
    const tls = withTls({ ca: authority, 'server-name': 'other.example' })
    const { message, hint } = await failure(get(server.url), tls)
    assert.match(message, /certificate is not for other\.example /)
    assert.match(String(hint), /use such a name as `server-name`/)
  })

  it('speaks no version older than min-version', async () => {
    const { authority, server: identity } = await certificates()
    await using server = await tlsServer(identity, { maxVersion: 'TLSv1.2' })
    await exchange(get(server.url), withTls({ ca: authority, 'min-version': 'TLSv1.2' }))
    assert.equal(server.seen[0]?.version, 'TLSv1.2')
    const { kind, message, hint } = await failure(
      get(server.url),
      withTls({ ca: authority, 'min-version': 'TLSv1.3' }),
    )
    assert.equal(kind, 'Network Error')
    assert.match(message, /^TLS with /)
    assert.match(String(hint), /at least TLSv1\.3, as min-version/)
  })

  it('speaks an old version that min-version allows', async () => {
    const { authority, server: identity } = await certificates()
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await using server = await tlsServer(identity, old)
    await exchange(get(server.url), withTls({ ca: authority, 'min-version': 'TLSv1.1' }))
    assert.equal(server.seen[0]?.version, 'TLSv1.1')
  })

  it('accepts no certificate that the lists of crl have, and names it', async () => {
    const { authority, revocationLists, chained, revoked, revokedChain } = await certificates()
    const tls = { ca: authority, crl: revocationLists }
    await using good = await tlsServer(chained)
    assert.equal((await exchange(get(good.url), withTls(tls))).response.status, 200)
    await using bad = await tlsServer(revoked)
    assert.equal((await exchange(get(bad.url), withTls({ ca: authority }))).response.status, 200)
    assert.match(
      (await failure(get(bad.url), withTls(tls))).message,
      /^the server certificate \(CN=revoked, serial number [\dA-F]+\) has been revoked \(CERT_REVOKED\)$/,
    )
    await using behind = await tlsServer(revokedChain)
    assert.match(
      (await failure(get(behind.url), withTls(tls))).message,
      /^the authority that signed the server certificate \(CN=revoked-between, serial number [\dA-F]+\) has been revoked/,
    )
  })

  it('needs the revocation list of every authority when there is any', async () => {
    const { authority, revocationLists, chained, folder } = await certificates()
    const [first = ''] = /^[\s\S]*?-----END X509 CRL-----/.exec(await readFile(revocationLists, 'utf8')) ?? []
    const crl = path.join(folder, 'first-list.pem')
    await writeFile(crl, first)
    await using server = await tlsServer(chained)
    const { message, hint } = await failure(get(server.url), withTls({ ca: authority, crl }))
    assert.equal(
      message,
      'the server certificate is of an authority without a revocation list in the crl file (UNABLE_TO_GET_CRL)',
    )
    assert.match(String(hint), /^Put the list of every authority/)
  })

  it('names the file that is missing, or is not what it should be', async () => {
    const { folder, client, stranger } = await certificates()
    const { certificate, key, encryptedKey, pfx } = client
    const garbage = path.join(folder, 'garbage.pem')
    await writeFile(garbage, '-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n')
    const brokenList = path.join(folder, 'broken-list.pem')
    await writeFile(brokenList, '-----BEGIN X509 CRL-----\nYQ==\n-----END X509 CRL-----\n')
    const nothing = path.join(folder, 'nothing.pem')
    const wrongPassphrase = 'opens nothing'
    const cases: readonly (readonly [JsonObject, RegExp])[] = [
      [{ ca: nothing }, /^tls: the ca file .*nothing.pem does not exist$/],
      [
        { ca: '-----BEGIN CERTIFICATE-----' },
        /^tls: "ca" takes the name of a file, and has the text of one$/,
      ],
      [{ ca: folder }, /^tls: the ca file .* is a folder$/],
      [{ ca: key }, /^tls: the ca file .* holds no certificate$/],
      [{ crl: nothing }, /^tls: the crl file .*nothing.pem does not exist$/],
      [{ crl: garbage }, /^tls: the crl file .* holds no revocation list$/],
      [{ crl: brokenList }, /^tls: a revocation list in the crl file .* cannot be read$/],
      [{ ca: garbage }, /^tls: a certificate in the ca file .* cannot be read$/],
      [{ certificate, key: certificate }, /^tls: the key file .* cannot be read/],
      [{ certificate: key, key }, /^tls: the certificate file .* holds no certificate$/],
      [{ certificate, key: stranger.key }, /^tls: the key .* does not belong to the certificate/],
      [{ certificate, key: encryptedKey }, /^tls: the key file .* does not open with no passphrase$/],
      [
        { certificate, key: encryptedKey, passphrase: wrongPassphrase },
        /does not open with that passphrase$/,
      ],
      [{ pfx, passphrase: wrongPassphrase }, /^tls: the pfx file .* does not open with that passphrase$/],
      [{ pfx }, /^tls: the pfx file .* does not open with no passphrase$/],
      [{ pfx: certificate }, /^tls: the pfx file .* cannot be read: /],
    ]
    for (const [tls, expected] of cases) {
      const { kind, message } = await failure(get('https://127.0.0.1:1'), withTls(tls))
      assert.match(message, expected)
      assert.equal(kind, 'File Error')
    }
  })

  it('says what to do about a file of another kind, and a key of another certificate', async () => {
    const { folder, authority, client, stranger } = await certificates()
    const der = path.join(folder, 'authority.der')
    await writeFile(der, new X509Certificate(await readFile(authority)).raw)
    const cases: readonly (readonly [JsonObject, RegExp])[] = [
      [{ ca: client.key }, /^It must be PEM text .* In this one stands -----BEGIN PRIVATE KEY-----\.$/],
      [{ ca: der }, /^It must be PEM text .* This one seems to be DER; turn it into PEM: `openssl x509 /],
      [{ crl: authority }, /^It must be PEM text with -----BEGIN X509 CRL-----; /],
      [
        { certificate: client.certificate, key: stranger.key },
        /^The first certificate in it, for which the key has to be, is that of CN=client\.$/,
      ],
    ]
    for (const [tls, expected] of cases) {
      const { hint } = await failure(get('https://127.0.0.1:1'), withTls(tls))
      assert.match(String(hint), expected)
    }
  })

  it('needs certificate and key, or a PKCS#12 file, and not both', async () => {
    const { certificate, key, pfx } = (await certificates()).client
    for (const tls of [{ certificate }, { key }, { certificate, key, pfx }])
      assert.equal((await failure(get('https://127.0.0.1:1'), withTls(tls))).kind, 'Request Error')
  })

  it('reads files once, and shares connections between requests with the same settings alone', async () => {
    const { authority, server: identity } = await certificates()
    let connections = 0
    await using server = await tlsServer(identity)
    const context = testContext()
    const { action } = await import('../http/index.ts')
    for (const tls of [{ ca: authority }, { ca: authority }, { ca: authority, verify: true }]) {
      const answer = await action.perform(get(server.url), { ...context, ...withTls(tls) })
      assert.ok(answer.ok)
      if (answer.exchange.timings.phases?.tls !== undefined) connections++
    }
    assert.equal(connections, 2)
    await context.resources.close()
  })

  it('fails no other request of the run', async () => {
    const answer = await perform(get('https://127.0.0.1:1'), withTls({ verify: false }))
    assert.equal(answer.ok, false)
  })
})

const get = (url: string): JsonObject => ({ request: `GET ${url}/` })

const withTls = (tls: JsonObject): Partial<ActionContext> => ({ settings: { transport: { tls } } })

async function askingForClients(): Promise<{ requestCert: true; rejectUnauthorized: true; ca: string }> {
  const { readFile } = await import('node:fs/promises')
  const ca = await readFile((await certificates()).authority, 'utf8')
  return { requestCert: true, rejectUnauthorized: true, ca }
}
