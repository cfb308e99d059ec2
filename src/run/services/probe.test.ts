import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { tlsServer } from '../../actions/transport/testing/tls-server.ts'
import { certificates, withoutCertificates } from '../../testing/certificates.ts'
import { describeAnswer, probe } from './probe.ts'

const signal = new AbortController().signal

test(
  'a service that asks for a client certificate is told so on one line',
  { skip: withoutCertificates },
  async () => {
    const { authority, server: identity } = await certificates()
    const asking = { requestCert: true, ca: await readFile(authority), maxVersion: 'TLSv1.2' } as const
    await using server = await tlsServer(identity, asking)
    const answer = describeAnswer(await probe(server.url, signal))
    assert.doesNotMatch(answer, /\n|openssl/)
  },
)

test('a service without TLS at an https URL is told in the words of OpenSSL alone', async () => {
  await using server = await httpServer()
  const answer = describeAnswer(await probe(server.url.replace('http:', 'https:'), signal))
  assert.equal(answer, 'TLS failed: wrong version number')
})
