import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { prepareTarget } from '../extracts/prepare-target.ts'
import { exchangeWith } from '../extracts/testing/exchange.ts'
import type { OperatorName } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { certificates, withoutCertificates } from '../testing/certificates.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { judgeTarget } from './judge-exchange.ts'
import { expectation } from './testing/judge.ts'

describe('certificate serial-number', { skip: withoutCertificates }, () => {
  it('is compared by its digits, however they are written', async () => {
    const { server } = await certificates()
    const certificate = new X509Certificate(await readFile(server.certificate))
    const target = prepareTarget({ kind: 'certificate', part: 'serial-number' })
    const { response, timings } = exchangeWith({})
    const judge = async (operator: OperatorName, expected: JsonValue, own?: string): Promise<unknown> => {
      const held = own === undefined ? certificate : ({ serialNumber: own } as X509Certificate)
      const judged = { timings, response: { ...response, certificate: held } }
      const results = await whenLoaded(() => judgeTarget(target, [expectation(operator, expected)], judged))
      return results[0]?.passed
    }
    const own = certificate.serialNumber
    const pairs = own.match(/../g) ?? []
    for (const spelling of [own, own.toLowerCase(), pairs.join(':'), `00:${pairs.join(':')}`, `0x${own}`]) {
      assert.equal(await judge('equals', spelling), true, spelling)
      assert.equal(await judge('not-equals', spelling), false, spelling)
      assert.equal(await judge('not-one-of', ['12', spelling]), false, spelling)
    }
    assert.equal(await judge('not-equals', '12'), true)
    for (const wrong of ['', 'number 12', 2 ** 60]) assert.equal(await judge('not-equals', wrong), false)
    for (const small of ['1', '01', 1]) assert.equal(await judge('equals', small, '01'), true)
    assert.equal(await judge('starts-with', own.slice(0, 4)), true)
  })
})

describe('certificate fingerprint', { skip: withoutCertificates }, () => {
  it('is compared by its digits, however they are written', async () => {
    const { server } = await certificates()
    const certificate = new X509Certificate(await readFile(server.certificate))
    const fingerprint = prepareTarget({ kind: 'certificate', part: 'fingerprint' })
    const { response, timings } = exchangeWith({})
    const judged = { timings, response: { ...response, certificate } }
    const own = certificate.fingerprint256
    const spellings = [':', '', ' ', '-'].flatMap(separator => {
      const text = own.replaceAll(':', separator)
      return [text, text.toLowerCase()]
    })
    const judge = async (operator: OperatorName, expected: JsonValue): Promise<boolean | undefined> => {
      const results = await whenLoaded(() =>
        judgeTarget(fingerprint, [expectation(operator, expected)], judged),
      )
      return results[0]?.passed
    }
    for (const spelling of spellings) {
      assert.equal(await judge('equals', spelling), true, spelling)
      assert.equal(await judge('one-of', ['0'.repeat(64), spelling]), true, spelling)
      assert.equal(await judge('not-equals', spelling), false, spelling)
      assert.equal(await judge('not-one-of', [spelling]), false, spelling)
    }
    assert.equal(await judge('equals', '0'.repeat(64)), false)
    assert.equal(await judge('not-equals', '0'.repeat(64)), true)
    assert.equal(await judge('not-equals', own.slice(3)), false)
    assert.equal(await judge('exists', true), true)
  })
})
