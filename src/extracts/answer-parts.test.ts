import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { exchange } from '../actions/http/testing/perform.ts'
import { tlsServer } from '../actions/transport/testing/tls-server.ts'
import { certificates, withoutCertificates } from '../testing/certificates.ts'
import { selectCertificate } from './answer-parts.ts'

describe('certificate PART', { skip: withoutCertificates }, () => {
  it('is there with every answer, by either version of HTTP', async () => {
    const { authority, server: identity } = await certificates()
    await using server = await tlsServer(identity)
    const { serialNumber, validTo } = new X509Certificate(await readFile(identity.certificate))
    for (const version of ['auto', '1.1', 'auto', '1.1']) {
      const transport = { tls: { ca: authority }, 'http-version': version }
      const { response } = await exchange({ request: `GET ${server.url}/` }, { settings: { transport } })
      const of = (part: Parameters<typeof selectCertificate>[1]): unknown => {
        const selected = selectCertificate(response.certificate, part)
        return selected.found ? selected.value : selected.instead
      }
      assert.deepEqual(of('serial-number'), serialNumber)
      assert.deepEqual(of('expires'), new Date(validTo).toISOString())
      assert.deepEqual(of('names'), ['localhost', '127.0.0.1', '0:0:0:0:0:0:0:1'])
      assert.match(JSON.stringify(of('fingerprint')), /^"([0-9A-F]{2}:){31}[0-9A-F]{2}"$/)
      assert.match(JSON.stringify(of('subject')), /CN=/)
    }
  })
})
