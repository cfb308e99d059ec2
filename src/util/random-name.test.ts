import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomDigits, randomUuid } from './random-name.ts'

describe('a random name', () => {
  it('has as many hexadecimal digits as it is to have, of which none is always the same', () => {
    for (const count of [1, 7, 8, 16]) {
      const names = Array.from({ length: 200 }, () => randomDigits(count))
      for (const name of names) assert.match(name, new RegExp(`^[0-9a-f]{${count}}$`))
      for (let place = 0; place < count; place++)
        assert.ok(new Set(names.map(name => name[place])).size > 8, `${count} digits, place ${place}`)
    }
  })

  it('is a UUID of version 4, where it is to be one', () => {
    const uuids = Array.from({ length: 1000 }, randomUuid)
    for (const uuid of uuids)
      assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(new Set(uuids).size, 1000)
    assert.equal(new Set(uuids.map(uuid => uuid[19])).size, 4)
  })
})
