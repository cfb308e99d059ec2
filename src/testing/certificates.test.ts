import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createSecureContext } from 'node:tls'
import { certificates, withoutCertificates } from './certificates.ts'

const skip = withoutCertificates

test('the authority signed the server and the client', { skip }, async () => {
  const { authority, server, client } = await certificates()
  const issuer = await read(authority)
  for (const { certificate } of [server, client])
    assert.ok((await read(certificate)).verify(issuer.publicKey))
})

test('the server is this machine by name and by address, the wrong host is not', { skip }, async () => {
  const { server, wrongHost } = await certificates()
  assert.ok((await read(server.certificate)).checkHost('localhost'))
  assert.ok((await read(server.certificate)).checkIP('127.0.0.1'))
  assert.equal((await read(wrongHost.certificate)).checkHost('localhost'), undefined)
})

test('the dates of the expired one and of the one to come are off', { skip }, async () => {
  const { expired, notYetValid } = await certificates()
  assert.ok(Date.parse((await read(expired.certificate)).validTo) < Date.now())
  assert.ok(Date.parse((await read(notYetValid.certificate)).validFrom) > Date.now())
})

test('a chain holds the authority between', { skip }, async () => {
  const { chained } = await certificates()
  const text = await readFile(chained.certificate, 'utf8')
  assert.equal(text.split('BEGIN CERTIFICATE').length - 1, 2)
})

test('Node reads every form of the client identity', { skip }, async () => {
  const { client } = await certificates()
  const { passphrase } = client
  createSecureContext({ cert: await readFile(client.certificate), key: await readFile(client.key) })
  createSecureContext({ pfx: await readFile(client.pfx), passphrase })
  createSecureContext({ key: await readFile(client.encryptedKey), passphrase })
  const pfx = await readFile(client.pfx)
  assert.throws(() => createSecureContext({ pfx, passphrase: 'wrong' }))
})

async function read(file: string): Promise<X509Certificate> {
  return new X509Certificate(await readFile(file))
}
