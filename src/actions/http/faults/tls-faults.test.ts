import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { certificates, withoutCertificates } from '../../../testing/certificates.ts'
import { tlsServer } from '../../transport/testing/tls-server.ts'

// The messages for bad certificates are in the fault table: src/testing/fault-server/faults/tls.ts.

for (const kind of ['server', 'chained'] as const)
  test(
    `no fault: the ${kind} certificate, when its authority is trusted`,
    { skip: withoutCertificates },
    async () => {
      const all = await certificates()
      await using server = await tlsServer(all[kind])
      const phases = ['connect', 'tls', 'firstByte', 'download']
      assert.deepEqual(await reported(`${server.url}/`, all.authority), { status: 200, phases })
    },
  )

test(
  'no fault: a certificate of an authority that Node trusts, when the settings name another one',
  { skip: withoutCertificates },
  async () => {
    const { server: identity, authority, selfSigned } = await certificates()
    await using server = await tlsServer(identity)
    const phases = ['connect', 'tls', 'firstByte', 'download']
    const answer = await reported(`${server.url}/`, authority, selfSigned.certificate)
    assert.deepEqual(answer, { status: 200, phases })
  },
)

/** Returns the report on a URL by a process that trusts an authority: Node reads the variable only when it starts. */
async function reported(url: string, authority: string, ca?: string): Promise<unknown> {
  const program = path.resolve('dist/modules/src/actions/http/testing/report-answer.js')
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, url, ...(ca === undefined ? [] : [ca])],
    { env },
  )
  return JSON.parse(stdout) as unknown
}
