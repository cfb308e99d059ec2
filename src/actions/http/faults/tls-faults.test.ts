import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { authorityFile, httpsServer } from '../testing/https-server.ts'
import { failure } from '../testing/perform.ts'

const trust =
  'To trust its authority, name the PEM file of it in the environment variable NODE_EXTRA_CA_CERTS.'

test('a self-signed certificate', async () => {
  await using server = await httpsServer('self-signed')
  const { kind, message, hint } = await failure({ request: `GET ${server.url}/` })
  assert.equal(kind, 'Network Error')
  assert.equal(message, 'the server certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)')
  assert.equal(hint, trust)
})

test('a certificate of an authority nobody knows', async () => {
  await using server = await httpsServer('signed')
  const { message, hint } = await failure({ request: `GET ${server.url}/` })
  assert.equal(message, "the server certificate's authority is not known (UNABLE_TO_VERIFY_LEAF_SIGNATURE)")
  assert.equal(hint, trust)
})

test('the same certificate when its authority is trusted', async () => {
  await using server = await httpsServer('signed')
  const phases = ['connect', 'tls', 'firstByte', 'download']
  assert.deepEqual(await reported(`${server.url}/`), { status: 200, phases })
})

test('an expired certificate', async () => {
  await using server = await httpsServer('expired')
  assert.deepEqual(await reported(`${server.url}/`), {
    kind: 'Network Error',
    message: 'the server certificate has expired (CERT_HAS_EXPIRED)',
    hint: "Renew the server's certificate, or check the clock of this machine.",
  })
})

test('a certificate for another host', async () => {
  await using server = await httpsServer('wrong-host')
  assert.deepEqual(await reported(`https://localhost:${server.port}/`), {
    kind: 'Network Error',
    message: 'the server certificate is not for localhost (ERR_TLS_CERT_ALTNAME_INVALID)',
    hint: 'It is for DNS:other.example.',
  })
})

test('plain HTTP with a server that speaks TLS', async () => {
  await using server = await httpsServer('signed')
  const { kind, message, hint } = await failure({ request: `GET http://127.0.0.1:${server.port}/` })
  assert.equal(kind, 'Network Error')
  assert.match(message, /^the (server closed the connection|connection was reset) without an answer \(\w+\)$/)
  assert.equal(hint, `If the server speaks TLS there, use https://127.0.0.1:${server.port}.`)
})

/** What a process that trusts the test authority says about a URL: Node reads the variable only when it starts. */
async function reported(url: string): Promise<unknown> {
  const program = path.resolve('dist/modules/src/actions/http/testing/report-answer.js')
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile }
  const { stdout } = await promisify(execFile)(process.execPath, [program, url], { env })
  return JSON.parse(stdout) as unknown
}
