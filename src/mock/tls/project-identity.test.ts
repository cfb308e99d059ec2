import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { withFolder } from '../../testing/run-program.ts'
import { projectIdentity } from './project-identity.ts'

describe('the identity of mocks', () => {
  it('is trusted by clients of mocks at several hosts, and then is for all of them', () =>
    withFolder({}, async folder => {
      const hosts = ['127.0.0.2', '127.0.0.3', 'shop.test']
      const [first, second, third] = await Promise.all(hosts.map(host => projectIdentity(folder, host)))
      const trusted = readFileSync(first?.file ?? '', 'utf8')
      for (const one of [first, second, third]) assert.ok(trusted.includes(one?.certificate ?? '?'))
      const last = await projectIdentity(folder, '127.0.0.2')
      const read = new X509Certificate(last.certificate)
      assert.ok(read.checkIP('127.0.0.2') && read.checkIP('127.0.0.3') && read.checkHost('shop.test'))
      assert.deepEqual(await projectIdentity(folder, 'shop.test'), last)
      assert.equal(readFileSync(last.file, 'utf8'), trusted)
    }))
})
