import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secrets } from '../../secrets/index.ts'
import { RecentSecrets } from './recent-secrets.ts'

const secret = (number: number): string => `secret-of-call-${number}-x`

describe('what came as credentials', () => {
  it('is hidden as long as it is among the latest, and counts once however often it comes', () => {
    const known = new Secrets()
    known.add('known-for-good')
    const recent = new RecentSecrets(known)
    recent.add('comes-all-the-time')
    for (let number = 0; number < 400; number++) recent.add(secret(number))
    for (let time = 0; time < 2000; time++) recent.add('comes-all-the-time')
    assert.equal(recent.mask(`${secret(0)} ${secret(399)} known-for-good`), '*** *** ***')
    for (let number = 400; number < 1100; number++) recent.add(secret(number))
    assert.equal(recent.mask(`${secret(0)} ${secret(700)}`), `${secret(0)} ***`)
    assert.deepEqual(recent.maskData({ [secret(1099)]: [secret(1000), 7] }), { '***': ['***', 7] })
  })

  it('stays hidden when another takes its place', () => {
    const before = new RecentSecrets(new Secrets())
    before.add(secret(1))
    const after = new RecentSecrets(new Secrets())
    assert.equal(after.mask(secret(1)), secret(1))
    after.goOnFor(before)
    assert.equal(after.mask(secret(1)), '***')
  })
})
